// Features: suite, pages, entry
import { LOAD_ERROR_CODES } from "@atrium/contract/errors";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWhole, sampled } from "../../formats/src/testing/whole.ts";
import { lookWithAxe } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host } = useHost();

interface Window {
  readonly path: string;
  readonly app: string;
  /** The heading of its frame. */
  readonly heading: string;
  readonly title: string;
  /** The link that leads back to mail; none in a window of its own, or in another user's page. */
  readonly back?: string;
}

const PRIVATE: readonly Window[] = [
  {
    path: "/setting",
    app: "settings",
    heading: "Settings",
    title: "Profile – Settings",
    back: "Mail",
  },
  {
    path: "/address-book",
    app: "address-book",
    heading: "Demo directory",
    title: "Address book – Demo",
    back: "Mail",
  },
  {
    path: "/ipt-call",
    app: "call",
    heading: "Camera and microphone",
    title: "Camera and microphone – Calls",
    back: "Mail",
  },
  {
    path: "/mail/write/",
    app: "mail-compose",
    heading: "New message",
    title: "New message – alice@demo.test",
  },
];

const PUBLIC: readonly Window[] = [
  { path: "/help/", app: "pages", heading: "Help", title: "Help", back: "Back to mail" },
  {
    path: "/share/pages/unknown",
    app: "pages",
    heading: "This page doesn’t exist",
    title: "This page doesn’t exist",
    back: "Back to mail",
  },
  {
    path: "/share/chatbot/embed",
    app: "chatbot-embed",
    heading: "There is no chatbot here",
    title: "Chatbot",
  },
];

async function expectFrame(page: Page, { app, heading, title }: Window): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset["app"])).toBe(app);
  await expect.poll(() => page.title()).toBe(title);
}

async function expectWayToMail(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.waitForURL(`${host.url}/`);
  expect(await page.evaluate(() => document.documentElement.dataset["app"])).toBe("main");
}

// Of the sample, tests/e2e/sign-in.test.ts signs in in place.
describeWhole("a window for people of the organisation", () => {
  test.each(PRIVATE)("$path signs in in place", async (window) => {
    const opened = await browser.open(host.url + window.path);
    const { page } = opened;
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset["app"])).toBe(window.app);
    await page.evaluate("globalThis.unloaded = true");
    await page.getByLabel("Email address", { exact: true }).fill(host.people.alice.address);
    await page.getByLabel("Password", { exact: true }).fill(host.people.alice.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectFrame(page, window);
    expect(await page.evaluate("globalThis.unloaded")).toBe(true);
    expect(new URL(page.url()).pathname).toBe(window.path);
    await opened.expectQuiet({ allow: [/status of 401/] });
    if (window.back) await expectWayToMail(page, window.back);
    await opened.close();
  });
});

describe("a public window", () => {
  test.each(sampled(PUBLIC, 1))("$path asks nobody who they are", async (window) => {
    const opened = await browser.open(host.url + window.path);
    const { page } = opened;
    await expectFrame(page, window);
    await page.waitForLoadState();
    expect(opened.requests.filter(({ url }) => url.includes("/api/"))).toEqual([]);
    expect(await page.getByRole("heading", { name: "Sign in" }).count()).toBe(0);
    await opened.expectQuiet();
    if (window.back) await expectWayToMail(page, window.back);
    await opened.close();
  });
});

describe("axe finds nothing, in light and in dark", () => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await contextOf(browser, host, "alice");
  });
  afterAll(() => context?.close());

  const pages = [
    ...[...PRIVATE, ...PUBLIC].map(({ path, heading }) => [path, heading] as const),
    ["/setting/appearance", "Density"] as const,
    ["/setting/security", "This browser"] as const,
    ["/setting/people", "bob@demo.test"] as const,
    ["/setting/domains", "demo.test"] as const,
    ["/setting/nothing", "This setting doesn’t exist"] as const,
    ["/address-book/people/nobody", "This person doesn’t exist"] as const,
    ["/help/keys", "Keyboard shortcuts"] as const,
    ["/help/errors/RUNTIME-003", "Cause"] as const,
  ];
  test.each(sampled(pages, 1))("on %s", async (path, words) => {
    const opened = await browser.open(host.url + path, { context });
    const { page } = opened;
    await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect([colorScheme, ...(await lookWithAxe(page))]).toEqual([colorScheme]);
    }
    await opened.expectQuiet();
    await opened.close();
  });
});

describe("help", () => {
  test("is searched, and an article is opened and left without a page load", async () => {
    const opened = await browser.open(`${host.url}/help/`);
    const { page } = opened;
    const search = page.getByRole("searchbox", { name: "Search help" });
    await page.evaluate("globalThis.unloaded = true");
    await search.fill("password session");
    await page.getByText("1 page", { exact: true }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(1);
    await page.getByRole("link", { name: "Sign in and keep your account safe" }).click();
    await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    await expect.poll(() => page.title()).toBe("Sign in and keep your account safe – Help");
    await page.getByRole("link", { name: "All help articles" }).click();
    await search.fill("xylophone");
    await page.getByText("No help articles match “xylophone”.").waitFor();
    expect(await page.evaluate("globalThis.unloaded")).toBe(true);
    await opened.expectQuiet();
    await opened.close();
  });

  test.each(sampled(["en", "ko"], 1))(
    "explains every code of the catalogue in %s",
    async (locale) => {
      const opened = await browser.open(`${host.url}/help/errors`, { locale });
      const { page } = opened;
      await page.getByRole("listitem").first().waitFor();
      expect(await page.getByRole("listitem").getByRole("link").allInnerTexts()).toEqual([
        ...LOAD_ERROR_CODES,
      ]);
      for (const code of sampled(LOAD_ERROR_CODES, 5)) {
        await page.getByRole("link", { name: code, exact: true }).click();
        const article = page.getByRole("article");
        await article.getByRole("heading", { level: 2, name: code, exact: true }).waitFor();
        const paragraphs = await article.getByRole("paragraph").allInnerTexts();
        // What the card says, the cause, and at least one thing to do.
        expect([code, paragraphs.length >= 3]).toEqual([code, true]);
        for (const text of paragraphs) {
          expect([code, text.length > 10]).toEqual([code, true]);
          expect([text, /[가-힣]/.test(text)]).toEqual([text, locale === "ko"]);
        }
        await page.goBack();
        await page.getByRole("link", { name: code, exact: true }).waitFor();
      }
      await opened.expectQuiet();
      await opened.close();
    },
  );

  test.each(sampled(["/help/nothing", "/help/errors/RUNTIME-999", "/help/keys/more"], 1))(
    "says at %s that there is no such page, and where all are",
    async (path) => {
      const opened = await browser.open(host.url + path);
      const { page } = opened;
      await page.getByText("This help article doesn’t exist").first().waitFor();
      await page.getByRole("main").getByRole("link", { name: "All help articles" }).click();
      await page.getByRole("searchbox").waitFor();
      await opened.expectQuiet();
      await opened.close();
    },
  );
});

const CHATBOT = [
  ["en", "There is no chatbot here"],
  ["ko", "사용할 수 있는 챗봇이 없습니다"],
] as const;
test.each(sampled(CHATBOT, 1))(
  "the embedded chatbot says in %s that there is none",
  async (locale, words) => {
    const opened = await browser.open(`${host.url}/share/chatbot/embed`, { locale });
    await opened.page.getByRole("heading", { name: words }).waitFor();
    expect(await opened.page.evaluate(() => document.documentElement.lang)).toBe(locale);
    await opened.expectQuiet();
    await opened.close();
  },
);
