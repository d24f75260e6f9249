// Features: drive
import type { BrowserContext } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { axeFaults } from "./axe.ts";
import { signIn, useHost } from "./host.ts";

const { browser, host } = useHost();
let context: BrowserContext;
beforeEach(async () => {
  context = await browser.context();
  return () => context.close();
});

const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Half a second of nothing, as PCM of 8 bits. */
function silence(): Buffer {
  const samples = Buffer.alloc(4000, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const FILES = [
  { name: "1 picture.png", mimeType: "image/png", buffer: DOT },
  { name: "2 notes.md", mimeType: "application/octet-stream", buffer: Buffer.from("# Notes") },
  { name: "3 sound.wav", mimeType: "audio/wav", buffer: silence() },
  {
    name: "4 page.html",
    mimeType: "text/html",
    buffer: Buffer.from("<script>document.title = 'ran'</script>"),
  },
];

test("files are shown in place one after the other, and none of them runs", async () => {
  await signIn(context, host, "carol");
  const watched = await browser.open(`${host.url}/drive`, { context });
  const { page } = watched;
  await page.getByText("No files yet").waitFor();
  await page.locator('input[aria-label="Upload files"]').setInputFiles(FILES);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await row("4 page").waitFor();
  // A document of a stranger is saved, not shown.
  const coming = page.waitForEvent("download");
  await row("4 page").dblclick();
  expect((await coming).suggestedFilename()).toBe("4 page.html");

  await row("1 picture").dblclick();
  const shown = (name: string) => page.getByRole("dialog", { name });
  const picture = shown("1 picture.png");
  await picture.getByRole("img", { name: "1 picture.png" }).waitFor();
  await picture.getByText("1 of 4", { exact: true }).waitFor();
  expect(await picture.getByRole("button", { name: "Previous file" }).isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await picture.getByRole("button", { name: "Share…" }).click();
  const share = page.getByRole("dialog", { name: "Share “1 picture.png”" });
  await share.getByText("Carol Carter (you)").waitFor();
  // The key is for what lies above.
  await share.getByRole("button", { name: "Done" }).press("ArrowRight");
  await page.keyboard.press("Escape");
  await share.waitFor({ state: "detached" });
  await picture.getByText("1 of 4", { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await shown("2 notes.md").getByText("# Notes").waitFor();
  await shown("2 notes.md").getByRole("button", { name: "Next file" }).click();
  const sound = shown("3 sound.wav").locator("audio");
  await expect.poll(() => sound.evaluate((it: HTMLAudioElement) => it.duration)).toBeCloseTo(0.5);
  await shown("3 sound.wav").getByRole("button", { name: "Next file" }).click();
  const last = shown("4 page.html");
  await last.getByText("This file has no preview.").waitFor();
  expect(await last.getByRole("button", { name: "Next file" }).isDisabled()).toBe(true);
  // What was looked at last is where the keyboard goes on.
  await page.keyboard.press("Escape");
  await last.waitFor({ state: "detached" });
  const active = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(active).toContain("4 page.html");

  // Deleted elsewhere while it is looked at, it is closed.
  await row("2 notes").dblclick();
  await shown("2 notes.md").getByText("# Notes").waitFor();
  const other = await browser.open(`${host.url}/drive`, { context });
  await other.page.getByRole("row", { name: /^2 notes/ }).click();
  await other.page.keyboard.press("Delete");
  await shown("2 notes.md").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Show as grid" }).click();
  const thumbnail = page.locator(".drive-thumbnail");
  await expect
    .poll(() => thumbnail.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
    .toBe(1);
  expect(await page.title()).toContain("Drive");
  await watched.expectQuiet();
  await other.expectQuiet();
});
