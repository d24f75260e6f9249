import type { BrowserContext } from "playwright-core";
import { beforeAll } from "vitest";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import {
  startSuite,
  type SeedKey,
  type SuiteOptions,
  type TestSuite,
} from "../../server/src/testing/suite.ts";
import { useBrowser, type PageOptions, type TestBrowser, type WatchedPage } from "./browser.ts";
import type { ChromiumOptions } from "./chromium.ts";
import { signIn } from "./session.ts";

export { signIn } from "./session.ts";

/** A whole server with its own database, serving the built `dist/`; its organisation has five people, unless `seeds` is false. */
export async function startHost(
  config: SuiteOptions["config"] = {},
  seeds = true,
): Promise<TestSuite> {
  const { connection, drop } = await cloneDatabase();
  const suite = await startSuite({ connection, config, seeds });
  return {
    ...suite,
    async close() {
      await suite.close();
      await drop();
    },
  };
}

/** A browser context in which a user is signed in. */
export async function contextOf(
  browser: TestBrowser,
  host: TestSuite,
  who: SeedKey,
  options?: PageOptions,
): Promise<BrowserContext> {
  const context = await browser.context(options);
  await signIn(context, host, who);
  return context;
}

/** Opens a page of the host in a context of its own, in which a user is signed in. */
export async function openAs(
  browser: TestBrowser,
  host: TestSuite,
  who: SeedKey,
  path = "/",
  options?: PageOptions,
): Promise<WatchedPage> {
  const context = await contextOf(browser, host, who, options);
  const opened = await browser.open(host.url + path, { ...options, context });
  return { ...opened, close: () => context.close() };
}

/**
 * Gives a test file a browser and a host of its own: started before the first test, closed after the last one. `open` opens
 * a page of the host in a context of its own, in which a user is signed in.
 */
export function useHost(config?: SuiteOptions["config"], own?: ChromiumOptions) {
  const browser = useBrowser(own);
  // Filled before the first test.
  const host = {} as TestSuite;
  beforeAll(async () => {
    Object.assign(host, await startHost(config));
    return () => host.close();
  });
  const open = (who: SeedKey, path?: string, options?: PageOptions): Promise<WatchedPage> =>
    openAs(browser, host, who, path, options);
  return { browser, host, open };
}
