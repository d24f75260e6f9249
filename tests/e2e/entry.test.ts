// Features: entry
import { selectApp } from "@atrium/contract/routes";
import type { BrowserContext } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sampled, testWhole } from "../../formats/src/testing/whole.ts";
import { NEAR_MISSES, PATHS } from "../../contract/src/routes.fixture.ts";
import { eventually } from "./browser.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host } = useHost();
let signedIn: BrowserContext;
beforeAll(async () => {
  signedIn = await contextOf(browser, host, "alice");
});

/** A query and a fragment are no part of the path. */
const LITERAL: typeof NEAR_MISSES = [
  ...NEAR_MISSES,
  ["/?next=/setting", "main"],
  ["/#/setting", "main"],
];

/** What only one application's window may ask for. */
const FEDERATION = /mf-manifest|remoteEntry|remotes\/drive/;

describe("the path decides which application opens", () => {
  test.each(sampled(PATHS, 1))("%s opens %s", async (path, app) => {
    const watched = await browser.open(host.url + path, { context: signedIn });
    const { page } = watched;
    await page.waitForFunction(() => document.getElementById("root")!.innerText.trim() !== "");
    expect(await page.evaluate(() => document.documentElement.dataset["app"])).toBe(app);
    expect(selectApp(new URL(page.url()).pathname)).toBe(app);
    if (app === "main") {
      await eventually(() => watched.requests.some(({ url }) => FEDERATION.test(url)));
    } else {
      expect(watched.requests.filter(({ url }) => FEDERATION.test(url))).toEqual([]);
      expect(await page.evaluate(() => "__FEDERATION__" in globalThis)).toBe(false);
    }
    await watched.expectQuiet();
    await watched.close();
  });
});

test("drive is asked for before main, and the rest of it when the list stands", async () => {
  const { page, requests, close } = await browser.open(host.url, { context: signedIn });
  await page.waitForFunction(() => "__FEDERATION__" in globalThis);
  const at = (what: RegExp): number => requests.findIndex(({ url }) => what.test(url));
  await eventually(() => at(/remoteEntry/) >= 0);
  expect(at(/mf-manifest/)).toBeLessThan(at(/\/kit\./));
  expect(at(/remoteEntry/)).toBeGreaterThan(at(/\/jmap\/api/));
  expect(requests.filter(({ url }) => url.includes("mf-manifest"))).toHaveLength(1);
  await close();
});

testWhole("what only looks like one of these paths opens another application", async () => {
  const { page, close } = await browser.open(`${host.url}/help/`);
  // Which one it is, the first script says; what it then loads is the same as above.
  await page.route(/\/assets\/(?!index\.)/, (route) => route.abort());
  const opened: (readonly [path: string, app: string | undefined])[] = [];
  for (const [path] of LITERAL) {
    await page.goto(host.url + path, { waitUntil: "commit" });
    const app = await page.waitForFunction(() => document.documentElement.dataset["app"]);
    opened.push([path, await app.jsonValue()]);
    // A fragment alone would be no new page.
    await page.goto("about:blank");
  }
  expect(opened).toEqual(LITERAL);
  expect(LITERAL.map(([path]) => [path, selectApp(new URL(path, host.url).pathname)])).toEqual(
    LITERAL,
  );
  await close();
});

test("the application is known before any other script is asked for", async () => {
  const context = await browser.context();
  await context.addInitScript(() => {
    new MutationObserver((records) => {
      const scripts = records
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof HTMLScriptElement && !node.defer);
      if (scripts.length > 0)
        (globalThis as { appAtFirstChunk?: string | undefined }).appAtFirstChunk ??=
          document.documentElement.dataset["app"] ?? "unknown";
    }).observe(document, { childList: true, subtree: true });
  });
  const { page, close } = await browser.open(`${host.url}/setting`, { context });
  await page.waitForFunction(() => "appAtFirstChunk" in globalThis);
  expect(await page.evaluate("appAtFirstChunk")).toBe("settings");
  await close();
});

testWhole.each(["/help/", "/share/chatbot/embed"])(
  "%s is public and reads no session",
  async (path) => {
    const watched = await browser.open(host.url + path);
    await watched.page.waitForLoadState("networkidle");
    expect(watched.requests.filter(({ url }) => url.includes("/api/"))).toEqual([]);
    await watched.close();
  },
);
