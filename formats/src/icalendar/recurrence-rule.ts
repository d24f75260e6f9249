import { ICALENDAR_LIMITS } from "./limits.ts";
import { readWall, type ReadWall } from "./wall-clock.ts";

export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the order of RFC 5545, Monday first. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** `weekday` counts from Monday, 0. */
export interface NthDay {
  readonly weekday: number;
  /** Of the month or the year, from its end when negative; null for each. */
  readonly nth: number | null;
}

/** RFC 5545 §3.3.10. A part that is not there is empty. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly until: ReadWall | null;
  readonly bySecond: readonly number[];
  readonly byMinute: readonly number[];
  readonly byHour: readonly number[];
  readonly byDay: readonly NthDay[];
  readonly byMonthDay: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byMonth: readonly number[];
  readonly bySetPos: readonly number[];
  /** From Monday, 0. */
  readonly weekStart: number;
}

const PARTS = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "BYSECOND",
  "BYMINUTE",
  "BYHOUR",
  "BYDAY",
  "BYMONTHDAY",
  "BYYEARDAY",
  "BYWEEKNO",
  "BYMONTH",
  "BYSETPOS",
  "WKST",
]);

/** Null for a rule that is none, or that nobody meets by: several times an hour, or in calendars other than ours. */
export function readRule(text: string): RecurrenceRule | null {
  const parts = new Map(
    text
      .slice(0, ICALENDAR_LIMITS.maxCalendarId)
      .toUpperCase()
      .split(";")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [name = "", value = ""] = part.split("=", 2);
        return [name.trim(), value.trim()] as const;
      }),
  );
  if ([...parts.keys()].some((name) => !PARTS.has(name) && !name.startsWith("X-"))) return null;
  const frequency = FREQUENCIES.find((one) => one === parts.get("FREQ"));
  if (frequency === undefined) return null;
  try {
    const numbers = (name: string, least: number, most: number): number[] =>
      listOf(parts.get(name)).map((item) => numberIn(item, least, most));
    const until = parts.get("UNTIL");
    const end = until === undefined ? null : readWall(until);
    if (until !== undefined && end === null) return null;
    return {
      frequency,
      interval: numberIn(parts.get("INTERVAL") ?? "1", 1, 100_000),
      count: parts.has("COUNT") ? numberIn(parts.get("COUNT")!, 1, 10_000_000) : null,
      until: end,
      bySecond: numbers("BYSECOND", 0, 59),
      byMinute: numbers("BYMINUTE", 0, 59),
      byHour: numbers("BYHOUR", 0, 23),
      byDay: listOf(parts.get("BYDAY")).map(readNthDay),
      byMonthDay: numbers("BYMONTHDAY", -31, 31),
      byYearDay: numbers("BYYEARDAY", -366, 366),
      byWeekNo: numbers("BYWEEKNO", -53, 53),
      byMonth: numbers("BYMONTH", 1, 12),
      bySetPos: numbers("BYSETPOS", -366, 366),
      weekStart: weekdayOf(parts.get("WKST") ?? "MO"),
    };
  } catch (error) {
    if (error instanceof NoRule) return null;
    throw error;
  }
}

class NoRule extends Error {}

function listOf(text: string | undefined): string[] {
  if (text === undefined) return [];
  const items = text.split(",", ICALENDAR_LIMITS.maxRuleItems + 1);
  if (items.length > ICALENDAR_LIMITS.maxRuleItems) throw new NoRule();
  return items;
}

function numberIn(text: string, least: number, most: number): number {
  const value = /^[+-]?\d{1,8}$/.test(text.trim()) ? Number(text) : Number.NaN;
  // Below zero it counts from the end, so that there is no zero then.
  if (!(value >= least && value <= most) || (value === 0 && least < 0)) throw new NoRule();
  return value;
}

function weekdayOf(text: string): number {
  const at = WEEKDAYS.findIndex((day) => day === text);
  if (at === -1) throw new NoRule();
  return at;
}

function readNthDay(text: string): NthDay {
  const [, nth, day] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim()) ?? [];
  const weekday = weekdayOf(day ?? "");
  return { weekday, nth: nth === undefined ? null : numberIn(nth, -53, 53) };
}
