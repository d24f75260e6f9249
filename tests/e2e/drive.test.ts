// Features: drive
import { CAPABILITY } from "@atrium/contract/types/wire";
import { readFile } from "node:fs/promises";
import type { BrowserContext } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import type { WatchedPage } from "./browser.ts";
import { signIn, useHost } from "./host.ts";

const { browser, host } = useHost();
let context: BrowserContext;
beforeEach(async () => {
  context = await browser.context();
  return () => context.close();
});

async function openDrive(who: SeedKey): Promise<WatchedPage> {
  await signIn(context, host, who);
  const watched = await browser.open(`${host.url}/drive`, { context });
  await watched.page.getByRole("heading", { name: "Drive" }).waitFor();
  return watched;
}

const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") };
const chooser = ({ page }: WatchedPage) => page.locator("input[type=file]");
const file = ({ page }: WatchedPage, name: string) =>
  page.getByRole("row").getByRole("link", { name, exact: true });

test("a file goes up, is listed, and comes down as it was", async () => {
  const watched = await openDrive("alice");
  const { page } = watched;
  await page.getByText("No files yet").waitFor();
  await chooser(watched).setInputFiles([plan]);
  const link = file(watched, "plan.txt");
  await link.waitFor();
  expect(await page.getByRole("row", { name: /plan\.txt/ }).innerText()).toContain("8 bytes");
  const coming = page.waitForEvent("download");
  await link.click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("plan.txt");
  expect(await readFile(await download.path(), "utf8")).toBe("the plan");
  expect(await page.title()).toContain("Drive");
  await watched.expectQuiet();
});

test("a deleted file comes back by Undo, a second of its name gets a number", async () => {
  const watched = await openDrive("bob");
  const { page } = watched;
  await chooser(watched).setInputFiles([plan]);
  await file(watched, "plan.txt").waitFor();
  await page.getByRole("button", { name: "Delete plan.txt" }).click();
  await page.getByText("“plan.txt” was deleted").waitFor();
  await page.getByText("No files yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await file(watched, "plan.txt").waitFor();
  await chooser(watched).setInputFiles([plan]);
  await file(watched, "plan (2).txt").waitFor();
  await page.reload();
  await file(watched, "plan (2).txt").waitFor();
  await file(watched, "plan.txt").waitFor();
  await watched.expectQuiet();
});

testWhole("files dropped on the page go up, and show in another window at once", async () => {
  const watched = await openDrive("carol");
  const other = await browser.open(`${host.url}/drive`, { context });
  await other.page.getByText("No files yet").waitFor();
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
  expect(await page.getByRole("row").count()).toBe(2);
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
    await page.getByRole("button", { name: "Delete plan.txt" }).click();
    for (const window of [watched, other]) {
      await file(window, "plan.txt").waitFor({ state: "detached" });
      await window.page.getByText("1 file", { exact: true }).waitFor();
    }
    await context.unroute(/\/jmap\//);
    // What the server confirmed can be undone.
    await page.getByText("“plan.txt” was deleted").waitFor();
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
    const [, id] = /"destroy":\["([^"]*)"\]/.exec(route.request().postData() ?? "") ?? [];
    if (!id) return route.continue();
    const { methodCalls } = route.request().postDataJSON() as {
      methodCalls: [string, object, string][];
    };
    const notDestroyed = { [id]: { type: "forbidden" } };
    const methodResponses = methodCalls.map(([name, , call]) => [name, { notDestroyed }, call]);
    return route.fulfill({ json: { methodResponses, sessionState: "" } });
  });
  await page.getByRole("button", { name: "Delete stays.txt" }).click();
  await page.getByText("could not be deleted").waitFor();
  await file(watched, "stays.txt").waitFor();
});

testWhole("all files are listed, however many another device makes at once", async () => {
  const watched = await openDrive("carol");
  const { page } = watched;
  await chooser(watched).setInputFiles([plan]);
  await file(watched, "plan.txt").waitFor();
  const { accountId } = host.people.carol;
  const call = async (name: string, args: object) => {
    const answer = await context.request.post(`${host.url}/jmap/api`, {
      headers: { origin: host.url },
      data: {
        using: [CAPABILITY.core, CAPABILITY.fileNode],
        methodCalls: [[name, { accountId, ...args }, "0"]],
      },
    });
    return (await answer.json()).methodResponses[0][1];
  };
  const { list } = await call("FileNode/get", { ids: null });
  const names = Array.from({ length: 900 }, (_, index) => `many ${index + 1000}.txt`);
  const create = names.map((name, index) => [`f${index}`, { name, blobId: list[0].blobId }]);
  const made = await call("FileNode/set", { create: Object.fromEntries(create) });
  expect(Object.keys(made.created)).toHaveLength(names.length);
  const count = list.length + names.length;
  await expect.poll(() => page.getByRole("row").count()).toBe(count + 1);
  await page.reload();
  await expect.poll(() => page.getByRole("row").count()).toBe(count + 1);
  await page.getByText(`${count} files`).waitFor();
  await watched.expectQuiet();
});

testWhole("an address that drive does not know says so, and leads to the files", async () => {
  await signIn(context, host, "alice");
  const watched = await browser.open(`${host.url}/drive/nothing/here`, { context });
  const { page } = watched;
  await page.getByText("There is nothing at this address").waitFor();
  await page.getByRole("link", { name: "Go to your files" }).click();
  await page.getByRole("heading", { name: "Drive" }).waitFor();
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
        await watched.expectQuiet();
        await watched.page.close();
      }
      await own.close();
    }
    expect(new Set(seen).size).toBe(1);
  },
);
