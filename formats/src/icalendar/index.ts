export { contentText } from "./content-text.ts";

/** What an invitation says, as far as people read it (RFC 5545, RFC 5546). */
export interface CalendarEvent {
  /** `REQUEST`, `CANCEL`, `REPLY` …, in capitals; null when nothing is asked. */
  readonly method: string | null;
  readonly summary: string | null;
  readonly location: string | null;
  readonly start: CalendarTime | null;
  /** Exclusive; for whole days the day after the last. */
  readonly end: CalendarTime | null;
  readonly organizer: CalendarPerson | null;
  readonly attendees: readonly CalendarPerson[];
  readonly isCancelled: boolean;
  /** The `FREQ` of a recurrence rule that has no further parts that a person would miss; null otherwise. */
  readonly repeats: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY" | null;
}

/** A day, an instant, or the time of a clock on the wall somewhere. */
export type CalendarTime =
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "instant"; readonly at: Date }
  | { readonly kind: "local"; readonly text: string; readonly zone: string | null };

export interface CalendarPerson {
  readonly name: string | null;
  readonly email: string;
  /** `ACCEPTED`, `DECLINED`, `TENTATIVE`, `NEEDS-ACTION` …; null when nothing is said. */
  readonly status: string | null;
}

interface Line {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

/** More than a person would read, and no work without end. */
const LONGEST = 1_000_000;
const MOST_LINES = 20_000;
const MOST_ATTENDEES = 500;

/** The first event of a calendar object; null where there is none. Never throws. */
export function readCalendarEvent(text: string): CalendarEvent | null {
  const lines = unfold(text.slice(0, LONGEST)).map(parseLine);
  const method = lines.find((line) => line?.name === "METHOD")?.value.toUpperCase() ?? null;
  const event = firstEvent(lines);
  if (event === null) return null;
  const value = (name: string): string | null => {
    const found = event.find((line) => line.name === name);
    return found === undefined ? null : unescapeText(found.value).trim() || null;
  };
  const time = (name: string): CalendarTime | null => {
    const found = event.find((line) => line.name === name);
    return found === undefined ? null : readTime(found);
  };
  const organizer = event.find(({ name }) => name === "ORGANIZER");
  const start = time("DTSTART");
  return {
    method,
    summary: value("SUMMARY"),
    location: value("LOCATION"),
    start,
    end: time("DTEND") ?? afterDuration(start, value("DURATION")),
    organizer: organizer === undefined ? null : readPerson(organizer),
    attendees: event
      .filter(({ name }) => name === "ATTENDEE")
      .slice(0, MOST_ATTENDEES)
      .map(readPerson),
    isCancelled: method === "CANCEL" || value("STATUS")?.toUpperCase() === "CANCELLED",
    repeats: readFrequency(value("RRULE")),
  };
}

/** The lines of the first VEVENT, without those of the alarms inside it. */
function firstEvent(lines: readonly (Line | null)[]): Line[] | null {
  const found: Line[] = [];
  const inside: string[] = [];
  for (const line of lines) {
    if (line === null) continue;
    const kind = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") inside.push(kind);
    else if (line.name === "END") {
      if (inside.pop() === "VEVENT") return found;
    } else if (inside.at(-1) === "VEVENT") found.push(line);
  }
  return inside.includes("VEVENT") && found.length > 0 ? found : null;
}

/** RFC 5545 §3.1: a line that starts with a space goes on with the one before. */
function unfold(text: string): string[] {
  return text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/, MOST_LINES);
}

function parseLine(text: string): Line | null {
  const [head, name] = /^([\w-]+)/.exec(text) ?? [];
  if (head === undefined || name === undefined) return null;
  const parameters: Record<string, string> = {};
  let rest = text.slice(head.length);
  for (;;) {
    const found = /^;([\w-]+)=("[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*/.exec(rest);
    if (found === null) break;
    parameters[found[1]!.toUpperCase()] = found[2]!.replaceAll('"', "");
    rest = rest.slice(found[0].length);
  }
  if (!rest.startsWith(":")) return null;
  return { name: name.toUpperCase(), parameters, value: rest.slice(1) };
}

/** RFC 5545 §3.3.11. */
const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));

function readPerson({ parameters, value }: Line): CalendarPerson {
  return {
    // RFC 6868: a circumflex stands in front of what may not be in a parameter.
    name:
      parameters["CN"]?.replaceAll("^'", '"').replaceAll("^n", " ").replaceAll("^^", "^").trim() ||
      null,
    email: value.replace(/^mailto:/i, "").trim(),
    status: parameters["PARTSTAT"]?.toUpperCase() ?? null,
  };
}

function readTime({ parameters, value }: Line): CalendarTime | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, zulu] = match;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { kind: "day", day: date };
  const text = `${date}T${hour}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${text}Z`))) return null;
  if (zulu === "Z") return { kind: "instant", at: new Date(`${text}Z`) };
  const zone = parameters["TZID"] ?? null;
  const at = zone === null ? null : instantIn(text, zone);
  return at === null ? { kind: "local", text, zone } : { kind: "instant", at };
}

/** The instant at which a clock of that zone shows this time; null for a zone that nobody here knows. */
function instantIn(text: string, zone: string): Date | null {
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return null;
  }
  const wanted = Date.parse(`${text}Z`);
  const shown = (at: number): number => {
    const part = Object.fromEntries(
      clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    return Date.UTC(
      part["year"]!,
      part["month"]! - 1,
      part["day"],
      part["hour"],
      part["minute"],
      part["second"],
    );
  };
  // Twice, for days on which the clocks are put forward or back.
  let at = wanted - (shown(wanted) - wanted);
  at += wanted - shown(at);
  return new Date(at);
}

/** RFC 5545 §3.3.6. */
function afterDuration(start: CalendarTime | null, duration: string | null): CalendarTime | null {
  const match =
    /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d+S)?)?$/.exec(
      duration ?? "",
    );
  if (match === null || start?.kind !== "instant") return null;
  const [weeks, days, hours, minutes] = match.slice(1).map((part) => Number(part ?? 0));
  const total = ((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!;
  return { kind: "instant", at: new Date(start.at.getTime() + total * 60_000) };
}

function readFrequency(rule: string | null): CalendarEvent["repeats"] {
  const parts = new Map((rule ?? "").split(";").map((part) => part.split("=") as [string, string]));
  const isPlain = (parts.get("INTERVAL") ?? "1") === "1";
  const frequency = parts.get("FREQ");
  if (!isPlain) return null;
  return frequency === "DAILY" ||
    frequency === "WEEKLY" ||
    frequency === "MONTHLY" ||
    frequency === "YEARLY"
    ? frequency
    : null;
}
