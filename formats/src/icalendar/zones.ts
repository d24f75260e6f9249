import { lineOf, type Component, type ContentLine } from "./content-lines.ts";
import { ICALENDAR_LIMITS } from "./limits.ts";
import { recurrences } from "./recurrence.ts";
import { readRule, type RecurrenceRule } from "./recurrence-rule.ts";
import { DAY, readWall, type WallTime } from "./wall-clock.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/** When clocks show what: by the name of the IANA, or else by what the calendar object says of the zone itself. */
export interface Zone {
  /** As the IANA names it; null for a zone that only the object knows. */
  readonly name: string | null;
  readonly changes: readonly ZoneChange[];
}

/** One part of a VTIMEZONE (RFC 5545 §3.6.5): from when on clocks are set so. Offsets in milliseconds east of UTC. */
export interface ZoneChange {
  readonly start: WallTime;
  readonly from: number;
  readonly to: number;
  readonly rule: RecurrenceRule | null;
  readonly dates: readonly WallTime[];
}

/** Finds what a `TZID` means. */
export type ZoneTable = (id: string) => Zone | null;

/** Every zone that the object describes, and all that browsers know. */
export function zonesOf(calendar: Component): ZoneTable {
  const described = new Map<string, Component>();
  for (const zone of calendar.components) {
    if (zone.name !== "VTIMEZONE" || described.size >= ICALENDAR_LIMITS.maxZones) continue;
    const id = lineOf(zone, "TZID")?.value.trim();
    if (id !== undefined && !described.has(id)) described.set(id, zone);
  }
  const known = new Map<string, Zone | null>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const zone = readZone(id, described.get(id));
    if (known.size < ICALENDAR_LIMITS.maxZones) known.set(id, zone);
    return zone;
  };
}

/** Rules of one zone by which clocks change. */
const MOST_RULES = 8;

function readZone(id: string, component: Component | undefined): Zone | null {
  // Tables that travel with a message are often old: what a name says is known better here.
  const name =
    ianaName(id) ??
    (component && ianaName(lineOf(component, "X-LIC-LOCATION")?.value.trim() ?? ""));
  if (name != null) return { name, changes: [] };
  const changes = (component?.components ?? [])
    .slice(0, ICALENDAR_LIMITS.maxZoneChanges)
    .flatMap((part) => readChange(part) ?? []);
  // Rules cost more than dates.
  for (const change of changes.filter(({ rule }) => rule !== null).slice(MOST_RULES))
    changes.splice(changes.indexOf(change), 1);
  return changes.length === 0 ? null : { name: null, changes };
}

function readChange(part: Component): ZoneChange | null {
  if (part.name !== "STANDARD" && part.name !== "DAYLIGHT") return null;
  const start = readWall(lineOf(part, "DTSTART")?.value ?? "");
  const from = readOffset(lineOf(part, "TZOFFSETFROM"));
  const to = readOffset(lineOf(part, "TZOFFSETTO"));
  if (start === null || to === null) return null;
  const rule = lineOf(part, "RRULE");
  const dates = part.lines
    .filter(({ name }) => name === "RDATE")
    .flatMap(({ value }) => value.split(",", ICALENDAR_LIMITS.maxZoneChanges))
    .slice(0, ICALENDAR_LIMITS.maxZoneChanges)
    .flatMap((text) => readWall(text)?.wall ?? []);
  return {
    start: start.wall,
    from: from ?? to,
    to,
    rule: rule === undefined ? null : yearly(readRule(rule.value)),
    dates,
  };
}

/** Clocks are changed on certain days of each year; a count of changes would have to be counted from the first. */
function yearly(rule: RecurrenceRule | null): RecurrenceRule | null {
  return rule?.frequency === "YEARLY" && rule.interval === 1 ? { ...rule, count: null } : null;
}

/** RFC 5545 §3.3.14. */
function readOffset(line: ContentLine | undefined): number | null {
  const match = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(line?.value.trim() ?? "");
  if (match === null) return null;
  const [hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0));
  const offset = ((hours! * 60 + minutes!) * 60 + seconds!) * 1000;
  return Math.abs(offset) > DAY ? null : match[1] === "-" ? -offset : offset;
}

/**
 * What browsers call a zone that programs name in their ways: plain, behind a path of their own (`/freeassociation.…/`),
 * as Windows, or by the sentence that Exchange shows people.
 */
