import type { Db } from "../../platform/db/index.ts";
import type { Metrics } from "../../platform/metrics/index.ts";
import { lastAct } from "./history/admin-acts.store.ts";

/** When an administrator last did what has to be done again and again, for Prometheus. */
export function accountMetrics(metrics: Metrics, { db }: { readonly db: Db }): void {
  metrics.gauge(
    "atrium_backup_timestamp_seconds",
    "Time of the last backup, in seconds since 1970.",
    [],
    async () => {
      const backup = await lastAct(db, "backup");
      return backup === null ? [] : [[{}, backup.at.getTime() / 1000]];
    },
  );
}
