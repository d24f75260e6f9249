// Features: entry, mail, compose, accounts
import type { BrowserContext, Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeenRequest } from "./browser.ts";
import { contextOf, signIn, useHost } from "./host.ts";
import { post } from "./mail-post.ts";

const KB = 1_000;

const { browser, host } = useHost();
let mailId: string;
beforeAll(async () => {
  const { alice } = host.people;
  await post(
    host,
    Array.from({ length: 30 }, (_, index) => ({
      to: alice.address,
      subject: `Budget talk ${index}`,
      text: "Let us keep it small.",
      html: "<p>Let us keep it <b>small</b>.</p>",
    })),
  );
  const context = await contextOf(browser, host, "alice");
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [["Email/query", { accountId: alice.accountId, limit: 1 }, "q"]],
    },
  });
  mailId = (await answer.json()).methodResponses[0][1].ids[0];
  await context.close();
});

interface Cost {
  /** Requests to the product's own address that were sent by then; drive's are its own affair. */
  readonly requests: readonly SeenRequest[];
  /** Octets that had come by then, as the browser counted them on the wire (brotli). */
  readonly scripts: number;
  readonly fonts: number;
  readonly all: number;
}

/** What a person waits for: an element with these words. */
interface Sign {
  readonly selector: string;
  readonly words?: string;
}

/**
 * What a window has cost by the moment when it shows a sign, or by when a wait is over.
 * A fresh browser profile each time: nothing is cached.
 */
async function costOf(
  path: string,
  shows: Sign | ((page: Page) => Promise<void>),
  who: "alice" | "nobody" = "alice",
): Promise<Cost> {
  const context: BrowserContext = await browser.context();
  if (who === "alice") await signIn(context, host);
  if (typeof shows === "object") {
    await noteMoment(context, shows);
    await sendInTurn(context);
  }
  const watched = await browser.open(host.url + path, { context });
  const moment =
    typeof shows === "object" ? await momentIn(watched.page) : await shows(watched.page);
  const came = moment !== undefined ? await cameBy(watched.page, moment) : undefined;
  const requests = watched.requests
    .filter(({ url }) => url.startsWith(host.url) && !url.includes("/remotes/drive/"))
    .filter(({ sentAt }) => !came || sentAt <= came.until)
    .map((request) => ({ ...request }));
  const sum = (list: readonly SeenRequest[]) =>
    list
      .filter(({ url }) => !came || came.urls.has(url))
      .reduce((all, { bytes }) => all + bytes, 0);
  const cost = {
    requests,
    scripts: sum(requests.filter(({ type }) => type === "Script")),
    fonts: sum(requests.filter(({ type }) => type === "Font")),
    all: sum(requests),
  };
  console.log(
    `${path}: ${requests.length} requests, scripts ${cost.scripts}, fonts ${cost.fonts}, all ${cost.all}`,
  );
  if (process.env["BUDGET_DETAILS"])
    for (const { url, bytes, type } of requests) console.log(`  ${type} ${bytes} ${url}`);
  await watched.close();
  return cost;
}

/**
 * Lets scripts and stylesheets come one after another, each when the page has done its work with the one before, as over a
 * slow line. On a slow machine more than what is needed would come before the page is drawn.
 */
async function sendInTurn(context: BrowserContext): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  const send = async (route: Route, after: Promise<unknown>): Promise<void> => {
    await after;
    const request = route.request();
    try {
      await route.continue();
      await (await request.response())?.finished();
      await request
        .frame()
        .evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())));
    } catch {
      // The page was closed, or left its first document.
    }
  };
  await context.route(/\/assets\/[^/]*\.(?:js|css)$/, (route) => {
    before = send(route, before);
  });
}

