import { SieveError } from "./errors.ts";

/** A point in time with a UTC offset in minutes. */
export interface Moment {
  readonly at: Date;
  readonly offset: number;
}

const DAY = 86_400_000;
/** Day 0 of the modified Julian calendar, 17 November 1858. */
const JULIAN_EPOCH = Date.UTC(1858, 10, 17);
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A date part by name (RFC 5260 §4.2); `undefined` for an unknown name. */
export function datePart({ at, offset }: Moment, name: string): string | undefined {
  const local = new Date(at.getTime() + offset * 60_000);
  const two = (number: number): string => String(number).padStart(2, "0");
  const year = String(local.getUTCFullYear()).padStart(4, "0");
  const month = two(local.getUTCMonth() + 1);
  const day = two(local.getUTCDate());
  const [hour, minute, second] = [
    two(local.getUTCHours()),
    two(local.getUTCMinutes()),
    two(local.getUTCSeconds()),
  ];
  const zone = zoneText(offset);
  switch (name.toLowerCase()) {
    case "year":
      return year;
    case "month":
      return month;
    case "day":
      return day;
    case "date":
      return `${year}-${month}-${day}`;
    case "julian":
      return String(Math.floor((local.getTime() - JULIAN_EPOCH) / DAY));
    case "hour":
      return hour;
    case "minute":
      return minute;
    case "second":
      return second;
    case "time":
      return `${hour}:${minute}:${second}`;
    case "iso8601":
      return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset === 0 ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3)}`}`;
    case "std11": {
      const [weekday, name] = [WEEKDAYS[local.getUTCDay()], MONTHS[local.getUTCMonth()]];
      return `${weekday}, ${day} ${name} ${year} ${hour}:${minute}:${second} ${zone}`;
    }
    case "zone":
      return zone;
    case "weekday":
      return String(local.getUTCDay());
    default:
      return undefined;
  }
}

/** Parses an offset such as `+0930` to minutes; `undefined` if it is malformed. */
export function offsetOf(zone: string): number | undefined {
  const match = /^([+-])(\d\d):?([0-5]\d)$/.exec(zone);
  if (!match) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

/** @throws SieveError */
export function zoneOffset(zone: string, line: number): number {
  const offset = offsetOf(zone);
  if (offset === undefined)
    throw new SieveError(line, `“${zone.slice(0, 100)}” is not a time zone such as "+0200"`);
  return offset;
}

function zoneText(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
