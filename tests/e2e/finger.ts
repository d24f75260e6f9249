import type { CDPSession, Locator, Page } from "playwright-core";

type Point = readonly [x: number, y: number];

/** A finger on a page, as the browser itself receives one: what it scrolls, cancels and holds is the browser's doing. */
interface Finger {
  /** Down, along the way in small steps, and there it stays. */
  drag(from: Point, to: Point): Promise<void>;
  /** On from where it is. */
  on(to: Point): Promise<void>;
  lift(): Promise<void>;
  /** Rests until something has come of it. */
  hold(at: Point, until: () => Promise<unknown>): Promise<void>;
}

/** Milliseconds between two steps: as a hand moves, not as a machine does. */
const STEP = 12;

export async function fingerOn(page: Page): Promise<Finger> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  let here: Point = [0, 0];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    });
  const on = async (to: Point): Promise<void> => {
    const from = here;
    for (let step = 1; step <= 10; step += 1) {
      const part = step / 10;
      here = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      await touch("touchMove", here);
      await page.waitForTimeout(STEP);
    }
  };
  return {
    async drag(from, to) {
      here = from;
      await touch("touchStart", from);
      await on(to);
    },
    on,
    lift: async () => void (await touch("touchEnd")),
    async hold(at, until) {
      await touch("touchStart", at);
      await until();
      await touch("touchEnd");
    },
  };
}

/** A point of an element: parts of its width and height from its start. */
export async function pointOf(element: Locator, x = 0.5, y = 0.5): Promise<Point> {
  const box = (await element.boundingBox())!;
  return [box.x + box.width * x, box.y + box.height * y];
}
