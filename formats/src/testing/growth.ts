import { IS_WHOLE } from "./whole.ts";

const SIZE = IS_WHOLE ? 100_000 : 40_000;
/** What takes fewer microseconds cannot be told from noise; the square of it would be seconds. */
const LEAST = 10_000;

/** Microseconds of this process's own work; what else the machine does is not in it. */
function workOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  return process.cpuUsage(before).user;
}

/**
 * How much more work twice the input is, taken from four times of it. The least of several tries counts, since the
 * collector of garbage works when it likes, and no more are made than it takes to see that it is little.
 */
export function growth(act: (text: string) => unknown, write: (size: number) => string): number {
  const [small, large] = [write(SIZE), write(4 * SIZE)];
  act(small);
  let [one, four] = [Infinity, Infinity];
  for (let tries = 0; tries < 20 && (tries < (IS_WHOLE ? 3 : 2) || four > 9 * one); tries++) {
    one = Math.max(
      LEAST,
      Math.min(
        one,
        workOf(() => act(small)),
      ),
    );
    four = Math.min(
      four,
      workOf(() => act(large)),
    );
  }
  return Math.sqrt(four / one);
}

/** Text of so many characters that says the same again and again. */
export const many =
  (part: string) =>
  (size: number): string =>
    part.repeat(size / part.length);
