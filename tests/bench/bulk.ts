import { fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { TestSuite } from "../../server/src/testing/suite.ts";
import { launchChromium } from "../e2e/chromium.ts";
import { signIn } from "../e2e/session.ts";
import { brief, figuresOf, table } from "./figures.ts";
import { addProbe } from "./probe.ts";

/** How long each phase is looked at; a bulk act that is over sooner ends its phase. */
const PHASE = 30_000;

/** What one sees of a phase: the other person's requests, the server's event loop, the frames of the window itself. */
interface Phase {
  readonly name: string;
  readonly pace: number | undefined;
  readonly others: readonly number[];
  /** Milliseconds for which the event loop was held up, at most and in 99 of 100 cases. */
  readonly loop: { readonly p99: number; readonly most: number };
  readonly longestFrame: number;
}

/**
 * Everything in a large account is marked as read and moved, from the window, while another user reads mail on the same
 * server: how fast it goes, and what the others notice of it.
 */
export async function benchBulk(suite: TestSuite): Promise<string> {
  const browser = await launchChromium();
  const other = startOther(suite);
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
    });
    await addProbe(context);
    await signIn(context, suite);
    const page = await context.newPage();
    await page.goto(suite.url, { waitUntil: "commit" });
    await page.evaluate(() => probe.list);
    const phases: Phase[] = [];
    const watch = async (name: string, work: () => Promise<number | undefined>): Promise<void> => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      await other.begin();
      await page.evaluate(() => void Object.assign(globalThis, { endFrames: probe.frames() }));
      delay.enable();
      const pace = await work();
      delay.disable();
      const gaps = await page.evaluate(() =>
        (globalThis as unknown as { endFrames: () => readonly number[] }).endFrames(),
      );
      phases.push({
        name,
        pace,
        others: await other.end(),
        loop: { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 },
        longestFrame: Math.max(...gaps),
      });
    };
    await watch("nothing else", async () => {
      await page.waitForTimeout(PHASE / 3);
      return undefined;
    });
    await watch("mark all as read", () => bulk(page, "Mark as read"));
    await watch("move all to Archive", () => bulk(page, "Archive"));
    return table(
      [
        "meanwhile",
        "messages/s",
        "another's request, median ms",
        "p99 ms",
        "event loop, p99 ms",
        "most ms",
        "longest frame, ms",
      ],
      phases.map(({ name, pace, others, loop, longestFrame }) => {
        const sorted = others.toSorted((a, b) => a - b);
        return [
          name,
          pace === undefined ? "" : String(Math.round(pace)),
          brief(figuresOf(others).median),
          brief(sorted[Math.floor(sorted.length * 0.99)]!),
          brief(loop.p99),
          brief(loop.most),
          brief(longestFrame),
        ];
      }),
    );
  } finally {
    other.close();
    await browser.close();
  }
}

/** Selects everything, presses a button of the toolbar, and cancels what is not over in time. Answers messages a second. */
async function bulk(page: Page, name: string): Promise<number> {
  // What was selected before stays so.
  const selected = page.getByRole("checkbox", { name: "Clear selection" });
  if (await selected.isVisible()) await selected.click();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByText(/^All [\d,]+ in this list are selected/).waitFor();
  const started = performance.now();
  await page.locator(".mail-list-head").getByRole("button", { name, exact: true }).click();
  const card = page.locator(".suite-task");
  await card.first().waitFor();
  const busy = page.locator('.suite-task[data-state="running"], .suite-task[data-state="waiting"]');
  let past = 0;
  while (performance.now() - started < PHASE && (await busy.count()) > 0) {
    past =
      (await page
        .locator(".suite-task-bar")
        .first()
        .getAttribute("value")
        .then(Number, () => past)) || past;
    await page.waitForTimeout(200);
  }
  const seconds = (performance.now() - started) / 1000;
  // It may be over in this very moment.
  const cancel = page.locator(".suite-task").getByRole("button", { name: "Stop" });
  if ((await busy.count()) > 0) await cancel.click({ timeout: 5000 }).catch(() => undefined);
  await busy.first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  return past / seconds;
}

interface Other {
  begin(): Promise<void>;
  /** How long each request since `begin` took, in milliseconds. */
  end(): Promise<readonly number[]>;
  close(): void;
}

/** Another user who reads mail: a process of its own, since the server would measure itself otherwise. */
function startOther({ url, people: { bob } }: TestSuite): Other {
  const { address, password, accountId } = bob;
  const child = fork(fileURLToPath(new URL("other.ts", import.meta.url)), [
    JSON.stringify({ url, address, password, accountId }),
  ]);
  const say = async (word: "begin" | "end"): Promise<readonly number[]> => {
    child.send(word);
    const [times] = (await once(child, "message")) as [readonly number[]];
    return times;
  };
  return {
    begin: async () => void (await say("begin")),
    end: () => say("end"),
    close: () => child.disconnect(),
  };
}
