import { ICALENDAR_LIMITS } from "./limits.ts";
import type { RecurrenceRule } from "./recurrence-rule.ts";
import { DAY, type WallTime } from "./wall-clock.ts";

/** What a search for occurrences may still cost. */
export interface DayBudget {
  days: number;
}

export const dayBudget = (): DayBudget => ({ days: ICALENDAR_LIMITS.maxDaysTried });

/**
 * The times at which a rule recurs from its start on, in order, the start first where it fits the rule. `until` is one of
 * the clock at the start's place. Ends early when the budget does, which then has nothing left.
 * @param from occurrences before it need not be told, which makes those far ahead cheap
 */
export function* recurrences(
  rule: RecurrenceRule,
  start: WallTime,
  options: { readonly until?: WallTime; readonly from?: WallTime; readonly budget: DayBudget },
): Generator<WallTime> {
  const { until = Infinity, from = -Infinity, budget } = options;
  let left = rule.count ?? Infinity;
  // Those that a count counts cannot be passed over.
  const first = rule.count === null ? periodsBefore(rule, start, from) : 0;
  for (let period = first; ; period += 1) {
    const span = spanOf(rule, start, period);
    if (span === null || span.from > until) return;
    const length = Math.round((span.to - span.from) / DAY);
    budget.days -= length;
    if (budget.days < 0) {
      budget.days = 0;
      return;
    }
    const times = timesIn(rule, start, span);
    budget.days = Math.max(0, budget.days - Math.floor(times.length / 4));
    for (const time of times) {
      if (time < start) continue;
      if (time > until) return;
      yield time;
      left -= 1;
      if (left <= 0) return;
    }
  }
}

interface Span {
  readonly from: WallTime;
  /** Exclusive. */
  readonly to: WallTime;
}

const dayOf = (wall: WallTime): WallTime => Math.floor(wall / DAY) * DAY;
/** From Monday, 0; the first day of 1970 was a Thursday. */
const weekdayOf = (day: WallTime): number => (((Math.floor(day / DAY) + 3) % 7) + 7) % 7;
const LAST_YEAR = 9999;

