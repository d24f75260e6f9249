// Features: administration, suite
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { describeWhole, testWhole } from "../../formats/src/testing/whole.ts";
import { png } from "../../server/src/features/accounts/testing/pictures.ts";
import { axeFaults } from "./axe.ts";
import type { WatchedPage } from "./browser.ts";
import { DECIDED } from "./fault-server.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host, open } = useHost();

/** A token of the window as the browser computes it for a ground. */
const groundOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

const PRIMARY = 'button[data-variant="primary"]';
const YELLOW = "rgb(255, 213, 0)";

async function pick(page: Page, label: string, file: { name: string; buffer: Buffer }) {
  await page
    .locator(`input[type=file][aria-label="${label}"]`)
    .setInputFiles({ ...file, mimeType: "image/png" });
}

/** Changes the organisation's record as its administrator. */
async function change(patch: object): Promise<void> {
  const context = await contextOf(browser, host, "alice");
  const args = { accountId: "organisation", update: { singleton: patch } };
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:atrium:organisation"],
      methodCalls: [["Organisation/set", args, "s"]],
    },
  });
  expect((await answer.json()).methodResponses[0][1].updated).toHaveProperty("singleton");
  await context.close();
}

const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();

describe("what the organisation is called and looks like", () => {
  testWhole(
    "is previewed, saved, seen by another window at once and by strangers, and undone",
    async () => {
      const opened = await open("alice", "/setting/organisation");
      const { page } = opened;
      const other = await open("bob", "/address-book");
      await other.page.getByRole("heading", { level: 1 }).waitFor();
      const save = page.getByRole("button", { name: "Save" });
      await save.waitFor();
      expect(await save.isDisabled()).toBe(true);
      await page.getByLabel("Name").fill("Gold & Sons");
      await page.getByLabel("Colour", { exact: true }).fill("#ffd500");
      await pick(page, "Logo", { name: "logo.png", buffer: png(120, 60) });
      await page.getByRole("group", { name: "Preview" }).getByRole("img").first().waitFor();
      const primary = '[aria-label="Preview"] [data-variant="primary"]';
      await expect.poll(() => groundOf(page, primary)).toBe(YELLOW);
      // Nothing of it holds before it is saved.
      expect(await groundOf(page, PRIMARY)).not.toBe(YELLOW);
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "Save" }).click();
      await saved(page);

      const colourOf = (one: Page) =>
        one.evaluate(() => document.documentElement.style.getPropertyValue("--accent"));
      await expect.poll(() => colourOf(other.page)).toContain("#ffd500");
      await other.page.locator("nav .suite-logo").waitFor();
      await other.expectQuiet();
      await other.close();

      const stranger = await browser.open(`${host.url}/`);
      await stranger.page.getByRole("img", { name: "Gold & Sons" }).waitFor();
      expect(await stranger.page.title()).toBe("Sign in – Gold & Sons");
      await expect.poll(() => groundOf(stranger.page, PRIMARY)).toBe(YELLOW);
      expect(await axeFaults(stranger.page)).toEqual([]);
      await stranger.page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => groundOf(stranger.page, PRIMARY)).toBe(YELLOW);
      expect(await axeFaults(stranger.page)).toEqual([]);
      await stranger.close();

      await page.getByRole("button", { name: "Reset to Atrium’s default" }).click();
      await page.getByText("Colour and logo were reset").waitFor();
      await expect.poll(() => colourOf(page)).toBe("");
      const said = page.locator(".a-toast", { hasText: "were reset" });
      await said.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => colourOf(page)).toContain("#ffd500");
      await opened.expectQuiet();
      await opened.close();
    },
  );

  testWhole("stays with high contrast, whose words stand out in it too", async () => {
    await change({ accent: "#ffd500" });
    const context = await contextOf(browser, host, "bob");
    await context.addInitScript(() =>
      localStorage.setItem("atrium.preferences", JSON.stringify({ theme: "contrast" })),
    );
    const { page, close } = await browser.open(`${host.url}/setting/security`, { context });
    await page.getByRole("heading", { name: "Security" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("contrast");
    const accent = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--accent"),
    );
    expect(accent.trim()).toBe("#ffd500");
    expect(await axeFaults(page)).toEqual([]);
    await close();
    await context.close();
  });

  testWhole("a file that is no picture is refused with a sentence", async () => {
    const opened = await open("alice", "/setting/organisation");
    const { page } = opened;
    await page.getByLabel("Name").waitFor();
    await pick(page, "Logo for dark backgrounds", {
      name: "logo.png",
      buffer: Buffer.from("no picture"),
    });
    await page.getByText("This file can’t be used as a logo.").waitFor();
    await opened.close();
  });

  testWhole("in Korean, on a phone", async () => {
    const context = await contextOf(browser, host, "alice", {
      locale: "ko-KR",
      viewport: { width: 390, height: 844 },
    });
    const { page, close } = await browser.open(`${host.url}/setting/organisation`, { context });
    await page.getByRole("heading", { name: "이름과 로고" }).waitFor();
    await page.getByRole("button", { name: "저장" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeFaults(page)).toEqual([]);
    await close();
    await context.close();
  });
});

