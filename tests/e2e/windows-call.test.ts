// Features: calls
import type { BrowserContext } from "playwright-core";
import { describe, expect, test } from "vitest";
import { describeWhole, testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { contextOf, useHost } from "./host.ts";

const { host } = useHost();

/** Keeps every stream that the page was given, so that the test sees whether it was let go. */
function keepStreams(): void {
  const kept: MediaStream[] = [];
  Object.assign(globalThis, { kept });
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    kept.push(stream);
    return stream;
  };
}

const STATES =
  "globalThis.kept.flatMap((stream) => stream.getTracks().map((track) => track.kind + ' ' + track.readyState))";

async function signedIn(
  browser: ReturnType<typeof useBrowser>,
  options = {},
): Promise<BrowserContext> {
  const context = await contextOf(browser, host, "alice", options);
  await context.addInitScript(keepStreams);
  return context;
}

describe("with a camera and a microphone that the browser plays", () => {
  const browser = useBrowser({
    further: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  });

  test("the check shows the picture and the level, and lets the devices go when it stops", async () => {
    const context = await signedIn(browser);
    const opened = await browser.open(`${host.url}/ipt-call`, { context });
    const { page } = opened;
    // Nothing is switched on before it is asked for.
    await page.getByRole("button", { name: "Test camera and microphone" }).waitFor();
    expect(await page.evaluate(STATES)).toEqual([]);
    await page.getByRole("button", { name: "Test camera and microphone" }).click();
    const video = page.getByLabel("Your camera picture");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth))
      .toBeGreaterThan(0);
    const level = page.getByLabel("Microphone level");
    // The device beeps once a second.
    await expect
      .poll(() => level.evaluate((meter: HTMLMeterElement) => meter.value))
      .toBeGreaterThan(0);
    expect(await page.evaluate(STATES)).toEqual(["audio live", "video live"]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, ...(await axeFaults(page))]).toEqual([colorScheme]);
    }
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Test camera and microphone" }).waitFor();
    expect(await page.evaluate(STATES)).toEqual(["audio ended", "video ended"]);
    await opened.expectQuiet();
    await context.close();
  });

  testWhole(
    "another microphone is chosen while the check goes on, and the first is let go",
    async () => {
      const context = await signedIn(browser);
      const opened = await browser.open(`${host.url}/ipt-call`, { context });
      const { page } = opened;
      await page.getByRole("button", { name: "Test camera and microphone" }).click();
      await page.getByRole("button", { name: /Microphone/ }).click();
      await page.getByRole("option").last().click();
      await expect
        .poll(() => page.evaluate(STATES))
        .toEqual(["audio ended", "video ended", "audio live", "video live"]);
      await page.getByLabel("Your camera picture").waitFor();
      await opened.expectQuiet();
      await context.close();
    },
  );
});

describeWhole("with a browser that gives nothing", () => {
  const browser = useBrowser({
    further: ["--use-fake-device-for-media-stream", "--deny-permission-prompts"],
    isDesktop: true,
  });

  test("a card says that permission is missing and what to do, and asks again", async () => {
    const context = await signedIn(browser);
    const opened = await browser.open(`${host.url}/ipt-call`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: "Test camera and microphone" }).click();
    const card = page.getByText("Your browser blocks the camera and microphone.");
    await card.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await context.grantPermissions(["camera", "microphone"], { origin: host.url });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Your camera picture").waitFor();
    await opened.expectQuiet();
    await context.close();
  });
});

describeWhole("with a machine that has neither", () => {
  const browser = useBrowser();

  test("a card says that none was found", async () => {
    const context = await signedIn(browser);
    const opened = await browser.open(`${host.url}/ipt-call`, { context });
    const { page } = opened;
    await page.evaluate(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    });
    await page.getByRole("button", { name: "Test camera and microphone" }).click();
    await page.getByText("No camera or microphone found.").waitFor();
    await opened.expectQuiet();
    await context.close();
  });
});