function dayIn(year: number, month: number, day: number): WallTime {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

/** The days of a period, counted from the one of the start. Null beyond all calendars. */
function spanOf(
  { frequency, interval, weekStart }: RecurrenceRule,
  start: WallTime,
  at: number,
): Span | null {
  const steps = at * interval;
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const day = dayOf(start);
  let span: Span;
  if (frequency === "DAILY") span = { from: day + steps * DAY, to: day + (steps + 1) * DAY };
  else if (frequency === "WEEKLY") {
    const from = day - ((weekdayOf(day) - weekStart + 7) % 7) * DAY + steps * 7 * DAY;
    span = { from, to: from + 7 * DAY };
  } else if (frequency === "MONTHLY") {
    if (year + (month + steps) / 12 > LAST_YEAR) return null;
    span = { from: dayIn(year, month + steps, 1), to: dayIn(year, month + steps + 1, 1) };
  } else {
    if (year + steps > LAST_YEAR) return null;
    span = { from: dayIn(year + steps, 0, 1), to: dayIn(year + steps + 1, 0, 1) };
  }
  return new Date(span.from).getUTCFullYear() > LAST_YEAR ? null : span;
}

const LENGTHS = { DAILY: DAY, WEEKLY: 7 * DAY, MONTHLY: 31 * DAY, YEARLY: 366 * DAY };

/** Periods that surely end before `from`. */
function periodsBefore(
  { frequency, interval }: RecurrenceRule,
  start: WallTime,
  from: WallTime,
): number {
  if (!(from > start)) return 0;
  return Math.max(0, Math.floor((from - start) / (LENGTHS[frequency] * interval)) - 1);
}

/** The times of one period, in order. */
function timesIn(rule: RecurrenceRule, start: WallTime, span: Span): WallTime[] {
  const days: WallTime[] = [];
  const fits = dayTest(rule, start, span);
  for (let day = span.from; day < span.to; day += DAY) if (fits(day)) days.push(day);
  if (days.length === 0) return days;
  const clock = clockTimes(rule, start);
  const times = days.flatMap((day) => clock.map((time) => day + time));
  if (rule.bySetPos.length === 0) return times;
  const places = new Set(
    rule.bySetPos.map((place) => (place > 0 ? place - 1 : times.length + place)),
  );
  return times.filter((_, index) => places.has(index));
}

/** Hours, minutes and seconds of a day, in milliseconds. */
function clockTimes({ byHour, byMinute, bySecond }: RecurrenceRule, start: WallTime): number[] {
  const date = new Date(start);
  const or = (list: readonly number[], own: number): number[] =>
    list.length === 0 ? [own] : [...new Set(list)].sort((a, b) => a - b);
  const times: number[] = [];
  for (const hour of or(byHour, date.getUTCHours()))
    for (const minute of or(byMinute, date.getUTCMinutes()))
      for (const second of or(bySecond, date.getUTCSeconds())) {
        if (times.length >= ICALENDAR_LIMITS.maxOccurrences) return times;
        times.push(((hour * 60 + minute) * 60 + second) * 1000);
      }
  return times;
}

/** RFC 5545 §3.3.10: what a part that is missing takes from the start, and whether a day has all that is asked. */
function dayTest(rule: RecurrenceRule, start: WallTime, span: Span): (day: WallTime) => boolean {
  const { frequency, byMonth, byMonthDay, byYearDay, byWeekNo, byDay, weekStart } = rule;
  const at = new Date(start);
  const isFree = byMonthDay.length === 0 && byYearDay.length === 0 && byDay.length === 0;
  const months = new Set(byMonth);
  const monthDays = new Set(byMonthDay);
  const weekdays = new Set<number>();
  if (isFree && (frequency === "WEEKLY" || byWeekNo.length > 0)) weekdays.add(weekdayOf(start));
  else if (isFree && (frequency === "MONTHLY" || frequency === "YEARLY")) {
    monthDays.add(at.getUTCDate());
    if (frequency === "YEARLY" && byMonth.length === 0) months.add(at.getUTCMonth() + 1);
  }
  // Places in the month or the year count only there; elsewhere the weekday is what is left of them.
  const counts = frequency === "MONTHLY" || frequency === "YEARLY";
  for (const { weekday, nth } of byDay) if (nth === null || !counts) weekdays.add(weekday);
  const nthDays =
    counts && byDay.some(({ nth }) => nth !== null) ? nthDaysOf(rule, span) : undefined;
  const weeks = byWeekNo.length > 0 ? weeksOf(byWeekNo, weekStart, span) : undefined;
  const years = new Set(byYearDay);
  return (day) => {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (months.size > 0 && !months.has(month + 1)) return false;
    if (monthDays.size > 0) {
      const number = date.getUTCDate();
      const last = new Date(dayIn(year, month + 1, 0)).getUTCDate();
      if (!monthDays.has(number) && !monthDays.has(number - last - 1)) return false;
    }
    if (years.size > 0) {
      const number = (day - dayIn(year, 0, 1)) / DAY + 1;
      const length = (dayIn(year + 1, 0, 1) - dayIn(year, 0, 1)) / DAY;
      if (!years.has(number) && !years.has(number - length - 1)) return false;
    }
    if (weeks !== undefined && !weeks.has(day)) return false;
    if (weekdays.size === 0 && nthDays === undefined) return true;
    return weekdays.has(weekdayOf(day)) || (nthDays?.has(day) ?? false);
  };
}

/** Such as the second Tuesday of each month, or of the year where no months are named. */
function nthDaysOf({ frequency, byDay, byMonth }: RecurrenceRule, span: Span): Set<WallTime> {
  const year = new Date(span.from).getUTCFullYear();
  const ranges: Span[] =
    frequency === "YEARLY" && byMonth.length > 0
      ? byMonth.map((month) => ({ from: dayIn(year, month - 1, 1), to: dayIn(year, month, 1) }))
      : [span];
  const found = new Set<WallTime>();
  for (const { from, to } of ranges)
    for (const { weekday, nth } of byDay) {
      if (nth === null) continue;
      const last = to - DAY;
      const day =
        nth > 0
          ? from + ((weekday - weekdayOf(from) + 7) % 7) * DAY + (nth - 1) * 7 * DAY
          : last - ((weekdayOf(last) - weekday + 7) % 7) * DAY + (nth + 1) * 7 * DAY;
      if (day >= from && day < to) found.add(day);
    }
  return found;
}

/** The days of numbered weeks, as far as they lie in this year (ISO 8601 where weeks start on Monday). */
function weeksOf(numbers: readonly number[], weekStart: number, span: Span): Set<WallTime> {
  const found = new Set<WallTime>();
  // Week 1 has at least four days in its year; the days at both ends may belong to weeks of the years beside.
  const year = new Date(span.from).getUTCFullYear();
  const firstOf = (ofYear: number): WallTime => {
    const fourth = dayIn(ofYear, 0, 4);
    return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7) * DAY;
  };
  for (const each of [year - 1, year, year + 1]) {
    const [first, end] = [firstOf(each), firstOf(each + 1)];
    const count = Math.round((end - first) / (7 * DAY));
    for (const number of numbers) {
      const week = number > 0 ? number : count + number + 1;
      if (week < 1 || week > count) continue;
      for (let day = 0; day < 7; day++) {
        const at = first + ((week - 1) * 7 + day) * DAY;
        if (at >= span.from && at < span.to) found.add(at);
      }
    }
  }
  return found;
}
