// Features: mail, jmap
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import { mailbox } from "../bench/mailbox.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { folder, menuItem, pressPair, row, subjects } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();

const where = (page: Page) => decodeURIComponent(new URL(page.url()).pathname);
const support = (page: Page) => page.getByRole("tree", { name: "Shared mailbox: Support" });

const selected = (page: Page) => page.locator(".mail-list-head .mail-list-count").first();

const send = (to: string, subject: string) =>
  post(host, [{ to, subject, text: `About ${subject}.` }]);

/** Mail that came a minute after the one before it: lists show the seconds in which mail comes. */
async function put(
  ...mails: readonly (readonly [accountId: string, subject: string])[]
): Promise<void> {
  for (const [minute, [accountId, subject]] of mails.entries()) {
    const text = `From: Olga <olga@elsewhere.example>\r\nSubject: ${subject}\r\n\r\nAbout ${subject}.`;
    const bytes = new TextEncoder().encode(text);
    const receivedAt = new Date(Date.now() - (60 - minute) * 60_000);
    await importMessages(host.suite.engine, accountId, [
      { bytes, receivedAt, mailboxRole: "inbox", keywords: [] },
    ]);
  }
}

testWhole(
  "mail of several accounts stands in one list, and is read, searched and filed where it belongs",
  async () => {
    const own = host.people.alice.accountId;
    const theirs = host.shared.support.accountId;
    await put([own, "Ours one"], [theirs, "Theirs one"], [own, "Ours two"], [theirs, "Theirs two"]);
    const opened = await open("alice", "/");
    const { page } = opened;
    await folder(page, "All inboxes").waitFor();
    // The row has its place before the others' folders are here, with which its count comes.
    await expect.poll(() => folder(page, "All inboxes").textContent()).toContain("4");
    await row(page, "Ours two").waitFor();
    await pressPair(page, "g", "u");
    await row(page, "Theirs two").waitFor();
    expect(where(page)).toBe("/mail/all/inbox");
    const shown = await subjects(page);
    expect(shown.filter((one) => / (one|two)$/.test(one))).toEqual([
      "Theirs two",
      "Ours two",
      "Theirs one",
      "Ours one",
    ]);
    expect(await row(page, "Theirs two").locator(".mail-row-account").textContent()).toContain(
      "Support",
    );
    expect(await row(page, "Ours two").locator(".mail-row-account").textContent()).toContain(
      "Personal",
    );
    expect(await page.title()).toContain("All inboxes");
    expect(await axeFaults(page)).toEqual([]);

    // Mail arrives where it belongs, without anything asked.
    await send(host.shared.support.address, "Theirs three");
    await expect.poll(async () => (await subjects(page))[0]).toBe("Theirs three");

    // From one account's mail to the other's with the reader open, back, and after a reload.
    await row(page, "Ours two").click();
    await page.getByText("About Ours two.", { exact: true }).waitFor();
    await page.keyboard.press("k");
    await page.getByText("About Theirs two.", { exact: true }).waitFor();
    expect(where(page)).toContain(
      `/mail/all/inbox/account/${host.shared.support.accountId}/thread/`,
    );
    await expect.poll(() => page.title()).toContain("Theirs two");
    await page.reload();
    await page.getByText("About Theirs two.", { exact: true }).waitFor();
    await row(page, "Ours one").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // An answer is written in the name of the account that it came to.
    await page.keyboard.press("r");
    await page.locator(".compose-from").getByText(host.shared.support.address).waitFor();
    await page.getByRole("button", { name: "Discard draft" }).click();
    await page.locator(".compose-from").waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await expect.poll(() => where(page)).toBe("/mail/all/inbox");

    // Several at once, of both accounts: one act, one way back.
    await row(page, "Ours one").locator(".mail-row-mark").click();
    await row(page, "Theirs one").locator(".mail-row-mark").click();
    await expect.poll(() => selected(page).textContent()).toContain("2");
    expect(await page.getByRole("button", { name: "Move to", exact: true }).count()).toBe(0);
    await row(page, "Ours two")
      .locator(".mail-row-mark")
      .click({ modifiers: ["Shift"] });
    await expect.poll(() => selected(page).textContent()).toContain("3");
    await page.keyboard.press("e");
    await expect.poll(() => subjects(page)).not.toContain("Theirs one");
    expect(await subjects(page)).not.toContain("Ours two");
    await support(page).getByRole("treeitem", { name: "Archive" }).click();
    await row(page, "Theirs one").waitFor();
    await page.goBack();
    await row(page, "Theirs three").waitFor();
    await page.keyboard.press("z");
    await row(page, "Theirs one").waitFor();
    await row(page, "Ours one").waitFor();

    // One row's menu leads to its own account's folders.
    await row(page, "Theirs one").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Move to a folder/ }).click();
    await page.getByRole("combobox", { name: "Find a folder" }).fill("archive");
    await page.keyboard.press("Enter");
    await row(page, "Theirs one").waitFor({ state: "detached" });
    // Drag and drop comes when the window is at rest.
    await page.locator('.mail-row[draggable="true"]').first().waitFor();
    await row(page, "Theirs two")
      .locator(".mail-row")
      .dragTo(support(page).getByRole("treeitem", { name: "Archive" }));
    await row(page, "Theirs two").waitFor({ state: "detached" });

    // A search from here looks in all accounts, and marks what it found.
    await page.getByRole("combobox", { name: "Search mail" }).fill("one");
    await expect.poll(() => where(page)).toBe("/mail/all/search/one");
    await expect.poll(() => subjects(page)).toEqual(["Theirs one", "Ours one"]);
    await expect.poll(() => page.locator(".mail-row mark").count()).toBeGreaterThan(1);
    await page.goBack();
    await row(page, "Theirs three").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "far down in two long inboxes the rows are in order, stay when mail arrives, and are taken as a range",
  async () => {
    const { accountId, address } = host.people.bob;
    const shared = host.shared.support;
    await importMessages(host.suite.engine, accountId, mailbox(address, 1500));
    await importMessages(host.suite.engine, shared.accountId, mailbox(shared.address, 1500));
    const opened = await open("bob", "/mail/all/inbox");
    const { page } = opened;
    await page.locator(".mail-row-subject").first().waitFor();
    const grid = page.getByRole("grid", { name: "Conversations" });
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight * 0.6));
    // All in one look: a row that was counted may be another before it is read.
    const look = () =>
      grid.evaluate((element) => ({
        first: Math.min(
          ...[...element.querySelectorAll<HTMLElement>("[data-index]")].map((one) =>
            Number(one.dataset["index"]),
          ),
        ),
        waiting: element.querySelectorAll(".mail-row[data-empty]").length,
        times: [...element.querySelectorAll(".mail-row time")].map((time) =>
          Date.parse(time.getAttribute("datetime") ?? ""),
        ),
        accounts: [...element.querySelectorAll(".mail-row-account")].map((one) => one.textContent),
      }));
    let seen = await look();
    await expect
      .poll(async () => {
        seen = await look();
        return seen.first > 100 && seen.waiting === 0;
      })
      .toBe(true);
    const { times, accounts } = seen;
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(accounts).size).toBe(2);
    // What one looks at stays where it is when mail comes.
    const box = () => page.locator(".mail-row").nth(10).boundingBox();
    const words = () => page.locator(".mail-row").nth(10).textContent();
    const total = page.locator(".mail-list-head .mail-list-count > [aria-hidden]");
    const [at, said, count] = [await box(), await words(), await total.textContent()];
    await send(shared.address, "Just now");
    await expect.poll(() => total.textContent()).not.toBe(count);
    await expect.poll(words).toBe(said);
    expect(Math.abs((await box())!.y - at!.y)).toBeLessThan(2);

    // From the very end to the top with Shift: rows that nobody saw are taken too, and all go by a task in each account.
    await page
      .locator(".mail-row")
      .first()
      .click({ modifiers: ["Control"] });
    await grid.evaluate((element) => element.scrollTo(0, 0));
    await row(page, "Just now").waitFor();
    await row(page, "Just now").click({ modifiers: ["Shift"] });
    await expect.poll(() => selected(page).textContent()).toMatch(/[456]\d\d selected/);
    await page.keyboard.press("Shift+I");
    await page.getByText("Marking as read · Support").waitFor();
    await page.getByText("Marking as read · Personal").waitFor();
    await expect.poll(() => page.locator('.suite-task[data-state="done"]').count()).toBe(2);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "what may only be read offers nothing that would be refused, alone and beside one's own mail",
  async () => {
    const { personId, address } = host.people.carol;
    const domain = address.slice(address.indexOf("@"));
    const desk = await host.suite.accounts.shared.create("system", {
      name: "Press desk",
      address: `press${domain}`,
      members: [{ personId, mayWrite: false }],
    });
    await send(`press${domain}`, "For the press");
    await send(address, "For Carol");
    const opened = await open("carol", `/mail/account/${desk.accountId}/folder/inbox`);
    const { page } = opened;
    const acts = page.getByRole("toolbar", { name: "Actions for this conversation" });
    await row(page, "For the press").hover();
    expect(await row(page, "For the press").getByRole("button").count()).toBe(0);
    await row(page, "For the press").click({ button: "right" });
    await menuItem(page, "Open in a new window").waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).not.toContainEqual(
      expect.stringMatching(
        /Archive|Delete|[Jj]unk|Report|Move|Label|folder|Mark|star|Pin|Mute|Snooze/,
      ),
    );
    await page.keyboard.press("Escape");
    await row(page, "For the press").click();
    await page.getByText("About For the press.", { exact: true }).waitFor();
    expect(await acts.getByRole("button").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Reply" }).count()).toBe(0);
    for (const key of ["e", "#", "s", "!", "l", "r"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await row(page, "For the press").waitFor();
    expect(await axeFaults(page)).toEqual([]);

    // The window of its own knows it too.
    const [popup] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Open in a new window" }).first().click(),
    ]);
    await popup.getByText("About For the press.", { exact: true }).waitFor();
    expect(new URL(popup.url()).searchParams.get("account")).toBe(desk.accountId);
    expect(await popup.getByRole("button", { name: /Archive|Delete|Reply|star/ }).count()).toBe(0);
    await popup.close();

    await folder(page, "All inboxes").click();
    await row(page, "For Carol").locator(".mail-row-mark").click();
    await page.getByRole("button", { name: "Archive", exact: true }).first().waitFor();
    await row(page, "For the press").locator(".mail-row-mark").click();
    await expect.poll(() => selected(page).textContent()).toContain("2");
    const bar = page.getByRole("toolbar", { name: "Actions for the selected conversations" });
    await expect.poll(() => bar.getByRole("button").count()).toBe(1);
    await page.keyboard.press("Escape");
    await row(page, "For Carol").click();
    await page.getByText("About For Carol.", { exact: true }).waitFor();
    await page.keyboard.press("e");
    await row(page, "For Carol").waitFor({ state: "detached" });
    await row(page, "For the press").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);
