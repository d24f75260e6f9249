// Features: mail, jmap
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IS_WHOLE, testWhole } from "../../formats/src/testing/whole.ts";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import { startSuite, type SeedKey, type TestSuite } from "../../server/src/testing/suite.ts";
import { serverProcess, type ServerProcess } from "../durability/server-process.ts";
import { useBrowser, type WatchedPage } from "./browser.ts";
import { device, foldersOf, storedMail, type At } from "./device.ts";
import { contextOf, signIn, startHost } from "./host.ts";
import { kept } from "./kept-records.ts";
import { row, star } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const browser = useBrowser();
/** Its windows are served by two processes beside it, unless the run is about another number; in the sample by itself. */
let host: TestSuite;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const started = await startHost();
  undo.push(() => started.close());
  host = started;
  if (!IS_WHOLE) return;
  const several = { ATRIUM_PROCESSES: process.env["ATRIUM_PROCESSES"] ?? "2" };
  const { server, remove } = await processOf(started, several);
  undo.push(remove, () => server.stop());
  await server.start();
  host = { ...started, url: server.url, smtpPort: server.smtpPort };
});
afterAll(async () => {
  for (const end of undo.reverse()) await end();
});

/** A server of its own with the database, the keys and the names of one that runs in this process. */
async function processOf(
  { dataDir, suite }: TestSuite,
  settings: Readonly<Record<string, string>>,
): Promise<{ server: ServerProcess; remove: () => Promise<void> }> {
  const { databaseUrl, dns } = suite.platform.config;
  const data = await mkdtemp(join(tmpdir(), "atrium-process-"));
  await copyFile(join(dataDir, "secret.key"), join(data, "secret.key"));
  const server = await serverProcess(data, {
    ATRIUM_DATABASE_URL: databaseUrl!,
    ATRIUM_DNS: `${dns!.address}:${dns!.port}`,
    ...settings,
  });
  return { server, remove: () => rm(data, { recursive: true }) };
}

const inbox = (page: Page) => page.getByRole("treeitem", { name: "Inbox" }).first();
const away = (page: Page) => page.getByText("No connection.");
/** What a browser without network writes by itself. */
const CUT = [/Failed to load resource/];

const signedIn = (who: SeedKey): Promise<BrowserContext> => contextOf(browser, host, who);

test("a window shows its list before the server has answered anything about mail", async () => {
  await postPlain(host, "alice", "First kept", "Second kept");
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
  await postPlain(host, "alice", "Arrived since");
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
  await postPlain(host, "bob", "Offline one", "Offline two", "Offline three");
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
  await away(next.page).waitFor({ state: "detached" });
  await expect.poll(() => keywordsOf("bob", "Offline one")).toEqual({ $flagged: true });
  await next.page.reload();
  await star(next.page, "Offline one", "Remove star").waitFor();
  await row(next.page, "Offline two").waitFor({ state: "detached" });
  await next.expectQuiet({ allow: CUT });
  await context.close();
});

/** As the server has it. */
async function keywordsOf(who: SeedKey, subject: string, at: At = host): Promise<unknown> {
  return (await storedMail(at, who, { subject }))[0]?.keywords;
}

const act = (page: Page, subject: string, name: "Archive" | "Delete") => async () => {
  await row(page, subject).hover();
  await row(page, subject).getByRole("button", { name, exact: true }).click();
};

testWhole(
  "five windows stay in step over one push line, also when the one that has it is killed",
  async () => {
    await postPlain(host, "carol", "Shared one", "Shared two");
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
            const look = (): boolean =>
              document.querySelector('[aria-label="Remove star"]') !== null;
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
    await postPlain(host, "carol", "After the leader");
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
  },
);

