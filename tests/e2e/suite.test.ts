// Features: suite, shell
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, type ExpectStatic } from "vitest";
import { describeWhole, testWhole } from "../../formats/src/testing/whole.ts";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import { startSuite, type SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import type { PageOptions, WatchedPage } from "./browser.ts";
import { signIn, useHost } from "./host.ts";
import { pressPair, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";
import { entriesWithoutIcon } from "./menu-icons.ts";

const { browser, host } = useHost();
beforeAll(async () => {
  await post(host, [
    { to: host.people.alice.address, subject: "First of all", text: "One." },
    { to: host.people.alice.address, subject: "Second to none", text: "Two." },
  ]);
});

async function open(
  path = "/",
  options: PageOptions & { readonly who?: SeedKey } = {},
): Promise<WatchedPage> {
  const context = options.context ?? (await browser.context(options));
  if (!options.context) await signIn(context, host, options.who ?? "alice");
  return browser.open(host.url + path, { ...options, context });
}

const field = (page: Page) => page.getByRole("combobox", { name: "What do you want to do?" });
const options = (page: Page) => page.getByRole("listbox", { name: "Commands" }).getByRole("option");

describe("the palette", () => {
  test("opens by Ctrl+K, finds what was typed, acts by Enter and gives the focus back", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await options(page).count()).toBeGreaterThan(10);
    // Each has the sign of its button or menu entry, not the one of what has none.
    const signs = options(page).locator(".suite-palette-icon > *");
    await expect
      .poll(async () => (await signs.count()) === (await options(page).count()))
      .toBe(true);
    expect(await options(page).locator(".lucide-chevron-right").count()).toBe(0);
    // What the screen can do comes before what every window can.
    expect(await options(page).first().textContent()).toContain("New message");
    await page.keyboard.type("sent");
    await expect.poll(() => options(page).first().textContent()).toContain("Go to Sent");
    const active = await field(page).getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true");
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/mail\/folder\/sent$/);
    await field(page).waitFor({ state: "detached" });

    // What was used last stands first the next time.
    await page.keyboard.press("Control+k");
    await expect.poll(() => options(page).first().textContent()).toContain("Go to Sent");
    await page.keyboard.press("Escape");
    await field(page).waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  });

  testWhole(
    "finds people to write to, and folders; mail is searched for what is none",
    async () => {
      const opened = await open();
      const { page } = opened;
      await row(page, "First of all").waitFor();
      await page.keyboard.press("Control+k");
      await field(page).fill("bob");
      await options(page).filter({ hasText: "Write to Bob" }).waitFor();
      await field(page).fill("go archive");
      await expect.poll(() => options(page).first().textContent()).toContain("Go to Archive");
      await field(page).fill("olga@elsewhere.example");
      await options(page).filter({ hasText: "Write to olga@elsewhere.example" }).waitFor();
      await field(page).fill("xyzzy");
      await options(page).filter({ hasText: "Search mail for “xyzzy”" }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/mail/search/xyzzy");
      await opened.expectQuiet();
      await opened.close();
    },
  );

  testWhole(
    "opens in settings and the address book too, and keys typed right after are meant for it",
    async () => {
      for (const path of ["/setting/profile", "/address-book"]) {
        const opened = await open(path);
        const { page } = opened;
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.keyboard.press("Control+k");
        await page.keyboard.type("theme d", { delay: 5 });
        await field(page).waitFor();
        await field(page).fill("theme dark");
        await page.keyboard.press("Enter");
        await expect
          .poll(() => page.evaluate(() => document.documentElement.dataset["theme"]))
          .toBe("dark");
        await opened.expectQuiet();
        await opened.close();
      }
    },
  );

  testWhole("leaves Enter and arrows to the input method while it composes", async () => {
    const opened = await open("/", { locale: "ko-KR" });
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("Control+k");
    const input = page.getByRole("combobox", { name: "무엇을 할까요?" });
    await input.fill("ㅂㄱㅎ");
    const list = page.getByRole("listbox", { name: "명령" }).getByRole("option");
    await list.filter({ hasText: "보관함" }).first().waitFor();
    await input.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true });
    await input.waitFor();
    await opened.close();
  });
});

