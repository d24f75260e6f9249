// Features: drive
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, open as openFile, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { openAs, startHost, useHost } from "./host.ts";

/** So that a file of four parts is small. */
const PART = 200_000;
const { browser, host, open } = useHost({ maxUploadSize: PART });

test("a large file goes on where it was, after the network was away and in another window", async () => {
  const buffer = randomBytes(3 * PART + 1000);
  const film = { name: "film.mkv", mimeType: "video/x-matroska", buffer };
  const watched = await open("alice", "/drive");
  const { page } = watched;
  const uploads = page.getByRole("region", { name: "Uploads" });
  const choose = () => page.locator('input[aria-label="Upload files"]').setInputFiles([film]);
  let parts = 0;
  let isAway = false;
  await page.route("**/jmap/upload/**", async (route) => {
    parts += 1;
    if (isAway || parts > 2) {
      isAway = true;
      await route.abort("internetdisconnected");
    } else await route.continue();
  });
  await page.getByText("No files yet").waitFor();
  await choose();
  await uploads.getByText("No connection. Continues when it is back.").waitFor();
  await uploads.getByRole("button", { name: "Pause upload of film.mkv" }).click();
  await uploads.getByText(/^Paused at 6\d% of /).waitFor();

  // The window is lost, and with it where the file is.
  isAway = false;
  parts = -10;
  await page.reload();
  await page.getByText("No files yet").waitFor();
  await choose();
  await page.getByRole("row", { name: /^film\.mkv / }).waitFor();
  await uploads.getByText("Uploaded", { exact: true }).waitFor();
  expect(parts).toBe(-8);

  const coming = page.waitForEvent("download");
  await page.getByRole("row", { name: /^film\.mkv / }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Download" }).click();
  const download = await coming;
  expect((await readFile(await download.path())).equals(buffer)).toBe(true);
  await watched.expectQuiet({ allow: [/ERR_INTERNET_DISCONNECTED/] });
  await watched.close();
});

testWhole("what was interrupted is listed, and can be given up", async () => {
  const { db } = host.suite.platform;
  const { accountId } = host.people.bob;
  const upload = { account_id: accountId, id: "u1", name: "film.mkv", size: 1000, part_size: 500 };
  const times = { created: new Date(), changed: new Date(Date.now() - 3_600_000) };
  await db
    .insertInto("file_upload")
    .values({ ...upload, type: null, blob_hash: null, created_by: accountId, ...times })
    .execute();
  const watched = await open("bob", "/drive");
  const uploads = watched.page.getByRole("region", { name: "Uploads" });
  await uploads.getByText("Interrupted at 0% of 1 kB. Upload the same file again").waitFor();
  await uploads.getByRole("button", { name: "Cancel upload of film.mkv" }).click();
  await uploads.waitFor({ state: "detached" });
  await expect
    .poll(() => db.selectFrom("file_upload").select("id").where("id", "=", "u1").execute())
    .toEqual([]);
  await watched.expectQuiet();
  await watched.close();
});

/** Octets of the file that is cut; and of what is random in it, again and again with its number before it. */
const LARGE = 2_000_000_000;
const BLOCK = 1_000_000;

async function writeLarge(path: string): Promise<string> {
  const digest = createHash("sha256");
  const block = randomBytes(BLOCK);
  const file = await openFile(path, "wx");
  for (let number = 0; number < LARGE / BLOCK; number += 1) {
    block.writeUInt32BE(number);
    digest.update(block);
    await file.write(block);
  }
  await file.close();
  return digest.digest("hex");
}

testWhole("two gigabytes that were cut three times arrive as they were", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atrium-large-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "disk.img");
  const hash = await writeLarge(path);
  const server = await startHost();
  onTestFinished(() => server.close());
  const { page, close } = await openAs(browser, server, "alice", "/drive");
  const uploads = page.getByRole("region", { name: "Uploads" });
  await page.getByText("No files yet").waitFor();
  await page.locator('input[aria-label="Upload files"]').setInputFiles(path);
  for (const tens of ["[1-9]", "[4-9]", "[7-9]"]) {
    await uploads.getByText(new RegExp(`^${tens}\\d% of `)).waitFor();
    await page.context().setOffline(true);
    await uploads.getByText("No connection. Continues when it is back.").waitFor();
    await page.context().setOffline(false);
  }
  await page.getByRole("row", { name: /^disk\.img / }).waitFor();
  const { blobs, db } = server.suite.platform;
  const file = await db.selectFrom("file_node").select(["blob_hash", "size"]).execute();
  expect(file).toEqual([{ blob_hash: hash, size: LARGE }]);
  const kept = createHash("sha256");
  for await (const piece of blobs.stream(hash)) kept.update(piece as Buffer);
  expect(kept.digest("hex")).toBe(hash);
  await close();
});
