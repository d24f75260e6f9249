const MINUTE = 60_000;

/** After the first failure; servers that test a sender's patience take it after some minutes. */
const FIRST = 5 * MINUTE;
const GROWTH = 2;
const LONGEST = 4 * 60 * MINUTE;
/** So much shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.2;

/** How long is waited before the next try (RFC 5321 §4.5.4.1), in milliseconds. `attempts` counts those that were made. */
export function waitAfter(attempts: number, random: () => number = Math.random): number {
  const wait = Math.min(FIRST * GROWTH ** Math.max(0, attempts - 1), LONGEST);
  return Math.round(wait * (1 + JITTER * (2 * random() - 1)));
}

/** The same for what failed first at a given time: each wait is about as long as all those before it. */
export function waitSince(failedAt: Date, now: Date): number {
  return Math.min(Math.max(FIRST, now.getTime() - failedAt.getTime()), LONGEST);
}

/** After so long a report says to the sender that a message is late (RFC 3461 §4.1 leaves the time to us), in milliseconds. */
export const DELAY_REPORTED_AFTER = 4 * 60 * MINUTE;
