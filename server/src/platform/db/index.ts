import { Kysely, PostgresDialect } from "kysely";
import type { PostgresPool, Transaction } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { Log } from "../log/index.ts";
import { openPool, whileUnavailable } from "./connect.ts";
import type { Connection } from "./connect.ts";
import { createFlights } from "./flights.ts";
import { obeyLimit } from "./statement-time.ts";
import type { Tables } from "./tables.ts";

export { rowsOf } from "./rows-of.ts";
export { isUnavailable, mayPass } from "./unavailable.ts";
export { connectClient, CONNECTIONS, usingClient } from "./connect.ts";
export type { Connection } from "./connect.ts";
export { doneMigrations, listMigrations, migrate, pendingMigrations } from "./migrate.ts";
export { readHosts } from "./hosts.ts";
export { createNotify } from "./notify.ts";
export type { Notify } from "./notify.ts";
export { WITH_NEXT } from "./flights.ts";
export { isTooSlow, limitStatements } from "./statement-time.ts";
export { BY_REQUEST } from "./statements.ts";
export { connectionsOf, databaseMetrics } from "./metrics.ts";
export { reachDatabase } from "./reach.ts";
export { createTakeOver } from "./take-over.ts";
export type { TakeOver } from "./take-over.ts";
export type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** One database: typed queries over a pool that lives through restarts of the server. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** How long a query waits for a server that restarts before it fails. */
const PATIENCE = 15_000;

export function openDatabase(options: {
  connection: Connection;
  log: Log;
  max?: number;
}): Database {
  const pool = openPool(options.connection, options.max ?? 10, options.log, true);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: named(pool) }) });
  return {
    db,
    pool,
    connection: options.connection,
    async close() {
      // Kysely ends the pool only when it has used it; a second close does no harm.
      await db.destroy();
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
}

/** Each client as kysely uses it, always the same for the same. */
function named(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, Awaited<ReturnType<PostgresPool["connect"]>>>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await whileUnavailable(PATIENCE, () => take(pool));
      let wrapped = known.get(client);
      if (wrapped === undefined) {
        const flights = createFlights(client);
        wrapped = {
          release: (destroy) => client.release(!flights.end() || destroy === true),
          query: flights.query as never,
        };
        known.set(client, wrapped);
      }
      return wrapped;
    },
  };
}

async function take(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await obeyLimit(client);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
