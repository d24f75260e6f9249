import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../features/accounts/index.ts";
import { NETWORKS_COUNTED, PUBLIC_REQUESTS } from "./limits.ts";

const MINUTE = 60_000;

/** Bounds what one network asks of one process, apart from what people who are signed in ask. */
export function createRate(clock: Clock) {
  const counts = new Map<string, { since: number; count: number }>();

  return {
    /** Counts a request, or what it turned out to be. Answers the seconds to wait, 0 when within the limit. */
    count(ip: string, weight = 1): number {
      const network = networkOf(ip);
      const now = clock.now().getTime();
      let counted = counts.get(network);
      if (counted === undefined || now - counted.since >= MINUTE || now < counted.since) {
        // As the last that has come.
        counts.delete(network);
        counts.set(network, (counted = { since: now, count: 0 }));
        if (counts.size > NETWORKS_COUNTED) counts.delete(counts.keys().next().value!);
      }
      counted.count += weight;
      if (counted.count <= PUBLIC_REQUESTS) return 0;
      return Math.max(1, Math.ceil((counted.since + MINUTE - now) / 1000));
    },
  };
}