describe("keys", () => {
  test("pairs go to folders; in a field and while composing they are letters", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await pressPair(page, "g", "d");
    await page.waitForURL(/\/mail\/folder\/drafts$/);
    await pressPair(page, "g", "i");
    await page.waitForURL(/\/mail\/folder\/inbox$/);
    await page.keyboard.press("/");
    await page.keyboard.type("gd?");
    expect(new URL(page.url()).pathname).not.toMatch(/drafts/);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await opened.close();
  });

  testWhole("the dialog of keys shows the one table, and c writes a mail", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.waitFor();
    await dialog.getByText("New message").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("c");
    await page.getByRole("region", { name: "Open messages" }).waitFor();
    await opened.close();
  });
});

// What follows waits more than it works; together it waits once.
describeWhole.concurrent("the service worker", () => {
  /** Waits until the worker has kept the whole release. */
  const kept = (expect: ExpectStatic, page: Page) =>
    expect
      .poll(() =>
        page.evaluate(async () => {
          const names = await caches.keys();
          return names.includes("atrium-document") && !!(await caches.match("/build"));
        }),
      )
      .toBe(true);

  test("starts main without network, keeps no data, remote or public page, and goes when it is switched off", async ({
    expect,
  }) => {
    const context = await browser.context({ serviceWorkers: "allow" });
    const { connection, drop } = await cloneDatabase();
    const passing = await startSuite({ connection });
    const { alice } = passing.people;
    await post(passing, [{ to: alice.address, subject: "First of all", text: "One." }]);
    await signIn(context, passing);
    const { page } = await browser.open(passing.url, { context });
    await row(page, "First of all").waitFor();
    await kept(expect, page);
    const names = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    // The frame of a mail is an empty document: what is shown in it never leaves the page.
    const isProgram = /^\/(assets\/[^/]+|build|frame\/mail)?$/;
    expect(names.filter((name) => !isProgram.test(name))).toEqual([]);
    const secretKey = await readFile(join(passing.dataDir, "secret.key"));
    await passing.close();
    await page.reload();
    await page.getByRole("navigation", { name: "Applications" }).waitFor();
    await row(page, "First of all").waitFor();

    // The kill switch, against a worker that misbehaves.
    const port = Number(new URL(passing.url).port);
    const back = await startSuite({
      connection,
      secretKey,
      seeds: false,
      config: { port, serviceWorker: "off" },
    });
    await page.reload();
    await row(page, "First of all").waitFor();
    await expect
      .poll(
        () =>
          page.evaluate(async () => [
            (await navigator.serviceWorker.getRegistrations()).length,
            ...(await caches.keys()),
          ]),
        { interval: 500 },
      )
      .toEqual([0]);
    await context.close();
    await back.close();
    await drop();
  });

  test("does not register in public windows", async ({ expect }) => {
    const context = await browser.context({ serviceWorkers: "allow" });
    const opened = await browser.open(`${host.url}/help/`, { context });
    await opened.page.getByRole("searchbox").waitFor();
    await opened.page.waitForTimeout(10_000);
    expect(
      await opened.page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length,
      ),
    ).toBe(0);
    await context.close();
  });
});

testWhole.concurrent(
  "a newer release on the server is offered, and a reload is the person's choice",
  async ({ expect }) => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.route("**/release.json", (route) =>
      route.fulfill({ json: { build: "index.00000000.js", files: [] } }),
    );
    const notice = page.getByRole("status").filter({ hasText: "Atrium was updated." });
    // What looks for it comes later than the window, and looks when the network is back.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => dispatchEvent(new Event("online")));
          return notice.isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await notice.getByRole("button", { name: "Later" }).click();
    await notice.waitFor({ state: "detached" });
    await opened.expectQuiet();

    // Old parts of the program are gone with the old release: where one would stand, a card offers the new one.
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: "Subject" }).fill("Half written");
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await row(page, "First of all").click();
    await page.keyboard.press("Control+k");
    const card = page.getByRole("alert").filter({ hasText: "Atrium was updated." }).first();
    await card.waitFor();
    await page.unroute("**/assets/*.js");
    await page.unroute("**/release.json");
    await card.getByRole("button", { name: "Reload" }).click();
    const subject = page.getByRole("textbox", { name: "Subject" });
    await subject.waitFor();
    expect(await subject.inputValue()).toBe("Half written");
    await opened.close();
  },
);

