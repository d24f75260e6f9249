import { readCalendar, type CalendarEvent } from "@atrium/formats/icalendar";
import { expect, test } from "vitest";
import { nextOf, repeatsText, timeText } from "./time-text.ts";

const event = (...lines: readonly string[]): CalendarEvent =>
  readCalendar(
    ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT", "END:VCALENDAR"].join(
      "\n",
    ),
  )!.events[0]!;

test.each([
  ["RRULE:FREQ=DAILY", "Every day"],
  ["RRULE:FREQ=WEEKLY;INTERVAL=2", "Every 2 weeks"],
  ["RRULE:FREQ=WEEKLY;BYDAY=TH,TU", "Every week on Tuesday and Thursday"],
  ["RRULE:FREQ=MONTHLY;BYDAY=2TU", "Every month on the second Tuesday"],
  ["RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=4", "Every month on the last Friday, 4 times"],
  ["RRULE:FREQ=YEARLY;UNTIL=20291231", "Every year, until December 31, 2029"],
  // What cannot be said in a sentence is said as far as it can.
  ["RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "Every month"],
  ["RRULE:FREQ=HOURLY", "On several dates"],
  ["RDATE:20261201T000000Z", "On several dates"],
  ["SUMMARY:once", undefined],
])("%s", (line, text) => {
  expect(repeatsText(event("DTSTART;VALUE=DATE:20261124", line))).toBe(text);
});

test("whole days end on the day before, and a clock that nobody knows is named", () => {
  const { start, end } = event("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227");
  expect(timeText(start!, end)).toBe("December 24, 2026 – December 26, 2026, all day");
  const one = event("DTSTART;VALUE=DATE:20261224");
  expect(timeText(one.start!, one.end)).toBe("December 24, 2026, all day");
  const moon = event(
    "DTSTART;TZID=Moon/Sea:20261224T093000",
    "DTEND;TZID=Moon/Sea:20261224T100000",
  );
  expect(timeText(moon.start!, moon.end)).toMatch(
    /^Thu, Dec 24, 2026, 9:30.AM – 10:00.AM \(Moon\/Sea\)$/,
  );
});

test("the next date is told once the first is over", () => {
  const weekly = event("DTSTART:20261124T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3");
  expect(nextOf([weekly], Date.parse("2026-11-20T00:00:00Z"))).toBeUndefined();
  expect(nextOf([weekly], Date.parse("2026-11-25T00:00:00Z"))?.from).toBe(
    Date.parse("2026-12-01T09:00:00Z"),
  );
  expect(nextOf([weekly], Date.parse("2027-01-01T00:00:00Z"))).toBeUndefined();
  expect(nextOf([event("DTSTART:20261124T090000Z")], Date.now())).toBeUndefined();
});