/** What had come by then; the rest comes while the person already looks at it. */
async function cameBy(
  page: Page,
  moment: number,
): Promise<{ readonly urls: ReadonlySet<string>; readonly until: number }> {
  const [origin, ...urls] = await page.evaluate(
    (moment) =>
      [
        performance.timeOrigin,
        location.href,
        ...performance
          .getEntriesByType("resource")
          .filter((entry) => (entry as PerformanceResourceTiming).responseEnd <= moment)
          .map(({ name }) => name),
      ] as const,
    moment,
  );
  expect(urls.length).toBeGreaterThan(3);
  return { urls: new Set(urls), until: origin + moment };
}

/** Has each page of the context note when the sign is first in its document, which no poll from outside can measure on a busy machine. */
async function noteMoment(context: BrowserContext, { selector, words = "" }: Sign): Promise<void> {
  await context.addInitScript(
    ({ selector, words }) => {
      const observer = new MutationObserver(() => {
        const found = [...document.querySelectorAll(selector)];
        if (!found.some((one) => one.textContent.includes(words))) return;
        Object.assign(globalThis, { shownAt: performance.now() });
        observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    },
    { selector, words },
  );
}

/** The noted moment, in milliseconds of the page. */
async function momentIn(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt);
  return (await noted.jsonValue())!;
}

test("the entry selection is at most 3 kB before an application's own code", async () => {
  const { requests } = await costOf("/help/", (page) => page.getByRole("searchbox").waitFor());
  const entry = requests.find(({ url }) => /\/index\.[^/]*\.js$/.test(url))!;
  expect(entry.status).toBe(200);
  const { headers } = await fetch(`${host.url}/`, { headers: { "accept-encoding": "br" } });
  expect(headers.get("content-encoding")).toBe("br");
  const document = Number(headers.get("content-length"));
  console.log(`  document ${document}, entry ${entry.bytes}`);
  expect(document).toBeGreaterThan(0);
  expect(document + entry.bytes).toBeLessThanOrEqual(3 * KB);
  // And it is the first and only script until the application is known.
  expect(requests.filter(({ type }) => type === "Script")[0]).toBe(entry);
});

test("the sign-in page needs at most 9 requests and 140 kB of script, and what it leads to comes later", async () => {
  const { requests, scripts } = await costOf("/", { selector: "input[name=username]" }, "nobody");
  expect(requests.length).toBeLessThanOrEqual(9);
  expect(scripts).toBeLessThanOrEqual(140 * KB);
});

testWhole("a mail popup's first paint is at most 170 kB", async () => {
  const { all, fonts } = await costOf(`/mail/popup/mails/${mailId}`, {
    selector: "h1, h2",
    words: "Budget talk",
  });
  // Text is painted before its font arrives (`font-display: swap`).
  expect(all - fonts).toBeLessThanOrEqual(170 * KB);
});

test("compose's first paint is at most 170 kB, and 200 kB until a message can be written", async () => {
  const first = await costOf("/mail/write/", { selector: "main" });
  expect(first.all - first.fonts).toBeLessThanOrEqual(170 * KB);
  const whole = await costOf("/mail/write/", { selector: "[contenteditable=true]" });
  expect(whole.all - whole.fonts).toBeLessThanOrEqual(200 * KB);
});

testWhole("the chatbot is at most 90 kB in all", async () => {
  const { all } = await costOf(
    "/share/chatbot/embed",
    async (page) => {
      await page.waitForFunction(() => document.getElementById("root")!.innerText.length > 0);
    },
    "nobody",
  );
  expect(all).toBeLessThanOrEqual(90 * KB);
});

test("main needs at most 12 requests, 200 kB of script and 300 kB in all before the list shows", async () => {
  const { requests, scripts, all } = await costOf("/", {
    selector: "[role=row]",
    words: "Budget talk",
  });
  expect(requests.length).toBeGreaterThan(8);
  expect(requests.length).toBeLessThanOrEqual(12);
  expect(scripts).toBeLessThanOrEqual(200 * KB);
  expect(all).toBeLessThanOrEqual(300 * KB);
});
