import type { CDPSession, Page } from "playwright-core";
import { table } from "./figures.ts";

/** One is what a busy person does in a minute. */
const MINUTES = 60;
/** After so many of them one looks. */
const LOOKS = [10, 20, 40, 60];
const LETTERS = 4;
/** How long one looks at a letter here; what is drawn ahead has time to come. */
const GLANCE = 200;
const SOUGHT = ["harbour", "museum", "garden", "paper", "station", "회의"];
const MEGABYTE = 1_000_000;

interface Look {
  readonly minutes: number;
  /** Of the page's own JavaScript after its garbage is gone, in octets. */
  readonly heap: number;
  readonly nodes: number;
  readonly documents: number;
  readonly listeners: number;
}

/**
 * What a window holds in the course of an hour's work that is done without pauses: each minute four mails are read, one of
 * them gets a star, one is archived, a word is searched for and a mail of what it finds is read, one looks into another
 * folder and a way down the list, and begins to write and thinks better of it.
 */
export async function benchWork(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("HeapProfiler.enable");
  await home(page);
  const looks: Look[] = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await read(page);
    await search(page, SOUGHT[minute % SOUGHT.length]!);
    await lookAround(page);
    await write(page);
    if (LOOKS.includes(minute)) looks.push(await look(devtools, minute));
  }
  await devtools.detach();
  return table(
    ["minutes of work", "memory, MB", "DOM nodes", "documents", "listeners"],
    looks.map(({ minutes, heap, nodes, documents, listeners }) => [
      String(minutes),
      (heap / MEGABYTE).toFixed(1),
      String(nodes),
      String(documents),
      String(listeners),
    ]),
  );
}

async function look(devtools: CDPSession, minutes: number): Promise<Look> {
  // What ends by a timer or a frame has time to do so; what a finalizer frees needs a second round.
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await devtools.send("HeapProfiler.collectGarbage");
  }
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((one) => one.name === name)!.value;
  return {
    minutes,
    heap: of("JSHeapUsedSize"),
    nodes: of("Nodes"),
    documents: of("Documents"),
    listeners: of("JSEventListeners"),
  };
}

async function home(page: Page): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL("**/mail/folder/inbox");
  await page.evaluate(async () => {
    const grid = document.querySelector<HTMLElement>(".a-grid")!;
    grid.scrollTo(0, 0);
    await probe.painted(() => grid.querySelector(".mail-row[data-empty]") === null);
  });
}

async function read(page: Page): Promise<void> {
  await page.locator(".a-grid-row").first().focus();
  await page.keyboard.press("o");
  await page.waitForFunction(() => probe.letter() !== "");
  await page.keyboard.press("s");
  for (let letter = 1; letter < LETTERS; letter += 1) {
    await page.waitForTimeout(GLANCE);
    const before = await page.evaluate(() => probe.letter());
    await page.keyboard.press("j");
    await page.waitForFunction(
      (before) => probe.letter() !== "" && probe.letter() !== before,
      before,
    );
  }
  await page.keyboard.press("u");
  await page.waitForFunction(() => probe.letter() === "");
  await page.keyboard.press("e");
}

async function search(page: Page, word: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(word, { delay: 30 });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".a-grid-row") === true);
  await page.keyboard.press("o");
  await page.waitForFunction(() => probe.letter() !== "");
  await page.keyboard.press("u");
  await page.waitForFunction(() => probe.letter() === "");
}

async function lookAround(page: Page): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.waitForURL("**/mail/folder/drafts");
  await home(page);
  await page.evaluate(async () => {
    const grid = document.querySelector<HTMLElement>(".a-grid")!;
    for (let page = 1; page <= 5; page += 1) {
      grid.scrollBy(0, grid.clientHeight);
      await probe.painted(() => true);
      await probe.painted(() => grid.querySelector(".mail-row[data-empty]") === null);
    }
  });
  await home(page);
}

async function write(page: Page): Promise<void> {
  await page.keyboard.press("c");
  await page.locator(".compose-panel").waitFor();
  await page.waitForFunction(() => document.activeElement?.closest(".compose-panel") !== null);
  await page.keyboard.type("hm", { delay: 30 });
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.locator(".compose-panel").waitFor({ state: "detached" });
  await page.locator(".a-grid-row").first().focus();
}
