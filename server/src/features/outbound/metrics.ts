import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Metrics } from "../../platform/metrics/index.ts";
import { readQueue } from "./queue/index.ts";

/** What waits to leave, for Prometheus. */
export function outboundMetrics(
  metrics: Metrics,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  metrics.gauge(
    "atrium_queue_recipients",
    "Recipients of queued mail: not tried yet, or deferred.",
    ["state"],
    async () => {
      const { waiting, deferred } = await readQueue(db, clock.now());
      return [
        [{ state: "fresh" }, waiting - deferred],
        [{ state: "again" }, deferred],
      ];
    },
  );
  metrics.gauge(
    "atrium_queue_oldest_seconds",
    "Age of the oldest queued mail that is not held back.",
    [],
    async () => {
      const now = clock.now();
      const { oldestAt } = await readQueue(db, now);
      return [[{}, oldestAt === null ? 0 : (now.getTime() - oldestAt.getTime()) / 1000]];
    },
  );
}
