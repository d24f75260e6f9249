// Features: mail, jmap
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { IS_WHOLE, testWhole } from "../../formats/src/testing/whole.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import { mailbox } from "../bench/mailbox.ts";
import { useHost } from "./host.ts";
import { post } from "./mail-post.ts";

/** No act, one's own or another's, takes from a person where they are: how far they scrolled, what they chose, what they search. */

const { host, open } = useHost();
beforeAll(async () => {
  const { accountId, address } = host.people.bob;
  await importMessages(host.suite.engine, accountId, mailbox(address, IS_WHOLE ? 900 : 300));
});

const grid = (page: Page) => page.getByRole("grid", { name: "Conversations" });
const at = (page: Page, index: number) => grid(page).locator(`[data-index="${index}"]`);
const row = (page: Page, subject: string) =>
  grid(page)
    .getByRole("row")
    // What was searched for is marked in it.
    .filter({ has: page.locator(".mail-row-subject", { hasText: new RegExp(`^${subject}$`) }) });
const search = (page: Page) => page.getByRole("combobox", { name: "Search mail" });
const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** Where a row stands; found and measured in one step, so that no drawing again comes between. */
const top = (page: Page, subject: string): Promise<number> =>
  grid(page).evaluate((element, name) => {
    const subjects = [...element.querySelectorAll(".mail-row-subject")];
    const found = subjects.find(({ textContent }) => textContent === name)?.closest("[role=row]");
    if (!found) throw new Error(`no row ${name}`);
    return Math.round(found.getBoundingClientRect().y);
  }, subject);
const subjectAt = async (page: Page, index: number): Promise<string> =>
  (await at(page, index).locator(".mail-row-subject").textContent())!;
/** What row the keyboard is on. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(
    () => document.activeElement?.querySelector(".mail-row-subject")?.textContent ?? null,
  );
/** The keyboard is on one row, and another stands where it stood. */
async function expectStill(page: Page, on: string, anchor: string, before: number): Promise<void> {
  await expect.poll(() => focused(page)).toBe(on);
  expect(await top(page, anchor)).toBe(before);
}
const arrive = (subject: string, text = "It has just come.") =>
  post(host, [{ to: host.people.bob.address, subject, text }]);
/** The server has got it, and answered. */
const total = (page: Page) =>
  page.locator(".mail-list-head .mail-list-count").first().textContent();

/** Far down in the inbox; answers the first row that is whole in sight. */
async function farDown(page: Page): Promise<number> {
  await at(page, 0).waitFor();
  await at(page, 0).hover();
  // The wheel goes on turning for a while.
  await page.evaluate(() => {
    document.addEventListener("scrollend", () => (document.body.dataset["scrolled"] = ""), {
      capture: true,
      once: true,
    });
  });
  await page.mouse.wheel(0, 6000);
  await page.locator("body[data-scrolled]").waitFor();
  await page.evaluate(() => delete document.body.dataset["scrolled"]);
  const rows = grid(page).locator("[data-index]");
  const known = rows.filter({ has: page.locator(".mail-row-subject") });
  await expect.poll(async () => (await rows.count()) - (await known.count())).toBe(0);
  const index = Number(await known.nth(6).getAttribute("data-index"));
  expect(index).toBeGreaterThan(60);
  return index;
}

/** Focuses a row far down; says which it is, which comes next, and where one in sight stands. */
async function focusFarDown(page: Page) {
  const first = await farDown(page);
  const anchor = await subjectAt(page, first + 1);
  const mine = await subjectAt(page, first + 4);
  const next = await subjectAt(page, first + 5);
  await row(page, mine).focus();
  return { anchor, before: await top(page, anchor), mine, next };
}

