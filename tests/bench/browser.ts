import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { TestSuite } from "../../server/src/testing/suite.ts";
import { launchChromium, launchProfile } from "../e2e/chromium.ts";
import { signIn } from "../e2e/session.ts";
import { brief, figuresOf, table } from "./figures.ts";
import { addProbe } from "./probe.ts";
import { benchScrolling, toTop } from "./scrolling.ts";
import { benchStarting } from "./starting.ts";
import { benchWork } from "./work.ts";

/** One measurement of the bench, and what it should not be above. */
interface Row {
  readonly name: string;
  readonly values: readonly number[];
  readonly goal?: number;
  readonly note?: string;
}

const COLD = 5;
const WARM = 12;
const LETTERS = 40;
const COMPOSE = 12;
const ECHOES = 20;
/** The first runs fill caches and warm the compiler. */
const WARMING = 3;
/** How long a quick reader looks at a mail before the next; time to fetch the one after it. */
const GLANCE = 350;

/** What may be measured alone. */
export const BROWSER_PARTS = ["start", "reading", "writing", "echo", "scrolling", "work"] as const;

/** How long a person with a large account waits in the browser. `does` says which parts are wanted. */
export async function benchBrowser(
  suite: TestSuite,
  does: (part: (typeof BROWSER_PARTS)[number]) => boolean,
): Promise<string> {
  const browser = await launchChromium();
  try {
    const rows: Row[] = does("start") ? await starts(browser, suite) : [];
    const context = await newContext(browser, suite);
    const page = await openMain(context, suite);
    if (does("reading")) rows.push(await nextLetters(page));
    if (does("writing")) rows.push(...(await compose(page)));
    if (does("echo")) rows.push(await echoes(context, page, suite));
    const tables: string[] = [];
    if (does("scrolling")) {
      tables.push(await benchScrolling(page));
      rows.push(await jumps(page));
    }
    if (does("start")) tables.push(await benchStarting(suite));
    if (does("work")) {
      const another = await openMain(context, suite);
      tables.push(await benchWork(another));
    }
    return [...(rows.length > 0 ? [waits(rows)] : []), ...tables].join("\n\n");
  } finally {
    await browser.close();
  }
}

const WINDOW = { viewport: { width: 1440, height: 900 }, locale: "en-GB" };

async function newContext(browser: Browser, suite: TestSuite): Promise<BrowserContext> {
  return prepare(await browser.newContext(WINDOW), suite);
}

async function prepare(context: BrowserContext, suite: TestSuite): Promise<BrowserContext> {
  await addProbe(context);
  await signIn(context, suite);
  return context;
}

async function openMain(context: BrowserContext, { url }: TestSuite): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "commit" });
  await page.evaluate(() => probe.usable);
  return page;
}

/** The window's list: in a browser that has nothing of it, and in one where a window was closed before. */
async function starts(browser: Browser, suite: TestSuite): Promise<Row[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  const usable: number[] = [];
  let before = 0;
  for (let run = 0; run < COLD; run += 1) {
    const context = await newContext(browser, suite);
    const page = await context.newPage();
    await page.goto(suite.url, { waitUntil: "commit" });
    cold.push(await page.evaluate(() => probe.list));
    await context.close();
  }
  const folder = await mkdtemp(join(tmpdir(), "atrium-profile-"));
  const context = await prepare(await launchProfile(folder, WINDOW), suite);
  for (let run = 0; run < WARM + WARMING; run += 1) {
    const page = await context.newPage();
    await page.goto(suite.url, { waitUntil: "commit" });
    const { seen, used, commit, answered } = await page.evaluate(async () => {
      const [seen, used] = await Promise.all([probe.list, probe.usable]);
      const [navigation] = performance.getEntriesByType(
        "navigation",
      ) as PerformanceNavigationTiming[];
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return {
        seen,
        used,
        commit: navigation!.responseStart,
        answered: resources.some(
          ({ name, responseEnd }) => name.includes("/jmap/api") && responseEnd < used,
        ),
      };
    });
    if (run >= WARMING) {
      if (!answered) before += 1;
      warm.push(seen - commit);
      usable.push(used - commit);
    }
    // What this window saw is written down before it is closed.
    await page.waitForTimeout(1500);
    await page.close();
  }
  await context.close();
  await rm(folder, { recursive: true, force: true });
  return [
    { name: "list, first visit", values: cold, note: "from the click on the address" },
    {
      name: "list, kept on the device",
      values: warm,
      goal: 100,
      note: "from the commit of the navigation to the list as it was",
    },
    {
      name: "… until usable",
      values: usable,
      note: `${before} of ${WARM} before the server had answered about mail`,
    },
  ];
}

