/** A day as the calendar counts it, at midnight of this device's time zone. */
export function dayOf(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

export function addDays(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
}

/** The same day of another month, or the last one of it where it is shorter. */
export function addMonths(day: Date, months: number): Date {
  const last = new Date(day.getFullYear(), day.getMonth() + months + 1, 0).getDate();
  return new Date(day.getFullYear(), day.getMonth() + months, Math.min(day.getDate(), last));
}

export const isSameDay = (one: Date, other: Date): boolean =>
  dayOf(one).getTime() === dayOf(other).getTime();

/** The weeks that a month touches, whole. @param firstDay 0 is Sunday, as `Date.getDay` has it. */
export function weeksOf(month: Date, firstDay: number): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  const weeks: Date[][] = [];
  let day = addDays(first, -((first.getDay() - firstDay + 7) % 7));
  while (day <= last) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
    day = addDays(day, 7);
  }
  return weeks;
}

/** Where a key leads in the calendar; undefined for keys that mean nothing there. */
export function dayByKey(key: string, day: Date, firstDay: number): Date | undefined {
  const inWeek = (day.getDay() - firstDay + 7) % 7;
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -inWeek);
    case "End":
      return addDays(day, 6 - inWeek);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

/** The day that weeks begin with in a region: 0 is Sunday. */
export function firstDayOf(tag: string): number {
  const region = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number };
  };
  // Seven is Sunday there. Where the browser does not say: Monday, as ISO 8601 has it.
  if (region.getWeekInfo) return region.getWeekInfo().firstDay % 7;
  return /^(?:ko|ja|en(?:-US)?$)/.test(tag) ? 0 : 1;
}
