import { lineOf, type Component, type ContentLine } from "./content-lines.ts";
import { DAY, readWall, writeWall, type WallTime } from "./wall-clock.ts";
import { instantAt, wallAt, type Zone, type ZoneTable } from "./zones.ts";

/** A day, an instant, or the time of a clock on the wall somewhere. */
export type CalendarTime =
  | { readonly kind: "day"; readonly day: string }
  /** `zone` is where its clock hangs; null for UTC. */
  | { readonly kind: "instant"; readonly at: Date; readonly zone: Zone | null }
  /** In a zone that nobody here knows, or in none, which means everywhere (RFC 5545 §3.3.5). */
  | { readonly kind: "local"; readonly text: string; readonly zone: string | null };

export function readTime(line: ContentLine | undefined, zones: ZoneTable): CalendarTime | null {
  return line === undefined ? null : timeOf(line.value, line.parameters.get("TZID"), zones);
}

export function timeOf(
  text: string,
  id: string | undefined,
  zones: ZoneTable,
): CalendarTime | null {
  const read = readWall(text);
  if (read === null) return null;
  const { wall, isDay, isUtc } = read;
  if (isDay) return { kind: "day", day: writeWall(wall, true) };
  if (isUtc) return { kind: "instant", at: new Date(wall), zone: null };
  if (id === undefined) return { kind: "local", text: writeWall(wall), zone: null };
  const zone = zones(id);
  if (zone === null) return { kind: "local", text: writeWall(wall), zone: id };
  return { kind: "instant", at: new Date(instantAt(zone, wall)), zone };
}

/** What the clock shows where the time was written. */
export function wallOfTime(time: CalendarTime): WallTime {
  if (time.kind === "day") return Date.parse(`${time.day}T00:00:00Z`);
  if (time.kind === "local") return Date.parse(`${time.text}Z`);
  return time.zone === null ? time.at.getTime() : wallAt(time.zone, time.at.getTime());
}

/** Another time of the same clock. */
export function withWall(time: CalendarTime, wall: WallTime): CalendarTime {
  if (time.kind === "day") return { kind: "day", day: writeWall(wall, true) };
  if (time.kind === "local") return { ...time, text: writeWall(wall) };
  const at = time.zone === null ? wall : instantAt(time.zone, wall);
  return { ...time, at: new Date(at) };
}

/**
 * The instant that a time is to someone.
 * @param own the zone in which days begin, and clocks that hang nowhere are read
 */
export function instantOf(time: CalendarTime, own: Zone): number {
  return time.kind === "instant" ? time.at.getTime() : instantAt(own, wallOfTime(time));
}

/** RFC 5545 §3.6.1: where an event ends, exclusively; of a day without an end after that day. */
export function readEnd(
  event: Component,
  start: CalendarTime | null,
  zones: ZoneTable,
): CalendarTime | null {
  const end = readTime(lineOf(event, "DTEND"), zones);
  if (end !== null || start === null) return end;
  const duration = readDuration(lineOf(event, "DURATION")?.value ?? "");
  if (duration === null)
    return start.kind === "day" ? withWall(start, wallOfTime(start) + DAY) : null;
  const { days, milliseconds } = duration;
  // Days are those of the calendar, hours those that pass.
  const later = days === 0 ? start : withWall(start, wallOfTime(start) + days * DAY);
  if (later.kind === "instant")
    return { ...later, at: new Date(later.at.getTime() + milliseconds) };
  return withWall(later, wallOfTime(later) + milliseconds);
}

interface Duration {
  readonly days: number;
  readonly milliseconds: number;
}

/** RFC 5545 §3.3.6; one that goes back is none. */
function readDuration(text: string): Duration | null {
  const match =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(
      text.trim().toUpperCase(),
    );
  if (match === null) return null;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return {
    days: weeks! * 7 + days!,
    milliseconds: ((hours! * 60 + minutes!) * 60 + seconds!) * 1000,
  };
}
