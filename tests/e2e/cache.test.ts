import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import { startSuite, type SeedKey, type TestSuite } from "../../server/src/testing/suite.ts";
import { useBrowser, type WatchedPage } from "./browser.ts";
import { signIn, startHost } from "./host.ts";
import { post } from "./mail-post.ts";

const browser = useBrowser();
let host: TestSuite;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host?.close());

const row = (page: Page, subject: string) => page.getByRole("row").filter({ hasText: subject });
const star = (page: Page, subject: string, name: "Add star" | "Remove star") =>
  row(page, subject).getByRole("button", { name });
const inbox = (page: Page) => page.getByRole("treeitem", { name: "Inbox" }).first();
const away = (page: Page) => page.getByText("No connection.");
/** What a browser without network writes by itself. */
const CUT = [/Failed to load resource/];

async function mailFor(who: SeedKey, ...subjects: string[]): Promise<void> {
  for (const subject of subjects)
    await post(host, [{ to: host.people[who].address, subject, text: `About ${subject}.` }]);
}

async function signedIn(who: SeedKey): Promise<BrowserContext> {
  const context = await browser.context();
  await signIn(context, host, who);
  return context;
}

/** Everything that this window knows is written down by now. */
async function kept(page: Page, subject: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (text) => {
        const open = indexedDB.open("atrium-kept");
        const database = await new Promise<IDBDatabase>((resolve) => {
          open.addEventListener("success", () => resolve(open.result));
        });
        const lists = database.transaction(["records", "lists"]);
        const read = (name: string) =>
          new Promise<unknown[]>((resolve) => {
            const request = lists.objectStore(name).getAll();
            request.addEventListener("success", () => resolve(request.result));
          });
        const [records, windows] = await Promise.all([read("records"), read("lists")]);
        database.close();
        return windows.length > 0 && JSON.stringify(records).includes(text);
      }, subject),
    )
    .toBe(true);
}

test("a window shows its list before the server has answered anything about mail", async () => {
  await mailFor("alice", "First kept", "Second kept");
  const context = await signedIn("alice");
  const first = await browser.open(host.url, { context });
  await row(first.page, "Second kept").waitFor();
  await row(first.page, "First kept").click();
  await first.page.getByText("About First kept.", { exact: true }).waitFor();
  await first.page.goBack();
  // The text itself, which comes after the beginning of it that the list shows.
  await kept(first.page, '"value":"About First kept.');
  await first.close();

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\/jmap\//, async (route) => {
    await held;
    await route.continue();
  });
  await mailFor("alice", "Arrived since");
  const warm = await browser.open(host.url, { context });
  await row(warm.page, "Second kept").waitFor();
  await inbox(warm.page).waitFor();
  // A mail that was read before opens too.
  await row(warm.page, "First kept").click();
  await warm.page.getByText("About First kept.", { exact: true }).waitFor();
  expect(await row(warm.page, "Arrived since").count()).toBe(0);
  release();
  await row(warm.page, "Arrived since").waitFor();
  await warm.expectQuiet();
  await context.close();
});

test("what is done without network is shown, kept over a crash, and saved when the network is back", async () => {
  await mailFor("bob", "Offline one", "Offline two", "Offline three");
  const context = await signedIn("bob");
  const { page } = await browser.open(host.url, { context });
  await row(page, "Offline three").waitFor();
  await kept(page, "Offline three");
  await expect.poll(() => inbox(page).textContent()).toContain("3");
  await context.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
  await star(page, "Offline one", "Add star").click();
  await row(page, "Offline two").hover();
  await row(page, "Offline two").getByRole("button", { name: "Archive" }).click();
  await row(page, "Offline two").waitFor({ state: "detached" });
  await star(page, "Offline one", "Remove star").waitFor();
  await away(page).waitFor();
  await page.getByText("2 changes will be saved when it is back.").waitFor();
  await expect.poll(() => inbox(page).textContent()).toContain("2");

  // The window goes without a word, another is opened, still without network.
  await page.close({ runBeforeUnload: false });
  const next = await browser.open(host.url, { context });
  await star(next.page, "Offline one", "Remove star").waitFor();
  await row(next.page, "Offline two").waitFor({ state: "detached" });
  await expect.poll(() => inbox(next.page).textContent()).toContain("2");
  await context.unroute(/\/jmap\//);
  await away(next.page).waitFor({ state: "detached", timeout: 40_000 });
  await expect
    .poll(() => keywordsOf("bob", "Offline one"), { timeout: 20_000 })
    .toEqual({ $flagged: true });
  await next.page.reload();
  await star(next.page, "Offline one", "Remove star").waitFor();
  expect(await row(next.page, "Offline two").count()).toBe(0);
  await next.expectQuiet({ allow: CUT });
  await context.close();
});

/** As the server has it. */
async function keywordsOf(who: SeedKey, subject: string): Promise<unknown> {
  const context = await signedIn(who);
  const { accountId } = host.people[who];
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        ["Email/query", { accountId, filter: { subject } }, "q"],
        [
          "Email/get",
          {
            accountId,
            "#ids": { resultOf: "q", name: "Email/query", path: "/ids" },
            properties: ["keywords"],
          },
          "g",
        ],
      ],
    },
  });
  const body = (await answer.json()) as {
    methodResponses: [string, { list: { keywords: object }[] }][];
  };
  await context.close();
  return body.methodResponses[1]![1].list[0]?.keywords;
}

