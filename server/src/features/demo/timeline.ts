import type { Random } from "./random.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How far back the demo's mail goes. */
export const SPAN = 545 * DAY;

/** A moment of the past that gets likelier towards `now`, at an hour when people in that zone work. */
export function workingMoment(now: Date, zone: number, random: Random): Date {
  const back = 20 * MINUTE + SPAN * random.next() ** 2.1;
  return intoWorkingHours(new Date(now.getTime() - back), zone, random, now);
}

/** Moves nights and weekends to a working hour; never beyond `now`. */
export function intoWorkingHours(date: Date, zone: number, random: Random, now: Date): Date {
  const local = new Date(date.getTime() + zone * MINUTE);
  const weekday = local.getUTCDay();
  const hour = local.getUTCHours();
  let moved = local.getTime();
  // Some people write at weekends and in the evening; most do not.
  if ((weekday === 0 || weekday === 6) && !random.chance(0.12))
    moved -= (weekday === 0 ? 2 : 1) * DAY;
  if ((hour < 7 || hour > 19) && !random.chance(0.1)) {
    const day = new Date(moved);
    day.setUTCHours(random.int(8, 17), random.int(0, 59), random.int(0, 59));
    moved = day.getTime();
  }
  const moment = moved - zone * MINUTE;
  return new Date(
    moment > now.getTime() - 2 * MINUTE
      ? Math.min(date.getTime(), now.getTime() - 2 * MINUTE)
      : moment,
  );
}

const WEEKDAYS = {
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  ko: ["일요일", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일"],
};
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The next working day at least `days` after a date. */
export function workingDayAfter(date: Date, days: number): Date {
  const later = new Date(date.getTime() + days * DAY);
  while (later.getUTCDay() === 0 || later.getUTCDay() === 6) later.setTime(later.getTime() + DAY);
  return later;
}

export function weekdayName(date: Date, language: "en" | "ko"): string {
  return WEEKDAYS[language][date.getUTCDay()] ?? "";
}

export function monthName(date: Date, language: "en" | "ko"): string {
  return language === "ko" ? `${date.getUTCMonth() + 1}월` : (MONTHS[date.getUTCMonth()] ?? "");
}

export function dayAndMonth(date: Date, language: "en" | "ko"): string {
  return language === "ko"
    ? `${date.getUTCMonth() + 1}월 ${date.getUTCDate()}일`
    : `${date.getUTCDate()} ${monthName(date, "en")}`;
}
