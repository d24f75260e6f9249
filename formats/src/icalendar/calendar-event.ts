import {
  lineOf,
  readComponents,
  textOf,
  type Component,
  type ContentLine,
} from "./content-lines.ts";
import { readEnd, readTime, timeOf, wallOfTime, type CalendarTime } from "./calendar-time.ts";
import { ICALENDAR_LIMITS } from "./limits.ts";
import { meetingLink } from "./meeting-link.ts";
import { readRule, type RecurrenceRule } from "./recurrence-rule.ts";
import { basicWall } from "./wall-clock.ts";
import { zonesOf, type ZoneTable } from "./zones.ts";

/** What a message says about events (RFC 5545, RFC 5546). */
export interface CalendarObject {
  /** `REQUEST`, `CANCEL`, `REPLY` …, in capitals; null when nothing is asked. */
  readonly method: string | null;
  readonly events: readonly CalendarEvent[];
}

/** An event, or one occurrence of it that differs, as far as people read it. */
export interface CalendarEvent {
  /** Empty where a producer gives none: then nothing can be joined to it, and it cannot be answered. */
  readonly uid: string;
  /** Which occurrence it is about; null for all. */
  readonly recurrenceId: CalendarTime | null;
  /** That occurrence and all that follow. */
  readonly isAndFuture: boolean;
  readonly sequence: number;
  readonly stamp: Date | null;
  readonly summary: string | null;
  readonly location: string | null;
  readonly description: string | null;
  /** What somebody wrote with an answer or a cancellation. */
  readonly comment: string | null;
  readonly start: CalendarTime | null;
  /** Exclusive; for whole days the day after the last. */
  readonly end: CalendarTime | null;
  readonly organizer: CalendarPerson | null;
  readonly attendees: readonly CalendarPerson[];
  readonly isCancelled: boolean;
  readonly rule: RecurrenceRule | null;
  /** It recurs, whether or not the rule is one that is read. */
  readonly isRecurring: boolean;
  /** RDATE and EXDATE. */
  readonly added: readonly CalendarTime[];
  readonly excepted: readonly CalendarTime[];
  /** It does not keep anyone busy (RFC 5545 §3.8.2.7). */
  readonly isFree: boolean;
  /** An address of the web where to take part. */
  readonly link: string | null;
  /** What a reply repeats as it was written. */
  readonly source: EventSource;
}

export interface EventSource {
  readonly recurrenceId: ContentLine | null;
  readonly start: ContentLine | null;
  readonly end: ContentLine | null;
  /** The zones that the object describes, by their names, as lines. */
  readonly zones: ReadonlyMap<string, readonly string[]>;
}

export interface CalendarPerson {
  readonly name: string | null;
  /** Empty where there is only a telephone number or the like. */
  readonly email: string;
  /** `ACCEPTED`, `DECLINED`, `TENTATIVE`, `NEEDS-ACTION` …; null when nothing is said. */
  readonly status: string | null;
  /** Who writes for them. */
  readonly sentBy: string | null;
  /** Rooms and things have no opinion. */
  readonly isPerson: boolean;
  readonly isOptional: boolean;
}

/**
 * All events of a calendar object; null where there is none. Never throws, and bounded by `ICALENDAR_LIMITS`.
 * @param declared the method that the message's `Content-Type` names, for an object that names none
 */
export function readCalendar(text: string, declared: string | null = null): CalendarObject | null {
  const root = readComponents(text);
  const calendars = root.components.filter(({ name }) => name === "VCALENDAR");
  const calendar = calendars[0] ?? root;
  const zones = zonesOf(calendar);
  const written = writtenZones(calendar);
  const method = (lineOf(calendar, "METHOD")?.value.trim() || declared)?.toUpperCase() ?? null;
  const events = calendar.components
    .filter(({ name }) => name === "VEVENT")
    .slice(0, ICALENDAR_LIMITS.maxEvents)
    .filter(({ lines }) => lines.length > 0)
    .map((event) => readEvent(event, method, zones, written));
  return events.length === 0 ? null : { method, events };
}

function readEvent(
  event: Component,
  method: string | null,
  zones: ZoneTable,
  written: EventSource["zones"],
): CalendarEvent {
  const start = readTime(lineOf(event, "DTSTART"), zones);
  const recurrence = lineOf(event, "RECURRENCE-ID");
  const rule = lineOf(event, "RRULE");
  const organizer = lineOf(event, "ORGANIZER");
  const attendees = event.lines
    .filter(({ name }) => name === "ATTENDEE")
    .slice(0, ICALENDAR_LIMITS.maxAttendees);
  const uid = lineOf(event, "UID")?.value.trim() ?? "";
  const isId = uid !== "" && uid.length <= ICALENDAR_LIMITS.maxCalendarId;
  return {
    uid: isId ? uid : "",
    recurrenceId: readTime(recurrence, zones),
    isAndFuture: recurrence?.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
    sequence: readSequence(lineOf(event, "SEQUENCE")),
    stamp: readStamp(lineOf(event, "DTSTAMP"), zones),
    summary: textOf(event, "SUMMARY"),
    location: textOf(event, "LOCATION"),
    description: textOf(event, "DESCRIPTION"),
    comment: textOf(event, "COMMENT"),
    start,
    end: readEnd(event, start, zones),
    organizer: organizer === undefined ? null : readPerson(organizer),
    attendees: attendees.map(readPerson),
    isCancelled:
      method === "CANCEL" || textOf(event, "STATUS")?.toUpperCase().trim() === "CANCELLED",
    rule: rule === undefined ? null : readRule(rule.value),
    isRecurring: rule !== undefined || lineOf(event, "RDATE") !== undefined,
    added: readDates(event, "RDATE", zones),
    excepted: readDates(event, "EXDATE", zones),
    isFree: textOf(event, "TRANSP")?.toUpperCase() === "TRANSPARENT",
    link: meetingLink(event),
    source: {
      recurrenceId: recurrence ?? null,
      start: lineOf(event, "DTSTART") ?? null,
      end: lineOf(event, "DTEND") ?? null,
      zones: written,
    },
  };
}

