import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, type ExpectStatic } from "vitest";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { useBrowser, type PageOptions, type WatchedPage } from "./browser.ts";
import { signIn, startHost } from "./host.ts";
import { post } from "./mail-post.ts";

const browser = useBrowser();
let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  host = await startHost();
  await post(host, [
    { to: host.people.alice.address, subject: "First of all", text: "One." },
    { to: host.people.alice.address, subject: "Second to none", text: "Two." },
  ]);
});
afterAll(() => host?.close());

async function open(
  path = "/",
  options: PageOptions & { readonly who?: SeedKey } = {},
): Promise<WatchedPage> {
  const context = options.context ?? (await browser.context(options));
  if (!options.context) await signIn(context, host, options.who ?? "alice");
  return browser.open(host.url + path, { ...options, context });
}

const row = (page: Page, subject: string) => page.getByRole("row").filter({ hasText: subject });
const field = (page: Page) => page.getByRole("combobox", { name: "What do you want to do?" });
const options = (page: Page) => page.getByRole("listbox", { name: "Commands" }).getByRole("option");

describe("the palette", () => {
  test("opens by Ctrl+K, finds what was typed, acts by Enter and gives the focus back", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await options(page).count()).toBeGreaterThan(10);
    await page.keyboard.type("sent");
    await expect.poll(() => options(page).first().textContent()).toContain("Go to Sent");
    const active = await field(page).getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true");
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/mail\/folder\/sent$/);
    await field(page).waitFor({ state: "detached" });

    // What was used last stands first the next time.
    await page.keyboard.press("Control+k");
    await expect.poll(() => options(page).first().textContent()).toContain("Go to Sent");
    await page.keyboard.press("Escape");
    await field(page).waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  });

  test("finds people to write to, and folders; says when it finds nothing", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("Control+k");
    await field(page).fill("bob");
    await options(page).filter({ hasText: "Write to Bob" }).waitFor();
    await field(page).fill("go archive");
    await expect.poll(() => options(page).first().textContent()).toContain("Go to Archive");
    await field(page).fill("olga@elsewhere.example");
    await options(page).filter({ hasText: "Write to olga@elsewhere.example" }).waitFor();
    await field(page).fill("xyzzy");
    await page.getByText("Nothing here is called “xyzzy”").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  });

  test("opens in settings and the address book too, and keys typed right after are meant for it", async () => {
    for (const path of ["/setting/profile", "/address-book"]) {
      const opened = await open(path);
      const { page } = opened;
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("theme d", { delay: 5 });
      await field(page).waitFor();
      await field(page).fill("theme dark");
      await page.keyboard.press("Enter");
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset["theme"]))
        .toBe("dark");
      await opened.expectQuiet();
      await opened.close();
    }
  });

  test("leaves Enter and arrows to the input method while it composes", async () => {
    const opened = await open("/", { locale: "ko-KR" });
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("Control+k");
    const input = page.getByRole("combobox", { name: "무엇을 할까요?" });
    await input.fill("ㅂㄱㅎ");
    const list = page.getByRole("listbox", { name: "명령" }).getByRole("option");
    await list.filter({ hasText: "보관함" }).first().waitFor();
    await input.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true });
    await input.waitFor();
    await opened.close();
  });
});

describe("keys", () => {
  test("pairs go to folders; in a field and while composing they are letters", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForURL(/\/mail\/folder\/drafts$/);
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.waitForURL(/\/mail\/folder\/inbox$/);
    await page.keyboard.press("/");
    await page.keyboard.type("gd?");
    expect(new URL(page.url()).pathname).not.toMatch(/drafts/);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await opened.close();
  });

  test("the dialog of keys shows the one table, and c writes a mail", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "First of all").waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.waitFor();
    await dialog.getByText("Write a mail").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("c");
    await page
      .getByRole("region", { name: /New message|Message/ })
      .first()
      .waitFor();
    await opened.close();
  });
});

