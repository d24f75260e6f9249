import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import type { Metrics } from "../metrics/index.ts";

/** Jobs that wait and jobs that were given up, for Prometheus. */
export function jobMetrics(metrics: Metrics, { db }: { readonly db: Db }): void {
  metrics.gauge("atrium_jobs", "Background jobs.", ["state"], async () => {
    const { rows } = await sql<{ waiting: number; failed: number }>`
      select count(*) filter (where attempts < max_attempts)::int waiting,
             count(*) filter (where attempts >= max_attempts)::int failed
        from graphile_worker._private_jobs`.execute(db);
    return Object.entries(rows[0]!).map(([state, value]) => [{ state }, value] as const);
  });
}
