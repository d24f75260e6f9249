import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { chmod, chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Client } from "pg";
import { listBackups, readManifest, type Manifest } from "./manifest.ts";
import { moveTables } from "./move.ts";
import { restoreBlobs, restoreTables } from "./read.ts";
import { isEmptyDatabase } from "./tables.ts";
import type { Config } from "../config/index.ts";
import {
  doneMigrations,
  listMigrations,
  migrate,
  reachDatabase,
  readHosts,
  usingClient,
} from "../db/index.ts";
import type { Connection } from "../db/index.ts";
import { migrateJobs } from "../jobs/index.ts";
import type { Log } from "../log/index.ts";
import { StartError } from "../start-error.ts";
import { syncFolder } from "../sync-folder.ts";
import { handOver, serviceUser, type ServiceUser } from "../user/index.ts";
import {
  keyFiles,
  MIGRATIONS,
  MOVED_MARK,
  openBlobStore,
  openStore,
  readMark,
  RESTORE_MARK,
  type Store,
} from "../store/index.ts";

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
      ? `There is no complete backup in ${folder}.`
      : `There is no complete backup ${name} in ${folder}; it has ${whole.length === 0 ? "none" : whole.join(", ")}.`,
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
      `${backup} was made by a newer version of Atrium (${unknown.join(", ")}). Restore it with that version.`,
    );
  mkdirSync(config.data, { recursive: true, mode: 0o711 });
  const store = await openStore(work);
  try {
    if (await isEmpty(store.connection, log)) {
      await mustSuit(manifest, store, work);
      await writeMark(config, RESTORE_MARK, backup);
      for (const name of manifest.keys) await restoreKey(backup, name, work);
      const { count, missing } = manifest.blobs;
      say(`Restoring ${count.toLocaleString("en")} blobs …`);
      if (missing.length > 0)
        say(
          `${missing.length.toLocaleString("en")} of them are missing from the backup; its backup.json lists them.`,
        );
      await restoreBlobs(backup, manifest, await openBlobStore(config, null, log));
      say(`Restoring ${manifest.tables.length} tables …`);
      await migrate(store.connection, MIGRATIONS, log, new Set(manifest.migrations));
      await migrateJobs(store.connection, log);
      await usingClient(store.connection, log, (client) => restoreTables(backup, manifest, client));
    } else if (readMark(config, RESTORE_MARK) !== backup)
      throw new StartError(
        "There already is an organisation here. Restore into another ATRIUM_DATA (or an empty database).",
      );
    // Else only its last step was missing.
    await migrate(store.connection, MIGRATIONS, log);
    await usingClient(store.connection, log, (client) => nameBlobOwner(client, config));
    await rm(join(config.data, RESTORE_MARK), { force: true });
  } finally {
    await store.close();
    giveAway(config);
  }
}

/** Migrations that an empty database has seen before the backup's rows come in would never see these. */
async function mustSuit(manifest: Manifest, store: Store, { log, say }: Work): Promise<void> {
  const done = await usingClient(store.connection, log, doneMigrations);
  const newer = done.filter((name) => !manifest.migrations.includes(name));
  if (newer.length === 0) return;
  if (store.renew === null)
    throw new StartError(
      `This database was prepared by a newer version of Atrium than the backup's (${newer.at(-1)}). Use an empty one.`,
    );
  say("The database is empty but was prepared by a newer version of Atrium; creating it again.");
  await store.renew();
}

/** Whom the server runs as, where root restores and the server is another. */
const ownerOf = (config: Config): ServiceUser | undefined =>
  config.user === "root" ? undefined : serviceUser(join(config.data, "pg"), config.user);

/** Root can read whatever backup it has; what it made is for the user whom the server runs as. */
function giveAway(config: Config): void {
  const owner = ownerOf(config);
  if (owner !== undefined) handOver(config.data, owner);
}

/** In the data folder, and safe on disk. */
async function writeMark(config: Config, mark: string, text: string): Promise<void> {
  await writeFile(join(config.data, mark), `${text}\n`, { flush: true });
  await syncFolder(config.data);
}

/** The organisation that was written into the backup may be alive: its store of blobs is not ours. */
async function nameBlobOwner(client: Client, config: Config): Promise<void> {
  await client.query("delete from blob_owner");
  if (config.s3Bucket !== null)
    await client.query("insert into blob_owner (name) values ($1)", [randomUUID()]);
}

async function restoreKey(backup: string, name: string, { config, say }: Work): Promise<void> {
  const place = keyFiles(config).get(name);
  if (place === undefined) return;
  const bytes = await readFile(join(backup, "keys", name));
  const found = await readFile(place).catch(() => null);
  // One that lies outside of the data folder may be in use, and has whatever owner and mode that takes.
  if (found?.equals(bytes) === true) return;
  if (found !== null && dirname(place) !== config.data) {
    // Another organisation may need it, and nobody has it but this machine.
    const aside = `${place}.${randomUUID().slice(0, 8)}`;
    await rename(place, aside);
    say(`${place} was a different key; it was renamed to ${aside}.`);
  }
  await writeFile(place, bytes, { mode: 0o600, flush: true });
  await chmod(place, 0o600);
  const owner = ownerOf(config);
  if (owner !== undefined) await chown(place, owner.uid, owner.gid);
  await syncFolder(dirname(place));
}

/**
 * Copies the database of the data folder into an empty outside one, and marks the folder so that nobody goes on in the
 * old one by mistake. Blobs and keys stay where they are. Answers how many rows went.
 * @throws StartError
 */
export async function moveDatabase(to: string, work: Work): Promise<number> {
  const { config, log, say } = work;
  if (config.databaseUrl !== null)
    throw new StartError(
      "ATRIUM_DATABASE_URL is set: the database already is outside the data folder.",
    );
  await reachDatabase(to, log);
  const store = await openStore(work);
  try {
    if (!(await isEmpty(to, log)))
      throw new StartError("There already is an organisation in that database. Use an empty one.");
    for (const connection of [store.connection, to]) {
      await migrate(connection, MIGRATIONS, log);
      await migrateJobs(connection, log);
    }
    say("Copying …");
    const moved = await usingClient(store.connection, log, (from) =>
      usingClient(to, log, (target) => moveTables(from, target)),
    );
    const { name, database } = readHosts(to)!;
    await writeMark(config, MOVED_MARK, `${name}/${database}`);
    await usingClient(to, log, (target) => target.query("analyze"));
    return moved;
  } finally {
    await store.close();
  }
}

const isEmpty = (connection: Connection, log: Log): Promise<boolean> =>
  usingClient(connection, log, isEmptyDatabase);
