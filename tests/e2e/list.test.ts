// Features: mail
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { IS_WHOLE, testWhole } from "../../formats/src/testing/whole.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { mailbox } from "../bench/mailbox.ts";
import { axeFaults } from "./axe.ts";
import { device, foldersOf, storedMail } from "./device.ts";
import { useHost } from "./host.ts";
import { folder, menuItem, row, subjects } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";
import { menuRows } from "./menu-row.ts";

const { host, open } = useHost();
/** In conversations of three. */
const COUNT = IS_WHOLE ? 3000 : 600;
const CONVERSATIONS = (COUNT / 3).toLocaleString("en");
beforeAll(async () => {
  const { accountId, address } = host.people.bob;
  await importMessages(host.suite.engine, accountId, mailbox(address, COUNT));
});

/** A dialog gives the focus back when it goes: what is focused before would lose it again. */
async function gone(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // It does so in the frame after.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
const count = (page: Page) => page.locator(".mail-list-head .mail-list-count").first();
const send = (who: SeedKey, ...names: string[]) => postPlain(host, who, ...names);

test("folders are made, nested, renamed and deleted, by menu and by key", async () => {
  const opened = await open("dave");
  const { page } = opened;
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Folder name").fill("Projects");
  await page.keyboard.press("Enter");
  await folder(page, "Projects").waitFor();
  await gone(page);

  // By the keyboard alone: the menu, a folder inside, another name.
  await folder(page, "Projects").focus();
  await page.keyboard.press("Shift+F10");
  await menuItem(page, "New folder inside").waitFor();
  expect(await menuRows(page)).toEqual(["Projects"]);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByLabel("Folder name").fill("Garden");
  await page.keyboard.press("Enter");
  await folder(page, "Garden").waitFor();
  expect(await folder(page, "Garden").getAttribute("aria-level")).toBe("2");
  await gone(page);
  await folder(page, "Garden").focus();
  await page.keyboard.press("F2");
  await page.getByLabel("Folder name").fill("Harbour");
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await folder(page, "Harbour").waitFor();
  await folder(page, "Garden").waitFor({ state: "detached" });

  // Two of one name beside each other are refused where the name is typed.
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Folder name").fill("Projects");
  await page.keyboard.press("Enter");
  await page.getByText("A folder with this name already exists.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  // Out of the other folder, then back by undo.
  await folder(page, "Harbour").click({ button: "right" });
  await menuItem(page, "Move folder").click();
  await page.getByRole("option", { name: "Not inside another folder" }).click();
  await page.getByText("“Harbour” was moved.").waitFor();
  expect(await folder(page, "Harbour").getAttribute("aria-level")).toBe("1");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => folder(page, "Harbour").getAttribute("aria-level")).toBe("2");

  await folder(page, "Projects").focus();
  await page.keyboard.press("Delete");
  await page.getByText("The folder inside it is deleted too.").waitFor();
  await page.getByRole("button", { name: "Delete folder" }).click();
  await folder(page, "Projects").waitFor({ state: "detached" });
  expect(await folder(page, "Harbour").count()).toBe(0);
  await opened.expectQuiet({ allow: [/status of 4/] });
  await opened.close();
});

/** Takes bob's newest mail away for good. */
async function destroyNewest(page: Page): Promise<void> {
  const { accountId } = host.people.bob;
  const sort = [{ property: "receivedAt", isAscending: false }];
  const answer = await page.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        ["Email/query", { accountId, sort, limit: 1 }, "q"],
        [
          "Email/set",
          { accountId, "#destroy": { resultOf: "q", name: "Email/query", path: "/ids" } },
          "s",
        ],
      ],
    },
  });
  expect(await answer.json()).toMatchObject({
    methodResponses: [expect.anything(), ["Email/set", { destroyed: [expect.any(String)] }, "s"]],
  });
}

testWhole(
  "keys that are quicker than the list are not lost, in the list and from mail to mail",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await page.locator(".mail-row-subject").first().waitFor();
    let held: Promise<void> | undefined;
    await page.route(/\/jmap\/api/, async (route) => {
      await held;
      await route.continue();
    });
    /** Nothing is answered until the answer is called. */
    const hold = (): (() => void) => {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      return release;
    };
    const press = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press("j");
    };
    const at = () =>
      page.evaluate(() =>
        Number(document.activeElement?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex")),
      );
    await page.locator("[aria-rowindex]").first().focus();
    const start = await at();
    const release = hold();
    // More than the first page has.
    await press(120);
    expect(await at()).toBeLessThan(start + 120);
    release();
    await expect.poll(at).toBe(start + 120);

    await page.keyboard.press("Enter");
    const place = page.locator(".mail-bar-place");
    await place.waitFor();
    const releaseAgain = hold();
    await press(120);
    // The list is read again then, and what is open stands nowhere for a while.
    await send("bob", "On top of it");
    releaseAgain();
    await expect.poll(() => place.textContent()).toContain(String(start + 240));
    await destroyNewest(page);
    await opened.close();
  },
);

