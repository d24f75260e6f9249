import type { OperationsHistory } from "@atrium/contract/types/operations";
import { expect, test } from "vitest";
import { timelineOf } from "./timeline.ts";

/** Quarters of a day from a morning on; each has received one mail, and stores its number. */
function month(quarters: number): OperationsHistory {
  const list = <Value>(of: (index: number) => Value): Value[] =>
    Array.from({ length: quarters }, (_, index) => of(index));
  const [none, known] = [list(() => 0), list((index) => (index % 4 === 3 ? null : index))];
  const counts = { refused: none, sent: none, delivered: none, deferred: none, bounced: none };
  return {
    accountId: "organisation",
    range: "month",
    startsAt: new Date(2026, 10, 1, 6).toISOString(),
    step: 21_600,
    counts: { ...counts, received: list(() => 1) },
    levels: {
      queueWaiting: known,
      queueDeferred: list(() => null),
      storedOctets: known,
      storedEmails: known,
      databaseOctets: known,
    },
  };
}

test("a month is shown by the days of the person who looks", () => {
  const { times, counts, levels } = timelineOf(month(8));
  expect(times).toEqual([1, 2, 3].map((day) => new Date(2026, 10, day).getTime()));
  expect(counts.received).toEqual([3, 4, 1]);
  // What was read last on the day.
  expect(levels.storedOctets).toEqual([2, 6, null]);
  expect(levels.queueDeferred).toEqual([null, null, null]);
  expect(timelineOf(month(121)).times).toHaveLength(30);
});

test("hours and quarters of them are shown as they are", () => {
  const { times, counts } = timelineOf({ ...month(4), range: "day", step: 900 });
  expect(times[1]! - times[0]!).toBe(900_000);
  expect(counts.received).toEqual([1, 1, 1, 1]);
});
