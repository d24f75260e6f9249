import { expect, test } from "vitest";
import { laterTimes } from "./later-times.ts";

/** Names and hours offered at a moment of November 2026; the 21st is a Saturday. */
const offered = (day: number, hour: number): string[] =>
  laterTimes(new Date(2026, 10, day, hour)).map(
    ({ name, at }) => `${name} ${at.getDate()}. ${at.getHours()}`,
  );

test("on a working day later today, tomorrow and Monday are offered", () => {
  expect(offered(18, 10)).toEqual([
    "laterToday 18. 18",
    "tomorrowMorning 19. 8",
    "tomorrowAfternoon 19. 13",
    "mondayMorning 23. 8",
  ]);
});

test("in the evening nothing is left of today, and on Sunday Monday is tomorrow", () => {
  expect(offered(22, 19)).toEqual(["tomorrowMorning 23. 8", "tomorrowAfternoon 23. 13"]);
});

test("at night this morning is still to come", () => {
  expect(offered(18, 1)).toEqual([
    "thisMorning 18. 8",
    "laterToday 18. 18",
    "tomorrowMorning 19. 8",
    "tomorrowAfternoon 19. 13",
    "mondayMorning 23. 8",
  ]);
  // Every hour lies ahead, whenever it is asked.
  for (let hour = 0; hour < 24 * 7; hour += 1) {
    const now = new Date(2026, 10, 1, hour, 59);
    for (const { at } of laterTimes(now)) expect(at > now).toBe(true);
  }
});
