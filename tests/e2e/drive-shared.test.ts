// Features: drive
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host, open } = useHost();
let bob: BrowserContext;
beforeAll(async () => {
  bob = await contextOf(browser, host, "bob");
  return () => bob.close();
});

const EDITOR = {
  mayRead: true,
  mayAddChildren: true,
  mayRename: true,
  mayDelete: true,
  mayModifyContent: true,
};

async function call(name: string, args: object) {
  const answer = await bob.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: [CAPABILITY.core, CAPABILITY.fileNode],
      methodCalls: [[name, { accountId: host.people.bob.accountId, ...args }, "0"]],
    },
  });
  return (await answer.json()).methodResponses[0][1];
}

async function make(name: string, parentId: string | null, text?: string): Promise<string> {
  const { accountId } = host.people.bob;
  const upload = { headers: { origin: host.url, "content-type": "text/plain" }, data: text };
  const blob =
    text === undefined
      ? {}
      : await (await bob.request.post(`${host.url}/jmap/upload/${accountId}`, upload)).json();
  const { blobId } = blob as { blobId?: string };
  const content = blobId === undefined ? { nodeType: "directory" } : { blobId, type: "text/plain" };
  const node = { name, parentId, ...content };
  return (await call("FileNode/set", { create: { node } })).created.node.id;
}

const share = async (id: string, who: SeedKey, rights: object | null): Promise<void> => {
  const shareWith = rights && { [host.people[who].personId]: rights };
  expect((await call("FileNode/set", { update: { [id]: { shareWith } } })).notUpdated).toBeNull();
};

const row = (page: Page, name: RegExp) => page.getByRole("row", { name });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const treeItem = (page: Page, name: string) => page.getByRole("treeitem", { name });

/** Opens a page of drive on which it is known what is newly shared. */
async function openDrive(who: SeedKey, path = "/drive"): Promise<Page> {
  const { page } = await open(who, path);
  await page.waitForResponse(
    (response) => response.request().postData()?.includes("ShareNotification/get") === true,
  );
  return page;
}

test("what others share comes and goes while one looks, and is used as far as they let one", async () => {
  const closed = await make("Private", null);
  const plans = await make("Plans", closed);
  const notes = await make("notes.txt", plans, "measure twice");
  const page = await openDrive("alice");

  await share(plans, "alice", { mayRead: true });
  await page.getByText("Bob Baker shared “Plans” with you.").waitFor();
  await treeItem(page, "Shared with me 1 new").click();
  await heading(page, "Shared with me");
  await row(page, /^Plans Bob Baker Viewer /).dblclick();
  await heading(page, "Plans");
  // What was seen is new no more.
  await page.getByRole("treeitem", { name: "Shared with me", exact: true }).waitFor();
  const way = page.getByRole("navigation", { name: "Folder path" });
  expect(await way.getByRole("link").allTextContents()).toEqual(["Shared with me"]);
  expect(await page.getByText("Private").count()).toBe(0);

  const file = row(page, /^notes\.txt /);
  await file.dblclick();
  await page.getByRole("dialog", { name: "notes.txt" }).getByText("measure twice").waitFor();
  await page.keyboard.press("Escape");
  await file.click({ button: "right" });
  await page.getByText("You can only view this").waitFor();
  expect(await page.getByRole("menuitem", { name: "Rename" }).isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await share(plans, "alice", EDITOR);
  const field = page.getByRole("textbox", { name: "New name" });
  await expect
    .poll(async () => {
      await page.keyboard.press("F2");
      return await field.isVisible();
    })
    .toBe(true);
  await field.fill("dimensions.txt");
  await field.press("Enter");
  const nameOf = async (): Promise<string> =>
    (await call("FileNode/get", { ids: [notes] })).list[0].name;
  await expect.poll(nameOf).toBe("dimensions.txt");
  await field.waitFor({ state: "detached" });
  await row(page, /^dimensions\.txt /).click();
  await page.keyboard.press("Delete");
  const asked = page.getByRole("dialog", { name: "Delete “dimensions.txt”?" });
  await asked.getByText("It moves to Bob Baker’s Trash").waitFor();
  await asked.getByRole("button", { name: "Delete" }).click();
  await page.getByText("“dimensions.txt” was moved to Bob Baker’s Trash.").waitFor();
  await page.getByText("This folder is empty").waitFor();

  await share(plans, "alice", null);
  await page.getByText("You don’t have access").waitFor();
  await page.reload();
  await page.getByText("You don’t have access").waitFor();
  await page.getByRole("button", { name: "Go to your files" }).click();
  await heading(page, "My files");
  await treeItem(page, "Shared with me").click();
  await page.getByText("Nothing shared with you yet").waitFor();
});

testWhole(
  "the drive of a shared account is beside one's own, and things are copied between them",
  async () => {
    const { page } = await open("alice", "/drive");
    await treeItem(page, "Support").click();
    await heading(page, "Support");
    const upload = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("one") };
    await page.locator('input[aria-label="Upload files"]').setInputFiles([upload]);
    await row(page, /^list\.txt /).click();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Copy “list.txt”" });
    await dialog.getByRole("treeitem", { name: "My files" }).click();
    await dialog.getByRole("button", { name: "Copy here" }).click();
    await page.getByText("“list.txt” was copied to My files.").waitFor();
    await page.goBack();
    await heading(page, "My files");
    await row(page, /^list\.txt /).waitFor();

    // Members see what the others do, and its own trash.
    await page.goForward();
    await row(page, /^list\.txt /).click();
    await page.keyboard.press("Delete");
    await page.getByText("This folder is empty").or(page.getByText("No files yet")).waitFor();
    const { page: other } = await open(
      "bob",
      `/drive/account/${host.shared.support.accountId}/trash`,
    );
    await heading(other, "Trash");
    await row(other, /^list\.txt /).waitFor();
  },
);
