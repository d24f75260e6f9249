import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { expandInPython, missing, type Wanted } from "../testing/python-icalendar.ts";
import { seededRandom, type Random } from "../testing/random.ts";
import { IS_WHOLE } from "../testing/whole.ts";
import { occurrencesOf, readCalendar } from "./index.ts";
import { dayBudget, recurrences } from "./recurrence.ts";
import { readRule } from "./recurrence-rule.ts";
import { writeWall } from "./wall-clock.ts";

const MOST = 40;
const END = "2045-01-01T00:00:00";

/** The first times of a rule by our own reckoning. */
function ours([text, start, most, end]: Wanted): string[] {
  const rule = readRule(text)!;
  const until = Math.min(Date.parse(`${end}Z`), rule.until?.wall ?? Infinity);
  const times: string[] = [];
  for (const at of recurrences(rule, Date.parse(`${start}Z`), { until, budget: dayBudget() })) {
    times.push(writeWall(at));
    if (times.length === most) break;
  }
  return times;
}

function inIcalJs([text, start, most, end]: Wanted): string[] {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateTimeString(start));
  const times: string[] = [];
  for (let at = iterator.next(); at && times.length < most; at = iterator.next()) {
    const time = at.toString();
    if (time > end) break;
    times.push(time);
  }
  return times;
}

