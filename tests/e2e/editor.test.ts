// Features: compose, rich-text
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { device } from "./device.ts";
import { useHost } from "./host.ts";
import { field, menuItem, reader, row, text } from "./mail-page.ts";

const { host, open } = useHost({ undoSend: 2000 });

const press = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("toolbar", { name: "Formatting" })
    .getByRole("button", { name, exact: true })
    .click();
const html = (page: Page): Promise<string> => text(page).innerHTML();
const isInText = (page: Page): Promise<boolean> =>
  text(page).evaluate((one) => one === document.activeElement);

/** Chooses from one of the bar's menus, after which what is typed stands in the text. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole("menuitemradio", { name: item, exact: true }).click();
  await expect.poll(() => isInText(page)).toBe(true);
}

async function write(page: Page): Promise<void> {
  await page.getByText("Inbox").first().waitFor();
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("bob@demo.test,");
  await text(page).click();
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button").first().waitFor();
}

testWhole(
  "a message has headings, looks, tables and emoji, which arrive, and its text says the same",
  async () => {
    const opened = await open("alice", "/mail/write/");
    const { page } = opened;
    await field(page, "To").waitFor();
    await page.keyboard.type("bob@demo.test,");
    await page.getByRole("textbox", { name: "Subject" }).fill("All looks");
    await text(page).click();
    await choose(page, "Text style", "Heading 1");
    await page.keyboard.type("The plan");
    await page.keyboard.press("Enter");
    await choose(page, "Font", "Georgia");
    await choose(page, "Text size", "Large");
    await page.keyboard.type("Large words");
    await choose(page, "Text size", "Normal");
    await page.keyboard.press("Enter");
    await press(page, "Text colour");
    await page.getByRole("dialog", { name: "Text colour" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => isInText(page)).toBe(true);
    await page.keyboard.type("Red");
    expect(await html(page)).toContain("color: #dc2e28");
    await press(page, "Text colour");
    await page.getByRole("button", { name: "Remove colour" }).click();
    await expect.poll(() => isInText(page)).toBe(true);
    await page.keyboard.press("Enter");
    await choose(page, "Alignment", "Centre");
    await page.keyboard.type("Middle ");
    await press(page, "Insert emoji");
    const emoji = page.getByRole("dialog", { name: "Insert emoji" });
    await emoji.getByRole("searchbox").waitFor();
    await page.keyboard.type("생일");
    await emoji.getByRole("button", { name: "birthday cake" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => text(page).innerText()).toContain("Middle 🎂");
    await expect.poll(() => isInText(page)).toBe(true);
    await page.keyboard.press("Enter");
    await choose(page, "Alignment", "Align left");

    await press(page, "Insert table");
    await page.getByRole("button", { name: "1 × 1" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => isInText(page)).toBe(true);
    for (const word of ["Who", "When", "Ann", "today"]) {
      await page.keyboard.type(word);
      await page.keyboard.press("Tab");
    }
    // Behind the last cell there is a new row.
    await page.keyboard.type("Bob");
    expect(await text(page).locator("tr").count()).toBe(3);
    await press(page, "Table");
    await menuItem(page, "Insert column right").click();
    await expect.poll(() => text(page).locator("tr").last().locator("td").count()).toBe(3);
    await expect.poll(() => isInText(page)).toBe(true);
    await page.keyboard.press("Control+z");
    expect(await text(page).locator("tr").last().locator("td").count()).toBe(2);
    await press(page, "Table");
    await menuItem(page, "Delete row").click();
    await expect.poll(() => text(page).locator("tr").count()).toBe(2);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByText("Saved", { exact: true }).waitFor();

    // Loaded again, it is what it was.
    await page.reload();
    await text(page).locator("table").waitFor();
    expect(await text(page).locator("h1").innerText()).toBe("The plan");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Message sent").waitFor();
    await opened.expectQuiet();
    await opened.close();

    const reading = await open("bob");
    await row(reading.page, "All looks").click();
    const frame = reader(reading.page).frameLocator("iframe[data-ready]");
    await frame.locator("h1", { hasText: "The plan" }).waitFor();
    const cell = frame.locator("td", { hasText: "today" });
    expect(await cell.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe("1px");
    await reading.close();
    const [, { list }] = (await device<{
      list: { bodyValues: Record<string, { value: string }>; textBody: { partId: string }[] }[];
    }>(host, "bob", [
      ["Email/query", { filter: { subject: "All looks" } }],
      [
        "Email/get",
        {
          "#ids": { resultOf: "0", name: "Email/query", path: "/ids" },
          properties: ["textBody", "bodyValues"],
          fetchTextBodyValues: true,
        },
      ],
    ])) as [
      unknown,
      { list: { bodyValues: Record<string, { value: string }>; textBody: { partId: string }[] }[] },
    ];
    const { bodyValues, textBody } = list[0]!;
    expect(bodyValues[textBody[0]!.partId]!.value.replaceAll("\r\n", "\n").trim()).toBe(
      "The plan\n========\n\nLarge words\nRed\nMiddle 🎂\nWho | When\nAnn | today",
    );
  },
);

testWhole(
  "lists begin as they are typed, text is pasted with its looks or without, and all of it is undone",
  async () => {
    const opened = await open("carol");
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await write(page);
    await page.keyboard.type("- one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    expect(await text(page).locator("ul > li").allInnerTexts()).toEqual(["one", "two"]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("1. ");
    await text(page).locator("ol > li").waitFor();
    // Not meant: the next key takes it back.
    await page.keyboard.press("Backspace");
    await text(page).locator("ol").waitFor({ state: "detached" });
    await page.keyboard.type("of May");
    expect(await text(page).innerText()).toMatch(/1\.\sof May/);
    await page.keyboard.press("Enter");

    await page.evaluate(async () => {
      const type = (name: string, value: string) => new Blob([value], { type: name });
      await navigator.clipboard.write([
        new ClipboardItem({
          "text/html": type(
            "text/html",
            '<p style="position:fixed"><b>Strong</b></p><ol><li>first</li></ol><table><tr><td>cell</td></tr></table>',
          ),
          "text/plain": type("text/plain", "Strong words"),
        }),
      ]);
    });
    await page.keyboard.press("Control+v");
    await text(page).locator("b", { hasText: "Strong" }).waitFor();
    await text(page).locator("ol > li", { hasText: "first" }).waitFor();
    await text(page).locator("td", { hasText: "cell" }).waitFor();
    expect(await html(page)).not.toContain("fixed");
    await page.keyboard.press("Control+z");
    await text(page).locator("td").waitFor({ state: "detached" });
    await page.keyboard.press("Control+Shift+v");
    await expect.poll(() => text(page).innerText()).toContain("Strong words");
    expect(await text(page).locator("b").count()).toBe(0);

    // The looks of the line go, also of a heading.
    await choose(page, "Text style", "Heading 2");
    expect(await text(page).locator("h2").count()).toBe(1);
    await press(page, "Bold");
    await page.keyboard.type(" more");
    await page.getByRole("button", { name: "More formatting" }).click();
    await press(page, "Remove formatting");
    await expect.poll(() => text(page).locator("h2, b").count()).toBe(0);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => text(page).locator("h2").count()).toBe(1);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "emoji are named as one types, beside an input method, and nothing else is taken for one",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await write(page);
    const list = page.getByRole("listbox", { name: "Insert emoji" });
    const words = () => text(page).innerText();
    await page.keyboard.type("At 10:30 (:thu");
    await list.getByRole("option", { name: "thumbs up", selected: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await list.getByRole("option", { name: "thumbs down", selected: true }).waitFor();
    const chosen = await text(page).getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${chosen}"]`).innerText()).toContain("thumbs down");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(words).toContain("At 10:30 (👍");
    await list.waitFor({ state: "detached" });
    expect(await text(page).getAttribute("aria-activedescendant")).toBeNull();
    await page.keyboard.press("Control+z");
    await expect.poll(words).toContain("(:thu");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(words).toContain("(👍");

    // Escape closes the list, and nothing more; what is typed on stays what it is.
    await page.keyboard.type(" :bir");
    await list.waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.type("thday");
    await page.keyboard.press("Enter");
    await page.keyboard.type(":cake");
    await list.waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(words).toMatch(/:birthday\n+🎂/);
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("Enter");

    await page.keyboard.type(":");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Input.imeSetComposition", {
      text: "생일",
      selectionStart: 2,
      selectionEnd: 2,
    });
    await list.getByRole("option", { name: "birthday cake" }).waitFor();
    await devtools.send("Input.insertText", { text: "생일" });
    await page.keyboard.press("Enter");
    await expect.poll(words).toMatch(/🎂\n+🎂/);
    await page.keyboard.press("Enter");

    await page.keyboard.type("Click :roc");
    await list.getByRole("option", { name: "rocket" }).click();
    await expect.poll(words).toMatch(/Click\s🚀/);
    expect(await isInText(page)).toBe(true);
    await page.keyboard.press("Enter");
    await choose(page, "Font", "Monospace");
    await page.keyboard.type("x :sm");
    await page.keyboard.press("Enter");
    await page.keyboard.type("y");
    await expect.poll(words).toMatch(/x :sm\n+y/);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a table is as large as one types, and a pasted one with merged cells changes by whole rows and columns",
  async () => {
    const opened = await open("alice", "/mail/write/");
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await field(page, "To").waitFor();
    await text(page).click();
    await press(page, "Insert table");
    const rows = page.getByRole("spinbutton", { name: "Rows" });
    await rows.waitFor();
    // By keys alone: past the squares.
    await page.keyboard.press("Tab");
    await expect.poll(() => rows.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type("12");
    await page.keyboard.press("Tab");
    await page.keyboard.type("4");
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => isInText(page)).toBe(true);
    expect(await text(page).locator("tr").count()).toBe(12);
    expect(await text(page).locator("tr").first().locator("td").count()).toBe(4);
    await press(page, "Table");
    await menuItem(page, "Delete table").click();
    await expect.poll(() => text(page).locator("table").count()).toBe(0);

    await page.evaluate(async () => {
      const html =
        '<table><tr><td colspan="2">a</td><td>b</td></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>';
      await navigator.clipboard.write([
        new ClipboardItem({ "text/html": new Blob([html], { type: "text/html" }) }),
      ]);
    });
    await page.keyboard.press("Control+v");
    await text(page).locator("td", { hasText: "f" }).click();
    const cells = () =>
      text(page)
        .locator("tr")
        .evaluateAll((all) =>
          (all as HTMLTableRowElement[]).map((row) =>
            [...row.cells]
              .map((cell) => `${cell.innerText.trim() || "+"}${cell.colSpan}x${cell.rowSpan}`)
              .join(" "),
          ),
        );
    const changes = async (act: string): Promise<void> => {
      await press(page, "Table");
      await menuItem(page, act).click();
      await expect.poll(() => isInText(page)).toBe(true);
    };
    await changes("Insert column left");
    await expect.poll(cells).toEqual(["a3x1 b1x1", "c1x2 +1x1 d1x1 e1x1", "+1x1 f1x1 g1x1"]);
    await page.keyboard.press("Control+z");
    await expect.poll(cells).toEqual(["a2x1 b1x1", "c1x2 d1x1 e1x1", "f1x1 g1x1"]);
    await text(page).locator("td", { hasText: "f" }).click();
    await changes("Insert row above");
    await expect.poll(cells).toEqual(["a2x1 b1x1", "c1x3 d1x1 e1x1", "+1x1 +1x1", "f1x1 g1x1"]);
    await text(page).locator("td", { hasText: "d" }).click();
    await changes("Delete row");
    await expect.poll(cells).toEqual(["a2x1 b1x1", "c1x2 +1x1 +1x1", "f1x1 g1x1"]);
    await text(page).locator("td", { hasText: "f" }).click();
    await changes("Delete column");
    await expect.poll(cells).toEqual(["a1x1 b1x1", "c1x2 +1x1", "g1x1"]);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("the bar folds where it is narrow, and is one stop of the keyboard", async () => {
  const opened = await open("dave", "/", { viewport: { width: 390, height: 844 } });
  const { page } = opened;
  await page.getByText("Inbox").first().waitFor();
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("bob@demo.test,");
  await text(page).click();
  await page.getByRole("button", { name: "Formatting", exact: true }).click();
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await bar.getByRole("button", { name: "Bold" }).waitFor();
  expect(await bar.getByRole("button", { name: "Strikethrough" }).count()).toBe(0);
  await bar.getByRole("button", { name: "More formatting" }).click();
  await bar.getByRole("button", { name: "Strikethrough" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // Every button is in sight, none wider than the window.
  const boxes = await bar
    .getByRole("button")
    .evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right }) => left >= 0 && right <= innerWidth),
    );
  expect(boxes.every(Boolean)).toBe(true);
  await bar.getByRole("button", { name: "Bold" }).focus();
  expect(await bar.locator("button[tabindex='0']").count()).toBe(1);
  await page.keyboard.press("End");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Remove formatting");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  expect(await bar.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed")).toBe("true");
  await opened.expectQuiet();
  await opened.close();
});
