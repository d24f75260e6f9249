// Features: ui
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_WHOLE, sampled, testWhole } from "../../formats/src/testing/whole.ts";
import { serveWorkbench } from "../../scripts/workbench.ts";
import { useBrowser, type PageOptions } from "./browser.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const browser = useBrowser();
let bench: Awaited<ReturnType<typeof serveWorkbench>>;

beforeAll(async () => {
  bench = await serveWorkbench();
});
afterAll(() => bench.close());

/** Opens a page of the workbench for the time of the work, which must not raise or complain. */
async function onBench(
  path: string,
  work: (page: Page) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const opened = await browser.open(bench.url + path, options);
  await opened.page.locator("main").waitFor();
  await work(opened.page);
  await opened.expectQuiet();
  await opened.close();
}

/** What axe finds against WCAG 2.2 A and AA, one line a rule. */
async function faults(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof import("axe-core") }).axe;
    const { violations } = await run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    );
  });
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.getAttribute("aria-label") ?? element?.innerText ?? "";
  });
}

describe.each(sampled(["light", "dark", "contrast"], 1))("in the %s theme", (theme) => {
  const benches = [
    ["every component", `/?theme=${theme}`],
    ["every component in Korean, close together", `/?theme=${theme}&lang=ko&density=compact`],
    ["panes, tree and list", `/?theme=${theme}&rows=1000`],
  ] as const;
  test.each(IS_WHOLE ? benches : benches.slice(0, 1))(
    "%s has no fault that axe knows",
    async (_, path) => {
      await onBench(path, async (page) => {
        // Select takes its place with its own part.
        await page.waitForLoadState("networkidle");
        expect(await faults(page)).toEqual([]);
      });
    },
  );
});

test("open menus and dialogs have no fault that axe knows and hold the focus", async () => {
  await onBench("/?theme=light", async (page) => {
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Reply" }).and(page.locator(":focus")).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toContain("Archive");
    await page.keyboard.press("Escape");
    await more.and(page.locator(":focus")).waitFor();

    const remove = page.getByRole("button", { name: "Delete for ever" });
    await remove.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await faults(page)).toEqual([]);
    const sure = dialog.getByRole("button", { name: "Delete for ever" });
    expect(await sure.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("delete");
    expect(await sure.isEnabled()).toBe(true);
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null),
      ).toBe(true);
    }
    await page.keyboard.press("Escape");
    await remove.and(page.locator(":focus")).waitFor();
  });
});

testWhole("a day and an hour are picked by keys, and only those that may be", async () => {
  await onBench("/?theme=light", async (page) => {
    const pick = page.getByRole("button", { name: "Pick a time" });
    await pick.press("Enter");
    const dialog = page.getByRole("dialog");
    const day = (name: string) => dialog.getByRole("button", { name, exact: true });
    await day("Saturday, 21 November 2026").focus();
    const steps: readonly (readonly [key: string, day: string])[] = [
      ["ArrowDown", "Saturday, 28 November 2026"],
      ["PageDown", "Monday, 28 December 2026"],
      ["End", "Sunday, 3 January 2027"],
      // Later than may be picked: the last day that may.
      ["PageDown", "Wednesday, 20 January 2027"],
    ];
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      await day(name).and(page.locator(":focus")).waitFor();
    }
    const schedule = dialog.getByRole("button", { name: "Schedule" });
    expect(await schedule.isDisabled()).toBe(true);
    await dialog.getByText(/^Choose a time between/).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("ArrowLeft");
    await dialog.getByText("Tue, 19 Jan 2027, 16:00").waitFor();
    expect(await schedule.isEnabled()).toBe(true);
    await page.keyboard.press("Escape");
    await pick.and(page.locator(":focus")).waitFor();
  });
});