/** Rules from RFC 5545 §3.8.5.3, and some that are met often; each starts on a time that fits. */
const KNOWN: readonly (readonly [rule: string, start: string])[] = [
  ["FREQ=DAILY;COUNT=10", "1997-09-02T09:00:00"],
  ["FREQ=DAILY;UNTIL=19971224T000000Z", "1997-09-02T09:00:00"],
  ["FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02T09:00:00"],
  [
    "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
    "1998-01-01T09:00:00",
  ],
  ["FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997-09-02T09:00:00"],
  ["FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", "1997-09-01T09:00:00"],
  ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05T09:00:00"],
  ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05T09:00:00"],
  ["FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997-09-05T09:00:00"],
  ["FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997-09-07T09:00:00"],
  ["FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22T09:00:00"],
  ["FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28T09:00:00"],
  ["FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997-09-30T09:00:00"],
  ["FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "1997-09-10T09:00:00"],
  ["FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997-06-10T09:00:00"],
  ["FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "1997-01-01T09:00:00"],
  ["FREQ=YEARLY;BYDAY=20MO", "1997-05-19T09:00:00"],
  ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12T09:00:00"],
  ["FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997-03-13T09:00:00"],
  ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-02-13T09:00:00"],
  ["FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05T09:00:00"],
  ["FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04T09:00:00"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-29T09:00:00"],
  ["FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,20,40", "1997-09-02T09:00:00"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31T09:00:00"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29T12:00:00"],
  ["FREQ=YEARLY", "2024-02-29T12:00:00"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-26T09:30:00"],
];

/** Where ical.js does not do as the RFC's own lists have it, and dateutil does. */
const OTHERWISE_IN_ICAL_JS = [
  "FREQ=YEARLY;BYDAY=20MO",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
  "FREQ=YEARLY",
];

const wanted: Wanted[] = KNOWN.map(([rule, start]) => [rule, start, MOST, END]);

const DAYS: readonly [string, ...string[]] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** A rule of any of the shapes that calendars write, and many that none does. */
function someRule(random: Random): string {
  const chance = (of: number): boolean => random.below(of) === 0;
  const some = (most: number, make: () => string | number): string =>
    [...new Set(Array.from({ length: 1 + random.below(most) }, make))].join(",");
  const signed = (most: number): number => (1 + random.below(most)) * (chance(3) ? -1 : 1);
  const frequency = random.pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const);
  const counts = frequency === "MONTHLY" || frequency === "YEARLY";
  const parts = [`FREQ=${frequency}`];
  if (chance(2)) parts.push(`INTERVAL=${1 + random.below(5)}`);
  if (chance(3)) parts.push(`COUNT=${1 + random.below(50)}`);
  if (chance(3)) parts.push(`WKST=${random.pick(DAYS)}`);
  if (chance(4)) parts.push(`BYMONTH=${some(4, () => 1 + random.below(12))}`);
  const hasWeek = frequency === "YEARLY" && chance(6);
  if (hasWeek) parts.push(`BYWEEKNO=${some(3, () => signed(53))}`);
  if (hasWeek || chance(2)) {
    const isNth = counts && !hasWeek && chance(2);
    const hasMonth = parts.some((part) => part.startsWith("BYMONTH"));
    // dateutil counts no further in a month than a month goes.
    const nth = (): number => signed(frequency === "YEARLY" && !hasMonth ? 50 : 5);
    parts.push(`BYDAY=${some(4, () => `${isNth ? nth() : ""}${random.pick(DAYS)}`)}`);
  }
  if (frequency !== "WEEKLY" && !hasWeek && chance(4))
    parts.push(`BYMONTHDAY=${some(5, () => signed(31))}`);
  if (frequency === "YEARLY" && !hasWeek && chance(8))
    parts.push(`BYYEARDAY=${some(5, () => signed(366))}`);
  if (chance(6)) parts.push(`BYHOUR=${some(3, () => random.below(24))}`);
  if (chance(8)) parts.push(`BYMINUTE=${some(2, () => random.below(60))}`);
  if (counts && parts.some((part) => part.startsWith("BY")) && chance(5))
    parts.push(`BYSETPOS=${some(2, () => signed(4))}`);
  return parts.join(";");
}

const random = seededRandom(5545);
const invented: Wanted[] = Array.from({ length: IS_WHOLE ? 300 : 60 }, () => [
  someRule(random),
  writeWall(Date.UTC(2020, 0, 1) + random.below(8 * 365 * 24 * 60) * 60_000),
  MOST,
  END,
]);

describe("when rules recur", () => {
  test("as ical.js says of those of the RFC", () => {
    const different = wanted.filter(
      (one) => JSON.stringify(ours(one)) !== JSON.stringify(inIcalJs(one)),
    );
    expect(different.map(([rule]) => rule)).toEqual(OTHERWISE_IN_ICAL_JS);
  });

  test.skipIf(missing !== "")(`as dateutil says of them${missing}`, () => {
    const theirs = expandInPython(
      // It takes no end in UTC for a start that hangs nowhere.
      wanted.map(([rule, ...rest]) => [rule.replace(/(UNTIL=\w+)Z/, "$1"), ...rest]),
    );
    for (const [index, one] of wanted.entries())
      expect([one[0], ours(one)]).toEqual([one[0], theirs[index]]);
  });

  test.skipIf(missing !== "")(
    `as dateutil says of ${invented.length} that nobody wrote${missing}`,
    () => {
      const theirs = expandInPython(invented);
      const different = invented.flatMap((one, index) =>
        JSON.stringify(ours(one)) === JSON.stringify(theirs[index])
          ? []
          : [{ one, ours: ours(one).slice(0, 5), theirs: theirs[index]!.slice(0, 5) }],
      );
      expect(different.slice(0, 5)).toEqual([]);
      expect(theirs.filter(({ length }) => length > 3).length).toBeGreaterThan(
        invented.length * (2 / 3),
      );
    },
  );

  test("what lies far ahead is found as if all before it had been counted", () => {
    const from = Date.UTC(2038, 0, 1);
    for (const [rule, start] of invented.slice(0, 200).map(([a, b]) => [a, b] as const)) {
      const read = readRule(rule)!;
      const at = Date.parse(`${start}Z`);
      const options = { until: Date.UTC(2040, 0, 1), budget: dayBudget() };
      const all = [...recurrences(read, at, options)].filter((time) => time >= from);
      const jumped = [...recurrences(read, at, { ...options, budget: dayBudget(), from })];
      expect([rule, jumped.filter((time) => time >= from)]).toEqual([rule, all]);
    }
  });
});

const own = { name: "Europe/Berlin", changes: [] };
const events = (...lines: string[]) =>
  readCalendar(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n"))!.events;
const starts = (list: ReturnType<typeof events>, from: string, to: string): string[] =>
  occurrencesOf(list, { from: Date.parse(from), to: Date.parse(to), own }).map((one) =>
    new Date(one.from).toISOString(),
  );

test("a meeting keeps its hour when the clocks change, and where it was moved it is there alone", () => {
  const list = events(
    "BEGIN:VEVENT",
    "UID:a",
    "DTSTART;TZID=Europe/Berlin:20261012T093000",
    "DTEND;TZID=Europe/Berlin:20261012T100000",
    "RRULE:FREQ=WEEKLY;UNTIL=20261123T083000Z",
    "EXDATE;TZID=Europe/Berlin:20261019T093000",
    "RDATE;TZID=Europe/Berlin:20261030T160000",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:a",
    // The same instant in another zone.
    "RECURRENCE-ID:20261102T083000Z",
    "DTSTART;TZID=Europe/Berlin:20261103T140000",
    "DTEND;TZID=Europe/Berlin:20261103T150000",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:a",
    "RECURRENCE-ID;TZID=Europe/Berlin:20261116T093000",
    "STATUS:CANCELLED",
    "END:VEVENT",
  );
  expect(starts(list, "2026-10-01T00:00:00Z", "2027-01-01T00:00:00Z")).toEqual([
    "2026-10-12T07:30:00.000Z",
    "2026-10-26T08:30:00.000Z",
    "2026-10-30T15:00:00.000Z",
    "2026-11-03T13:00:00.000Z",
    "2026-11-09T08:30:00.000Z",
    "2026-11-23T08:30:00.000Z",
  ]);
  // An instant at an end belongs to what begins then.
  expect(starts(list, "2026-10-12T08:00:00Z", "2026-10-26T08:30:00Z")).toEqual([]);
  expect(starts(list, "2026-10-12T07:59:59Z", "2026-10-12T08:00:00Z")).toHaveLength(1);
});

test("days begin where one is, and clocks that hang nowhere hang there", () => {
  const list = events(
    "BEGIN:VEVENT",
    "DTSTART;VALUE=DATE:20261124",
    "DTEND;VALUE=DATE:20261126",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "DTSTART:20261124T120000",
    "RRULE:FREQ=DAILY;COUNT=2",
    "END:VEVENT",
  );
  expect(starts(list, "2026-11-20T00:00:00Z", "2026-12-01T00:00:00Z")).toEqual([
    "2026-11-23T23:00:00.000Z",
    "2026-11-24T11:00:00.000Z",
    "2026-11-25T11:00:00.000Z",
  ]);
});

test.each([
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;COUNT=10000000",
  "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYSECOND=0,1,2,3,4,5,6,7,8,9",
  "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
  "FREQ=MONTHLY;INTERVAL=100000",
])("%s comes to an end", (rule) => {
  const list = events("BEGIN:VEVENT", "DTSTART:00010101T000000Z", `RRULE:${rule}`, "END:VEVENT");
  expect(starts(list, "0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z").length).toBeLessThanOrEqual(
    1000,
  );
  expect(starts(list, "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z").length).toBeLessThanOrEqual(
    1000,
  );
});

test.each([
  "",
  "FREQ=SECONDLY",
  "FREQ=HOURLY;INTERVAL=2",
  "FREQ=WEEKLY;INTERVAL=0",
  "FREQ=WEEKLY;INTERVAL=-1",
  "FREQ=MONTHLY;BYDAY=0MO",
  "FREQ=MONTHLY;BYMONTHDAY=0",
  "FREQ=WEEKLY;UNTIL=tomorrow",
  "FREQ=WEEKLY;RSCALE=HEBREW",
  `FREQ=WEEKLY;BYHOUR=${"1,".repeat(450)}1`,
])("%s is no rule that is read", (rule) => expect(readRule(rule)).toBeNull());
