import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { importMessages } from "../../server/src/features/mail/index.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { mailbox } from "../bench/mailbox.ts";
import { axeFaults } from "./axe.ts";
import { device, foldersOf, storedMail } from "./device.ts";
import { useHost } from "./host.ts";
import { folder, menuItem, row, subjects } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const { host, open } = useHost();
beforeAll(async () => {
  const { accountId, address } = host.people.bob;
  await importMessages(host.suite.engine, accountId, mailbox(address, 3000));
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
  await page.getByLabel("Name of the folder").fill("Projects");
  await page.keyboard.press("Enter");
  await folder(page, "Projects").waitFor();
  await gone(page);

  // By the keyboard alone: the menu, a folder inside, another name.
  await folder(page, "Projects").focus();
  await page.keyboard.press("Shift+F10");
  await menuItem(page, "New folder inside").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByLabel("Name of the folder").fill("Garden");
  await page.keyboard.press("Enter");
  await folder(page, "Garden").waitFor();
  expect(await folder(page, "Garden").getAttribute("aria-level")).toBe("2");
  await gone(page);
  await folder(page, "Garden").focus();
  await page.keyboard.press("F2");
  await page.getByLabel("Name of the folder").fill("Harbour");
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await folder(page, "Harbour").waitFor();
  await folder(page, "Garden").waitFor({ state: "detached" });

  // Two of one name beside each other are refused where the name is typed.
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name of the folder").fill("Projects");
  await page.keyboard.press("Enter");
  await page.getByText("There is a folder of this name already.").waitFor();
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
  await page.getByText("The folder inside it goes too.").waitFor();
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

test("keys that are quicker than the list are not lost, in the list and from mail to mail", async () => {
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
});

test("a folder goes with its mail to Trash, and Trash is emptied", async () => {
  await send("dave", "Kept letter", "Going letter");
  const opened = await open("dave");
  const { page } = opened;
  await row(page, "Going letter").waitFor();
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name of the folder").fill("Passing");
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
  await page.getByText("What should become of the mail in it?").waitFor();
  await page.getByRole("button", { name: "Delete folder" }).click();
  await folder(page, "Passing").waitFor({ state: "detached" });
  await folder(page, "Trash").click();
  await row(page, "Going letter").waitFor();
  await folder(page, "Trash").click({ button: "right" });
  await menuItem(page, "Empty Trash").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("Trash is empty").waitFor();
  await folder(page, "Inbox").click();
  await row(page, "Kept letter").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("where there is no Trash, a folder's mail is deleted for good, and that is said", async () => {
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
  await page.getByText("One message is deleted for good.").waitFor();
  expect(await page.getByText("What should become of the mail in it?").count()).toBe(0);
  await page.getByRole("button", { name: "Delete folder" }).click();
  await folder(page, "Doomed").waitFor({ state: "detached" });
  await expect.poll(letters).toEqual([]);
  await opened.close();
  await role("trash");
});

test("conversations are dragged to a folder, several at once, and taken back", async () => {
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
  await page.getByText("Moved to Archive.").waitFor();
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
    await page.getByLabel("Name of the folder").fill(name);
    await page.keyboard.press("Enter");
    await folder(page, name).waitFor();
  }
  await folder(page, "Beta").dragTo(folder(page, "Alpha"));
  await expect.poll(() => folder(page, "Beta").getAttribute("aria-level")).toBe("2");

  // The menu of a row by its key, and what it files somewhere else too.
  await row(page, "Drag one").focus();
  await page.keyboard.press("ContextMenu");
  await menuItem(page, "Also file in").waitFor();
  await menuItem(page, "Also file in").click();
  await page.getByRole("combobox", { name: "Find a folder" }).fill("beta");
  await page.keyboard.press("Enter");
  await page.getByText("Filed in Beta too.").waitFor();
  await row(page, "Drag one").waitFor();
  await folder(page, "Beta").click();
  await row(page, "Drag one").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("all of a long list is selected, moved with progress and taken back", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "project").first().waitFor();
  await expect.poll(() => count(page).textContent()).toContain("1,000");
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByText("All 1,000 in this list are selected").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
  await page.getByText("Moving to Archive").waitFor();
  await page.getByText("Done: 3,000 messages.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByText("Your inbox is empty").waitFor();
  await page.locator(".mail-bulk").getByRole("button", { name: "Undo" }).click();
  await page.getByText("Done: 3,000 messages.").waitFor();
  await expect.poll(() => count(page).textContent()).toContain("1,000");
  await opened.expectQuiet();
  await opened.close();
});

test("what was found is read and selected before it is counted, and nothing says how much it is", async () => {
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
});

test("a range reaches over rows that were never in sight", async () => {
  const opened = await open("bob");
  const { page } = opened;
  await page.getByRole("row").first().waitFor();
  await page.keyboard.press("j");
  await page.getByRole("row").first().focus();
  await page.keyboard.press("x");
  await page.getByText("1 selected").first().waitFor();
  await page.keyboard.press("Shift+End");
  await page.getByText("1000 selected").or(page.getByText("1,000 selected")).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Select all" }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("a shared account's folders stand below one's own, and its mail is read and moved there", async () => {
  await post(host, [
    { to: host.shared.support.address, subject: "Help wanted", text: "The printer burns." },
  ]);
  const opened = await open("alice");
  const { page } = opened;
  await page.getByRole("heading", { name: "Support" }).waitFor();
  const tree = page.getByRole("tree", { name: "Shared mail: Support" });
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
});
