// Features: mail
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { row, subjects } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();
beforeAll(async () => {
  const to = host.people.bob.address;
  const plain = (subject: string, text: string, more: object = {}) => ({
    to,
    subject,
    text,
    ...more,
  });
  const file = [
    { filename: "plan.pdf", content: Buffer.from("%PDF-1.4\n"), contentType: "application/pdf" },
  ];
  const nadia = { from: "Nadia Nowak <nadia@elsewhere.example>" };
  for (const mail of [
    plain("Budget for spring", "The first draft of the budget is attached.", { attachments: file }),
    plain("Budget for autumn", "Only words here, about money.", nadia),
    plain("Lunch on Friday", "Shall we discuss the budget over noodles?", nadia),
    plain("주간 회의록", "지난주 회의에서 정한 일을 보냅니다.", nadia),
    plain("Old newsletter", "Everything must go."),
  ])
    await post(host, [mail]);
});

testWhole("more than anybody searches for is cut, and comes back", async () => {
  const { page } = await open("bob");
  const search = page.getByRole("combobox", { name: "Search mail" });
  await search.fill("누가 ".repeat(30_000));
  await page.waitForURL("**/mail/search/**");
  expect(page.url().length).toBeLessThan(12_000);
  await page.reload();
  await search.waitFor();
  expect((await search.inputValue()).length).toBeLessThanOrEqual(1000);
  await page.context().close();
});

/** Waits as long as a busy machine needs. */
const soon = <T>(look: () => T) => expect.poll(look);

const box = (page: Page) => page.getByRole("combobox", { name: "Search mail" });
const options = (page: Page) => page.getByRole("option");
const option = (page: Page, name: string) => page.getByRole("option", { name });
const chips = (page: Page) => page.locator(".mail-search-chips .a-tag-label").allTextContents();
const search = (page: Page) => decodeURIComponent(new URL(page.url()).pathname);

test("results come as one types, with marks, and the way back leads out again", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Old newsletter").waitFor();
  await box(page).click();
  await page.keyboard.type("budg", { delay: 20 });
  await soon(() => subjects(page)).toEqual([
    "Lunch on Friday",
    "Budget for autumn",
    "Budget for spring",
  ]);
  expect(search(page)).toBe("/mail/search/budg");
  expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await soon(() => page.locator(".mail-row-subject mark").allTextContents()).toEqual([
    "Budget",
    "Budget",
  ]);
  await soon(() => page.locator(".mail-row-preview mark").allTextContents()).toEqual([
    "budget",
    "budget",
  ]);
  await page.keyboard.type("et spring", { delay: 20 });
  await soon(() => subjects(page)).toEqual(["Budget for spring"]);
  await page.keyboard.press("Enter");
  await row(page, "Budget for spring").click();
  await page.waitForURL("**/thread/**");
  expect(await box(page).inputValue()).toBe("budget spring");
  await page.goBack();
  expect(search(page)).toBe("/mail/search/budget spring");
  expect(await box(page).inputValue()).toBe("budget spring");
  await page.goBack();
  await row(page, "Old newsletter").waitFor();
  expect(await box(page).inputValue()).toBe("");
  await page.goForward();
  await soon(() => subjects(page)).toEqual(["Budget for spring"]);
  expect(await box(page).inputValue()).toBe("budget spring");
  await page.reload();
  await soon(() => subjects(page)).toEqual(["Budget for spring"]);
  await opened.expectQuiet();
  await opened.close();
});

