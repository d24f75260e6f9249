// Features: drive
import { fileLinkPath } from "@atrium/contract/share-file";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { readFile } from "node:fs/promises";
import type { BrowserContext, Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { lookWithAxe } from "./axe.ts";
import type { WatchedPage } from "./browser.ts";
import { signIn, useHost } from "./host.ts";

const { browser, host } = useHost();
const PASSWORD = "open sesame";
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`;

let alice: BrowserContext;
let folderId: string;

beforeAll(async () => {
  alice = await browser.context();
  await signIn(alice, host, "alice");
  folderId = await create("FileNode", { name: "Plans", nodeType: "directory" });
  const inner = await create("FileNode", {
    name: "Drawings",
    nodeType: "directory",
    parentId: folderId,
  });
  await upload("plan.txt", "text/plain", "the plan", folderId);
  await upload("north.svg", "image/svg+xml", PICTURE, inner);
});

const headers = () => ({ origin: host.url });

async function set(type: string, record: object): Promise<{ id: string; token: string }> {
  const { accountId } = host.people.alice;
  const answer = await alice.request.post(`${host.url}/jmap/api`, {
    headers: headers(),
    data: {
      using: [CAPABILITY.core, CAPABILITY.fileNode, CAPABILITY.drive],
      methodCalls: [[`${type}/set`, { accountId, create: { a: record } }, "0"]],
    },
  });
  return (await answer.json()).methodResponses[0][1].created.a;
}

const create = async (type: string, record: object): Promise<string> =>
  (await set(type, record)).id;

async function upload(name: string, type: string, text: string, parentId: string): Promise<void> {
  const url = `${host.url}/jmap/upload/${host.people.alice.accountId}`;
  const sent = await alice.request.post(url, {
    headers: { ...headers(), "content-type": type },
    data: Buffer.from(text),
  });
  const { blobId } = (await sent.json()) as { blobId: string };
  await create("FileNode", { name, type, blobId, parentId });
}

const linkTo = async (more: object = {}): Promise<string> =>
  host.url + fileLinkPath((await set("FileLink", { fileNodeId: folderId, ...more })).token);

/** Opens the dialog in which Alice shares the folder. */
async function openSharing({ page }: WatchedPage): Promise<Locator> {
  await page.getByRole("row", { name: /^Plans / }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Share…" }).click();
  return page.getByRole("dialog", { name: "Share “Plans”" });
}

test("a link with a password opens a folder to who has both, until it is deleted", async () => {
  const drive = await browser.open(`${host.url}/drive`, { context: alice });
  const dialog = await openSharing(drive);
  await dialog.getByRole("button", { name: "New link" }).click();
  const form = drive.page.getByRole("dialog", { name: "New link" });
  await form.getByLabel("Password (optional)").fill("short");
  await form.getByRole("button", { name: "Create link" }).click();
  await form.getByText("Use at least 8 characters.").waitFor();
  await form.getByLabel("Password (optional)").fill(PASSWORD);
  await form.getByRole("button", { name: "Create link" }).click();
  const made = drive.page.getByRole("dialog", { name: "The link is ready" });
  const address = await made.getByRole("textbox", { name: "Link" }).inputValue();
  expect(await lookWithAxe(drive.page)).toEqual([]);
  await made.getByRole("button", { name: "Done" }).click();

  const watched = await browser.open(address);
  const { page } = watched;
  await page.getByLabel("Password").fill("open barley");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Wrong password.").waitFor();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Plans" }).waitFor();
  await page.getByRole("link", { name: "Drawings" }).click();
  await page.getByRole("link", { name: "north.svg" }).click();
  await page.getByText("http://www.w3.org/2000/svg").waitFor();
  await page.getByRole("link", { name: "Plans" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download plan.txt" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("plan.txt");
  expect(await readFile(await download.path(), "utf8")).toBe("the plan");
  const zip = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all" }).click();
  expect((await zip).suggestedFilename()).toBe("Plans.zip");

  await dialog.getByRole("button", { name: "Done" }).click();
  const again = await openSharing(drive);
  await again.getByText("Password · 2 downloads").waitFor();
  await again.getByRole("button", { name: "Delete link: View and download" }).click();
  await drive.page.getByRole("button", { name: "Delete link", exact: true }).click();
  await again.getByText("2 downloads").waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Plans" }).waitFor({ state: "detached" });
  // What was entered wrong, and what has gone, is said by the browser, too.
  await watched.expectQuiet({ allow: [/status of 40[34]/] });
  await drive.expectQuiet();
  await watched.close();
});

const looks = [
  ["en-GB", "light", false],
  ["ko-KR", "dark", false],
  ["ko-KR", "light", true],
  ["en-GB", "dark", true],
] as const;
testWhole.each(looks)(
  "its pages are for everyone (%s, %s, phone: %s)",
  async (locale, colorScheme, isPhone) => {
    const [open, secured] = [await linkTo(), await linkTo({ password: PASSWORD })];
    const watched = await browser.open(open, { locale, colorScheme, isPhone });
    const { page } = watched;
    const look = async (): Promise<void> => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await lookWithAxe(page)).toEqual([]);
      const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
      expect(await page.evaluate(isWider)).toBe(false);
    };
    await look();
    await page.getByRole("link", { name: "plan.txt" }).click();
    await page.getByText("the plan").waitFor();
    await look();
    await page.goto(secured);
    await look();
    await page.goto(`${open}x`);
    await look();
    await watched.expectQuiet({ allow: [/status of 404/] });
    await watched.close();
  },
);
