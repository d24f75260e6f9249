import { readFile } from "node:fs/promises";
import type { BrowserContext } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import type { WatchedPage } from "./browser.ts";
import { signIn, useHost } from "./host.ts";

const { browser, host } = useHost();
let context: BrowserContext;
beforeEach(async () => {
  context = await browser.context();
  return () => context.close();
});

async function openDrive(who: "alice" | "bob" | "carol" | "dave"): Promise<WatchedPage> {
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

test("files dropped on the page go up, and show in another window at once", async () => {
  const watched = await openDrive("carol");
  const other = await browser.open(`${host.url}/drive`, { context });
  await other.page.getByText("No files yet").waitFor();
  await watched.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["by hand"], "dropped.txt", { type: "text/plain" }));
    const target = document.querySelector(".drive")!;
    for (const type of ["dragenter", "dragover", "drop"])
      target.dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
  });
  await file(watched, "dropped.txt").waitFor();
  await file(other, "dropped.txt").waitFor();
  await watched.expectQuiet();
});

test("an upload that is cancelled makes no file", async () => {
  const watched = await openDrive("dave");
  const { page } = watched;
  // The octets never arrive, until the person gives up.
  await context.route("**/jmap/upload/**", () => undefined);
  await chooser(watched).setInputFiles([plan]);
  await page.getByRole("button", { name: "Cancel the upload of plan.txt" }).click();
  await page.getByText("Cancelled").waitFor();
  await context.unroute("**/jmap/upload/**");
  await page.getByRole("button", { name: "Upload plan.txt again" }).click();
  await file(watched, "plan.txt").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
});
