import { join } from "node:path";
import type { Config } from "../config/index.ts";
import {
  doneMigrations,
  pendingMigrations,
  reachDatabase,
  usingClient,
  type Connection,
} from "../db/index.ts";
import type { Log } from "../log/index.ts";
import { AlreadyRunning, connectionOf, startPostgres } from "../postgres/index.ts";
import { ROOT } from "../root.ts";
import { StartError } from "../start-error.ts";
import { MOVED_MARK, readMark } from "./data-folder.ts";

export const MIGRATIONS = join(ROOT, "server/migrations");

export interface StoreOptions {
  config: Config;
  log: Log;
  /** Prints progress for the user who waits. */
  say: (sentence: string) => void;
  /** Works beside a server that runs on the same data, instead of refusing to. */
  beside?: boolean;
  /** The database that comes along, where the process above this one has it up. */
  connection?: Connection;
  /** False in tests alone. */
  durable?: boolean;
  /** Called with what the database makes wait for, at the start and later; null when it is over. */
  onWait?: (what: string | null) => void;
}

export interface Store {
  connection: Connection;
  /** Another process has it up, or may have: its schema is for the server to change. */
  isBeside: boolean;
  /** Makes the database again, empty; `null` where it is not ours alone. */
  renew: (() => Promise<void>) | null;
  close: () => Promise<void>;
}

/** Has the database up that the configuration names; its schema may be anything yet. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { config, log, say, beside = false } = options;
  if (options.connection !== undefined)
    return {
      connection: options.connection,
      isBeside: false,
      renew: null,
      close: async () => undefined,
    };
  if (config.databaseUrl !== null) {
    const connection = config.databaseUrl;
    await reachDatabase(connection, log);
    // Who else works on it cannot be seen; nobody does where there is no schema.
    const isMade = beside && (await usingClient(connection, log, doneMigrations)).length > 0;
    return { connection, isBeside: isMade, renew: null, close: async () => undefined };
  }
  const moved = readMark(config, MOVED_MARK);
  if (moved !== null)
    throw new StartError(
      `The database of ${config.data} was moved to ${moved}. Set ATRIUM_DATABASE_URL to it. (To use the old one again, remove ${join(config.data, MOVED_MARK)}.)`,
    );
  try {
    const postgres = await startPostgres({
      dataFolder: config.data,
      binFolder: config.pgBin ?? undefined,
      user: config.user,
      durable: options.durable ?? true,
      processes: config.processes,
      log,
      onCreate: () => say("Creating the database …"),
      onWait: options.onWait,
    });
    const { connection } = postgres;
    return { connection, isBeside: false, renew: postgres.renew, close: postgres.stop };
  } catch (error) {
    if (!beside || !(error instanceof AlreadyRunning)) throw error;
    return {
      connection: connectionOf(config.data),
      isBeside: true,
      renew: null,
      close: async () => undefined,
    };
  }
}

/** A server that runs has the schema that it knows; changing it under its feet is not for us. */
export async function mustBeCurrent(connection: Connection, log: Log): Promise<void> {
  const pending = await pendingMigrations(connection, MIGRATIONS, log);
  if (pending.length > 0)
    throw new StartError(
      "The database is older than this program. Restart the server first to upgrade it.",
    );
}