describeWhole("drive as the organisation wants it", () => {
  const away = (page: Page, code: string) => page.locator(`[role=alert][data-code="${code}"]`);
  /** Waits for the debug line that names why drive is not there. */
  const named = ({ console }: WatchedPage, code: string) => {
    const text = expect.stringMatching(`^Drive did not load.*: ${code} `);
    return expect.poll(() => console).toContainEqual({ type: "debug", text });
  };
  const isShown = (page: Page) => page.locator(".remote-root").first();

  test("is switched off in open windows at once, and none fetches its code any more", async () => {
    const admin = await open("alice", "/setting/remotes");
    const window = await open("bob", "/drive");
    await isShown(window.page).waitFor();
    await admin.page.getByText("Drive is on").waitFor();
    expect(await axeFaults(admin.page)).toEqual([]);
    await admin.page.getByLabel("Reason").fill("It is being mended until noon");
    await admin.page.getByRole("button", { name: "Turn off for everyone" }).click();
    await admin.page.getByText("Drive was turned off for everyone").waitFor();

    const card = away(window.page, DECIDED.off);
    await card.getByText("It is being mended until noon").waitFor();
    expect(await isShown(window.page).count()).toBe(0);
    expect(await axeFaults(window.page)).toEqual([]);

    const fresh = await open("carol", "/drive");
    await away(fresh.page, DECIDED.off).waitFor();
    await named(fresh, DECIDED.off);
    expect(fresh.requests.filter(({ url }) => url.includes("/remotes/"))).toEqual([]);
    // Also who has never had it hears why, and that it is back.
    await away(fresh.page, DECIDED.off).getByText("It is being mended until noon").waitFor();
    await admin.page.getByRole("button", { name: "Turn on", exact: true }).click();
    await isShown(window.page).waitFor();
    await fresh.page.getByText("Drive is on again.").waitFor();
    expect(await axeFaults(fresh.page)).toEqual([]);
    await fresh.page.getByRole("button", { name: "Reload" }).click();
    await isShown(fresh.page).waitFor();
    await fresh.close();
    await admin.expectQuiet();
    await admin.close();
    await window.close();
  });

  test("pinned to a version that is not served, it does not load and administrators are told which is", async () => {
    const admin = await open("alice", "/setting/remotes");
    const window = await open("bob", "/drive");
    await isShown(window.page).waitFor();
    await admin.page.getByLabel("Version").fill("9.9.9");
    await admin.page.getByRole("button", { name: "Pin to version" }).click();
    await admin.page.getByText("but Drive is pinned to 9.9.9").waitFor();
    await away(window.page, DECIDED.pinned).waitFor();

    const fresh = await open("carol", "/drive");
    await away(fresh.page, DECIDED.pinned).waitFor();
    await named(fresh, DECIDED.pinned);
    const fetched = fresh.requests.map(({ url }) => url).filter((url) => url.includes("/remotes/"));
    expect(fetched.every((url) => url.includes("mf-manifest.json"))).toBe(true);
    await fresh.close();

    await admin.page.getByRole("button", { name: "Allow any version" }).click();
    await isShown(window.page).waitFor();
    await admin.close();
    await window.close();
  });

  test("says so in Korean too", async () => {
    const context = await contextOf(browser, host, "alice", { locale: "ko-KR" });
    const { page, close } = await browser.open(`${host.url}/setting/remotes`, { context });
    await page.getByText("드라이브가 켜져 있습니다").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await close();
    await context.close();
  });
});
