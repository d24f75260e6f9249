import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Client } from "pg";
import { openBlobs, type BlobStore } from "../blobs/index.ts";
import { connectClient, type Connection } from "../db/index.ts";
import type { Log } from "../log/index.ts";
import { StartError } from "../start-error.ts";
import { syncFolder } from "../sync-folder.ts";
import {
  blobsOf,
  FORMAT,
  listBackups,
  MANIFEST,
  PARTIAL,
  type Manifest,
  type TableEntry,
} from "./manifest.ts";
import { listSequences, listTables, nameOf, readQuery, readTable, type Table } from "./tables.ts";

/** Session locks of PostgreSQL: blobs stay while one holds the first (shared); one backup at a time holds the second. */
export const BLOBS_STAY = 4_720_002;
const BACKUP = 4_720_003;

/** Blobs copied at the same time; where they are in S3, each of them waits most of its time. */
const COPIES = 8;

/** The list of a backup's blobs: lines of hash, tab, octets. */
const BLOB_LIST = "blobs.tsv.zst";

export interface BackupOptions {
  readonly connection: Connection;
  readonly blobs: BlobStore;
  /** Files that hold keys: where each lies, by the name that it has in a data folder. */
  readonly keys: ReadonlyMap<string, string>;
  /** The folder of backups; made when it is not there. */
  readonly folder: string;
  readonly now: Date;
  /** So many backups are kept, with this one; the oldest go. `undefined`: all. */
  readonly keep?: number | undefined;
  readonly log: Log;
  readonly say: (sentence: string) => void;
}

/**
 * Writes a backup beside those that the folder holds: the database as it is at one moment, and every blob that it
 * names (those that an earlier backup brought are not copied again). The server may go on meanwhile.
 * It is there, under its name, when it is whole and safe on disk, and not before.
 */
