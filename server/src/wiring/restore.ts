import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Client } from "pg";
import {
  isEmptyDatabase,
  listBackups,
  moveTables,
  readManifest,
  restoreBlobs,
  restoreTables,
} from "../platform/backup/index.ts";
import type { Config } from "../platform/config/index.ts";
import {
  connectClient,
  listMigrations,
  migrate,
  reachDatabase,
  readHosts,
} from "../platform/db/index.ts";
import type { Connection } from "../platform/db/index.ts";
import { migrateJobs } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log/index.ts";
import { StartError } from "../platform/start-error.ts";
import { handOver, isRoot, serviceUser } from "../platform/user/index.ts";
import {
  keyFiles,
  MIGRATIONS,
  MOVED_MARK,
  openBlobStore,
  openStore,
  readMark,
  RESTORE_MARK,
} from "./platform.ts";

interface Work {
  readonly config: Config;
  readonly log: Log;
  readonly say: (sentence: string) => void;
}

/** The whole backup of this name, or the newest; a folder that is one itself is that. @throws StartError when there is none. */
export async function findBackup(folder: string, name?: string): Promise<string> {
  const { whole } = await listBackups(folder);
  const found = name === undefined ? whole.at(-1) : whole.find((one) => one === name);
  if (found !== undefined) return resolve(folder, found);
  if (name === undefined && (await isBackup(resolve(folder)))) return resolve(folder);
  throw new StartError(
    name === undefined
      ? `There is no whole backup in ${folder}.`
      : `There is no whole backup ${name} in ${folder}; there ${whole.length === 0 ? "is none" : `are ${whole.join(", ")}`}.`,
  );
}

const isBackup = async (folder: string): Promise<boolean> =>
  (await listBackups(dirname(folder))).whole.includes(basename(folder));

/**
 * Brings a backup into a store that nobody lives in: keys, blobs, then the database in one transaction. Interrupted,
 * it says so at the next start and can be run again.
 * @throws StartError
 */
export async function restore(backup: string, work: Work): Promise<void> {
  const { config, log, say } = work;
  const manifest = await readManifest(backup);
  const known = new Set(await listMigrations(MIGRATIONS));
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartError(
      `${backup} was made by a newer Atrium (${unknown.join(", ")}); restore it with that version.`,
    );
  mkdirSync(config.data, { recursive: true, mode: 0o711 });
  const store = await openStore(work);
  try {
    const mark = join(config.data, RESTORE_MARK);
    if (await isEmpty(store.connection, log)) {
      await writeFile(mark, `${backup}\n`, { flush: true });
      for (const name of manifest.keys) await restoreKey(backup, name, config);
      const { count, missing } = manifest.blobs;
      say(`${count.toLocaleString("en")} blobs …`);
      if (missing.length > 0)
        say(
          `The backup lacks ${missing.length.toLocaleString("en")} of them; its backup.json says which.`,
        );
      await restoreBlobs(backup, manifest, await openBlobStore(config, null, log));
      say(`${manifest.tables.length} tables …`);
      await migrate(store.connection, MIGRATIONS, log, new Set(manifest.migrations));
      await migrateJobs(store.connection, log);
      await using(store.connection, log, (client) => restoreTables(backup, manifest, client));
    } else if (readMark(config, RESTORE_MARK) !== backup)
      throw new StartError(
        "An organisation lives here already; restore into another ATRIUM_DATA (or an empty database).",
      );
    // Else only its last step was missing.
    await migrate(store.connection, MIGRATIONS, log);
    await using(store.connection, log, (client) => nameBlobOwner(client, config));
    await rm(mark, { force: true });
  } finally {
    await store.close();
    giveAway(config);
  }
}

/** Root can read whatever backup it has; what it made is for the user whom the server runs as. */
function giveAway(config: Config): void {
  if (!isRoot() || config.user === "root") return;
  const user = serviceUser(join(config.data, "pg"), config.user);
  if (user !== undefined) handOver(config.data, user);
}

/** The organisation that was written into the backup may be alive: its store of blobs is not ours. */
async function nameBlobOwner(client: Client, config: Config): Promise<void> {
  await client.query("delete from blob_owner");
  if (config.s3Bucket !== null)
    await client.query("insert into blob_owner (name) values ($1)", [randomUUID()]);
}

async function restoreKey(backup: string, name: string, config: Config): Promise<void> {
  const place = keyFiles(config).get(name);
  if (place === undefined) return;
  await copyFile(join(backup, "keys", name), place);
  chmodSync(place, 0o600);
}

/**
 * Copies the database of the data folder into an empty outside one, and marks the folder so that nobody goes on in the
 * old one by mistake. Blobs and keys stay where they are. Answers how many rows went.
 * @throws StartError
 */
export async function moveDatabase(to: string, work: Work): Promise<number> {
  const { config, log, say } = work;
  if (config.databaseUrl !== null)
    throw new StartError("ATRIUM_DATABASE_URL is set: the database lives outside already.");
  await reachDatabase(to, log);
  const store = await openStore(work);
  try {
    if (!(await isEmpty(to, log)))
      throw new StartError("An organisation lives in that database already; give an empty one.");
    for (const connection of [store.connection, to]) {
      await migrate(connection, MIGRATIONS, log);
      await migrateJobs(connection, log);
    }
    say("Copying …");
    const moved = await using(store.connection, log, (from) =>
      using(to, log, (target) => moveTables(from, target)),
    );
    const { name, database } = readHosts(to)!;
    await writeFile(join(config.data, MOVED_MARK), `${name}/${database}\n`, { flush: true });
    return moved;
  } finally {
    await store.close();
  }
}

const isEmpty = (connection: Connection, log: Log): Promise<boolean> =>
  using(connection, log, isEmptyDatabase);

async function using<T>(
  connection: Connection,
  log: Log,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(connection, log);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
