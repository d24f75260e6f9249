import { expect, test } from "vitest";
import { laterTimes } from "./later-times.ts";

// November 2026: the 23rd is a Monday.
const on = (day: number, hour: number): string[] =>
  laterTimes(new Date(2026, 10, day, hour, 30)).map(
    ({ name, at }) => `${name} ${at.getDate()} ${at.getHours()}`,
  );

test("on a weekday morning there is this evening, tomorrow, the weekend and next week", () => {
  expect(on(24, 9)).toEqual(["laterToday 24 18", "tomorrow 25 8", "weekend 28 8", "nextWeek 30 8"]);
});

test("later today is later when it is late, and not offered at night", () => {
  expect(on(24, 15)[0]).toBe("laterToday 24 18");
  expect(on(24, 16)[0]).toBe("laterToday 24 21");
  expect(on(24, 18)[0]).toBe("laterToday 24 21");
  expect(on(24, 19)[0]).toBe("tomorrow 25 8");
});

test("no moment is offered under two names", () => {
  // Friday: the weekend is tomorrow. Sunday: next week is.
  expect(on(27, 9)).toEqual(["laterToday 27 18", "tomorrow 28 8", "nextWeek 30 8"]);
  expect(on(28, 20)).toEqual(["tomorrow 29 8", "nextWeek 30 8"]);
  expect(on(29, 20)).toEqual(["tomorrow 30 8"]);
  expect(on(23, 20)).toEqual(["tomorrow 24 8", "weekend 28 8", "nextWeek 30 8"]);
});

test("all of them are to come", () => {
  for (let day = 1; day <= 31; day += 1)
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(2026, 11, day, hour, 59, 59);
      const times = laterTimes(now).map(({ at }) => at.getTime());
      expect(times.every((time) => time > now.getTime())).toBe(true);
      expect(times.toSorted((a, b) => a - b)).toEqual(times);
    }
});
