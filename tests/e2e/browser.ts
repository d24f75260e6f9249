import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, type ChromiumOptions } from "./chromium.ts";

/** One line of a page's console. */
export interface ConsoleLine {
  readonly type: string;
  readonly text: string;
}

/** One request as the browser sent it. */
export interface SeenRequest {
  readonly url: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** Octets of the body on the wire, compressed as it came; 0 while it is under way or from the cache. */
  bytes: number;
  status: number | undefined;
  failed: string | undefined;
  fromCache: boolean;
}

/** A page with everything that it said and asked for. */
export interface WatchedPage {
  readonly page: Page;
  readonly console: readonly ConsoleLine[];
  /** Uncaught errors and unhandled rejections. */
  readonly errors: readonly string[];
  readonly requests: readonly SeenRequest[];
  /** Fails the test when the page raised an error, complained, asked a foreign origin or hid a bug of ours. */
  expectQuiet(options?: {
    /** Console lines that are meant to be there. */
    readonly allow?: readonly RegExp[];
    /** Uncaught errors that are meant to be there. */
    readonly raised?: readonly RegExp[];
  }): Promise<void>;
  readonly close: () => Promise<void>;
}

export interface PageOptions {
  /** Origins that may be asked besides the page's own. */
  readonly origins?: readonly string[];
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A phone: small, and touched. */
  readonly isPhone?: boolean;
  readonly locale?: string;
  readonly colorScheme?: "light" | "dark";
  /** As the IANA database names it. */
  readonly timezoneId?: string;
  /** Lets the service worker in, which otherwise would answer what a test means for the server. */
  readonly serviceWorkers?: "allow";
  /** Shares cookies and storage with other pages of the same context. */
  readonly context?: BrowserContext;
}

/** For how long what a page or a test shall see is waited for, as in vitest.config.ts (milliseconds). */
const PATIENCE = 120_000;

export interface TestBrowser {
  context(options?: PageOptions): Promise<BrowserContext>;
  /** Opens a page in a context of its own, unless the options name one. */
  open(url: string, options?: PageOptions): Promise<WatchedPage>;
}

/** The browser of this process. The files that run in it one after another share it: starting one takes a second. */
let shared: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  const browser = await shared;
  if (browser?.isConnected()) return browser;
  shared = launchChromium();
  return shared;
}

/**
 * Gives a test file or group a browser: the one that all share, or an own one where it needs another.
 * Everything that was opened in it is closed afterwards.
 */
export function useBrowser(own?: ChromiumOptions): TestBrowser {
  let browser: Browser | undefined;
  const contexts = new Set<BrowserContext>();
  beforeAll(async () => {
    browser = own ? await launchChromium(own) : await sharedBrowser();
  });
  afterAll(async () => {
    await Promise.all([...contexts].map((context) => context.close()));
    if (own) await browser?.close();
  });

  async function newContext(options: PageOptions = {}): Promise<BrowserContext> {
    const context = await browser!.newContext({
      viewport:
        options.viewport ??
        (options.isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 }),
      isMobile: options.isPhone ?? false,
      hasTouch: options.isPhone ?? false,
      locale: options.locale ?? "en-GB",
      colorScheme: options.colorScheme ?? "light",
      serviceWorkers: options.serviceWorkers ?? "block",
      ...(options.timezoneId !== undefined && { timezoneId: options.timezoneId }),
    });
    context.setDefaultTimeout(PATIENCE);
    contexts.add(context);
    context.on("close", () => contexts.delete(context));
    return context;
  }

  async function openPage(url: string, options: PageOptions = {}): Promise<WatchedPage> {
    const context = options.context ?? (await newContext(options));
    const watched = await watch(await context.newPage(), [
      new URL(url).origin,
      ...(options.origins ?? []),
    ]);
    await watched.page.goto(url, { waitUntil: "commit" });
    return {
      ...watched,
      close: () => (options.context ? watched.page.close() : context.close()),
    };
  }

  return { open: openPage, context: newContext };
}

/** Records what a page says and asks for, from before it opens anything. */
export async function watch(page: Page, origins: readonly string[]): Promise<WatchedPage> {
  const lines: ConsoleLine[] = [];
  const errors: string[] = [];
  page.on("console", (message) => lines.push({ type: message.type(), text: message.text() }));
  page.on("pageerror", (error) => errors.push(error.stack || `${error.name}: ${error.message}`));
  const requests = await record(page);

  const expectQuiet: WatchedPage["expectQuiet"] = async ({ allow = [], raised = [] } = {}) => {
    const uncaught = errors.filter((text) => !raised.some((known) => known.test(text)));
    const complaints = lines
      .filter(({ type }) => type === "error" || type === "warning")
      .map(({ type, text }) => `${type}: ${text}`)
      // Playwright's own word about what `newContext` asks of it.
      .filter((text) => !text.includes("Service Worker registration blocked by Playwright"))
      .filter((text) => !allow.some((known) => known.test(text)));
    const foreign = requests
      .map(({ url }) => url)
      .filter((url) => /^(https?|wss?):/.test(url) && !origins.includes(new URL(url).origin));
    const guard: unknown = await page.evaluate("globalThis.domGuardFired ?? 0");
    expect({ errors: uncaught, complaints, foreign, guard }).toEqual({
      errors: [],
      complaints: [],
      foreign: [],
      guard: 0,
    });
  };
  return { page, console: lines, errors, requests, expectQuiet, close: () => page.close() };
}

async function record(page: Page): Promise<SeenRequest[]> {
  const requests: SeenRequest[] = [];
  const byId = new Map<string, SeenRequest>();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type, wallTime }) => {
    const seen: SeenRequest = {
      url: request.url,
      type: type ?? "Other",
      sentAt: wallTime * 1000,
      bytes: 0,
      status: undefined,
      failed: undefined,
      fromCache: false,
    };
    byId.set(requestId, seen);
    requests.push(seen);
  });
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const seen = byId.get(requestId);
    if (seen) seen.status = response.status;
  });
  devtools.on("Network.requestServedFromCache", ({ requestId }) => {
    const seen = byId.get(requestId);
    if (seen) seen.fromCache = true;
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const seen = byId.get(requestId);
    if (seen) seen.bytes += encodedDataLength;
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const seen = byId.get(requestId);
    // A document's octets are counted only here, its header lines among them.
    if (seen?.bytes === 0 && !seen.fromCache) seen.bytes = encodedDataLength;
  });
  devtools.on("Network.loadingFailed", ({ requestId, errorText }) => {
    const seen = byId.get(requestId);
    if (seen) seen.failed = errorText;
  });
  return requests;
}

/** Waits for something that the test sees by itself. For what the page shows, its locators wait. */
export async function eventually<T>(
  look: () => T | undefined | false,
  { what = "it" }: { readonly what?: string } = {},
): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`Waited ${PATIENCE} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
