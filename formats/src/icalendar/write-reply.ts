import type { CalendarEvent } from "./calendar-event.ts";
import { wallOfTime, type CalendarTime } from "./calendar-time.ts";
import type { ContentLine } from "./content-lines.ts";
import { ICALENDAR_LIMITS } from "./limits.ts";
import { basicWall } from "./wall-clock.ts";

export type ReplyStatus = "ACCEPTED" | "TENTATIVE" | "DECLINED";

export interface Reply {
  /** Of one UID: the whole, or occurrences of it. */
  readonly events: readonly CalendarEvent[];
  readonly attendee: { readonly name: string | null; readonly email: string };
  readonly status: ReplyStatus;
  /** Empty for none. */
  readonly comment: string;
  readonly now: Date;
}

/**
 * The answer to a request as RFC 5546 §3.2.3 wants it, with CRLF line ends, in ASCII but for what people wrote. What names
 * the event is repeated letter by letter, so that every program finds its own again.
 */
export function writeReply({ events, attendee, status, comment, now }: Reply): string {
  const first = events[0]!;
  const zone = repeatedZone(events);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Atrium//Atrium Mail//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:REPLY",
    ...(zone?.lines ?? []),
    ...events.flatMap((event) => [
      "BEGIN:VEVENT",
      `UID:${first.uid}`,
      `DTSTAMP:${utc(now)}`,
      ...timeLine("RECURRENCE-ID", event.source.recurrenceId, event.recurrenceId, zone),
      ...timeLine("DTSTART", event.source.start, event.start, zone),
      ...timeLine("DTEND", event.source.end, event.source.end && event.end, zone),
      organizerLine(event),
      `ATTENDEE;PARTSTAT=${status}${nameParameter(attendee.name)}:mailto:${uriAddress(attendee.email)}`,
      `SEQUENCE:${event.sequence}`,
      ...(event.summary === null ? [] : [`SUMMARY:${escapeText(event.summary)}`]),
      ...(comment.trim() === "" ? [] : [`COMMENT:${escapeText(comment.trim())}`]),
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map((line) => foldLine(withoutControls(line))).join("\r\n")}\r\n`;
}

interface RepeatedZone {
  readonly id: string;
  readonly lines: readonly string[];
}

/** At most one zone may be described: where times are in several, all are written in UTC. */
function repeatedZone(events: readonly CalendarEvent[]): RepeatedZone | undefined {
  const ids = new Set(
    events.flatMap(({ source: { recurrenceId, start, end } }) =>
      [recurrenceId, start, end].flatMap((line) => line?.parameters.get("TZID") ?? []),
    ),
  );
  const [id] = ids;
  const lines = id === undefined ? undefined : events[0]!.source.zones.get(id);
  if (ids.size !== 1 || lines === undefined) return undefined;
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return length > ICALENDAR_LIMITS.maxZoneRepeated ? undefined : { id: id!, lines };
}

/** A time that names a zone does so only where that is described; otherwise it is in UTC. */
function timeLine(
  name: string,
  line: ContentLine | null,
  time: CalendarTime | null,
  zone: RepeatedZone | undefined,
): string[] {
  if (line === null || time === null) return [];
  const isLater = line.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE";
  const range = name === "RECURRENCE-ID" && isLater ? ";RANGE=THISANDFUTURE" : "";
  if (time.kind === "day")
    return [`${name};VALUE=DATE${range}:${basicWall(wallOfTime(time), true)}`];
  const id = line.parameters.get("TZID");
  if (id !== undefined && id === zone?.id)
    return [`${name}${range};TZID=${parameterValue(id)}:${basicWall(wallOfTime(time))}`];
  if (time.kind === "instant") return [`${name}${range}:${utc(time.at)}`];
  return [`${name}${range}:${basicWall(wallOfTime(time))}`];
}

/** With its name and who sends for it; what it says of itself beyond that is the organiser's own affair. */
function organizerLine({ organizer }: CalendarEvent): string {
  if (organizer === null) throw new Error("an event without an organiser has nobody to answer");
  const { name, sentBy, email } = organizer;
  const by = sentBy === null ? "" : `;SENT-BY="mailto:${uriAddress(sentBy)}"`;
  return `ORGANIZER${nameParameter(name)}${by}:mailto:${uriAddress(email)}`;
}

const nameParameter = (name: string | null): string =>
  name === null || name.trim() === "" ? "" : `;CN=${parameterValue(name.trim())}`;

/** RFC 5545 §3.2; quotation marks as RFC 6868 has them. */
function parameterValue(text: string): string {
  const value = text
    .replaceAll("^", "^^")
    .replaceAll(/\r\n?|\n/g, "^n")
    .replaceAll('"', "^'");
  return /[;:,]/.test(value) ? `"${value}"` : value;
}

const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** RFC 6068: an address in a link. */
const uriAddress = (email: string): string =>
  email.replaceAll(/[%?#&]/g, (sign) => encodeURIComponent(sign));

const utc = (date: Date): string => `${basicWall(date.getTime())}Z`;

const CONTROLS = /(?!\t)\p{Cc}/gu;
/** RFC 5545 §3.1: of these only a tab may stand in a line. */
const withoutControls = (line: string): string => line.replaceAll(CONTROLS, "");

const encoder = new TextEncoder();

/** RFC 5545 §3.1: at most 75 octets a line, and no character is cut. */
function foldLine(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