testWhole("operators become chips, which can be taken back and off", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Old newsletter").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("has:attachment budget", { delay: 10 });
  expect(await chips(page)).toEqual(["Has attachments"]);
  await soon(() => subjects(page)).toEqual(["Budget for spring"]);
  expect(search(page)).toBe("/mail/search/has:attachment budget");

  await page.keyboard.press("Home");
  await page.keyboard.press("Backspace");
  expect(await chips(page)).toEqual([]);
  expect(await box(page).inputValue()).toBe("has:attachment budget");
  await page.keyboard.press("Home");
  await page.keyboard.type("-");
  await page.keyboard.press("Enter");
  await soon(() => subjects(page)).toEqual(["Lunch on Friday", "Budget for autumn"]);
  expect(await chips(page)).toEqual([]);

  await page.goto(
    `${host.url}/mail/search/${encodeURIComponent('-has:attachment from:nadia OR from:olga "must go"')}`,
  );
  await soon(() => subjects(page)).toEqual(["Old newsletter"]);
  expect(await chips(page)).toEqual(["Not: Has attachments"]);
  expect(await box(page).inputValue()).toBe('from:nadia OR from:olga "must go"');
  await page.getByRole("button", { name: "Remove Not: Has attachments" }).click();
  expect(await chips(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await row(page, "주간 회의록").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("people, folders and dates are suggested, by keyboard alone", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Old newsletter").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("nad", { delay: 10 });
  await option(page, "From Nadia Nowak").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator("[role=option][aria-selected=true]").waitFor();
  await soon(() => box(page).getAttribute("aria-activedescendant")).not.toBeNull();
  const active = await box(page).getAttribute("aria-activedescendant");
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain("From Nadia Nowak");
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  expect(await chips(page)).toEqual(["From nadia@elsewhere.example"]);
  await soon(() => subjects(page)).toEqual(["주간 회의록", "Lunch on Friday", "Budget for autumn"]);
  // A colleague of whom no mail is here comes from the directory.
  await page.keyboard.type("to:caro", { delay: 10 });
  await option(page, "Carol").waitFor();
  for (let rubbed = 0; rubbed < "to:caro".length; rubbed += 1)
    await page.keyboard.press("Backspace");
  await page.keyboard.type("last we", { delay: 10 });
  await option(page, "Last week").waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("in:arch", { delay: 10 });
  await option(page, "Archive").click();
  expect(await chips(page)).toEqual(["From nadia@elsewhere.example", "In Archive"]);
  await page.getByText("Nothing found").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Search without “In Archive”" }).click();
  await soon(() => subjects(page)).toHaveLength(3);
  expect(await chips(page)).toEqual(["From nadia@elsewhere.example"]);
  await opened.expectQuiet();
  await opened.close();
});

testWhole("what was searched for is remembered here, and can be forgotten", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Old newsletter").waitFor();
  await box(page).click();
  await option(page, "From…").waitFor();
  await page.keyboard.type("noodles");
  await page.keyboard.press("Enter");
  await soon(() => subjects(page)).toEqual(["Lunch on Friday"]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await row(page, "Old newsletter").waitFor();
  await option(page, "noodles").click();
  await soon(() => subjects(page)).toEqual(["Lunch on Friday"]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("button", { name: "Clear recent searches" }).click();
  await soon(() => option(page, "noodles").count()).toBe(0);
  expect(await options(page).count()).toBeGreaterThan(0);
  await opened.close();
});

testWhole("a syllable that is being composed is left alone", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Old newsletter").waitFor();
  await box(page).click();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", {
    text: "회",
    selectionStart: 1,
    selectionEnd: 1,
  });
  await keyboard.send("Input.imeSetComposition", {
    text: "회의",
    selectionStart: 2,
    selectionEnd: 2,
  });
  await soon(() => subjects(page)).toEqual(["주간 회의록"]);
  expect(await box(page).inputValue()).toBe("회의");
  await keyboard.send("Input.insertText", { text: "회의" });
  expect(await box(page).inputValue()).toBe("회의");
  await page.keyboard.press("Enter");
  expect(search(page)).toBe("/mail/search/회의");
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "a search is kept on the server, and found below the folders of another window",
  async () => {
    const opened = await open("bob", "/mail/search/-is:starred%20budget");
    const { page } = opened;
    await page.getByRole("button", { name: "Save search" }).click();
    const name = page.getByRole("textbox", { name: "Name" });
    expect(await name.inputValue()).toBe("Not: Starred, budget");
    // What is typed takes the place of the proposal.
    await page.keyboard.type("Money");
    expect(await name.inputValue()).toBe("Money");
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Money" }).waitFor();
    const other = await open("bob");
    await other.page.getByRole("link", { name: "Money" }).click();
    await soon(() => subjects(other.page)).toHaveLength(3);
    expect(await chips(other.page)).toEqual(["Not: Starred"]);
    expect(await axeFaults(other.page)).toEqual([]);

    await other.page.getByRole("button", { name: "Actions for Money" }).click();
    await other.page.getByRole("menuitem", { name: "Rename" }).click();
    await other.page.getByRole("textbox", { name: "Name" }).fill("Budgets");
    await other.page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Budgets" }).waitFor();
    await page.getByRole("button", { name: "Actions for Budgets" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await soon(() => other.page.getByRole("link", { name: "Budgets" }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await other.page.getByRole("link", { name: "Budgets" }).waitFor();
    await other.expectQuiet();
    await opened.expectQuiet();
    await other.close();
    await opened.close();
  },
);

testWhole("a saved search becomes a rule, which says what it leaves out", async () => {
  const opened = await open("carol", "/mail/search/from%3Aann%40x.example%20is%3Aunread");
  const { page } = opened;
  await page.getByRole("button", { name: "Save search" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ann unread");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Actions for Ann unread" }).click();
  await page.getByRole("menuitem", { name: "Create rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Create rule" });
  await dialog.getByText("Not part of the rule: “Unread”").waitFor();
  expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Ann unread");
  await dialog.getByText("ann@x.example").first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: /Action 1/ }).click();
  await page.getByRole("option", { name: "Star", exact: true }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Rule “Ann unread” saved").waitFor();
  await page.goto(`${host.url}/settings/rules`);
  await page.getByText("Ann unread").first().waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "what a search does not know is said beside the box, with what is searched for instead",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await box(page).click();
    await page.keyboard.type("budget filename:plan.pdf is:lovely");
    await page
      .getByText(
        "Search doesn’t know “filename:plan.pdf”, “is:lovely” and looks for the words instead.",
      )
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.getByRole("link", { name: "Search help" }).getAttribute("href")).toBe(
      "/help/search",
    );
    await box(page).fill("budget or noodles");
    await page.getByText("“or” was searched as a word.").waitFor();
    await page.getByRole("button", { name: "Find either" }).click();
    await soon(() => search(page)).toBe("/mail/search/budget OR noodles");
    await soon(() => subjects(page)).toHaveLength(3);
    await page.getByText("“or” was searched as a word.").waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();

    const korean = await open("bob", "/mail/search/%ED%81%AC%EA%B8%B0:%ED%81%AC%EB%8B%A4", {
      locale: "ko-KR",
    });
    await korean.page.getByText("‘크기:크다’ 조건은 지원하지 않아 단어로 검색했습니다.").waitFor();
    await korean.close();
  },
);

testWhole("OR joins conditions that are suggested, and brackets hold them together", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await box(page).click();
  await page.keyboard.type("(from:olga OR from:nad", { delay: 20 });
  await option(page, "Nadia Nowak").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await chips(page)).toEqual([]);
  await soon(() => box(page).inputValue()).toBe("(from:olga OR from:nadia@elsewhere.example ");
  await page.keyboard.type(") budget -subject:lunch");
  await page.keyboard.press("Enter");
  await soon(() => subjects(page)).toEqual(["Budget for autumn", "Budget for spring"]);
  await page.reload();
  await soon(() => subjects(page)).toEqual(["Budget for autumn", "Budget for spring"]);
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "what was read out is gone after a while, and boxes are large enough for a finger",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await page.clock.install();
    await box(page).fill("budget");
    const said = page.locator("body > .a-hidden[aria-live]");
    await soon(() => said.textContent()).toMatch(/^\d+ results?$/);
    await page.clock.fastForward(10_000);
    await soon(() => said.textContent()).toBe("");
    const sizes = await page
      .locator("input[type=checkbox]:not([role=switch])")
      .evaluateAll((boxes) =>
        boxes.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      );
    expect(sizes.length).toBeGreaterThan(2);
    for (const [width, height] of sizes)
      expect(Math.min(width!, height!)).toBeGreaterThanOrEqual(24);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("Trash is searched when one asks for all folders", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Old newsletter").hover();
  await row(page, "Old newsletter").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Moved to Trash").waitFor();
  await box(page).fill("newsletter");
  await page.getByText("Nothing found").waitFor();
  await page.getByRole("switch", { name: "Include Trash and Junk" }).click();
  await row(page, "Old newsletter").waitFor();
  expect(search(page)).toBe("/mail/search/in:anywhere newsletter");
  await page.getByRole("switch", { name: "Include Trash and Junk" }).click();
  await page.getByText("Nothing found").waitFor();
  await page.getByRole("button", { name: "All folders, including Trash and Junk" }).click();
  await row(page, "Old newsletter").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("the list shows only what is asked for, in the order that is asked for", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "주간 회의록").waitFor();
  const all = (await subjects(page)).length;
  await page.getByRole("button", { name: "Only with attachments" }).click();
  await soon(() => subjects(page)).toEqual(["Budget for spring"]);
  await page.getByRole("button", { name: "Only starred" }).click();
  await page.getByText("Nothing matches the filter").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Show everything" }).click();
  await soon(() => subjects(page)).toHaveLength(all);
  await page.getByRole("button", { name: "Sort by" }).click();
  await page
    .getByRole("menuitemradio", { name: "Subject" })
    .or(page.getByRole("menuitemcheckbox", { name: "Subject" }))
    .click();
  await soon(async () => (await subjects(page))[0]).toBe("Budget for autumn");
  await opened.close();
});

testWhole("on a phone, in the dark and in Korean it stands as well", async () => {
  const opened = await open("bob", "/mail/search/in:inbox%20budget", {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    locale: "ko-KR",
  });
  const { page } = opened;
  await soon(() => subjects(page)).toHaveLength(3);
  expect(await chips(page)).toEqual(["위치: 받은메일함"]);
  expect(await axeFaults(page)).toEqual([]);
  const field = page.getByRole("combobox", { name: "메일 검색" });
  await field.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("지난주", { delay: 20 });
  await page.getByRole("option", { name: "지난주" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await opened.expectQuiet();
  await opened.close();
});