testWhole(
  "a held key leads through the list, and the reader follows now and then and when the key rests",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    const cursor = page.locator("[role=row][data-active]");
    const at = async (): Promise<number> => Number(await cursor.getAttribute("data-index"));
    const heading = page
      .getByRole("region", { name: "Conversation", exact: true })
      .getByRole("heading", { level: 2 });
    const follows = async (): Promise<void> => {
      const subject = await cursor.locator(".mail-row-subject").textContent();
      await heading.getByText(subject!, { exact: true }).waitFor();
    };
    // "Now and then" is when the test says so, however fast the machine is.
    await page.evaluate(() => {
      const later = window.setTimeout.bind(window);
      const waiting: (() => void)[] = [];
      const hold = (act: () => void, delay?: number): number =>
        delay === 150 ? waiting.push(act) : later(act, delay);
      Object.assign(window, {
        setTimeout: hold,
        now: () => waiting.splice(0).forEach((act) => act()),
      });
    });
    const repeat = (): Promise<void> =>
      page.evaluate(() => {
        const key = { key: "j", code: "KeyJ", repeat: true, bubbles: true };
        document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", key));
      });
    await page.locator(".mail-row-subject").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await follows();
    const from = await at();
    const path = page.url();
    for (let time = 0; time < 5; time += 1) await repeat();
    await expect.poll(at).toBe(from + 5);
    expect(page.url()).toBe(path);
    await page.evaluate(() => (window as unknown as { now: () => void }).now());
    await follows();
    expect(await at()).toBe(from + 5);
    for (let time = 0; time < 5; time += 1) await repeat();
    await page.keyboard.up("j");
    await follows();
    expect(await at()).toBe(from + 10);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a conversation deep in the list that is opened by its address has its row in sight",
  async () => {
    const { accountId } = host.people.bob;
    const { pool } = host.suite.platform;
    const { rows } = await pool.query<{ thread_id: string; subject: string }>(
      "select thread_id, subject from email where account_id = $1 order by received_at desc offset 1500 limit 1",
      [accountId],
    );
    const { thread_id: thread } = rows[0]!;
    const opened = await open("bob", `/mail/folder/inbox/thread/${thread}`);
    const { page } = opened;
    const active = page.locator("[role=row][data-active]");
    await active.waitFor();
    await expect
      .poll(() =>
        active.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const list = element.closest("[role=grid]")!.getBoundingClientRect();
          return top >= list.top && bottom <= list.bottom;
        }),
      )
      .toBe(true);
    expect(Number(await active.getAttribute("data-index"))).toBeGreaterThan(200);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a folder goes with its mail to Trash, and Trash is emptied", async () => {
  await send("dave", "Kept letter", "Going letter");
  const opened = await open("dave");
  const { page } = opened;
  await row(page, "Going letter").waitFor();
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Folder name").fill("Passing");
  await page.keyboard.press("Enter");
  await folder(page, "Passing").waitFor();
  await gone(page);
  await row(page, "Going letter").focus();
  await page.keyboard.press("v");
  await page.getByRole("combobox", { name: "Find a folder" }).fill("pass");
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await row(page, "Going letter").waitFor({ state: "detached" });
  await folder(page, "Passing").click({ button: "right" });
  await menuItem(page, "Delete folder").click();
  await page.getByText("What should happen to the messages in it?").waitFor();
  await page.getByRole("button", { name: "Delete folder" }).click();
  await folder(page, "Passing").waitFor({ state: "detached" });
  await folder(page, "Trash").click();
  await row(page, "Going letter").waitFor();
  await folder(page, "Trash").click({ button: "right" });
  await menuItem(page, "Empty Trash").click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("Trash is empty").waitFor();
  await folder(page, "Inbox").click();
  await row(page, "Kept letter").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "where there is no Trash, a folder's mail is deleted for good, and that is said",
  async () => {
    await send("dave", "Doomed letter");
    const letters = () => storedMail(host, "dave", { subject: "Doomed letter" });
    await expect.poll(async () => (await letters()).length).toBe(1);
    const trash = (await foldersOf(host, "dave"))["trash"]!;
    const role = (name: string | null) =>
      device(host, "dave", [["Mailbox/set", { update: { [trash]: { role: name } } }]]);
    await device(host, "dave", [["Mailbox/set", { create: { f: { name: "Doomed" } } }]]);
    const doomed = (await foldersOf(host, "dave"))["Doomed"]!;
    const update = { [(await letters())[0]!.id]: { mailboxIds: { [doomed]: true } } };
    await device(host, "dave", [["Email/set", { update }]]);
    await role(null);
    const opened = await open("dave");
    const { page } = opened;
    await folder(page, "Doomed").click({ button: "right" });
    await menuItem(page, "Delete folder").click();
    await page.getByText("One message will be permanently deleted.").waitFor();
    expect(await page.getByText("What should happen to the messages in it?").count()).toBe(0);
    await page.getByRole("button", { name: "Delete folder" }).click();
    await folder(page, "Doomed").waitFor({ state: "detached" });
    await expect.poll(letters).toEqual([]);
    await opened.close();
    await role("trash");
  },
);

