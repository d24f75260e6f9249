import { sql } from "kysely";
import type { Pool } from "pg";
import type { Metrics } from "../metrics/index.ts";
import type { Db } from "./index.ts";

/** How many connections of the pool work, wait for work, and are waited for. */
export const connectionsOf = (pool: Pool) => ({
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  wanted: pool.waitingCount,
});

/** Connections to the database and its size, for Prometheus. */
export function databaseMetrics(
  metrics: Metrics,
  { db, pool }: { readonly db: Db; readonly pool: Pool },
): void {
  metrics.gauge(
    "atrium_database_connections",
    "Connections to the database.",
    ["state"],
    () => Object.entries(connectionsOf(pool)).map(([state, value]) => [{ state }, value] as const),
    "sum",
  );
  metrics.gauge("atrium_database_size_bytes", "Size of the database.", [], async () => {
    const { rows } = await sql<{ size: number }>`
      select pg_database_size(current_database()) as size`.execute(db);
    return [[{}, rows[0]!.size]];
  });
}
