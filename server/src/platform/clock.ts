/** The time of day. Everything that asks for the time is given one, so that tests can decide it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