testWhole(
  "five windows follow a second device, survive a crash, and each its own cut, with every act done once",
  async () => {
    const subjects = ["One", "Two", "Three", "Four", "Five", "Six"];
    await postPlain(host, "bob", ...subjects.map((name) => `Step ${name}`));
    const box = await foldersOf(host, "bob");
    const context = await signedIn("bob");
    const windows: WatchedPage[] = [];
    for (let index = 0; index < 5; index += 1) {
      const opened = await browser.open(host.url, { context });
      await row(opened.page, "Step Six").waitFor();
      windows.push(opened);
    }
    const all = async (
      look: (page: Page) => Promise<unknown>,
      but?: WatchedPage,
    ): Promise<void> => {
      for (const window of windows) if (window !== but) await look(window.page);
    };
    const tree = (page: Page, name: RegExp | string) =>
      page.getByRole("treeitem", { name }).first();

    // On a second device: a folder is made and renamed, one mail goes there, one is destroyed, a draft written.
    const [made] = await device<{ created: { f: { id: string } } }>(host, "bob", [
      ["Mailbox/set", { create: { f: { name: "Plans" } } }],
    ]);
    await all((page) => tree(page, "Plans").waitFor());
    const two = (await storedMail(host, "bob", { subject: "Step Two" }))[0]!.id;
    const three = (await storedMail(host, "bob", { subject: "Step Three" }))[0]!.id;
    const folder = made!.created.f.id;
    const done = await device<object>(host, "bob", [
      ["Mailbox/set", { update: { [folder]: { name: "Old plans" } } }],
      ["Email/set", { update: { [two]: { mailboxIds: { [folder]: true } } }, destroy: [three] }],
      [
        "Email/set",
        {
          create: {
            d: {
              mailboxIds: { [box["drafts"]!]: true },
              keywords: { $draft: true },
              subject: "Half a thought",
              bodyValues: { t: { value: "Hm." } },
              textBody: [{ partId: "t", type: "text/plain" }],
            },
          },
        },
      ],
    ]);
    expect(done.map((answer) => JSON.stringify(answer)).join()).not.toMatch(/"not[A-Z]\w+":\{/);
    await all(async (page) => {
      await tree(page, /^Old plans/).waitFor();
      await row(page, "Step Two").waitFor({ state: "detached" });
      await row(page, "Step Three").waitFor({ state: "detached" });
      await expect.poll(() => tree(page, "Drafts").textContent()).toContain("1");
    });

    // The window with the push connection crashes while it has something to send that no window got.
    const isConnected = ({ page, requests }: WatchedPage) =>
      !page.isClosed() &&
      requests.some(({ url, failed }) => url.includes("eventsource") && failed === undefined);
    const leader = windows.find(isConnected)!;
    await leader.page.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
    await star(leader.page, "Step One", "Add star").click();
    await all((page) => star(page, "Step One", "Remove star").waitFor());
    expect(await keywordsOf("bob", "Step One")).toEqual({});
    const devtools = await context.newCDPSession(leader.page);
    const crashed = leader.page.waitForEvent("crash");
    devtools.send("Page.crash").catch(() => undefined);
    await crashed;
    await postPlain(host, "bob", "After the crash");
    await all((page) => row(page, "After the crash").waitFor(), leader);
    await expect.poll(() => keywordsOf("bob", "Step One")).toEqual({ $flagged: true });
    windows.splice(windows.indexOf(leader), 1);

    // Without network each goes on; of the same mail the last word counts, whoever comes back first.
    for (const { page } of windows)
      await page.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
    const [first, second, third, fourth] = windows.map(({ page }) => page);
    await star(first!, "Step Four", "Add star").click();
    await star(second!, "Step Four", "Remove star").click();
    await act(third!, "Step Five", "Archive")();
    await act(fourth!, "Step Six", "Delete")();
    await star(second!, "Step One", "Remove star").click();
    await all(async (page) => {
      await star(page, "Step Four", "Add star").waitFor();
      await star(page, "Step One", "Add star").waitFor();
      await row(page, "Step Five").waitFor({ state: "detached" });
      await row(page, "Step Six").waitFor({ state: "detached" });
    });
    for (const { page } of windows.toReversed()) {
      await page.unroute(/\/jmap\//);
      await page.evaluate(() => dispatchEvent(new Event("online")));
    }
    await all((page) => away(page).waitFor({ state: "detached" }));
    const left = ["After the crash", "Step Four", "Step One"];
    const inInbox = async () => {
      const mails = await storedMail(host, "bob", { inMailbox: box["inbox"] });
      return mails.filter(({ subject }) => /^(Step|After)/.test(subject));
    };
    await expect
      .poll(async () => (await inInbox()).map(({ subject }) => subject).toSorted())
      .toEqual(left);
    for (const { subject, keywords } of await inInbox())
      expect([subject, keywords]).toEqual([subject, {}]);
    expect(await storedMail(host, "bob", { subject: "Step" })).toHaveLength(5);
    const shown = async (page: Page) =>
      (await page.locator(".mail-row-subject").allTextContents()).filter((text) =>
        /^(Step|After)/.test(text),
      );
    await all(async (page) => {
      await expect.poll(() => shown(page)).toEqual(left);
      await page.reload();
      await row(page, "Step One").waitFor();
      await expect.poll(() => shown(page)).toEqual(left);
    });
    await context.close();
  },
);

// What follows waits more than it works, each with people of its own.
testWhole.concurrent(
  "a server that is killed while it answers: nothing is lost, nothing is done twice, nothing is sent twice",
  async ({ expect }) => {
    const { connection, drop } = await cloneDatabase();
    const seeded = await startSuite({ connection });
    const { people } = seeded;
    await post(seeded, [
      { to: people.alice.address, subject: "Before", text: "Before." },
      { to: people.alice.address, subject: "Kept", text: "Kept." },
    ]);
    const { server, remove } = await processOf(seeded, { ATRIUM_UNDO_SEND: "1s" });
    const at: TestSuite = { ...seeded, url: server.url, smtpPort: server.smtpPort };
    await seeded.close();
    await server.start();
    try {
      const context = await browser.context();
      await signIn(context, at, "alice");
      const { page } = await browser.open(at.url, { context });
      await row(page, "Kept").waitFor();
      await row(page, "Before").waitFor();

      // It dies with acts on their way, of which it may have written some and answered none.
      const said = page.waitForRequest(
        (request) => request.postData()?.includes("Email/set") === true,
      );
      await star(page, "Kept", "Add star").click();
      await said;
      await server.kill();
      await act(page, "Before", "Archive")();
      await row(page, "Before").waitFor({ state: "detached" });
      await page.getByText("will be saved when it is back.").waitFor();
      await server.start();
      await away(page).waitFor({ state: "detached" });
      await post(at, [{ to: people.alice.address, subject: "After", text: "After." }]);
      await row(page, "After").waitFor();
      await expect.poll(() => keywordsOf("alice", "Kept", at)).toEqual({ $flagged: true });

      // A message is handed over, and no answer comes: once it goes, however often it is tried.
      await page.keyboard.press("c");
      await page.getByRole("combobox", { name: "To", exact: true }).fill(people.bob.address);
      await page.keyboard.press("Enter");
      await page.getByRole("textbox", { name: "Subject" }).fill("Only once");
      await page.getByRole("textbox", { name: "Message", exact: true }).click();
      await page.keyboard.type("Once.");
      await page.getByText("Saved", { exact: true }).waitFor();
      const handed = new Promise<void>((resolve) => {
        void page.route("**/jmap/api", async (route) => {
          if (route.request().postData()?.includes("EmailSubmission/set") !== true)
            return route.continue();
          // The server has it, and dies; what it said is lost.
          await route.fetch();
          await server.kill();
          await route.abort("connectionreset");
          resolve();
        });
      });
      await page.keyboard.press("Control+Enter");
      await handed;
      await page.unroute("**/jmap/api");
      await page
        .getByText("No connection. The message will be sent when you are back online.")
        .waitFor();
      await server.start();
      await expect
        .poll(async () => (await storedMail(at, "bob", { subject: "Only once" })).length)
        .toBe(1);
      await page
        .getByText("No connection. The message will be sent")
        .waitFor({ state: "detached" });
      const sent = await storedMail(at, "alice", { subject: "Only once" });
      expect(sent.map(({ keywords }) => "$draft" in keywords)).toEqual([false]);

      const subjects = async () =>
        (await page.locator(".mail-row-subject").allTextContents()).toSorted();
      await expect.poll(subjects).toEqual(["After", "Kept"]);
      await page.reload();
      await star(page, "Kept", "Remove star").waitFor();
      await expect.poll(subjects).toEqual(["After", "Kept"]);
      for (const subject of ["Before", "Kept", "After"])
        expect(await storedMail(at, "alice", { subject })).toHaveLength(1);
      expect(await storedMail(at, "bob", { subject: "Only once" })).toHaveLength(1);
      await page.getByRole("treeitem", { name: "Archive" }).first().click();
      await row(page, "Before").waitFor();
      await context.close();
    } finally {
      await server.kill();
      await remove();
      await drop();
    }
  },
);
