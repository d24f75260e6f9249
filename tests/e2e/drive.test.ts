// Features: drive
import { CAPABILITY } from "@atrium/contract/types/wire";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openZip } from "../../formats/src/zip/index.ts";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import type { WatchedPage } from "./browser.ts";
import { signIn, useHost } from "./host.ts";
import { menuRows } from "./menu-row.ts";

const { browser, host } = useHost();
let context: BrowserContext;
beforeEach(async () => {
  context = await browser.context();
  return () => context.close();
});

async function openDrive(who: SeedKey): Promise<WatchedPage> {
  await signIn(context, host, who);
  const watched = await browser.open(`${host.url}/drive`, { context });
  await watched.page.getByRole("heading", { name: "My files" }).waitFor();
  return watched;
}

const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") };
const chooser = ({ page }: WatchedPage) => page.locator('input[aria-label="Upload files"]');
const escaped = (name: string): string => name.replaceAll(/[().]/g, "\\$&");
const file = ({ page }: WatchedPage, name: string) =>
  page.getByRole("row", { name: new RegExp(`^${escaped(name)} `) });
const heading = ({ page }: WatchedPage, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

async function call(who: SeedKey, name: string, args: object) {
  const { accountId } = host.people[who];
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: [CAPABILITY.core, CAPABILITY.fileNode],
      methodCalls: [[name, { accountId, ...args }, "0"]],
    },
  });
  return (await answer.json()).methodResponses[0][1];
}

/** Makes folders one in the other, and answers their ids. */
async function makeFolders(who: SeedKey, ...names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const node = { name, parentId: ids.at(-1) ?? null, nodeType: "directory" };
    ids.push((await call(who, "FileNode/set", { create: { node } })).created.node.id);
  }
  return ids;
}

