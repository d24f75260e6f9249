import { expect, test } from "vitest";
import { absenceAt, firstDay, fromFirstDay, lastDay, toLastDay } from "./days.ts";

test("an absence holds from the start of the first day to the end of the last", () => {
  const fromDate = fromFirstDay("2026-03-04")!;
  const toDate = toLastDay("2026-03-04")!;
  expect(new Date(fromDate)).toEqual(new Date(2026, 2, 4));
  expect(new Date(toDate)).toEqual(new Date(2026, 2, 5));
  expect(fromDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test("a day is the same after it was kept, at the end of months and years too", () => {
  for (const day of ["2026-01-01", "2026-02-28", "2028-02-29", "2026-12-31", "2026-10-25"]) {
    expect(firstDay(fromFirstDay(day))).toBe(day);
    expect(lastDay(toLastDay(day))).toBe(day);
  }
});

test("no day is no date", () => {
  expect([fromFirstDay(""), toLastDay("")]).toEqual([null, null]);
  expect([firstDay(null), lastDay(null)]).toEqual(["", ""]);
});

const FROM = "2026-03-04T00:00:00Z";
const TO = "2026-03-10T00:00:00Z";
const at = (isEnabled: boolean, fromDate: string | null, toDate: string | null, now: string) =>
  absenceAt({ isEnabled, fromDate, toDate }, Date.parse(now));

test.each([
  ["off", null, at(false, FROM, TO, "2026-03-05T00:00:00Z")],
  ["ahead", FROM, at(true, FROM, TO, "2026-03-03T23:59:59Z")],
  ["on", TO, at(true, FROM, TO, FROM)],
  ["over", null, at(true, FROM, TO, TO)],
  ["on", null, at(true, null, null, "2026-03-05T00:00:00Z")],
  ["on", null, at(true, FROM, null, "2030-01-01T00:00:00Z")],
])("an absence is %s, until %s", (state, until, found) => {
  expect(found).toEqual({ state, until: until === null ? null : Date.parse(until) });
});
