import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import type { TestSuite } from "../../server/src/testing/suite.ts";
import { launchProfile } from "../e2e/chromium.ts";
import { signIn } from "../e2e/session.ts";
import { brief, figuresOf, table } from "./figures.ts";
import { addProbe } from "./probe.ts";
import { commandOf, familyOf, memoryOf, processes, statOf, TICK } from "./proc.ts";
import { SLOW_4G, slowLine } from "./slow-line.ts";

const FIRST = 3;
const WARM = 8;
/** Visits that fill caches, the compiler's too. */
const WARMING = 3;
/** Milliseconds until a browser that was started, or a window that was opened, has come to rest. */
const REST = 1500;
/** How much slower the processor is for a page. */
const SLOWER = 4;

/** What a browser and its line are like. */
interface Conditions {
  readonly isSlow: boolean;
  readonly hasWorker: boolean;
}

/** One start of a window; milliseconds since the navigation began. */
interface Start {
  readonly painted: number;
  readonly usable: number;
  /** Milliseconds of processor time of all the browser's processes until it could be used. */
  readonly cpu: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  readonly requests: number;
  /** Octets on the wire. */
  readonly scripts: number;
  readonly all: number;
}

const VIEWPORT = { viewport: { width: 1440, height: 900 }, locale: "en-GB" };

/** How windows start: first and later visits, near and far, with a service worker and without, and the sign-in page. */
export async function benchStarting(suite: TestSuite): Promise<string> {
  const line = await slowLine(suite.url, SLOW_4G);
  const rows: string[][] = [];
  const add = (name: string, starts: readonly Start[]): void => {
    rows.push([name, ...cellsOf(starts)]);
  };
  let memory = 0;
  for (const isSlow of [false, true]) {
    const at = { ...suite, url: isSlow ? line.url : suite.url };
    const how = isSlow ? `, processor ÷ ${SLOWER}, slow 4G` : "";
    for (const hasWorker of [true, false]) {
      const conditions = { isSlow, hasWorker };
      const where = `${how}${hasWorker ? "" : ", no service worker"}`;
      add(`list, first visit${where}`, await firstVisits(at, conditions));
      const warm = await laterVisits(at, conditions);
      add(`list, later visit${where}`, warm.starts);
      if (!isSlow && hasWorker) memory = warm.memory;
    }
    add(`sign-in page, first visit${how}`, await signInPages(at, isSlow));
  }
  line.close();
  return [
    table(
      [
        "opening a window, medians",
        "painted, ms",
        "usable, ms",
        "browser's CPU, ms",
        "layout shift",
        "requests",
        "scripts, kB",
        "all, kB",
      ],
      rows,
    ),
    `A tab that shows the list takes ${brief(memory / 1000)} MB.`,
  ].join("\n\n");
}

function cellsOf(starts: readonly Start[]): string[] {
  const median = (of: (start: Start) => number): number => figuresOf(starts.map(of)).median;
  return [
    brief(median((start) => start.painted)),
    brief(median((start) => start.usable)),
    brief(median((start) => start.cpu)),
    median((start) => start.shift).toFixed(3),
    String(median((start) => start.requests)),
    (median((start) => start.scripts) / 1000).toFixed(0),
    (median((start) => start.all) / 1000).toFixed(0),
  ];
}

async function firstVisits(at: TestSuite, conditions: Conditions): Promise<Start[]> {
  const starts: Start[] = [];
  for (let run = 0; run < FIRST; run += 1)
    await inProfile(conditions, async (context, folder) => {
      await signIn(context, at);
      const page = await openBlank(context);
      starts.push(await start(page, at.url, folder, conditions, "list"));
    });
  return starts;
}

async function signInPages(at: TestSuite, isSlow: boolean): Promise<Start[]> {
  const conditions = { isSlow, hasWorker: true };
  const starts: Start[] = [];
  for (let run = 0; run < FIRST; run += 1)
    await inProfile(conditions, async (context, folder) => {
      const page = await openBlank(context);
      starts.push(await start(page, at.url, folder, conditions, "form"));
    });
  return starts;
}

async function laterVisits(
  at: TestSuite,
  conditions: Conditions,
): Promise<{ readonly starts: readonly Start[]; readonly memory: number }> {
  const starts: Start[] = [];
  let memory = 0;
  await inProfile(conditions, async (context, folder) => {
    await signIn(context, at);
    for (let run = 0; run < WARM + WARMING; run += 1) {
      const page = await openBlank(context);
      const one = await start(page, at.url, folder, conditions, "list");
      if (run >= WARMING) starts.push(one);
      // What this window saw is written down before it is closed.
      await page.waitForTimeout(REST);
      memory = Math.max(
        ...browserOf(folder)
          .filter(isRenderer)
          .map((pid) => memoryOf(pid) ?? 0),
      );
      await page.close();
    }
  });
  return { starts, memory };
}

async function inProfile(
  { hasWorker }: Conditions,
  act: (context: BrowserContext, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "atrium-profile-"));
  const serviceWorkers = hasWorker ? "allow" : "block";
  const context = await launchProfile(folder, { ...VIEWPORT, serviceWorkers });
  try {
    await addProbe(context);
    await act(context, folder);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openBlank(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.waitForTimeout(REST);
  return page;
}

async function start(
  page: Page,
  url: string,
  folder: string,
  { isSlow }: Conditions,
  what: "list" | "form",
): Promise<Start> {
  const devtools = await page.context().newCDPSession(page);
  if (isSlow) await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const seen = await countRequests(devtools);
  const before = cpuOf(folder);
  await page.goto(url, { waitUntil: "commit" });
  const moments = await page.evaluate(
    (what) =>
      what === "list" ? Promise.all([probe.list, probe.usable]) : probe.form.then((at) => [at, at]),
    what,
  );
  const cpu = cpuOf(folder) - before;
  const came = { ...seen };
  // What moves moves soon.
  await page.waitForTimeout(REST / 3);
  const shift = await page.evaluate(() => probe.shift());
  await devtools.detach();
  return { painted: moments[0]!, usable: moments[1]!, cpu, shift, ...came };
}

/** Counts what the page brings over the line from now on. */
async function countRequests(
  devtools: CDPSession,
): Promise<{ requests: number; scripts: number; all: number }> {
  const seen = { requests: 0, scripts: 0, all: 0 };
  const scripts = new Set<string>();
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (encodedDataLength > 0) seen.requests += 1;
    seen.all += encodedDataLength;
    if (scripts.has(requestId)) seen.scripts += encodedDataLength;
  });
  await devtools.send("Network.enable");
  return seen;
}

/** The processes of the browser with this profile. */
function browserOf(folder: string): number[] {
  const root = processes().find((pid) => {
    const command = commandOf(pid) ?? "";
    return command.includes(folder) && !command.includes("--type=");
  });
  return root === undefined ? [] : familyOf(root);
}

const isRenderer = (pid: number): boolean => commandOf(pid)?.includes("--type=renderer") === true;

/** Milliseconds of processor time, user's and system's. */
function cpuOf(folder: string): number {
  let ticks = 0;
  for (const pid of browserOf(folder)) {
    const [user = "0", system = "0"] = statOf(pid)?.slice(13, 15) ?? [];
    ticks += Number(user) + Number(system);
  }
  return ticks * TICK;
}