test("a file goes up, is listed, and comes down as it was", async () => {
  const watched = await openDrive("alice");
  const { page } = watched;
  await page.getByText("No files yet").waitFor();
  await chooser(watched).setInputFiles([plan]);
  const row = file(watched, "plan.txt");
  await row.waitFor();
  expect(await row.innerText()).toContain("8 bytes");
  await row.dblclick();
  const preview = page.getByRole("dialog", { name: "plan.txt" });
  await preview.getByText("the plan").waitFor();
  const coming = page.waitForEvent("download");
  await preview.getByRole("link", { name: "Download" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("plan.txt");
  expect(await readFile(await download.path(), "utf8")).toBe("the plan");
  expect(await page.title()).toContain("Drive");
  await watched.expectQuiet();
});

testWhole(
  "a deleted file comes back by Undo, and of a second of its name it is asked what to do",
  async () => {
    const watched = await openDrive("bob");
    const { page } = watched;
    await chooser(watched).setInputFiles([plan]);
    await file(watched, "plan.txt").click();
    await page.keyboard.press("Delete");
    await page.getByText("“plan.txt” was moved to Trash").waitFor();
    await page.getByText("No files yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await file(watched, "plan.txt").waitFor();
    await chooser(watched).setInputFiles([plan]);
    await page.getByRole("dialog", { name: "This name is already used" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await file(watched, "plan (2).txt").waitFor();
    await chooser(watched).setInputFiles([{ ...plan, buffer: Buffer.from("a longer plan") }]);
    await page.getByRole("radio", { name: "Replace" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("row", { name: /^plan\.txt .*13 bytes/ }).waitFor();
    await page.reload();
    await file(watched, "plan (2).txt").waitFor();
    await page.getByRole("row", { name: /^plan\.txt .*13 bytes/ }).waitFor();
    await watched.expectQuiet();
  },
);

test("folders are made, opened, renamed and moved, by keyboard too, and have addresses", async () => {
  const watched = await openDrive("dave");
  const { page } = watched;
  const root = host.url;
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New folder" }).click();
  const field = page.getByRole("dialog").getByLabel("Name");
  await field.fill("가".repeat(86));
  await field.press("Enter");
  await page.getByText("This name is too long").waitFor();
  await field.fill("Site plans");
  await field.press("Enter");
  await heading(watched, "Site plans").waitFor();
  expect(await page.title()).toMatch(/^Site plans – Drive – /);
  const address = page.url();
  expect(new URL(address).pathname).toMatch(/^\/drive\/folder\/n/);
  await page.getByText("This folder is empty").waitFor();
  await chooser(watched).setInputFiles([plan]);
  await file(watched, "plan.txt").waitFor();

  // In place: what is wrong is said there, and nothing typed is lost.
  await file(watched, "plan.txt").click();
  await page.keyboard.press("F2");
  const name = page.getByRole("textbox", { name: "New name" });
  await name.fill("a/b");
  await name.press("Enter");
  await page.getByText("Names can’t contain /").waitFor();
  await name.fill("north.txt");
  await name.press("Enter");
  await file(watched, "north.txt").waitFor();
  await page.getByText("Renamed to “north.txt”").waitFor();
  await page.keyboard.press("z");
  await file(watched, "plan.txt").waitFor();

  await page.goBack();
  await heading(watched, "My files").waitFor();
  await file(watched, "Site plans").waitFor();
  await makeFolders("dave", "Archive", "2024");
  await file(watched, "Archive").waitFor();
  await file(watched, "Site plans").click();
  await page.keyboard.press("v");
  const dialog = page.getByRole("dialog", { name: "Move “Site plans”" });
  const tree = dialog.getByRole("tree");
  await tree.getByRole("treeitem", { name: "Archive" }).waitFor();
  await tree.getByRole("treeitem", { name: "My files" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("treeitem", { name: "2024" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Move here" }).press("Enter");
  await file(watched, "Site plans").waitFor({ state: "detached" });

  // A deep link shows the way there; each step of it is an address too.
  await page.goto(address);
  await heading(watched, "Site plans").waitFor();
  await file(watched, "plan.txt").waitFor();
  const way = page.getByRole("navigation", { name: "Folder path" });
  await expect
    .poll(() => way.getByRole("link").allInnerTexts())
    .toEqual(["My files", "Archive", "2024"]);
  await page.getByRole("treeitem", { name: "Site plans", selected: true }).waitFor();
  await way.getByRole("link", { name: "Archive" }).click();
  await file(watched, "2024").press("Enter");
  await file(watched, "Site plans").waitFor();
  await page.goBack();
  await heading(watched, "Archive").waitFor();

  // A file's address leads to it in its folder.
  const { list } = await call("dave", "FileNode/get", { ids: null, properties: ["name"] });
  const { id } = list.find((node: { name: string }) => node.name === "plan.txt");
  await page.goto(`${root}/drive/file/${id}`);
  await heading(watched, "Site plans").waitFor();
  await page.getByRole("row", { name: /^plan\.txt /, selected: true }).waitFor();
  await page.getByRole("searchbox").fill("plan");
  await page.getByText("My files / Archive / 2024 / Site plans", { exact: true }).waitFor();
  await watched.expectQuiet();
});

test("what is deleted lies in the trash, is restored as it was, and goes for good only when asked", async () => {
  const watched = await openDrive("bob");
  const { page } = watched;
  const [plans] = await makeFolders("bob", "Plans", "Inner");
  await file(watched, "Plans").click();
  await page.keyboard.press("Delete");
  await page.getByText("“Plans” was moved to Trash").waitFor();
  await page.keyboard.press("z");
  await file(watched, "Plans").click();
  const lying = async () => (await call("bob", "FileNode/get", { ids: [plans] })).list[0]?.parentId;
  await expect.poll(lying).toBeNull();
  await page.keyboard.press("Delete");
  await file(watched, "Plans").waitFor({ state: "detached" });
  await page.getByRole("treeitem", { name: "Trash" }).click();
  await heading(watched, "Trash").waitFor();
  expect(new URL(page.url()).pathname).toBe("/drive/trash");
  await page.getByText("permanently deleted after 30 days").waitFor();
  await page.getByRole("row", { name: /^Plans / }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await file(watched, "Plans").dblclick();
  await file(watched, "Inner").waitFor();
  await page.getByRole("navigation", { name: "Folder path" }).getByText("Trash").click();
  await file(watched, "Plans").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await file(watched, "Plans").waitFor({ state: "detached" });
  expect(await lying()).toBeNull();
  await page.getByRole("treeitem", { name: "My files" }).click();
  await file(watched, "Plans").click();
  await page.keyboard.press("Delete");
  await page.getByRole("treeitem", { name: "Trash" }).click();
  await heading(watched, "Trash").waitFor();
  await file(watched, "Plans").waitFor();
  await page.reload();
  await file(watched, "Plans").waitFor();
  await page.getByRole("button", { name: "Empty Trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Empty Trash" }).click();
  await page.getByText("Trash is empty").waitFor();
  await expect.poll(lying).toBeUndefined();
  await watched.expectQuiet();
});

testWhole(
  "a folder goes up with all that is in it, and what is there already is filled up",
  async () => {
    const watched = await openDrive("jimin");
    const { page } = watched;
    const folder = await mkdtemp(join(tmpdir(), "folder-"));
    const name = basename(folder);
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, "deep", "deeper"), { recursive: true });
    await writeFile(join(folder, "a.txt"), "a");
    await writeFile(join(folder, "deep", "deeper", "b.txt"), "b");
    const drop = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    const drag = (type: "dragEnter" | "dragOver" | "drop") =>
      drop.send("Input.dispatchDragEvent", { type, x: 700, y: 500, data });
    await page.getByText("No files yet").waitFor();
    await expect
      .poll(async () => {
        await drag("dragEnter");
        await drag("dragOver");
        return page.locator(".drive-drop").isVisible();
      })
      .toBe(true);
    await drag("drop");
    await file(watched, name).dblclick();
    await file(watched, "a.txt").waitFor();
    await file(watched, "deep").dblclick();
    await file(watched, "deeper").dblclick();
    await file(watched, "b.txt").waitFor();

    // The same by a chooser: folders are not doubled, files are asked about once.
    await writeFile(join(folder, "c.txt"), "c");
    await page.getByRole("link", { name: "My files", exact: true }).click();
    await heading(watched, "My files").waitFor();
    await page.locator('input[aria-label="Upload folder"]').setInputFiles(folder);
    await page.getByRole("radio", { name: "Skip" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await file(watched, name).dblclick();
    await file(watched, "c.txt").waitFor();
    const { list } = await call("jimin", "FileNode/get", { ids: null, properties: ["name"] });
    const names = list.map((node: { name: string }) => node.name).toSorted();
    expect(names).toEqual([name, "a.txt", "b.txt", "c.txt", "deep", "deeper"].toSorted());

    // All of it comes back as one file.
    await page.keyboard.press("u");
    await file(watched, name).click({ button: "right" });
    const coming = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download" }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`${name}.zip`);
    const zip = openZip(await readFile(await download.path()));
    const inside = ["", "a.txt", "c.txt", "deep/", "deep/deeper/", "deep/deeper/b.txt"];
    expect(zip.names.toSorted()).toEqual(inside.map((path) => `${name}/${path}`));
    await watched.expectQuiet();
  },
);

test("list, grid, menu and dialogs have no fault that a machine finds", async () => {
  const watched = await openDrive("carol");
  const { page } = watched;
  await makeFolders("carol", "Plans", "Old");
  await chooser(watched).setInputFiles([plan]);
  await file(watched, "plan.txt").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await file(watched, "plan.txt").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  // Only the row that the menu is about is tinted.
  expect(await menuRows(page)).toEqual([expect.stringContaining("plan.txt")]);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => menuRows(page)).toEqual([]);
  await page.getByRole("button", { name: "Show as grid" }).click();
  const tile = page.getByRole("gridcell", { name: /^plan\.txt / });
  await page.getByRole("gridcell", { name: /^Plans / }).press("ArrowRight");
  await expect
    .poll(() => tile.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  expect(await menuRows(page)).toEqual([expect.stringContaining("plan.txt")]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await page.getByText("1 item selected").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("v");
  await page.getByRole("dialog").getByRole("treeitem", { name: "Plans" }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Move here" }).click();
  await tile.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await tile.waitFor();
  await watched.expectQuiet();
});

testWhole("files dropped on the page go up, and show in another window at once", async () => {
  const watched = await openDrive("carol");
  const other = await browser.open(`${host.url}/drive`, { context });
  await heading(other, "My files").waitFor();
  const drag = (type: "dragenter" | "dragover" | "drop"): Promise<void> =>
    watched.page.evaluate((eventType) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["by hand"], "dropped.txt", { type: "text/plain" }));
      document
        .querySelector(".drive")!
        .dispatchEvent(new DragEvent(eventType, { dataTransfer, bubbles: true, cancelable: true }));
    }, type);
  // As a hand does, which lets go when the page says that it takes the files.
  await expect
    .poll(async () => {
      await drag("dragenter");
      await drag("dragover");
      return watched.page.locator(".drive-drop").isVisible();
    })
    .toBe(true);
  await drag("drop");
  await file(watched, "dropped.txt").waitFor();
  await file(other, "dropped.txt").waitFor();
  await watched.expectQuiet();
});

testWhole("an upload that is cancelled makes no file", async () => {
  const watched = await openDrive("dave");
  const { page } = watched;
  // The octets never arrive, until the person gives up.
  await context.route("**/jmap/upload/**", () => undefined);
  await chooser(watched).setInputFiles([plan]);
  await page.getByRole("button", { name: "Cancel upload of plan.txt" }).click();
  await page.getByText("Cancelled").waitFor();
  await context.unroute("**/jmap/upload/**");
  await page.getByRole("button", { name: "Upload plan.txt again" }).click();
  await file(watched, "plan.txt").waitFor();
  expect(await file(watched, "plan.txt").count()).toBe(1);
});

testWhole(
  "a file deleted without network is gone at once in every window, and on the server later",
  async () => {
    const watched = await openDrive("jimin");
    const { page } = watched;
    await chooser(watched).setInputFiles([plan, { ...plan, name: "second.txt" }]);
    const other = await browser.open(`${host.url}/drive`, { context });
    for (const window of [watched, other]) {
      await file(window, "plan.txt").waitFor();
      await file(window, "second.txt").waitFor();
    }
    await context.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
    await file(watched, "plan.txt").click();
    await page.keyboard.press("Delete");
    for (const window of [watched, other]) {
      await file(window, "plan.txt").waitFor({ state: "detached" });
      await file(window, "second.txt").waitFor();
    }
    await context.unroute(/\/jmap\//);
    // What the server confirmed can be undone.
    await page.getByText("“plan.txt” was moved to Trash").waitFor();
    await other.page.reload();
    await file(other, "second.txt").waitFor();
    // A window that opens shows what was kept, until the server has answered.
    await file(other, "plan.txt").waitFor({ state: "detached" });
  },
);

testWhole("a delete that the server refuses is taken back", async () => {
  const watched = await openDrive("alice");
  const { page } = watched;
  await chooser(watched).setInputFiles([{ ...plan, name: "stays.txt" }]);
  await file(watched, "stays.txt").waitFor();
  await context.route(/\/jmap\//, (route) => {
    const trashing = /"update":\{"([^"]*)":\{"parentId":"trash"/;
    const [, id] = trashing.exec(route.request().postData() ?? "") ?? [];
    if (!id) return route.continue();
    const { methodCalls } = route.request().postDataJSON() as {
      methodCalls: [string, object, string][];
    };
    const notUpdated = { [id]: { type: "forbidden" } };
    const methodResponses = methodCalls.map(([name, , call]) => [name, { notUpdated }, call]);
    return route.fulfill({ json: { methodResponses, sessionState: "" } });
  });
  await file(watched, "stays.txt").click();
  await page.keyboard.press("Delete");
  await page.getByText("could not be deleted").waitFor();
  await file(watched, "stays.txt").waitFor();
});

testWhole(
  "of very many files those in sight are fetched, also far down and by another order",
  async () => {
    const watched = await openDrive("carol");
    const { page } = watched;
    const [folder] = await makeFolders("carol", "Many");
    await chooser(watched).setInputFiles([{ ...plan, name: "one.txt" }]);
    await file(watched, "one.txt").waitFor();
    const { list } = await call("carol", "FileNode/get", { ids: null });
    const { blobId } = list.find((node: { blobId: string | null }) => node.blobId !== null);
    const names = Array.from({ length: 900 }, (_, index) => `many ${index + 1000}.txt`);
    const create = names.map((name, index) => [`f${index}`, { name, blobId, parentId: folder }]);
    const made = await call("carol", "FileNode/set", { create: Object.fromEntries(create) });
    expect(Object.keys(made.created)).toHaveLength(names.length);
    await file(watched, "Many").dblclick();
    await file(watched, "many 1000.txt").waitFor();
    const rows = page.getByRole("grid").getByRole("row");
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("900");
    expect(await rows.count()).toBeLessThan(80);
    await file(watched, "many 1000.txt").press("End");
    await file(watched, "many 1899.txt").waitFor();
    await page.getByRole("button", { name: "Name, A to Z" }).click();
    await file(watched, "many 1899.txt").waitFor();
    await expect.poll(() => rows.first().innerText()).toContain("many 1899.txt");
    // The address of one far down leads to it.
    const { ids } = await call("carol", "FileNode/query", { filter: { name: "many 1450.txt" } });
    await page.goto(`${host.url}/drive/file/${ids[0]}`);
    await page.getByRole("row", { name: /^many 1450/, selected: true }).waitFor();
    await page.keyboard.press("Control+a");
    await page.getByText("900 items selected").waitFor();
    await watched.expectQuiet();
  },
);

testWhole("an address that drive does not know says so, and leads to the files", async () => {
  await signIn(context, host, "alice");
  const watched = await browser.open(`${host.url}/drive/nothing/here`, { context });
  const { page } = watched;
  await page.getByText("There is nothing at this address").waitFor();
  await page.getByRole("link", { name: "Go to your files" }).click();
  await page.getByRole("heading", { name: "My files" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/drive");
  await watched.expectQuiet();
});

const notValid = [
  ["en-GB", "This link isn’t valid"],
  ["ko-KR", "유효하지 않은 링크입니다"],
] as const;
testWhole.each(notValid)(
  "a link to a shared file that is not valid says so, to strangers and to members alike (%s)",
  async (locale, title) => {
    const seen: string[] = [];
    for (const who of ["stranger", "member"]) {
      const own = await browser.context({ locale });
      if (who === "member") await signIn(own, host, "alice");
      for (const path of ["/share/file/f1", "/share/file/"]) {
        const watched = await browser.open(host.url + path, { context: own });
        const { page } = watched;
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        seen.push(await page.locator("body").innerText());
        expect(await page.title()).toContain(title);
        expect(await axeFaults(page)).toEqual([]);
        await watched.expectQuiet({ allow: [/status of 404/] });
        await watched.page.close();
      }
      await own.close();
    }
    expect(new Set(seen).size).toBe(1);
  },
);