// What follows waits more than it works; together it waits once.
describe.concurrent("the service worker", () => {
  /** Waits until the worker has kept the whole release. */
  const kept = (expect: ExpectStatic, page: Page) =>
    expect
      .poll(
        () =>
          page.evaluate(async () => {
            const names = await caches.keys();
            return names.includes("atrium-document") && !!(await caches.match("/build"));
          }),
        { timeout: 40_000 },
      )
      .toBe(true);

  test("starts main without network, and keeps no data, remote or public page", async ({
    expect,
  }) => {
    const context = await browser.context({ serviceWorkers: "allow" });
    const passing = await startHost();
    const { alice } = passing.people;
    await post(passing, [{ to: alice.address, subject: "First of all", text: "One." }]);
    await signIn(context, passing);
    const { page } = await browser.open(passing.url, { context });
    await row(page, "First of all").waitFor();
    await kept(expect, page);
    const names = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(names.filter((name) => !/^\/(assets\/[^/]+|build)?$/.test(name))).toEqual([]);
    await passing.close();
    await page.reload();
    await page.getByRole("navigation", { name: "Applications" }).waitFor();
    await row(page, "First of all").waitFor();
    await context.close();
  });

  test("does not register in public windows", async ({ expect }) => {
    const context = await browser.context({ serviceWorkers: "allow" });
    const opened = await browser.open(`${host.url}/help/`, { context });
    await opened.page.getByRole("searchbox").waitFor();
    await opened.page.waitForTimeout(10_000);
    expect(
      await opened.page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length,
      ),
    ).toBe(0);
    await context.close();
  });
});

test.concurrent("a newer release on the server is offered, and a reload is the person's choice", async ({
  expect,
}) => {
  const opened = await open();
  const { page } = opened;
  await row(page, "First of all").waitFor();
  await page.route("**/release.json", (route) =>
    route.fulfill({ json: { build: "index.00000000.js", files: [] } }),
  );
  const notice = page.getByRole("status").filter({ hasText: "Atrium was updated." });
  // What looks for it comes later than the window, and looks when the network is back.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event("online")));
        return notice.isVisible();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await notice.getByRole("button", { name: "Later" }).click();
  await notice.waitFor({ state: "detached" });
  await opened.expectQuiet();
  await opened.close();
});

describe.concurrent("notifications", () => {
  /** Records what would be shown; headless browsers show nothing. */
  const record = (context: BrowserContext) =>
    context.addInitScript(() => {
      const page = globalThis as unknown as { told: string[]; Notification: unknown };
      page.told = [];
      class Recorded extends EventTarget {
        static permission = "granted";
        static requestPermission = () => Promise.resolve("granted");
        constructor(title: string) {
          super();
          page.told.push(title);
        }
      }
      page.Notification = Recorded;
    });
  const told = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { told: string[] }).told);

  test("one window tells of new mail while none is looked at, and another takes over when it closes", async ({
    expect,
  }) => {
    const context = await browser.context();
    await signIn(context, host, "carol");
    await record(context);
    await context.addInitScript(() => {
      localStorage.setItem("atrium.notifications", JSON.stringify({ isOn: true }));
      // Nobody looks: in a test every page believes that it has the focus.
      document.hasFocus = () => false;
    });
    const one = await open("/", { context });
    const two = await open("/", { context });
    for (const { page } of [one, two]) await page.getByText("Your inbox is empty").waitFor();
    // One tells, the other stands by.
    const lines = () =>
      one.page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        const tellers = (locks: LockInfo[]) =>
          locks.filter(({ name }) => name?.startsWith("atrium tells of mail")).length;
        return [tellers(held), tellers(pending)];
      });
    await expect.poll(lines, { timeout: 30_000 }).toEqual([1, 1]);
    await post(host, [{ to: host.people.carol.address, subject: "News", text: "Look here." }]);
    for (const { page } of [one, two]) await row(page, "News").waitFor();
    await expect
      .poll(async () => [...(await told(one.page)), ...(await told(two.page))].length)
      .toBe(1);
    // When that window closes, the other takes over.
    const [teller, other] = (await told(one.page)).length === 1 ? [one, two] : [two, one];
    await teller.close();
    await expect
      .poll(() =>
        other.page.evaluate(async () => {
          const { pending = [] } = await navigator.locks.query();
          return pending.filter(({ name }) => name?.startsWith("atrium tells of mail")).length;
        }),
      )
      .toBe(0);
    await post(host, [{ to: host.people.carol.address, subject: "More news", text: "And here." }]);
    await expect.poll(async () => (await told(other.page)).length).toBe(1);
    await context.close();
  });
});
