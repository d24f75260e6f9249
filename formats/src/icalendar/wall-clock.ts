/**
 * What a clock on a wall shows, without saying where: `2026-11-24T09:30:00`. Counted as milliseconds as if it were in
 * UTC, it can be reckoned with.
 */
export type WallTime = number;

export const DAY = 86_400_000;

const WALL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?$/;

/** A date or a time as RFC 5545 §3.3.4 and §3.3.5 write it. */
export interface ReadWall {
  readonly wall: WallTime;
  readonly isDay: boolean;
  readonly isUtc: boolean;
}

/** Null for what is no date, such as 31 June. Some leave the seconds out. */
export function readWall(text: string): ReadWall | null {
  const match = WALL.exec(text.trim().toUpperCase());
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  // A leap second is the one before.
  const wall = wallOf(year!, month!, day!, hour, minute, Math.min(second!, 59));
  if (wall === null) return null;
  return { wall, isDay: match[4] === undefined, isUtc: match[7] === "Z" };
}

/** Months count from 1. Null for what no calendar has. */
export function wallOf(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): WallTime | null {
  if (year < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** `2026-11-24T09:30:00`, or `2026-11-24` for a day. */
export const writeWall = (wall: WallTime, isDay = false): string =>
  new Date(wall).toISOString().slice(0, isDay ? 10 : 19);

/** As iCalendar has it. */
export const basicWall = (wall: WallTime, isDay = false): string =>
  writeWall(wall, isDay).replaceAll(/[-:]/g, "");