test("five windows stay in step over one push line, also when the one that has it is killed", async () => {
  await mailFor("carol", "Shared one", "Shared two");
  const context = await signedIn("carol");
  const windows: WatchedPage[] = [];
  for (let index = 0; index < 5; index += 1) {
    const opened = await browser.open(host.url, { context });
    await row(opened.page, "Shared two").waitFor();
    windows.push(opened);
  }
  const lines = () =>
    windows.filter(({ page, requests }) =>
      page.isClosed()
        ? false
        : requests.some(({ url, failed }) => url.includes("eventsource") && failed === undefined),
    );
  expect(lines()).toHaveLength(1);

  // When the button is pressed in one window, each of the others notes when it shows.
  const [first, ...others] = windows;
  const noted = others.map(({ page }) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = (): boolean => document.querySelector('[aria-label="Remove star"]') !== null;
          const observer = new MutationObserver(() => {
            if (!look()) return;
            observer.disconnect();
            resolve(performance.timeOrigin + performance.now());
          });
          observer.observe(document.body, {
            subtree: true,
            childList: true,
            attributes: true,
          });
        }),
    ),
  );
  const pressed = await star(first!.page, "Shared one", "Add star").evaluate((button) => {
    const now = performance.timeOrigin + performance.now();
    (button as HTMLElement).click();
    return now;
  });
  const delays = (await Promise.all(noted)).map((shown) => Math.round(shown - pressed));
  console.log(`an act showed in the other windows after ${delays.join(", ")} ms`);
  for (const { page } of windows) await star(page, "Shared one", "Remove star").waitFor();

  const [leader] = lines();
  await leader!.page.close({ runBeforeUnload: false });
  await mailFor("carol", "After the leader");
  const left = windows.filter((window) => window !== leader);
  for (const { page } of left) await row(page, "After the leader").waitFor();
  for (const { page } of left)
    expect(await page.locator(".mail-row-subject").allTextContents()).toEqual([
      "After the leader",
      "Shared two",
      "Shared one",
    ]);
  expect(lines()).toHaveLength(1);
  for (const window of left) await window.expectQuiet();
  await context.close();
});

test("signing out wipes what was kept, and another person never sees the first one's mail", async () => {
  await mailFor("dave", "Dave's secret");
  const context = await signedIn("dave");
  const { page } = await browser.open(host.url, { context });
  await row(page, "Dave's secret").waitFor();
  await kept(page, "Dave's secret");
  const second = await browser.open(host.url, { context });
  await row(second.page, "Dave's secret").waitFor();
  await page.getByRole("button", { name: "Dave Dyer" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  await second.page.getByLabel("Password", { exact: true }).waitFor();
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("atrium.kept"))).toBeNull();
  await context.close();

  // The session is revoked, and somebody else signs in in the same browser.
  const other = await signedIn("dave");
  const before = await browser.open(host.url, { context: other });
  await row(before.page, "Dave's secret").waitFor();
  await kept(before.page, "Dave's secret");
  await before.close();
  await other.clearCookies();
  await signIn(other, host, "jimin");
  await other.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
  const theirs = await browser.open(host.url, { context: other });
  await away(theirs.page).waitFor();
  expect(await row(theirs.page, "Dave's secret").count()).toBe(0);
  expect(
    await theirs.page.evaluate(async () => {
      const open = indexedDB.open("atrium-kept");
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.addEventListener("success", () => resolve(open.result));
      });
      const request = database.transaction("records").objectStore("records").count();
      return new Promise<number>((resolve) => {
        request.addEventListener("success", () => resolve(request.result));
      });
    }),
  ).toBe(0);
  await other.close();
});

test("a server that is killed and comes back: nothing is lost, nothing is doubled", async () => {
  const { connection, drop } = await cloneDatabase();
  const mine = await startSuite({ connection });
  const port = Number(new URL(mine.url).port);
  const context = await browser.context();
  await signIn(context, mine, "alice");
  const opened = await browser.open(mine.url, { context });
  const { page } = opened;
  await post(mine, [
    { to: mine.people.alice.address, subject: "Before", text: "Before." },
    { to: mine.people.alice.address, subject: "Kept", text: "Kept." },
  ]);
  await row(page, "Before").waitFor();
  await row(page, "Kept").waitFor();
  await mine.close();
  await row(page, "Before").hover();
  await row(page, "Before").getByRole("button", { name: "Archive" }).click();
  await row(page, "Before").waitFor({ state: "detached" });
  await star(page, "Kept", "Add star").click();
  await page.getByText("2 changes will be saved when it is back.").waitFor();

  const again = await startSuite({ connection, seeds: false, config: { port } });
  await away(page).waitFor({ state: "detached", timeout: 40_000 });
  await post(again, [{ to: mine.people.alice.address, subject: "After", text: "After." }]);
  await row(page, "After").waitFor({ timeout: 40_000 });
  expect((await page.locator(".mail-row-subject").allTextContents()).toSorted()).toEqual([
    "After",
    "Kept",
  ]);
  await page.reload();
  await star(page, "Kept", "Remove star").waitFor();
  await row(page, "After").waitFor();
  expect((await page.locator(".mail-row-subject").allTextContents()).toSorted()).toEqual([
    "After",
    "Kept",
  ]);
  await page.getByRole("treeitem", { name: "Archive" }).first().click();
  await row(page, "Before").waitFor();
  await context.close();
  await again.close();
  await drop();
});