testWhole("conversations are dragged to a folder, several at once, and taken back", async () => {
  await send("carol", "Drag one", "Drag two", "Drag three");
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Drag three").waitFor();
  await row(page, "Drag one").locator(".mail-row-mark").click();
  await row(page, "Drag two").locator(".mail-row-mark").click();
  // Drag and drop comes when the window is at rest.
  await page.locator('.mail-row[draggable="true"]').first().waitFor();
  await row(page, "Drag two").locator(".mail-row").dragTo(folder(page, "Archive"));
  await expect.poll(() => subjects(page)).toEqual(["Drag three"]);
  await page.getByText("Moved to Archive").waitFor();
  await page.keyboard.press("z");
  await expect.poll(async () => (await subjects(page)).length).toBe(3);

  // One alone, right after another went by its button; what was done is taken back step by step.
  await row(page, "Drag three").hover();
  await row(page, "Drag three").getByRole("button", { name: "Archive" }).click();
  await row(page, "Drag three").waitFor({ state: "detached" });
  await row(page, "Drag one").locator(".mail-row").dragTo(folder(page, "Archive"));
  await expect.poll(() => subjects(page)).toEqual(["Drag two"]);
  for (const left of [2, 3]) {
    await page.keyboard.press("z");
    await expect.poll(async () => (await subjects(page)).length).toBe(left);
  }

  // A folder is dragged into another one.
  for (const name of ["Alpha", "Beta"]) {
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByLabel("Folder name").fill(name);
    await page.keyboard.press("Enter");
    await folder(page, name).waitFor();
  }
  await folder(page, "Beta").dragTo(folder(page, "Alpha"));
  await expect.poll(() => folder(page, "Beta").getAttribute("aria-level")).toBe("2");

  // The menu of a row by its key, and what it files somewhere else too.
  await row(page, "Drag one").focus();
  await page.keyboard.press("ContextMenu");
  await menuItem(page, "Add to another folder").waitFor();
  expect(await menuRows(page)).toEqual([expect.stringContaining("Drag one")]);
  await menuItem(page, "Add to another folder").click();
  await page.getByRole("combobox", { name: "Find a folder" }).fill("beta");
  await page.keyboard.press("Enter");
  await page.getByText("Also added to Beta").waitFor();
  await row(page, "Drag one").waitFor();
  await folder(page, "Beta").click();
  await row(page, "Drag one").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("all of a long list is selected, moved with progress and taken back", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "project").first().waitFor();
  await expect.poll(() => count(page).textContent()).toContain(CONVERSATIONS);
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByText(`All ${CONVERSATIONS} in this list are selected`).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
  await page.getByText("Moving to Archive").waitFor();
  await page.getByText(`Done: ${COUNT.toLocaleString("en")}`, { exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByText("Your inbox is empty").waitFor();
  const tasks = page.getByRole("region", { name: "Background tasks" });
  await tasks.getByRole("button", { name: "Undo" }).click();
  await tasks.getByText("Undoing: Moving to Archive").waitFor();
  await tasks.getByText(`Done: ${COUNT.toLocaleString("en")}`, { exact: true }).waitFor();
  await expect.poll(() => count(page).textContent()).toContain(CONVERSATIONS);
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "what was found is read and selected before it is counted, and nothing says how much it is",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "project").first().waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route("**/jmap/api", async (route) => {
      // The answer about changes in a list carries its total, too.
      if (route.request().postData()?.includes('"calculateTotal":true')) await answer.promise;
      await route.continue();
    });
    await page.getByRole("combobox", { name: "Search mail" }).fill("project");
    const grid = page.getByRole("grid", { name: "Conversations" });
    await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe("-1");
    expect(await page.getByRole("checkbox", { name: "Select all" }).isEnabled()).toBe(true);
    await page.getByRole("row").first().click();
    await page.getByRole("toolbar", { name: "Conversation" }).waitFor();
    expect(await page.locator(".mail-bar-place").textContent()).toBe("");
    answer.resolve();
    await page.locator(".mail-bar-place", { hasText: /^1 of \d/ }).waitFor();
    expect(Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(51);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a range reaches over rows that were never in sight", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await page.getByRole("row").first().waitFor();
  await page.keyboard.press("j");
  await page.getByRole("row").first().focus();
  await page.keyboard.press("x");
  await page.getByText("1 selected").first().waitFor();
  await page.keyboard.press("Shift+End");
  await page.getByText(`${CONVERSATIONS} selected`).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Select all" }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "a shared account's folders stand below one's own, and its mail is read and moved there",
  async () => {
    await post(host, [
      { to: host.shared.support.address, subject: "Help wanted", text: "The printer burns." },
    ]);
    const opened = await open("alice");
    const { page } = opened;
    await page.getByRole("heading", { name: "Support" }).waitFor();
    const tree = page.getByRole("tree", { name: "Shared mailbox: Support" });
    await tree.getByRole("treeitem", { name: "Inbox" }).click();
    await row(page, "Help wanted").click();
    await page.getByText("The printer burns.", { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toContain(`/account/${host.shared.support.accountId}/`);
    await page.reload();
    await page.getByText("The printer burns.", { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("e");
    await tree.getByRole("treeitem", { name: "Archive" }).click();
    await row(page, "Help wanted").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);
