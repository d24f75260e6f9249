const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Distances at which times are written under a chart. */
const TIME_STEPS = [
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
];

/** Round values from 0 to above the largest, at most `count` steps apart; whole numbers, unless all is below 1. */
export function valueTicks(largest: number, count = 4): readonly number[] {
  const rough = Math.max(largest, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step = Math.max(1, nice.find((one) => one >= rough && (one >= 10 || one % 1 === 0)) ?? 1);
  const top = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: top + 1 }, (_, index) => index * step);
}

/** Where round times begin: indexes of `times`, with as many as `count` allows. `isDay`: a day begins, no hour. */
export function timeTicks(
  times: readonly number[],
  count: number,
): { readonly indexes: readonly number[]; readonly isDay: boolean } {
  const [first = 0] = times;
  const span = (times.at(-1) ?? first) - first;
  const step = TIME_STEPS.find((one) => span / one <= count) ?? TIME_STEPS.at(-1)!;
  // Hours and days are those of the person who looks.
  const local = (time: number): number =>
    Math.floor((time - new Date(time).getTimezoneOffset() * MINUTE) / step);
  const indexes = times.flatMap((time, index) =>
    index > 0 && local(time) !== local(times[index - 1]!) ? [index] : [],
  );
  return { indexes, isDay: step >= DAY };
}