export async function writeBackup(
  options: BackupOptions,
): Promise<{ path: string; manifest: Manifest }> {
  const { folder, log, say } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await connectClient(options.connection, log);
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${BACKUP}) got`);
    if (!(rows[0] as { got: boolean }).got)
      throw new StartError("Another backup of this organisation is being made.");
    // Before the snapshot is taken: no blob that it will name may go while we copy.
    await client.query(`select pg_advisory_lock_shared(${BLOBS_STAY})`);
    for (const name of (await listBackups(folder)).partial) {
      say(`The backup ${name.slice(0, -PARTIAL.length)} was interrupted; it is removed.`);
      await rm(join(folder, name), { recursive: true, force: true });
    }
    const path = join(folder, options.now.toISOString().replace(/[:.]/g, "-"));
    const partial = path + PARTIAL;
    await mkdir(join(partial, "database"), { recursive: true, mode: 0o700 });
    await mkdir(join(partial, "keys"), { mode: 0o700 });
    await client.query("begin isolation level repeatable read read only");
    const manifest: Manifest = {
      format: FORMAT,
      madeAt: options.now.toISOString(),
      migrations: await migrationsOf(client),
      tables: await copyTables(client, partial, say),
      sequences: await listSequences(client),
      blobs: await copyBlobs(client, partial, options),
      keys: [],
    };
    await client.query("commit");
    for (const [name, from] of options.keys) {
      const bytes = await readFile(from).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw new StartError(`The key ${from} cannot be read (${error.code}).`);
      });
      if (bytes === null) continue;
      await writeDurably(join(partial, "keys", name), bytes);
      manifest.keys.push(name);
    }
    await writeDurably(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const part of ["keys", "database", "."]) await syncFolder(join(partial, part));
    await rename(partial, path);
    await syncFolder(folder);
    if (options.keep !== undefined) await prune(folder, options.keep, say);
    return { path, manifest };
  } finally {
    await client.end();
  }
}

async function migrationsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from schema_migration order by name",
  );
  return rows.map(({ name }) => name);
}

export const tableFile = (backup: string, table: Pick<Table, "schema" | "name">): string =>
  join(backup, "database", `${nameOf(table)}.copy.zst`);

async function copyTables(
  client: Client,
  backup: string,
  say: (sentence: string) => void,
): Promise<TableEntry[]> {
  const tables = await listTables(client);
  const entries: TableEntry[] = [];
  for (const table of tables) {
    const rows = readTable(client, table);
    const sha256 = await compress(rows, tableFile(backup, table));
    entries.push({ ...table, columns: [...table.columns], rows: rows.rowCount, sha256 });
  }
  const count = entries.reduce((sum, { rows }) => sum + rows, 0);
  say(`${count.toLocaleString("en")} rows of ${entries.length} tables.`);
  return entries;
}

/** Writes a stream compressed; answers the SHA-256 of what it was before. */
async function compress(from: Readable, path: string): Promise<string> {
  const { through, digest } = hashing();
  await pipeline(
    from,
    through,
    createZstdCompress(),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return digest();
}

/** Counts what flows through into a SHA-256. */
export function hashing(): { through: Transform; digest: () => string } {
  const hash = createHash("sha256");
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest("hex") };
}

async function copyBlobs(
  client: Client,
  backup: string,
  { blobs, folder, say }: BackupOptions,
): Promise<Manifest["blobs"]> {
  const list = join(backup, BLOB_LIST);
  await compress(
    readQuery(client, "select hash, max(size) from blob group by hash order by hash"),
    list,
  );
  const kept = await openBlobs(blobsOf(folder));
  const found = { count: 0, octets: 0, missing: [] as string[] };
  let copied = 0;
  async function copy(hash: string, size: number): Promise<void> {
    found.count += 1;
    found.octets += size;
    // A blob has its name only when it is whole.
    if (await kept.has(hash)) return;
    try {
      const { hash: written } = await kept.put(blobs.stream(hash));
      if (written !== hash) found.missing.push(hash);
      copied += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      found.missing.push(hash);
    }
  }
  await eachBlob(blobList(list), ({ hash, size }) => copy(hash, size));
  say(`${copied.toLocaleString("en")} of ${found.count.toLocaleString("en")} blobs were new.`);
  return found;
}

/** Does something to each, to a few at the same time; the first that fails ends it. */
export async function eachBlob(
  blobs: AsyncGenerator<{ hash: string; size: number }>,
  act: (blob: { hash: string; size: number }) => Promise<void>,
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let next = await blobs.next(); !next.done; next = await blobs.next())
      await act(next.value).catch(async (error: unknown) => {
        await blobs.return(undefined);
        throw error;
      });
  };
  const done = await Promise.allSettled(Array.from({ length: COPIES }, worker));
  const failed = done.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** The blobs of a backup, or of a list of them. */
export async function* blobList(list: string): AsyncGenerator<{ hash: string; size: number }> {
  const lines = createInterface(createReadStream(list).pipe(createZstdDecompress()));
  for await (const line of lines) {
    const [hash, size] = line.split("\t");
    yield { hash: hash!, size: Number(size) };
  }
}

export const blobListOf = (backup: string): string => join(backup, BLOB_LIST);

/** Drops the oldest backups, and the blobs that no other one has. */
async function prune(folder: string, keep: number, say: (sentence: string) => void): Promise<void> {
  const { whole } = await listBackups(folder);
  const old = whole.slice(0, -keep);
  if (old.length === 0) return;
  for (const name of old) {
    // Under the name of an interrupted one first: what is half gone must not look whole.
    await rename(join(folder, name), join(folder, name + PARTIAL));
    await rm(join(folder, name + PARTIAL), { recursive: true });
  }
  const needed = new Set<string>();
  for (const name of whole.slice(-keep))
    for await (const { hash } of blobList(blobListOf(join(folder, name)))) needed.add(hash);
  const blobs = await openBlobs(blobsOf(folder));
  for await (const { hash } of blobs.list())
    if (!needed.has(hash)) await blobs.remove(hash, new Date(8.64e15));
  say(`${old.length} older backups were removed.`);
}

async function writeDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  await writeFile(path, bytes, { mode: 0o600, flush: true });
  await syncFolder(dirname(path));
}
