import { describe, expect, it } from "vitest";
import { timeTicks, valueTicks } from "./scale.ts";

describe("the values beside a chart", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [1_540_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  ])("are round, whole and reach beyond %d", (largest, ticks) => {
    expect(valueTicks(largest)).toEqual(ticks);
  });
});

describe("the times under a chart", () => {
  const HOUR = 3_600_000;
  const start = new Date(2026, 10, 21, 9, 7).getTime();
  const named = (step: number, length: number, count: number): string[] => {
    const times = Array.from({ length }, (_, index) => start + index * step);
    return timeTicks(times, count).indexes.map((index) => {
      const date = new Date(times[index]!);
      return `${date.getDate()}. ${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
    });
  };

  it("are full hours of the person's own day, as far apart as there is room", () => {
    expect(named(60_000, 60, 4)).toEqual(["21. 9:15", "21. 9:30", "21. 9:45", "21. 10:00"]);
    expect(named(60_000, 60, 2)).toEqual(["21. 9:30", "21. 10:00"]);
  });

  it("are days in a chart of a month", () => {
    expect(named(HOUR, 24 * 3, 3)).toEqual(["22. 0:07", "23. 0:07", "24. 0:07"]);
    const times = Array.from({ length: 120 }, (_, index) => start + index * 6 * HOUR);
    expect(timeTicks(times, 6)).toMatchObject({ isDay: true });
  });

  it("are none where there is but one moment", () => {
    expect(timeTicks([start], 4).indexes).toEqual([]);
    expect(timeTicks([], 4).indexes).toEqual([]);
  });
});