function readSequence(line: ContentLine | undefined): number {
  const value = line?.value.trim() ?? "";
  return /^\d{1,10}$/.test(value) ? Math.min(Number(value), 0x7fffffff) : 0;
}

/** It has to be in UTC; where it is not, it is taken for it. */
function readStamp(line: ContentLine | undefined, zones: ZoneTable): Date | null {
  const time = readTime(line, zones);
  return time === null ? null : new Date(time.kind === "instant" ? time.at : wallOfTime(time));
}

function readDates(event: Component, name: string, zones: ZoneTable): CalendarTime[] {
  const found: CalendarTime[] = [];
  for (const line of event.lines) {
    if (line.name !== name) continue;
    const room = ICALENDAR_LIMITS.maxEventDates - found.length;
    if (room <= 0) break;
    for (const text of line.value.split(",", room)) {
      // Of a period its beginning.
      const time = timeOf(text.split("/", 1)[0]!, line.parameters.get("TZID"), zones);
      if (time !== null) found.push(time);
    }
  }
  return found;
}

function readPerson({ parameters, value }: ContentLine): CalendarPerson {
  const kind = parameters.get("CUTYPE")?.toUpperCase();
  return {
    name: parameters.get("CN")?.trim().slice(0, ICALENDAR_LIMITS.maxCalendarId) || null,
    email: addressIn(value) || addressIn(parameters.get("EMAIL") ?? ""),
    status: parameters.get("PARTSTAT")?.toUpperCase() ?? null,
    sentBy: addressIn(parameters.get("SENT-BY") ?? "") || null,
    isPerson: kind !== "ROOM" && kind !== "RESOURCE",
    isOptional: /^(?:OPT|NON)-PARTICIPANT$/i.test(parameters.get("ROLE") ?? ""),
  };
}

/** A mail address as RFC 6068 or plainly; empty for what is none. */
export function addressIn(value: string): string {
  const text = value.trim();
  if (text.length > ICALENDAR_LIMITS.maxCalendarId) return "";
  const isMail = /^mailto:/i.test(text);
  let address = (isMail ? text.slice(7) : text).split("?", 1)[0]!.trim();
  if (isMail && address.includes("%"))
    try {
      address = decodeURIComponent(address);
    } catch {
      return "";
    }
  return /^[^\s\p{Cc}@<>,;"]{1,64}@[^\s\p{Cc}@<>,;"]{1,255}$/u.test(address) ? address : "";
}

/** The identifiers of all events in a calendar object, each once: under these a message is found again. */
export function eventIds(text: string): string[] {
  const ids = new Set<string>();
  for (const calendar of readComponents(text).components)
    for (const { name, lines } of [calendar, ...calendar.components]) {
      if (name !== "VEVENT" || ids.size >= ICALENDAR_LIMITS.maxEvents) continue;
      const uid = lines.find((line) => line.name === "UID")?.value.trim() ?? "";
      if (uid !== "" && uid.length <= ICALENDAR_LIMITS.maxCalendarId) ids.add(uid);
    }
  return [...ids];
}

/** Names an occurrence among all of an event: the same in whatever zone it is written; empty for the whole. */
export function occurrenceKey({ recurrenceId }: Pick<CalendarEvent, "recurrenceId">): string {
  if (recurrenceId === null) return "";
  if (recurrenceId.kind === "day") return recurrenceId.day;
  if (recurrenceId.kind === "instant") return recurrenceId.at.toISOString();
  return basicWall(wallOfTime(recurrenceId));
}

function writtenZones(calendar: Component): ReadonlyMap<string, readonly string[]> {
  const zones = new Map<string, readonly string[]>();
  for (const zone of calendar.components) {
    const id = lineOf(zone, "TZID")?.value.trim();
    if (zone.name !== "VTIMEZONE" || id === undefined || zones.has(id)) continue;
    if (zones.size >= ICALENDAR_LIMITS.maxZones) break;
    zones.set(id, linesOf(zone));
  }
  return zones;
}

/** What a zone may say (RFC 5545 §3.6.5); whatever else lies in it is not repeated to others. */
const OF_ZONE = new Set(["TZID", "LAST-MODIFIED", "TZURL", "X-LIC-LOCATION"]);
const OF_CHANGE = new Set(["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE", "TZNAME"]);

/** A zone as lines that are not folded. */
function linesOf(zone: Component): string[] {
  const texts = ({ lines }: Component, known: ReadonlySet<string>): string[] =>
    lines.filter(({ name }) => known.has(name)).map(({ text }) => text);
  return [
    "BEGIN:VTIMEZONE",
    ...texts(zone, OF_ZONE),
    ...zone.components
      .filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT")
      .flatMap((change) => [
        `BEGIN:${change.name}`,
        ...texts(change, OF_CHANGE),
        `END:${change.name}`,
      ]),
    "END:VTIMEZONE",
  ];
}
