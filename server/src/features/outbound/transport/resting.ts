import type { Clock } from "../../../platform/clock.ts";
import type { SessionError } from "./session-error.ts";

/** How long a server that could not be reached is left alone, in milliseconds: it delays all mail to it. */
export const REST = 60_000;

/** Servers that could not be reached a moment ago, and why. */
export interface Resting {
  /** Null: it may be tried. */
  errorOf(server: string): SessionError | null;
  add(server: string, error: SessionError): void;
  delete(server: string): void;
  readonly size: number;
}

/** What has rested long enough is forgotten, so that this holds only what failed within the last minute. */
export function createResting(clock: Clock): Resting {
  // In the order of their ends.
  const resting = new Map<string, { until: number; error: SessionError }>();

  function prune(): void {
    const now = clock.now().getTime();
    for (const [server, { until }] of resting) {
      if (until > now) return;
      resting.delete(server);
    }
  }

  return {
    errorOf(server) {
      prune();
      return resting.get(server)?.error ?? null;
    },
    add(server, error) {
      prune();
      resting.delete(server);
      resting.set(server, { until: clock.now().getTime() + REST, error });
    },
    delete: (server) => void resting.delete(server),
    get size() {
      return resting.size;
    },
  };
}