/** `j` in an open conversation, until the text of the next one is painted. */
async function nextLetters(page: Page): Promise<Row> {
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await page.waitForFunction(() => probe.letter() !== "");
  const values: number[] = [];
  for (let run = 0; run < LETTERS + WARMING; run += 1) {
    await page.waitForTimeout(GLANCE);
    await page.evaluate(() => {
      const before = probe.letter();
      probe.fromKey(() => probe.letter() !== "" && probe.letter() !== before);
    });
    await page.keyboard.press("j");
    const waited = await page.evaluate(() => probe.waited);
    if (run >= WARMING) values.push(waited);
  }
  await page.keyboard.press("u");
  await page.waitForFunction(() => probe.letter() === "");
  return {
    name: "next message by key",
    values,
    goal: 50,
    note: "from the key to its painted text",
  };
}

/** `c`, until the caret stands in a painted message. */
async function compose(page: Page): Promise<Row[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < COMPOSE + 1; run += 1) {
    await page.waitForTimeout(GLANCE);
    await page.evaluate(() =>
      probe.fromKey(() => {
        const held = document.activeElement;
        return (
          held?.closest(".compose-panel") != null && held.matches("input, [contenteditable=true]")
        );
      }),
    );
    await page.keyboard.press("c");
    (run === 0 ? first : again).push(await page.evaluate(() => probe.waited));
    await page.getByRole("button", { name: "Save and close" }).click();
    await page.locator(".compose-panel").waitFor({ state: "detached" });
  }
  return [
    {
      name: "compose, first time in a window",
      values: first,
      goal: 50,
      note: "from the key to the caret",
    },
    { name: "compose, again", values: again, goal: 50 },
  ];
}

/** A star by key in one window, until another window of the browser has painted it. */
async function echoes(context: BrowserContext, page: Page, suite: TestSuite): Promise<Row> {
  const other = await openMain(context, suite);
  await page.bringToFront();
  await toTop(page);
  await page.locator(".a-grid-row").first().focus();
  const values: number[] = [];
  const stars = () => document.querySelectorAll(".mail-star[data-on]").length;
  for (let run = 0; run < ECHOES + WARMING; run += 1) {
    const before = await other.evaluate(stars);
    const shown = other.evaluate(
      async (before) =>
        performance.timeOrigin +
        (await probe.painted(
          () => document.querySelectorAll(".mail-star[data-on]").length !== before,
        )),
      before,
    );
    const pressed = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener(
            "keydown",
            ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp),
            {
              capture: true,
              once: true,
            },
          );
        }),
    );
    await page.waitForTimeout(GLANCE);
    await page.keyboard.press("s");
    const waited = (await shown) - (await pressed);
    if (run >= WARMING) values.push(waited);
  }
  await other.close();
  return {
    name: "star in another window",
    values,
    goal: 100,
    note: "from the key here to its paint there",
  };
}

/** A jump to a place that nobody has looked at, until its rows are painted. */
async function jumps(page: Page): Promise<Row> {
  const values: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    const share = ((run * 7 + 3) % 20) / 20;
    values.push(
      await page.evaluate(async (share) => {
        const grid = document.querySelector<HTMLElement>(".a-grid")!;
        const from = performance.now();
        grid.scrollTo(0, grid.scrollHeight * share);
        const shows = (): boolean =>
          grid.querySelector(".mail-row[data-empty]") === null &&
          grid.querySelector(".mail-row-subject") !== null;
        // The scroll itself comes with the next frame.
        await probe.painted(() => true);
        return (await probe.painted(shows)) - from;
      }, share),
    );
  }
  return {
    name: "a place far down the list",
    values,
    note: "from the scroll bar's jump to its painted rows",
  };
}

function waits(rows: readonly Row[]): string {
  return table(
    ["waiting time, ms", "median", "p95", "runs", "goal", "from, to"],
    rows.map(({ name, values, goal, note = "" }) => {
      const { median, p95, runs } = figuresOf(values);
      return [
        name,
        brief(median),
        brief(p95),
        String(runs),
        goal === undefined ? "" : `≤ ${goal}`,
        note,
      ];
    }),
  );
}
