import { stripComments } from "./parameters.ts";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** RFC 5322 §4.3. Military letters and names that nobody knows say nothing: "-0000". */
const ZONES: Readonly<Record<string, string>> = {
  ut: "+0000",
  utc: "+0000",
  gmt: "+0000",
  z: "+0000",
  est: "-0500",
  edt: "-0400",
  cst: "-0600",
  cdt: "-0500",
  mst: "-0700",
  mdt: "-0600",
  pst: "-0800",
  pdt: "-0700",
  cet: "+0100",
  cest: "+0200",
  kst: "+0900",
  jst: "+0900",
};

const RFC_DATE =
  /^(?:[a-z]{2,9}[.,\s]+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]{0,6}\.?[\s,-]+(\d{2,4}),?\s+(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d{1,9})?)?\s*([+-]\d{1,2}:?\d{2}|[a-z]{1,5})?/i;
const C_DATE =
  /^[a-z]{3},?\s+([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2}):(\d{2})\s+(?:([+-]\d{4}|[a-z]{1,5})\s+)?(\d{4})(?:\s+([+-]\d{4}))?/i;
const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})[T\s](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*([+-]\d{2}:?\d{2}|z)?$/i;

/**
 * A date of a header field as RFC 3339 writes it, in the sender's offset: "2000-05-17T19:18:39-04:00". `null` when it
 * is none (RFC 8621 §4.1.2.6). Also takes the forms of C's `asctime` and of ISO 8601, which occur.
 */
export function parseDate(value: string): string | null {
  // RFC 5322 §4.3: the obsolete form has white space and comments anywhere.
  const text = stripComments(value.slice(0, 1_000))
    .replace(/\s+/g, " ")
    .replace(/ ?: ?/g, ":")
    .trim();
  const rfc = RFC_DATE.exec(text);
  if (rfc) {
    const [, day, month, year, hour, minute, second, zone] = rfc;
    return format(fullYear(year), monthOf(month), day, hour, minute, second, zone);
  }
  const c = C_DATE.exec(text);
  if (c) {
    const [, month, day, hour, minute, second, zone, year, offset] = c;
    return format(Number(year), monthOf(month), day, hour, minute, second, zone ?? offset);
  }
  const iso = ISO_DATE.exec(text);
  if (!iso) return null;
  const [, year, month, day, hour, minute, second, zone] = iso;
  return format(Number(year), Number(month), day, hour, minute, second, zone);
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? "").toLowerCase()) + 1;
}

/** RFC 5322 §4.3: two digits up to 49 mean this century, three digits count from 1900. */
function fullYear(digits: string | undefined): number {
  const year = Number(digits);
  if (digits?.length === 2 && year < 50) return 2000 + year;
  return digits && digits.length < 4 ? 1900 + year : year;
}

function format(
  year: number,
  month: number,
  dayText: string | undefined,
  hourText: string | undefined,
  minuteText: string | undefined,
  secondText: string | undefined,
  zone: string | undefined,
): string | null {
  const day = Number(dayText);
  const hour = Number(hourText);
  const minute = Number(minuteText);
  // RFC 3339 knows the leap second; most that read it do not.
  const second = Math.min(Number(secondText ?? 0), 59);
  if (month < 1 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59) return null;
  if (Number(secondText ?? 0) > 60) return null;
  const offset = offsetOf(zone);
  if (offset === null) return null;
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${offset}`;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function offsetOf(zone: string | undefined): string | null {
  const named = zone && /^[a-z]/i.test(zone) ? zoneNamed(zone.toLowerCase()) : zone;
  const match = /^([+-])(\d{1,2}):?(\d{2})$/.exec(named ?? "-0000");
  if (!match?.[1] || !match[2] || !match[3]) return null;
  const hours = Number(match[2]);
  const minutes = Number(match[3]);
  if (hours > 23 || minutes > 59) return null;
  if (hours === 0 && minutes === 0) return "Z";
  return `${match[1]}${two(hours)}:${two(minutes)}`;
}

const zoneNamed = (name: string): string => (Object.hasOwn(ZONES, name) ? ZONES[name]! : "-0000");

function two(value: number): string {
  return String(value).padStart(2, "0");
}
