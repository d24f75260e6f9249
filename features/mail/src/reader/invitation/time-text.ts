import {
  instantOf,
  occurrencesOf,
  wallAt,
  WEEKDAYS,
  type CalendarEvent,
  type CalendarTime,
  type Occurrence,
  type RecurrenceRule,
  type Zone,
} from "@atrium/formats/icalendar";
import { formatDate, formatDateTime, formatList, formatTime, regionalTag } from "@atrium/i18n";
import { v } from "./strings/index.ts";

const DAY = 86_400_000;

/** Where this device's clock hangs. */
export function ownZone(): Zone {
  return { name: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", changes: [] };
}

/** When an event is, on the reader's own clock; of a clock in a zone that nobody knows, what that shows. */
export function timeText(start: CalendarTime, end: CalendarTime | null): string {
  if (start.kind === "day") {
    const first = new Date(`${start.day}T00:00:00`);
    // The end is the day after the last.
    const last =
      end?.kind === "day" ? new Date(Date.parse(`${end.day}T00:00:00`) - DAY / 2) : first;
    const isOne = last.getTime() - first.getTime() < DAY;
    const date = isOne ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`;
    return v("allDay", { date });
  }
  const from = dateOf(start);
  const to = end === null || end.kind === "day" ? null : dateOf(end);
  const isSameDay = to !== null && from.toDateString() === to.toDateString();
  const isLater = to !== null && to.getTime() > from.getTime();
  const until = isLater ? ` – ${isSameDay ? formatTime(to) : formatDateTime(to)}` : "";
  const time = formatDateTime(from) + until;
  return start.kind === "local" && start.zone !== null
    ? v("inZone", { time, zone: start.zone })
    : time;
}

const dateOf = (time: Exclude<CalendarTime, { readonly kind: "day" }>): Date =>
  time.kind === "instant" ? time.at : new Date(time.text);

export const occurrenceText = ({ event, start, from, to }: Occurrence): string =>
  start.kind === "day"
    ? timeText(start, null)
    : timeText(
        { kind: "instant", at: new Date(from), zone: null },
        event.end === null ? null : { kind: "instant", at: new Date(to), zone: null },
      );

/** The same on the clock of where the event is, when that shows another time. */
export function zoneText(start: CalendarTime, end: CalendarTime | null): string | undefined {
  if (start.kind !== "instant" || start.zone?.name == null) return undefined;
  const at = start.at.getTime();
  if (wallAt(start.zone, at) === wallAt(ownZone(), at)) return undefined;
  const format = new Intl.DateTimeFormat(regionalTag(), {
    timeZone: start.zone.name,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  const time =
    end?.kind === "instant" && end.at > start.at
      ? format.formatRange(start.at, end.at)
      : format.format(start.at);
  return v("inZone", { time, zone: zoneName(start.zone.name, start.at) });
}

/** As people call it, such as “South Korea Time”. */
function zoneName(timeZone: string, at: Date): string {
  const options = { timeZone, timeZoneName: "longGeneric" } as const;
  const parts = new Intl.DateTimeFormat(regionalTag(), options).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

const EVERY = {
  DAILY: "everyDay",
  WEEKLY: "everyWeek",
  MONTHLY: "everyMonth",
  YEARLY: "everyYear",
} as const;

/** How an event recurs, as far as it can be said in a sentence; its next dates say the rest. */
export function repeatsText({ rule, isRecurring, start }: CalendarEvent): string | undefined {
  if (!isRecurring) return undefined;
  if (rule === null) return v("onSeveral");
  const repeats = everyText(rule);
  if (rule.count !== null) return v("times", { repeats, count: rule.count });
  if (rule.until === null) return repeats;
  const { wall, isDay, isUtc } = rule.until;
  // As a day of the reader's, or of whoever wrote it.
  const zone = start?.kind === "instant" && isUtc ? ownZone() : undefined;
  const shown = !isDay && zone ? wallAt(zone, wall) : wall;
  const day = new Date(shown).toISOString().slice(0, 10);
  return v("until", { repeats, date: formatDate(new Date(`${day}T00:00:00`)) });
}

function everyText(rule: RecurrenceRule): string {
  const every = v(EVERY[rule.frequency], { count: rule.interval });
  const { byDay } = rule;
  const isPlain =
    rule.bySetPos.length === 0 &&
    rule.byMonthDay.length === 0 &&
    rule.byYearDay.length === 0 &&
    rule.byWeekNo.length === 0;
  if (!isPlain || byDay.length === 0) return every;
  if (rule.frequency === "WEEKLY")
    return v("onDays", {
      every,
      days: formatList(
        [...new Set(byDay.map(({ weekday }) => weekday))].sort((a, b) => a - b).map(dayName),
      ),
    });
  const [first] = byDay;
  const nth = first && NTH.get(first.nth);
  if (rule.frequency !== "MONTHLY" || byDay.length > 1 || !first || !nth) return every;
  return v("onNth", { every, nth: v(nth), day: dayName(first.weekday) });
}

const NTH = new Map([
  [1, "nth1"],
  [2, "nth2"],
  [3, "nth3"],
  [4, "nth4"],
  [-1, "nth-1"],
] as const) as ReadonlyMap<number | null, "nth1" | "nth2" | "nth3" | "nth4" | "nth-1">;

/** Monday is 0; 5 January 1970 was one. */
const dayName = (weekday: number): string =>
  new Intl.DateTimeFormat(regionalTag(), { weekday: "long", timeZone: "UTC" }).format(
    (4 + (weekday % WEEKDAYS.length)) * DAY,
  );

/** How far ahead the next date of an event is looked for. */
const AHEAD = 400 * DAY;

/** The next time that it takes place, where it recurs and its first is over. */
export function nextOf(events: readonly CalendarEvent[], now: number): Occurrence | undefined {
  const own = ownZone();
  const main = events.find(({ isRecurring }) => isRecurring);
  if (!main?.start || instantOf(main.start, own) > now) return undefined;
  return occurrencesOf(events, { from: now, to: now + AHEAD, own })[0];
}