testWhole("a chart is read by keys, by the pointer and as a table", async () => {
  await onBench("/?theme=light", async (page) => {
    const chart = page.getByRole("figure").filter({ hasText: "Refused" });
    const values = chart.getByRole("slider", { name: "Refusals: values" });
    // A move of the pointer is drawn with the next frame.
    const said = () => expect.poll(() => values.getAttribute("aria-valuetext"));
    const number = () => expect.poll(() => values.getAttribute("aria-valuenow"));
    await values.focus();
    await said().toMatch(/\(so far\): Refused \d+, Bounced \d+, Put off \d+$/);
    await page.keyboard.press("Home");
    await said().toMatch(/^\d\d:00: Refused 0, Bounced \d+, Put off \d+$/);
    await page.keyboard.press("ArrowRight");
    await number().toBe("1");
    await page.keyboard.press("PageUp");
    await number().toBe("11");
    const box = (await values.boundingBox())!;
    await page.mouse.move(box.x + box.width - 2, box.y + 60);
    await number().toBe("95");
    await chart.getByText("Show as a table").click();
    const table = chart.getByRole("region", { name: "Refusals: table" });
    await expect.poll(() => table.getByRole("row").count()).toBe(97);
    expect(await table.getByRole("columnheader").allInnerTexts()).toEqual([
      "Time",
      "Refused",
      "Bounced",
      "Put off",
    ]);
    expect(await faults(page)).toEqual([]);
  });
});

test("a toast is read out, reached by Tab, and its action takes it away", async () => {
  await onBench("/?theme=light", async (page) => {
    await page.getByRole("button", { name: "Toast with undo" }).click();
    const region = page.getByRole("region", { name: "Notifications" });
    const message = region.getByText("Archived 3 conversations");
    await message.waitFor();
    expect(await region.locator("[aria-live=polite]").count()).toBe(1);
    await page.getByRole("button", { name: "Pick a time" }).focus();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Undo");
    await page.keyboard.press("Enter");
    await region.getByText("Undone").waitFor();
    expect(await message.count()).toBe(0);
  });
});

describe("the list of a million rows", () => {
  test("moves by keys, keeps the focus on the row and the row in sight", async () => {
    await onBench("/?theme=light&rows=1000000", async (page) => {
      const row = page.locator("[role=row]:focus");
      await page.locator("[role=row]").first().focus();
      const steps: readonly (readonly [key: string, row: number])[] = [
        ["ArrowDown", 2],
        ["End", 1_000_000],
        ["ArrowUp", 999_999],
        ["Home", 1],
      ];
      for (const [key, index] of steps) {
        await page.keyboard.press(key);
        await page.locator(`[role=row][aria-rowindex="${index}"]:focus`).waitFor();
        const inside = await row.evaluate((element) => {
          const own = element.getBoundingClientRect();
          const list = element.closest("[role=grid]")!.getBoundingClientRect();
          return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
        });
        expect([key, inside]).toEqual([key, true]);
      }
      // Only what is in sight exists.
      expect(await page.locator("[role=row]").count()).toBeLessThan(60);
    });
  });

  test("selects by Shift, Space and Ctrl+A, and lets go by Escape", async () => {
    await onBench("/?theme=light&rows=1000000", async (page) => {
      const selected = page.locator("[role=row][aria-selected=true]");
      await page.locator("[role=row]").first().focus();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await expect.poll(() => selected.count()).toBe(3);
      await page.keyboard.press("Space");
      await expect.poll(() => selected.count()).toBe(2);
      await page.keyboard.press("Control+a");
      await page.getByText("1000000 selected").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => selected.count()).toBe(0);
    });
  });

  testWhole("comes back where it was left", async () => {
    await onBench("/?theme=light&rows=1000000", async (page) => {
      const grid = page.getByRole("grid");
      const shown = () =>
        page.locator("[role=row]").evaluateAll((rows) => rows.map((row) => row.ariaRowIndex));
      await grid.evaluate((element) => element.scrollTo(0, 4_000_000));
      await page.locator('[role=row][aria-rowindex="500040"]').waitFor();
      const before = await shown();
      await page.getByRole("treeitem", { name: "Sent" }).click();
      await page.locator('[role=row][aria-rowindex="1"]').and(page.locator(":visible")).waitFor();
      await page.getByRole("treeitem", { name: "Inbox" }).click();
      await page.locator('[role=row][aria-rowindex="500040"]').waitFor();
      expect(await shown()).toEqual(before);
    });
  });

  test.each(sampled([1000, 1_000_000], 1))(
    "of %d stays where it is read when rows come above, and shows them at its top",
    async (rows) => {
      await onBench(`/?theme=light&rows=${rows}`, async (page) => {
        const grid = page.getByRole("grid");
        const topOf = (index: number) =>
          page
            .locator(`[role=row][aria-rowindex="${index}"]`)
            .evaluate((row) => Math.round(row.getBoundingClientRect().top));
        await page.locator('[role=row][aria-rowindex="1"]').focus();
        await page.mouse.move(500, 400);
        await page.mouse.wheel(0, 2000);
        await page.locator('[role=row][aria-rowindex="60"]').waitFor();
        const before = await topOf(60);
        await page.keyboard.press("n");
        await page.locator('[role=row][aria-rowindex="2"]:focus').waitFor({ state: "attached" });
        await expect.poll(() => topOf(61)).toBe(before);
        await grid.evaluate((element) => element.scrollTo(0, 0));
        await expect.poll(() => topOf(1)).toBe(52);
        await page.keyboard.press("n");
        await page.locator('[role=row][aria-rowindex="3"]:focus').waitFor();
        expect(await topOf(1)).toBe(52);
      });
    },
  );

  testWhole("keeps the focus when the focused row goes away, at the list's end too", async () => {
    await onBench("/?theme=light&rows=1000", async (page) => {
      const subject = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText);
      await page.locator('[role=row][aria-rowindex="1"]').focus();
      await page.keyboard.press("ArrowDown");
      const next = await page.locator('[role=row][aria-rowindex="3"]').innerText();
      await page.keyboard.press("e");
      await page.locator('[role=row][aria-rowindex="2"]:focus').waitFor();
      expect(await subject()).toBe(next);
      await page.keyboard.press("End");
      await page.keyboard.press("e");
      await page.locator('[role=row][aria-rowindex="998"]:focus').waitFor();
    });
  });
});

