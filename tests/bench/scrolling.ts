import type { CDPSession, Page } from "playwright-core";
import { brief, figuresOf, table } from "./figures.ts";

/** Milliseconds between two keys of a held key. */
const REPEAT = 33;
/** Of a screen that shows 60 in a second. */
const FRAME = 1000 / 60;

const SLOW = { distance: 15_000, speed: 3_000 };
const FAST = { distance: 150_000, speed: 30_000 };
const HELD = 100;

/**
 * How smoothly a list goes by, under the wheel and under a key that is held; and how a page that has nothing but as many
 * rows does, which says what the machine can.
 */
export async function benchScrolling(page: Page): Promise<string> {
  const rows = Number(await page.locator(".a-grid").getAttribute("aria-rowcount"));
  const own: [string, Smooth][] = [
    ["wheel, 3,000 px/s", await scroll(page, SLOW)],
    ["wheel, 30,000 px/s", await scroll(page, FAST)],
    ["j held in the list", await hold(page, 150)],
    ["j held in an open message", await holdOpen(page, HELD)],
  ];
  const bare = await openBare(page, rows);
  own.push(
    ["a bare page, wheel, 30,000 px/s", await wheel(bare, ".rows", FAST)],
    ["a bare page, j held", { gaps: await whileFrames(bare, () => press(bare, HELD)) }],
  );
  await bare.close();
  await page.bringToFront();
  return frames(own);
}

/** A page of rows and nothing else, in which `j` marks the next one. */
async function openBare(beside: Page, rows: number): Promise<Page> {
  const page = await beside.context().newPage();
  await page.setContent(
    `<style>body { margin: 0; font: 14px/20px sans-serif } .rows { height: 100vh; overflow: auto }
    .rows > div { height: 52px; overflow: hidden } [data-on] { background: silver }</style><div class="rows"></div>`,
  );
  await page.evaluate((count) => {
    const list = document.querySelector(".rows")!;
    list.innerHTML = Array.from(
      { length: count },
      (_, index) => `<div>Sender ${index}<br>Subject ${index} and the first words of it</div>`,
    ).join("");
    let at: Element | null = null;
    addEventListener("keydown", () => {
      at?.removeAttribute("data-on");
      at = at?.nextElementSibling ?? list.firstElementChild;
      at?.setAttribute("data-on", "");
      at?.scrollIntoView({ block: "nearest" });
    });
  }, rows);
  return page;
}

interface Smooth {
  readonly gaps: readonly number[];
  /** Milliseconds of each key from its press to its paint; none for what has no keys. */
  readonly lags?: readonly number[];
}

async function scroll(page: Page, how: typeof FAST): Promise<Smooth> {
  await toTop(page);
  return wheel(page, ".a-grid", how);
}

/** @param how pixels, and pixels in a second */
async function wheel(page: Page, list: string, { distance, speed }: typeof FAST): Promise<Smooth> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const box = (await page.locator(list).boundingBox())!;
  const gaps = await whileFrames(page, () =>
    devtools.send("Input.synthesizeScrollGesture", {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -distance,
      speed,
      gestureSourceType: "mouse",
    }),
  );
  await devtools.detach();
  return { gaps };
}

/** A key that is kept pressed. */
async function hold(page: Page, count: number): Promise<Smooth> {
  await toTop(page);
  await page.locator(".a-grid-row").first().focus();
  await page.evaluate(() => {
    const noted: number[] = [];
    Object.assign(globalThis, { lags: noted });
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        const before = document.activeElement;
        void probe
          .painted(() => document.activeElement !== before)
          .then((at) => noted.push(at - timeStamp));
      },
      { capture: true },
    );
  });
  const gaps = await whileFrames(page, () => press(page, count));
  const lags = await page.evaluate(() => (globalThis as unknown as { lags: number[] }).lags);
  return { gaps, lags };
}

async function holdOpen(page: Page, count: number): Promise<Smooth> {
  await page.keyboard.press("o");
  await page.waitForFunction(() => probe.letter() !== "");
  const gaps = await whileFrames(page, () => press(page, count));
  await page.keyboard.press("u");
  await page.waitForFunction(() => probe.letter() === "");
  return { gaps };
}

async function press(page: Page, count: number): Promise<void> {
  for (let key = 0; key < count; key += 1) {
    await page.keyboard.down("j");
    await page.waitForTimeout(REPEAT);
  }
  await page.keyboard.up("j");
}

export async function toTop(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const grid = document.querySelector<HTMLElement>(".a-grid")!;
    grid.scrollTo(0, 0);
    await probe.painted(() => grid.querySelector(".mail-row[data-empty]") === null);
  });
}

async function whileFrames(page: Page, work: () => Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(() => {
    Object.assign(globalThis, { endFrames: probe.frames() });
  });
  await work();
  return page.evaluate(() =>
    (globalThis as unknown as { endFrames: () => readonly number[] }).endFrames(),
  );
}

function frames(all: readonly (readonly [name: string, smooth: Smooth])[]): string {
  return table(
    ["frames", "shown", "dropped", "longest, ms", "over 50 ms", "key to paint, median", "p95"],
    all.map(([name, { gaps, lags }]) => {
      const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME) - 1), 0);
      const lag = lags && figuresOf(lags);
      return [
        name,
        String(gaps.length),
        `${((dropped / (gaps.length + dropped)) * 100).toFixed(1)} %`,
        brief(Math.max(...gaps)),
        String(gaps.filter((gap) => gap > 50).length),
        lag ? brief(lag.median) : "",
        lag ? brief(lag.p95) : "",
      ];
    }),
  );
}
