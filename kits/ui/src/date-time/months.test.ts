import { expect, it } from "vitest";
import { addMonths, dayByKey, firstDayOf, weeksOf } from "./months.ts";

const day = (month: number, date: number, year = 2026): Date => new Date(year, month - 1, date);

it("shows the weeks of a month whole, from the region's first day on", () => {
  const november = weeksOf(day(11, 21), 1);
  expect(november.length).toBe(6);
  expect(november[0]![0]).toEqual(day(10, 26));
  expect(november.at(-1)!.at(-1)).toEqual(day(12, 6));
  const fromSunday = weeksOf(day(11, 21), 0);
  expect(fromSunday.length).toBe(5);
  expect(fromSunday[0]![0]).toEqual(day(11, 1));
});

it("keeps to the last day where the other month is shorter", () => {
  expect(addMonths(day(1, 31), 1)).toEqual(day(2, 28));
  expect(addMonths(day(12, 31), 1)).toEqual(day(1, 31, 2027));
  expect(addMonths(day(3, 31), -1)).toEqual(day(2, 28));
});

it("goes by keys over the ends of weeks, months and years", () => {
  expect(dayByKey("ArrowRight", day(12, 31), 1)).toEqual(day(1, 1, 2027));
  expect(dayByKey("ArrowUp", day(11, 3), 1)).toEqual(day(10, 27));
  expect(dayByKey("Home", day(11, 1), 1)).toEqual(day(10, 26));
  expect(dayByKey("End", day(11, 1), 0)).toEqual(day(11, 7));
  expect(dayByKey("PageDown", day(10, 31), 1)).toEqual(day(11, 30));
  expect(dayByKey("a", day(10, 31), 1)).toBeUndefined();
});

it("knows with which day a region's week begins", () => {
  expect(firstDayOf("en-GB")).toBe(1);
  expect(firstDayOf("en-US")).toBe(0);
  expect(firstDayOf("ko-KR")).toBe(0);
});