test("a row is dragged to a folder, and carried there by keys with the same end", async () => {
  await onBench("/?theme=light&rows=1000", async (page) => {
    const folder = page.getByRole("treeitem", { name: "Audit" });
    const done = page.getByRole("region", { name: "Notifications" }).getByText("Audit");
    await page.locator('[role=row][aria-rowindex="4"] .w-mail').dragTo(folder);
    await done.waitFor();
    expect(await folder.getAttribute("data-over")).toBeNull();
    await page.getByRole("button", { name: "Dismiss" }).click();

    await page.locator('[role=row][aria-rowindex="2"]').getByRole("button").press("Enter");
    expect(await folder.getAttribute("data-drop")).toBe("");
    await folder.press("Enter");
    await done.waitFor();
    await page
      .locator("[aria-live=assertive]", { hasText: "dropped on Audit" })
      .waitFor({ state: "attached" });
    expect(await folder.getAttribute("data-drop")).toBeNull();

    await page.locator('[role=row][aria-rowindex="2"]').getByRole("button").press("Enter");
    await page.keyboard.press("Escape");
    await page
      .locator("[aria-live=assertive]", { hasText: "put back" })
      .waitFor({ state: "attached" });
    expect(await folder.getAttribute("data-drop")).toBeNull();
  });
});

testWhole("panes are moved by arrow keys and remembered", async () => {
  await onBench("/?theme=light&rows=10", async (page) => {
    const bar = page.getByRole("separator", { name: "Width of List" });
    await bar.press("ArrowRight");
    expect(await bar.getAttribute("aria-valuenow")).toBe("496");
    await page.reload();
    expect(await bar.getAttribute("aria-valuenow")).toBe("496");
    await bar.press("Enter");
    expect(await bar.getAttribute("aria-valuenow")).toBe("480");
  });
});

testWhole(
  "where the system brings its own colours, what is chosen, what parts and what is meant can be told",
  async () => {
    await onBench("/?theme=system&rows=10", async (page) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      const styleOf = (selector: string, name: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), name);
      const ground = await styleOf("body", "background-color");
      expect(await styleOf("[role=treeitem][aria-selected=true]", "outline-style")).toBe("solid");
      expect(await styleOf("[role=treeitem][aria-selected=false]", "outline-style")).toBe("none");
      expect(await styleOf("[role=separator]", "background-color")).not.toBe(ground);
    });
    await onBench("/?theme=system", async (page) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      const fillOf = (variant: string): Promise<string> =>
        page
          .locator(`.a-button[data-variant=${variant}]:enabled`)
          .first()
          .evaluate((one) => getComputedStyle(one).backgroundColor);
      expect(await fillOf("primary")).not.toBe(await fillOf("secondary"));
      expect(await faults(page)).toEqual([]);
    });
  },
);

test("the theme holds without a script's help and follows the system", async () => {
  const ground = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await onBench(
    "/?theme=system",
    async (page) => {
      expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBeUndefined();
      expect(await ground(page)).toBe("rgb(18, 20, 24)");
    },
    { colorScheme: "dark" },
  );
});
