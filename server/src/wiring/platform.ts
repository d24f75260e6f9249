import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBlobs, openS3Blobs, ownedBy, s3Of } from "../platform/blobs/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import { systemClock } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config/index.ts";
import {
  createNotify,
  doneMigrations,
  migrate,
  openDatabase,
  pendingMigrations,
  reachDatabase,
  usingClient,
} from "../platform/db/index.ts";
import type { Connection, Database, Db, Notify } from "../platform/db/index.ts";
import { createResolver } from "../platform/dns/index.ts";
import type { Resolver } from "../platform/dns/index.ts";
import { systemIds } from "../platform/ids.ts";
import type { Ids } from "../platform/ids.ts";
import { migrateJobs } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log/index.ts";
import { createOutboundHttp } from "../platform/outbound-http/index.ts";
import type { OutboundHttp } from "../platform/outbound-http/index.ts";
import { AlreadyRunning, connectionOf, startPostgres } from "../platform/postgres/index.ts";
import { createWorkerPool, type WorkerPool } from "../platform/workers/index.ts";
import { StartError } from "../platform/start-error.ts";
import type { Secrets } from "../platform/secrets/index.ts";
import { openSharedSecrets } from "./shared-secrets.ts";

export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

/** What the layers above use. */
export interface Platform extends Database {
  readonly config: Config;
  readonly log: Log;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notify: Notify;
  readonly secrets: Secrets;
  readonly resolver: Resolver;
  readonly outboundHttp: OutboundHttp;
  readonly workers: WorkerPool;
}

export interface PlatformOptions {
  config: Config;
  log: Log;
  /** Tells the person who waits what is going on. */
  say: (sentence: string) => void;
  /** Works beside a server that runs on the same data, instead of refusing to. */
  beside?: boolean;
  /** The database that comes along, where the process above this one has it up. */
  connection?: Connection;
  /** False in tests alone. */
  durable?: boolean;
  /** Hears what the database makes wait for, at the start and later; null when it is over. */
  onWait?: (what: string | null) => void;
}

/** In the data folder while a restore has not come to its end; holds the path of the backup. */
export const RESTORE_MARK = "restore-under-way";
/** In a data folder whose database was moved elsewhere; holds where. */
export const MOVED_MARK = "database-moved";

/** What a mark says, or `null` when it is not there. */
export function readMark(config: Config, mark: string): string | null {
  try {
    return readFileSync(join(config.data, mark), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The files that hold keys, by the names that they have in a data folder. */
export function keyFiles(config: Config): ReadonlyMap<string, string> {
  return new Map([
    ["secret.key", config.secretKeyFile ?? join(config.data, "secret.key")],
    ["mail-tls.pem", join(config.data, "mail-tls.pem")],
  ]);
}

/**
 * Opens the store of blobs that the configuration names.
 * @param db what knows the blobs; `null` while it is being restored.
 * @throws StartError when the blobs of the database are elsewhere
 */
export async function openBlobStore(config: Config, db: Db | null, log: Log): Promise<BlobStore> {
  const settings = s3Of(config);
  if (settings !== null)
    return await openS3Blobs({
      settings,
      db,
      spoolFolder: join(config.data, "spool"),
      onAway: ({ message }) => log.warn({ reason: message }, "the blob store is away"),
    });
  if (db !== null && (await ownedBy(db)) !== null)
    throw new StartError(
      "Messages and files of this database are in an S3 store; set ATRIUM_S3_BUCKET and its like.",
    );
  return await openBlobs(join(config.data, "blobs"));
}

/** Brings up the database, as the configuration says, and everything else below the features. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, log } = options;
  mkdirSync(config.data, { recursive: true, mode: 0o711 });
  const restoring = readMark(config, RESTORE_MARK);
  if (restoring !== null)
    throw new StartError(
      `The restore of ${restoring} was interrupted; run it again: npx atrium restore ${restoring}`,
    );
  const store = await openStore(options);
  const undo: (() => Promise<void>)[] = [store.close];
  try {
    if (store.isBeside) await mustBeCurrent(store.connection, log);
    else {
      await migrate(store.connection, MIGRATIONS, log);
      await migrateJobs(store.connection, log);
    }
    const database = openDatabase({ connection: store.connection, log, max: 20 });
    undo.push(() => database.close());
    const notify = createNotify({ ...database, log });
    undo.push(() => notify.close());
    const resolver = createResolver({ server: config.dns });
    const workers = createWorkerPool({ log, processes: config.processes });
    undo.push(() => workers.close());
    return {
      ...database,
      config,
      log,
      notify,
      blobs: await openBlobStore(config, database.db, log),
      clock: systemClock,
      ids: systemIds,
      secrets: await openSharedSecrets(database.db, keyFiles(config).get("secret.key")!, log),
      resolver,
      workers,
      outboundHttp: createOutboundHttp({ resolver, networks: config.outboundNetworks }),
      close: () => closeAll(undo),
    };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
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
export async function openStore(options: PlatformOptions): Promise<Store> {
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
      `The database of ${config.data} was moved to ${moved}; set ATRIUM_DATABASE_URL to it. (To go back to the one before, remove ${join(config.data, MOVED_MARK)}.)`,
    );
  try {
    const postgres = await startPostgres({
      dataFolder: config.data,
      binFolder: config.pgBin ?? undefined,
      user: config.user,
      durable: options.durable ?? true,
      processes: config.processes,
      log,
      onCreate: () => say("Making the database …"),
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
async function mustBeCurrent(connection: Connection, log: Log): Promise<void> {
  const pending = await pendingMigrations(connection, MIGRATIONS, log);
  if (pending.length > 0)
    throw new StartError(
      "The database is of an older version than this program; restart the server first, which brings it up to date.",
    );
}

/** In the reverse of the order in which they were opened; one that fails does not keep the others open. */
export async function closeAll(undo: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of undo.splice(0).reverse())
    await close().catch((error: unknown) => errors.push(error));
  failIfAny(errors);
}

/** All at the same time; one that fails does not keep the others open. */
export async function closeTogether(undo: (() => Promise<void>)[]): Promise<void> {
  const done = await Promise.allSettled(undo.splice(0).map((close) => close()));
  failIfAny(done.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])));
}

function failIfAny(errors: readonly unknown[]): void {
  if (errors.length > 0) throw new AggregateError(errors, "not everything could be closed");
}
