/** From the first instant up to, and without, the last one. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The calendar in which a search is read. */
export interface Calendar {
  readonly now: Date;
  /** 0 is Sunday. */
  readonly firstDay: number;
}

/** Periods by name, as they are written in a search, with the words people use for them. Spaces and hyphens are one. */
export const NAMED_PERIODS = {
  today: ["오늘"],
  yesterday: ["어제"],
  "this-week": ["이번주", "금주"],
  "last-week": ["지난주", "저번주"],
  "this-month": ["이번달", "이달"],
  "last-month": ["지난달", "저번달"],
  "this-year": ["올해", "금년"],
  "last-year": ["작년", "지난해"],
  sunday: ["일요일"],
  monday: ["월요일"],
  tuesday: ["화요일"],
  wednesday: ["수요일"],
  thursday: ["목요일"],
  friday: ["금요일"],
  saturday: ["토요일"],
} as const;

export type PeriodName = keyof typeof NAMED_PERIODS;
const NAMES = Object.keys(NAMED_PERIODS) as readonly PeriodName[];
const WEEKDAYS = NAMES.slice(-7);

/** How a period is typed: `last-week`, `2026-03-05`, `2026-03`, `2026`, `2026-03-01..2026-03-05`. */
export function periodName(typed: string): string | undefined {
  const value = typed.trim().toLowerCase();
  const [first, last, ...more] = value.split("..");
  if (last !== undefined) {
    const [from, to] = [dayName(first!), dayName(last)];
    return more.length > 0 || !from || !to ? undefined : `${from}..${to}`;
  }
  return namedPeriod(value) ?? dayName(value);
}

export function namedPeriod(typed: string): PeriodName | undefined {
  const plain = typed.toLowerCase().replace(/[\s_-]/g, "");
  return NAMES.find(
    (name) =>
      name.replace("-", "") === plain || (NAMED_PERIODS[name] as readonly string[]).includes(plain),
  );
}

/** A day, month or year in the order of ISO 8601, with any of the usual marks between, also in Korean. */
function dayName(value: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(?:년|[-/.]|$)\s*(?:(\d{1,2})(?:월|[-/.]|$)\s*(?:(\d{1,2})(?:일|\.)?)?)?$/.exec(
      value.trim(),
    ) ?? [];
  if (year === undefined || Number(year) < 1970) return undefined;
  if (month === undefined) return year;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  const ofYear = `${year}-${month.padStart(2, "0")}`;
  if (day === undefined) return ofYear;
  const last = new Date(Number(year), Number(month), 0).getDate();
  if (Number(day) < 1 || Number(day) > last) return undefined;
  return `${ofYear}-${day.padStart(2, "0")}`;
}

/** When a period of `periodName` is, in the browser's time zone. */
export function periodOf(name: string, { now, firstDay }: Calendar): Period | undefined {
  const day = (offset: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
  const month = (offset: number): Date => new Date(now.getFullYear(), now.getMonth() + offset, 1);
  const year = (offset: number): Date => new Date(now.getFullYear() + offset, 0, 1);
  const week = -((now.getDay() - firstDay + 7) % 7);
  switch (namedPeriod(name)) {
    case undefined:
      return writtenPeriod(name);
    case "today":
      return { from: day(0), to: day(1) };
    case "yesterday":
      return { from: day(-1), to: day(0) };
    case "this-week":
      return { from: day(week), to: day(week + 7) };
    case "last-week":
      return { from: day(week - 7), to: day(week) };
    case "this-month":
      return { from: month(0), to: month(1) };
    case "last-month":
      return { from: month(-1), to: month(0) };
    case "this-year":
      return { from: year(0), to: year(1) };
    case "last-year":
      return { from: year(-1), to: year(0) };
    default: {
      const wanted = WEEKDAYS.indexOf(namedPeriod(name)!);
      // The latest one; today counts.
      const back = -((now.getDay() - wanted + 7) % 7);
      return { from: day(back), to: day(back + 1) };
    }
  }
}

function writtenPeriod(name: string): Period | undefined {
  const [first, last] = name.split("..");
  if (last !== undefined) {
    const [a, b] = [writtenPeriod(first!), writtenPeriod(last)];
    return a && b && (a.from <= b.from ? { from: a.from, to: b.to } : { from: b.from, to: a.to });
  }
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(name) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const to =
    day !== undefined
      ? new Date(y, m, d + 1)
      : month !== undefined
        ? new Date(y, m + 1, 1)
        : new Date(y + 1, 0, 1);
  return { from: new Date(y, m, d), to };
}

export type AgeUnit = "d" | "w" | "m" | "y";

/** `7d`, `2w`, `3m`, `1y`. */
export function ageOf(
  value: string,
): { readonly count: number; readonly unit: AgeUnit } | undefined {
  const [, count, unit] = /^(\d{1,4})([dwmy])$/i.exec(value.trim()) ?? [];
  if (count === undefined || Number(count) === 0) return undefined;
  return { count: Number(count), unit: unit!.toLowerCase() as AgeUnit };
}

/** The start of the day so long ago; it is the same all day, so that a list stays the same list. */
export function ago(value: string, { now }: Calendar): Date | undefined {
  const age = ageOf(value);
  if (!age) return undefined;
  const { count, unit } = age;
  const months = unit === "m" ? count : unit === "y" ? 12 * count : 0;
  const days = unit === "d" ? count : unit === "w" ? 7 * count : 0;
  return new Date(now.getFullYear(), now.getMonth() - months, now.getDate() - days);
}

/** The calendar of this browser at this moment. */
export function calendarNow(): Calendar {
  return { now: new Date(), firstDay: firstDayOfWeek(navigator.language) };
}

export function firstDayOfWeek(language: string): number {
  try {
    const locale = new Intl.Locale(language) as Intl.Locale & {
      readonly weekInfo?: { readonly firstDay: number };
      getWeekInfo?(): { readonly firstDay: number };
    };
    return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
  } catch {
    return 1;
  }
}
