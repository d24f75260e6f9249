import type { CalendarEvent } from "./calendar-event.ts";
import type { CalendarTime } from "./calendar-time.ts";

type Version = Pick<CalendarEvent, "sequence" | "stamp">;

/** RFC 5546 §2.1.5: positive when `a` is the newer one: by its sequence, and by its stamp where that is the same. */
export function compareVersions(a: Version, b: Version): number {
  if (a.sequence !== b.sequence) return a.sequence - b.sequence;
  return (a.stamp?.getTime() ?? 0) - (b.stamp?.getTime() ?? 0);
}

export type Change = "time" | "repeats" | "title" | "place" | "link" | "note" | "people";

/** What a person would want to know of an update. */
export function changesBetween(before: CalendarEvent, after: CalendarEvent): Change[] {
  const differs: Record<Change, boolean> = {
    time: !isSameTime(before.start, after.start) || !isSameTime(before.end, after.end),
    repeats: JSON.stringify(before.rule) !== JSON.stringify(after.rule),
    title: before.summary !== after.summary,
    place: before.location !== after.location,
    link: before.link !== after.link,
    note: before.description !== after.description,
    people: peopleOf(before) !== peopleOf(after),
  };
  return (Object.keys(differs) as Change[]).filter((change) => differs[change]);
}

function isSameTime(a: CalendarTime | null, b: CalendarTime | null): boolean {
  if (a?.kind === "instant" && b?.kind === "instant") return a.at.getTime() === b.at.getTime();
  return JSON.stringify(a) === JSON.stringify(b);
}

const peopleOf = ({ attendees }: CalendarEvent): string =>
  attendees
    .map(({ email }) => email.toLowerCase())
    .sort()
    .join(",");