testWhole("keys far down in a list leave it where it is, and so does mail that comes", async () => {
  const opened = await open("bob");
  const { page } = opened;
  const { anchor, before, mine, next } = await focusFarDown(page);
  const stays = (on: string): Promise<void> => expectStill(page, on, anchor, before);

  await page.keyboard.press("s");
  await row(page, mine).getByRole("button", { name: "Remove star" }).waitFor();
  await stays(mine);
  await page.keyboard.press("Shift+U");
  await row(page, mine).getByText("Unread", { exact: true }).waitFor({ state: "attached" });
  await stays(mine);
  for (const [key, words] of [
    ["e", "Archived"],
    ["#", "Moved to Trash"],
  ] as const) {
    await page.keyboard.press(key);
    await row(page, mine).waitFor({ state: "detached" });
    await said(page, words);
    await stays(next);
    await page.keyboard.press("z");
    await row(page, mine).waitFor();
    await stays(next);
    await row(page, mine).focus();
  }

  // A new mail stands on top, out of sight; what is in sight does not move.
  const count = await total(page);
  await arrive("Straight from the post");
  await expect.poll(() => total(page)).not.toBe(count);
  await stays(mine);
  await page.keyboard.press("j");
  await stays(next);
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "what is selected stays so while it is marked, while mail comes and while another row goes",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    const first = await farDown(page);
    const chosen = await Promise.all([2, 3, 5].map((step) => subjectAt(page, first + step)));
    const other = await subjectAt(page, first + 4);
    for (const subject of chosen) await row(page, subject).locator(".mail-row-mark").click();
    const before = await top(page, chosen[0]!);
    const stays = async (): Promise<void> => {
      await page.getByText("3 selected").first().waitFor();
      for (const subject of chosen)
        expect(await row(page, subject).getAttribute("aria-selected")).toBe("true");
      expect(await top(page, chosen[0]!)).toBe(before);
    };
    await stays();
    await page.keyboard.press("s");
    await expect
      .poll(() => grid(page).getByRole("row", { selected: true }).getByText("Starred").count())
      .toBe(3);
    await stays();
    await page.keyboard.press("Shift+U");
    await expect
      .poll(() =>
        grid(page)
          .getByRole("row", { selected: true })
          .getByText("Unread", { exact: true })
          .count(),
      )
      .toBe(3);
    await stays();
    await arrive("While three were chosen");
    await page.keyboard.press("z");
    await stays();

    await row(page, other).hover();
    await row(page, other).getByRole("button", { name: "Delete" }).click();
    await row(page, other).waitFor({ state: "detached" });
    await stays();
    await page.keyboard.press("z");
    await row(page, other).waitFor();
    await stays();

    // What is archived is gone with its selection; taken back, it stands where it stood.
    await page.keyboard.press("e");
    await row(page, chosen[0]!).waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await row(page, chosen[0]!).waitFor();
    expect(await top(page, chosen[0]!)).toBe(before);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a search keeps its words, chips, place and row through acts, reading, and mail that comes",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await at(page, 0).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("in:inbox before:2030-01-01 project", { delay: 5 });
    await page.keyboard.press("Enter");
    await page.waitForURL("**project");
    const chips = page.locator(".mail-search-chips .a-tag-label");
    await expect.poll(() => chips.count()).toBe(2);
    await expect.poll(() => page.locator(".mail-row-subject mark").count()).toBeGreaterThan(3);
    const found = await total(page);
    // What was found gets the keyboard.
    const firstFound = await subjectAt(page, 0);
    await expect.poll(() => focused(page)).toBe(firstFound);
    const url = page.url();
    const { anchor, before, mine, next } = await focusFarDown(page);
    const stays = async (on: string): Promise<void> => {
      await expectStill(page, on, anchor, before);
      expect(await search(page).inputValue()).toBe("project");
      expect(await chips.count()).toBe(2);
      expect(page.url()).toBe(url);
    };

    // It may be the one that has a star from above.
    const star = (name: string) => row(page, mine).getByRole("button", { name });
    const other = (await star("Remove star").isVisible()) ? "Add star" : "Remove star";
    await page.keyboard.press("s");
    await star(other).waitFor();
    await stays(mine);
    await page.keyboard.press("e");
    await row(page, mine).waitFor({ state: "detached" });
    await stays(next);
    await page.keyboard.press("z");
    await row(page, mine).waitFor();
    await stays(next);
    await expect.poll(() => total(page)).toBe(found);

    // Opened and left again, by key and by the browser's own way back.
    await page.keyboard.press("Enter");
    await page.waitForURL("**/thread/**");
    await page.keyboard.press("u");
    await page.waitForURL(url);
    await stays(next);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/thread/**");
    await page.keyboard.press("#");
    await expect.poll(() => row(page, next).count()).toBe(0);
    await page.goBack();
    await page.waitForURL(url);
    await page.keyboard.press("z");
    await row(page, next).waitFor();
    expect(await top(page, anchor)).toBe(before);
    expect(await search(page).inputValue()).toBe("project");

    await row(page, mine).focus();
    await arrive("The project comes on", "This one fits the search.");
    await expect.poll(() => total(page)).not.toBe(found);
    await stays(mine);
    await opened.expectQuiet();
    await opened.close();
  },
);
