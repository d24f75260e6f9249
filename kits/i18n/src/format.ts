import { regionalTag } from "./locale.ts";

/** A point in time: a `Date`, an RFC 3339 text or milliseconds since 1970. */
export type Moment = Date | string | number;

const DAY = 86_400_000;
const formatters = new Map<string, unknown>();

/** Making an `Intl` formatter costs 50 times as much as using one; a mail list uses one per row. */
function cached<T>(kind: string, make: (tag: string) => T): T {
  const tag = regionalTag();
  const key = `${tag} ${kind}`;
  const known = formatters.get(key);
  if (known !== undefined) return known as T;
  const made = make(tag);
  formatters.set(key, made);
  return made;
}

function dateFormat(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached(kind, (tag) => new Intl.DateTimeFormat(tag, options));
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Short time for a list: the time today, the weekday within a week, the day this year, else the date. */
export function formatListTime(moment: Moment, now: Moment = Date.now()): string {
  const date = new Date(moment);
  const today = new Date(now);
  if (Number.isNaN(date.getTime())) return "";
  // Rounded, because a day of a clock change has 23 or 25 hours.
  const days = Math.round((startOfDay(today) - startOfDay(date)) / DAY);
  if (days === 0) return formatTime(date);
  if (days > 0 && days < 7) return formatWeekday(date);
  if (date.getFullYear() === today.getFullYear())
    return dateFormat("day", { day: "numeric", month: "short" }).format(date);
  return dateFormat("short", { year: "numeric", month: "numeric", day: "numeric" }).format(date);
}

/** A day and its time, as short as may be: the time today, weekday and time within a week before or after, else day and time. */
export function formatShortDateTime(moment: Moment, now: Moment = Date.now()): string {
  const date = new Date(moment);
  const today = new Date(now);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((startOfDay(date) - startOfDay(today)) / DAY);
  if (days === 0) return formatTime(date);
  const isThisYear = date.getFullYear() === today.getFullYear();
  const day = isThisYear
    ? dateFormat("day", { day: "numeric", month: "short" })
    : dateFormat("day of year", { day: "numeric", month: "short", year: "numeric" });
  return Math.abs(days) < 7
    ? `${formatWeekday(date)} ${formatTime(date)}`
    : withTime(day.format(date), date);
}

const isKorean = (): boolean => regionalTag().startsWith("ko");

/** A day of these days, as `Wed`; Korean has the day with it, as one syllable would be read as another word: `25일 (수)`. */
const formatWeekday = (date: Date): string =>
  dateFormat("weekday", { weekday: "short", ...(isKorean() && { day: "numeric" }) }).format(date);

/** A day and its time. Asked for in one, `Intl` writes the hour now with two digits and now with one. */
const withTime = (day: string, date: Date): string =>
  `${day}${isKorean() ? " " : ", "}${formatTime(date)}`;

/** The time of day, as `14:05` or `2:05 PM` after the region's habit. */
export function formatTime(moment: Moment): string {
  return dateFormat("time", { timeStyle: "short" }).format(new Date(moment));
}

/** A day in full, as `21 November 2026`. */
export function formatDate(moment: Moment): string {
  return dateFormat("date", { dateStyle: "long" }).format(new Date(moment));
}

/** A day of about this time, as `21 Nov`. */
export function formatDay(moment: Moment): string {
  return dateFormat("day", { day: "numeric", month: "short" }).format(new Date(moment));
}

/** Day, weekday and time, as `Wed, 25 Nov 2026, 14:05` and `2026년 11월 25일 (수) 오후 2:05`. */
export function formatDateTime(moment: Moment): string {
  const date = new Date(moment);
  const day = dateFormat("full", {
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  return withTime(day.format(date), date);
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago or until, as `3 minutes ago`; below a minute `now`. */
export function formatRelative(moment: Moment, now: Moment = Date.now()): string {
  const distance = new Date(moment).getTime() - new Date(now).getTime();
  const [unit, length] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1];
  const amount = unit === "second" ? 0 : Math.trunc(distance / length);
  return cached("relative", (tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" })).format(
    amount,
    unit,
  );
}

/** A number with the region's grouping. */
export function formatNumber(value: number): string {
  // All regions of our languages write these alike, and the first formatter of a window takes its time.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return cached("number", (tag) => new Intl.NumberFormat(tag)).format(value);
}

/** Puts names in the region's order, numbers in them by what they are worth. */
export function compareNames(one: string, other: string): number {
  const order = cached("names", (tag) => new Intl.Collator(tag, { numeric: true }));
  return order.compare(one, other);
}

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in bytes, in steps of 1,000 as disks and mail limits count, with at most one decimal. */
export function formatBytes(bytes: number): string {
  const step = Math.min(
    SIZES.length - 1,
    bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3 + 1e-9),
  );
  const unit = SIZES[step] ?? "byte";
  // `Intl` leaves no space before Latin units in Korean.
  return cached(
    unit,
    (tag) =>
      new Intl.NumberFormat(tag, {
        style: "unit",
        unit,
        unitDisplay: unit === "byte" ? "long" : "short",
        maximumFractionDigits: 1,
      }),
  )
    .format(bytes / 1000 ** step)
    .replace(/\d(?=[a-z])/i, "$& ");
}

/** Several things in one phrase, as `Ann, Bob and Carol`. */
export function formatList(items: readonly string[]): string {
  return cached("list", (tag) => new Intl.ListFormat(tag, { type: "conjunction" })).format(items);
}
