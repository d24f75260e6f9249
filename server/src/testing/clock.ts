import type { Clock } from "../platform/clock.ts";

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** By milliseconds. */
  advance(by: number): void;
  set(time: Date): void;
}

export function fakeClock(start = new Date("2026-03-02T09:00:00Z")): FakeClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (by) => void (time += by),
    set: (to) => void (time = to.getTime()),
  };
}
