import { utcSeconds } from "@atrium/contract/types/utc-date";

/** A day as a field of type `date` has it: `2026-03-04`, in the person's own time. Empty: none. */
export type Day = string;

function dayOf(moment: Date): Day {
  const part = (value: number): string => String(value).padStart(2, "0");
  return [
    String(moment.getFullYear()).padStart(4, "0"),
    part(moment.getMonth() + 1),
    part(moment.getDate()),
  ].join("-");
}

/** The beginning of the day that lies so many days after; `undefined` for what is no day. */
function startOf(day: Day, later = 0): Date | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The first day of an absence, and back. It begins when the day does. */
export const firstDay = (fromDate: string | null): Day =>
  fromDate === null ? "" : dayOf(new Date(fromDate));
export const fromFirstDay = (day: Day): string | null => {
  const start = startOf(day);
  return start === undefined ? null : utcSeconds(start);
};

/** The last day of an absence, and back. JMAP's date is the first moment that is no longer in it. */
export const lastDay = (toDate: string | null): Day =>
  toDate === null ? "" : dayOf(new Date(new Date(toDate).getTime() - 1));
export const toLastDay = (day: Day): string | null => {
  const end = startOf(day, 1);
  return end === undefined ? null : utcSeconds(end);
};

interface Span {
  readonly isEnabled: boolean;
  readonly fromDate: string | null;
  readonly toDate: string | null;
}

/** Whether mail is answered at a moment, and when that changes by itself. */
export function absenceAt(
  { isEnabled, fromDate, toDate }: Span,
  now: number,
): { readonly state: "off" | "ahead" | "on" | "over"; readonly until: number | null } {
  if (!isEnabled) return { state: "off", until: null };
  const [from, to] = [fromDate, toDate].map((date) => (date === null ? null : Date.parse(date)));
  if (to != null && to <= now) return { state: "over", until: null };
  if (from != null && from > now) return { state: "ahead", until: from };
  return { state: "on", until: to ?? null };
}
