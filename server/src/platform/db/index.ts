import { Kysely, PostgresDialect } from "kysely";
import type { PostgresPool, Transaction } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { Log } from "../log/index.ts";
import { openPool, whileUnavailable } from "./connect.ts";
import type { Connection } from "./connect.ts";
import { createFlights } from "./flights.ts";
import { CONNECTIONS_OF_PERSON, KEPT_CONNECTIONS, MAX_CONNECTIONS } from "./limits.ts";
import { createShares, type Shares } from "./shares.ts";
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
export { onBehalfOf } from "./shares.ts";
export { isTooSlow, limitStatements, waitWithinLimit } from "./statement-time.ts";
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

/** @param options.max connections for `db`, which people and all else share; one more is for `pool` in any case. */
export function openDatabase(options: {
  connection: Connection;
  log: Log;
  max?: number;
}): Database {
  const { max = MAX_CONNECTIONS } = options;
  const pool = openPool(options.connection, max + 1, options.log, true);
  const shares = createShares(max, KEPT_CONNECTIONS, CONNECTIONS_OF_PERSON);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: named(pool, shares) }) });
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

interface Named {
  readonly client: Awaited<ReturnType<PostgresPool["connect"]>>;
  /** Gives the turn of the present use back. */
  free: () => void;
}

/** Each client as kysely uses it, always the same for the same. */
function named(pool: Pool, shares: Shares): PostgresPool {
  const known = new WeakMap<PoolClient, Named>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const free = await shares.take();
      try {
        const client = await whileUnavailable(PATIENCE, () => take(pool));
        const one = known.get(client) ?? nameStatements(client);
        known.set(client, one);
        one.free = free;
        return one.client;
      } catch (error) {
        free();
        throw error;
      }
    },
  };
}

function nameStatements(client: PoolClient): Named {
  const flights = createFlights(client);
  const one: Named = {
    client: {
      release(destroy) {
        client.release(!flights.end() || destroy === true);
        one.free();
      },
      query: flights.query as never,
    },
    free: () => undefined,
  };
  return one;
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
