// Features: settings, state, shell
import type { BrowserContext, Page, Route } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, signIn, useHost } from "./host.ts";
import { postPlain } from "./mail-post.ts";

const { browser, host } = useHost();

const themeOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset["theme"]);
/** Notes each theme in which a page of the context shows something, from its next load on. */
const watchThemes = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(globalThis, { seenThemes: seen });
    new MutationObserver(() => {
      const { theme } = document.documentElement.dataset;
      if (document.querySelector("h1, h2") && !seen.includes(theme)) seen.push(theme);
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
const seenThemes = (page: Page): Promise<unknown> =>
  page.evaluate(() => (globalThis as { seenThemes?: unknown }).seenThemes);
const appearance = async (context: BrowserContext) => {
  const opened = await browser.open(`${host.url}/setting/appearance`, { context });
  await opened.page.getByRole("radio", { name: "Dark" }).waitFor();
  return opened;
};
/** What the server has of a person's choices. */
async function chosen(context: BrowserContext): Promise<object> {
  const session = await context.request.get(`${host.url}/api/session`);
  return (await session.json()).preferences;
}

testWhole(
  "what is chosen in one browser holds in another that is open, and in the first window of a third",
  async () => {
    const [one, other] = [
      await contextOf(browser, host, "carol"),
      await contextOf(browser, host, "carol"),
    ];
    const first = await appearance(one);
    const second = await appearance(other);
    await first.page.getByRole("radio", { name: "Dark" }).check();
    await first.page.getByRole("radio", { name: "Compact" }).check();
    await expect.poll(() => themeOf(second.page)).toBe("dark");
    await expect
      .poll(() => second.page.getByRole("radio", { name: "Compact" }).isChecked())
      .toBe(true);
    await second.page.getByRole("button", { name: /Swipe right/i }).click();
    await second.page.getByRole("option", { name: "Star" }).click();
    await expect
      .poll(() => first.page.getByRole("button", { name: /Swipe right/i }).textContent())
      .toContain("Star");
    for (const opened of [first, second]) await opened.expectQuiet();
    const third = await contextOf(browser, host, "carol");
    const shown = await browser.open(`${host.url}/setting/profile`, { context: third });
    await shown.page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(await themeOf(shown.page)).toBe("dark");
    for (const context of [one, other, third]) await context.close();
  },
);

testWhole("a part of the sidebar that is closed stays closed in every browser", async () => {
  const context = await contextOf(browser, host, "alice");
  const opened = await browser.open(`${host.url}/`, { context });
  const { page } = opened;
  const labels = page.getByRole("button", { name: "Labels", exact: true });
  await labels.click();
  expect(await labels.getAttribute("aria-expanded")).toBe("false");
  expect(await axeFaults(page)).toEqual([]);
  await expect.poll(() => chosen(context)).toMatchObject({ closesLabels: true });
  await opened.expectQuiet();
  const other = await contextOf(browser, host, "alice");
  const second = await browser.open(`${host.url}/`, { context: other });
  const there = second.page.getByRole("button", { name: "Labels", exact: true });
  await there.waitFor();
  expect(await there.getAttribute("aria-expanded")).toBe("false");
  await there.press("Enter");
  await expect.poll(() => labels.getAttribute("aria-expanded")).toBe("true");
  for (const one of [context, other]) await one.close();
});

testWhole(
  "the server knows in which time zone a person's browser is, so that it writes times in it",
  async () => {
    const context = await contextOf(browser, host, "jimin", { timezoneId: "Asia/Seoul" });
    const opened = await browser.open(`${host.url}/`, { context });
    await expect.poll(() => chosen(context)).toMatchObject({ timeZone: "Asia/Seoul" });
    await opened.expectQuiet();
    await context.close();
  },
);

testWhole("rows are as high as the density says, and compact ones are a line", async () => {
  const context = await contextOf(browser, host, "alice");
  const settings = await appearance(context);
  await postPlain(host, "alice", "In a row");
  const list = await browser.open(`${host.url}/`, { context });
  const row = list.page.locator(".mail-row").first();
  const height = async () => Math.round((await row.boundingBox())!.height);
  for (const [density, pixels] of [
    ["Roomy", 64],
    ["Compact", 32],
    ["Regular", 52],
  ] as const) {
    await settings.page.getByRole("radio", { name: density }).check();
    await expect.poll(height).toBeGreaterThanOrEqual(pixels - 2);
    await expect.poll(height).toBeLessThanOrEqual(pixels);
  }
  await list.expectQuiet();
  await context.close();
});

testWhole(
  "what is chosen without network holds, and reaches the other devices with the next connection",
  async () => {
    const [one, other] = [
      await contextOf(browser, host, "dave"),
      await contextOf(browser, host, "dave"),
    ];
    const first = await appearance(one);
    const second = await appearance(other);
    await one.setOffline(true);
    await first.page.getByRole("radio", { name: "Light" }).check();
    await expect.poll(() => themeOf(first.page)).toBe("light");
    // In the meantime, and later, another value is chosen elsewhere.
    await second.page.getByRole("radio", { name: "High contrast" }).check();
    await expect.poll(() => chosen(other)).toMatchObject({ theme: "contrast" });
    expect(await themeOf(first.page)).toBe("light");
    await one.setOffline(false);
    await expect.poll(() => chosen(other), { timeout: 40_000 }).toMatchObject({ theme: "light" });
    await expect.poll(() => themeOf(second.page)).toBe("light");
    for (const context of [one, other]) await context.close();
  },
);

testWhole(
  "what is chosen just before the window is loaded again reaches the server, and no other theme is seen",
  async () => {
    const context = await browser.context();
    await signIn(context, host, "bob");
    const { page } = await appearance(context);
    // It never left the window.
    await context.route("**/jmap/api", (route) => route.abort());
    await page.getByRole("radio", { name: "Dark" }).check();
    await expect.poll(() => themeOf(page)).toBe("dark");
    await page.reload();
    expect(await chosen(context)).not.toHaveProperty("theme");
    await context.unroute("**/jmap/api");
    await watchThemes(context);
    await page.reload();
    await page.getByRole("radio", { name: "Dark" }).waitFor();
    await expect.poll(() => chosen(context)).toMatchObject({ theme: "dark" });
    expect(await seenThemes(page)).toEqual(["dark"]);
    await context.close();
  },
);

testWhole("an answer from before a choice does not bring back what was there", async () => {
  const context = await contextOf(browser, host, "jimin");
  const { page } = await appearance(context);
  await page.getByRole("radio", { name: "Light" }).check();
  await expect.poll(() => chosen(context)).toMatchObject({ theme: "light" });
  await context.route("**/jmap/api", (route) => route.abort());
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(() => themeOf(page)).toBe("dark");
  await context.unroute("**/jmap/api");
  // Where they go one by one, the record is read before the choice is sent, and arrives after that was confirmed.
  const isRead = Promise.withResolvers<void>();
  const isSet = Promise.withResolvers<void>();
  const isHere = Promise.withResolvers<void>();
  let held: Promise<void> | undefined;
  const overtaken = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    isRead.resolve();
    await isSet.promise;
    // The window has had every chance to go on with the answer to the choice.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    await route.fulfill({ response });
    isHere.resolve();
  };
  await context.route("**/jmap/api", async (route) => {
    const asked = route.request().postData() ?? "";
    const [set, get] = [asked.indexOf('"Preferences/set"'), asked.indexOf('"Preferences/get"')];
    if (set >= 0 && get > set) {
      // In one request the server reads what it has just set: there is nothing to overtake.
      await route.continue();
      held ??= Promise.resolve();
      for (const one of [isRead, isSet, isHere]) one.resolve();
    } else if (set >= 0) {
      await isRead.promise;
      await route.fulfill({ response: await route.fetch() });
      isSet.resolve();
    } else if (get >= 0 && held === undefined) {
      held = overtaken(route);
      await held;
    } else await route.continue();
  });
  await watchThemes(context);
  await page.reload();
  await page.getByRole("radio", { name: "Dark" }).waitFor();
  await isHere.promise;
  await held;
  const unsent = (): Promise<unknown> =>
    page.evaluate(() => JSON.parse(localStorage.getItem("atrium.preferences") ?? "{}").unsent);
  await expect.poll(unsent).toBeUndefined();
  await page.getByRole("radio", { name: "Dark", checked: true }).waitFor();
  expect(await seenThemes(page)).toEqual(["dark"]);
  expect(await chosen(context)).toMatchObject({ theme: "dark" });
  await context.close();
});

testWhole("how often the summary of junk comes is chosen once for every browser", async () => {
  const [one, other] = [
    await contextOf(browser, host, "carol"),
    await contextOf(browser, host, "carol"),
  ];
  const junk = (context: BrowserContext) => browser.open(`${host.url}/setting/junk`, { context });
  const first = await junk(one);
  expect(await first.page.getByRole("radio", { name: "Every week" }).isChecked()).toBe(true);
  expect(await axeFaults(first.page)).toEqual([]);
  await first.page.getByRole("radio", { name: "Never" }).check();
  await expect.poll(() => chosen(one)).toMatchObject({ junkDigest: "never" });
  const second = await junk(other);
  await expect.poll(() => second.page.getByRole("radio", { name: "Never" }).isChecked()).toBe(true);
  await second.page.getByRole("link", { name: "How to report junk and phishing" }).click();
  await second.page.getByRole("heading", { name: "Report junk and phishing" }).waitFor();
  for (const opened of [first, second]) await opened.expectQuiet();
  for (const context of [one, other]) await context.close();
});