export function ianaName(id: string): string | null {
  if (id === "" || id.length > ICALENDAR_LIMITS.maxCalendarId) return null;
  const trimmed = id.trim().replace(/^"|"$/g, "");
  const windows = WINDOWS_ZONES.get(trimmed.toLowerCase());
  if (windows !== undefined) return windows;
  if (isZone(trimmed)) return trimmed;
  if (!trimmed.includes("/")) return null;
  const parts = trimmed.split("/").filter((part) => part !== "");
  for (const count of [3, 2]) {
    const end = parts.slice(-count).join("/");
    if (parts.length > count - 1 && isZone(end)) return end;
  }
  return null;
}

/** An offset such as `+01:00` is one to browsers, but says nothing about the rest of the year. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  return clockOf(name) !== null;
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();
const MOST_CLOCKS = 200;

function clockOf(name: string): Intl.DateTimeFormat | null {
  const known = clocks.get(name);
  if (known !== undefined) return known;
  let clock: Intl.DateTimeFormat | null = null;
  try {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    clock = null;
  }
  if (clocks.size < MOST_CLOCKS) clocks.set(name, clock);
  return clock;
}

/** What a clock of the zone shows at an instant. */
export function wallAt(zone: Zone, instant: number): WallTime {
  if (zone.name === null) {
    // Twice, for the hours around a change.
    const first = instant + offsetOf(zone.changes, instant);
    return instant + offsetOf(zone.changes, first);
  }
  const parts = new Map(
    clockOf(zone.name)!
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)] as const),
  );
  const date = new Date(0);
  date.setUTCFullYear(parts.get("year")!, parts.get("month")! - 1, parts.get("day"));
  const [hour, minute, second] = [parts.get("hour")!, parts.get("minute")!, parts.get("second")!];
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/**
 * The instant at which a clock of the zone shows a time. RFC 5545 §3.3.5: of two the first, and for one that is left out
 * what it would be by the clock before.
 */
export function instantAt(zone: Zone, wall: WallTime): number {
  if (zone.name === null) return wall - offsetOf(zone.changes, wall);
  const offset = (at: number): number => wallAt(zone, at) - at;
  const before = offset(wall - DAY);
  const after = offset(wall + DAY);
  const first = wall - before;
  if (before === after || offset(first) === before) return first;
  const second = wall - after;
  return offset(second) === after ? second : first;
}

/** RFC 5545 §3.6.5: what the change nearest before a time says; before the first of them, what held until then. */
function offsetOf(changes: readonly ZoneChange[], wall: WallTime): number {
  let best: { readonly at: WallTime; readonly offset: number } | undefined;
  for (const change of changes) {
    const at = lastBefore(change, wall);
    if (at !== undefined && (best === undefined || at > best.at)) best = { at, offset: change.to };
  }
  if (best !== undefined) return best.offset;
  return changes.reduce((first, change) => (change.start < first.start ? change : first)).from;
}

/** The last time at which a change was made, at or before a time. */
function lastBefore(change: ZoneChange, wall: WallTime): WallTime | undefined {
  if (change.start > wall) return undefined;
  let last: WallTime = change.start;
  for (const date of change.dates) if (date <= wall && date > last) last = date;
  if (change.rule === null) return last;
  const { until } = change.rule;
  // Ends of zones' rules are in UTC.
  const end = until === null ? Infinity : until.isUtc ? until.wall + change.from : until.wall;
  const latest = Math.min(wall, end);
  const year = new Date(latest).getUTCFullYear();
  for (const at of [...changesIn(change, year - 1), ...changesIn(change, year)])
    if (at <= latest && at > last) last = at;
  return last;
}

const changesByYear = new WeakMap<ZoneChange, Map<number, readonly WallTime[]>>();

function changesIn(change: ZoneChange, year: number): readonly WallTime[] {
  const years = changesByYear.get(change) ?? new Map<number, readonly WallTime[]>();
  changesByYear.set(change, years);
  const known = years.get(year);
  if (known !== undefined) return known;
  const [from, until] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1) - 1];
  const budget = { days: 4 * 366 };
  const found = [...recurrences(change.rule!, change.start, { from, until, budget })].filter(
    (at) => at >= from,
  );
  years.set(year, found);
  return found;
}