testWhole.concurrent(
  "a new user sees first steps, once; lists that are empty or did not come say what next",
  async ({ expect }) => {
    const opened = await open("/", { who: "jimin" });
    const { page } = opened;
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByRole("link", { name: /Add a signature/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await steps.getByRole("button", { name: /Keyboard shortcuts/ }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await steps.getByRole("button", { name: "Don’t show again" }).click();
    await steps.waitFor({ state: "detached" });
    await page.getByText("Your inbox is empty").waitFor();
    await page.reload();
    await page.getByText("Your inbox is empty").waitFor();
    expect(await steps.count()).toBe(0);
    for (const [folder, words] of [
      ["Drafts", "No drafts"],
      ["Sent", "Nothing sent yet"],
      ["Archive", "Archive is empty"],
      ["Junk", "No junk"],
    ]) {
      await page.getByRole("treeitem", { name: folder! }).first().click();
      await page.getByText(words!, { exact: true }).waitFor();
    }

    // A list that is asked for again and refused; the rest of the window lives on.
    await page.route("**/jmap/api", (route) =>
      route.request().postData()?.includes("Email/query") === true
        ? route.fulfill({ status: 500, body: "" })
        : route.continue(),
    );
    await page.goto(`${host.url}/mail/search/nowhere`);
    const failed = page.getByRole("alert").filter({ hasText: "Could not load the list" });
    await failed.waitFor();
    await page.unroute("**/jmap/api");
    // A try that left before may still be refused, and the window's own try may be quicker than the click.
    await expect
      .poll(
        async () => {
          const again = failed.getByRole("button", { name: "Try again" });
          await again.click({ timeout: 1000 }).catch(() => undefined);
          return page.getByText("Nothing found").isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    await opened.close();
  },
);

testWhole.concurrent(
  "panes, densities and themes are chosen by keyboard and kept; the title counts what is unread",
  async ({ expect }) => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await expect.poll(() => page.title()).toMatch(/\(\d+\)/);
    const choose = async (name: string): Promise<void> => {
      await page.getByRole("button", { name: "View", exact: true }).focus();
      await page.keyboard.press("Enter");
      expect(await entriesWithoutIcon(page)).toEqual([]);
      await page
        .getByRole("menuitemradio", { name })
        .or(page.getByRole("menuitemcheckbox", { name }))
        .focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor({ state: "detached" });
    };
    const list = () => page.getByRole("grid", { name: "Conversations" });
    const heights: number[] = [];
    for (const density of ["Compact", "Regular", "Roomy"]) {
      await choose(density);
      await page.reload();
      await row(page, "First of all").waitFor();
      heights.push((await row(page, "First of all").boundingBox())!.height);
    }
    expect(heights).toEqual([...new Set(heights)].toSorted((a, b) => a - b));
    const reader = page.getByRole("region", { name: "Conversation", exact: true });
    for (const [pane, isBeside] of [
      ["Below the list", false],
      ["Hidden", undefined],
      ["Beside the list", true],
    ] as const) {
      await page.goto(host.url);
      await row(page, "First of all").waitFor();
      await choose(pane);
      await page.reload();
      await row(page, "First of all").focus();
      await page.keyboard.press("Enter");
      await reader.waitFor();
      if (isBeside === undefined) await list().waitFor({ state: "detached" });
      else {
        const [rows, text] = [(await list().boundingBox())!, (await reader.boundingBox())!];
        expect(isBeside ? text.x > rows.x + 200 : text.y > rows.y + 100).toBe(true);
      }
    }
    for (const theme of ["High contrast", "Dark", "Light"]) {
      await page.keyboard.press("Control+k");
      await field(page).fill(`Theme: ${theme}`);
      await options(page).filter({ hasText: theme }).first().waitFor();
      await page.keyboard.press("Enter");
      await field(page).waitFor({ state: "detached" });
      await page.reload();
      await reader.waitFor();
      if (theme === "High contrast") expect(await axeFaults(page)).toEqual([]);
    }
    await opened.close();
  },
);
