import type { HistoryRange, OperationsHistory } from "@atrium/contract/types/operations";

/** The history as charts show it: values at their times. */
export interface Timeline extends Pick<OperationsHistory, "counts" | "levels"> {
  readonly range: HistoryRange;
  /** When each value begins (milliseconds). */
  readonly times: readonly number[];
}

/** Days of the longest range. */
const DAYS = 30;

/** A month is shown by the days of the person who looks; the server knows only those of UTC. */
export function timelineOf({ range, startsAt, step, counts, levels }: OperationsHistory): Timeline {
  const first = Date.parse(startsAt);
  const times = counts.received.map((_, index) => first + index * step * 1000);
  if (range !== "month") return { range, times, counts, levels };
  const days = times.map((time) => new Date(time).setHours(0, 0, 0, 0));
  const shown = [...new Set(days)].slice(-DAYS);
  const perDay = <Value>(
    values: readonly Value[],
    join: (before: Value, next: Value) => Value,
  ): Value[] => shown.map((day) => values.filter((_, index) => days[index] === day).reduce(join));
  const each = <Figure extends string, Value>(
    series: Readonly<Record<Figure, readonly Value[]>>,
    join: (before: Value, next: Value) => Value,
  ): Record<Figure, Value[]> =>
    Object.fromEntries(
      Object.entries<readonly Value[]>(series).map(([figure, values]) => [
        figure,
        perDay(values, join),
      ]),
    ) as Record<Figure, Value[]>;
  return {
    range,
    times: shown,
    counts: each(counts, (before, next) => before + next),
    // The last reading of the day.
    levels: each(levels, (before, next) => next ?? before),
  };
}
