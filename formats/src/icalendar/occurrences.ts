import { occurrenceKey, type CalendarEvent } from "./calendar-event.ts";
import { instantOf, wallOfTime, withWall, type CalendarTime } from "./calendar-time.ts";
import { ICALENDAR_LIMITS } from "./limits.ts";
import { dayBudget, recurrences, type DayBudget } from "./recurrence.ts";
import { DAY, type WallTime } from "./wall-clock.ts";
import { wallAt, type Zone } from "./zones.ts";

/** One time at which an event takes place. Instants in milliseconds, the end exclusive. */
export interface Occurrence {
  readonly event: CalendarEvent;
  readonly start: CalendarTime;
  readonly from: number;
  readonly to: number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
  /** Where days begin, and clocks hang that hang nowhere. */
  readonly own: Zone;
}

/**
 * When an event takes place within a range, in order: its recurrences, those that were moved where they are now, without
 * those that were cancelled.
 * @param events with the same UID, the newest version of each occurrence
 * @param budget may be shared by several events
 */
export function occurrencesOf(
  events: readonly CalendarEvent[],
  range: Range,
  budget: DayBudget = dayBudget(),
): Occurrence[] {
  const moved = new Set(
    events.filter(({ recurrenceId }) => recurrenceId !== null).map((event) => occurrenceKey(event)),
  );
  const found: Occurrence[] = [];
  for (const event of events) {
    if (event.isCancelled || event.start === null) continue;
    const length = lengthOf(event, range.own);
    for (const start of startsOf(event, range, length, budget)) {
      if (event.recurrenceId === null && moved.has(occurrenceKey({ recurrenceId: start })))
        continue;
      const from = instantOf(start, range.own);
      const to = from + length;
      // What takes no time is there at its instant.
      if (from < range.to && (to > range.from || from === range.from))
        found.push({ event, start, from, to });
      if (found.length >= ICALENDAR_LIMITS.maxOccurrences) break;
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

function lengthOf({ start, end }: CalendarEvent, own: Zone): number {
  if (start === null || end === null) return 0;
  return Math.max(0, instantOf(end, own) - instantOf(start, own));
}

/** All starts that may lie in the range. */
function* startsOf(
  event: CalendarEvent,
  range: Range,
  length: number,
  budget: DayBudget,
): Generator<CalendarTime> {
  const start = event.start!;
  if (event.recurrenceId !== null || event.rule === null) {
    yield start;
    if (event.recurrenceId === null) yield* addedTo(event);
    return;
  }
  const excepted = new Set(event.excepted.map((recurrenceId) => occurrenceKey({ recurrenceId })));
  const first = wallOfTime(start);
  // Zones differ by less than a day.
  const from = range.from - length - 2 * DAY;
  const until = Math.min(range.to + 2 * DAY, endOf(event, start));
  let isFirst = true;
  for (const wall of walls(event, first, { from, until, budget })) {
    // The start is an occurrence, whatever the rule says of it.
    if (isFirst && wall > first && from <= first) yield start;
    isFirst = false;
    const time = withWall(start, wall);
    if (!excepted.has(occurrenceKey({ recurrenceId: time }))) yield time;
  }
  yield* addedTo(event);
}

function walls(
  { rule }: CalendarEvent,
  first: WallTime,
  options: { readonly from: number; readonly until: number; readonly budget: DayBudget },
): Generator<WallTime> {
  return recurrences(rule!, first, options);
}

function* addedTo({ start, added }: CalendarEvent): Generator<CalendarTime> {
  const known = new Set([occurrenceKey({ recurrenceId: start })]);
  for (const time of added) {
    const key = occurrenceKey({ recurrenceId: time });
    if (!known.has(key)) yield time;
    known.add(key);
  }
}

/** Where a rule ends, on the clock of its start. */
function endOf({ rule }: CalendarEvent, start: CalendarTime): WallTime {
  const until = rule?.until;
  if (until == null) return Infinity;
  if (until.isDay) return until.wall + DAY - 1;
  return until.isUtc && start.kind === "instant" && start.zone !== null
    ? wallAt(start.zone, until.wall)
    : until.wall;
}
