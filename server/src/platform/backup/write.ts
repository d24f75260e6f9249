import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
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
  readManifest,
  type Manifest,
  type TableEntry,
} from "./manifest.ts";
import { listSequences, listTables, nameOf, readQuery, readTable, type Table } from "./tables.ts";

/** Session locks of PostgreSQL: blobs stay while one holds the first (shared); one backup at a time holds the second. */
export const BLOBS_STAY = 4_720_002;
const BACKUP = 4_720_003;

/** Blobs copied at the same time; where they are in S3, each of them waits most of its time. */
const COPIES = 8;

/** What is compressed carries a sum of itself, so that a bit that turned round does not go unseen. */
const ZSTD = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

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
      throw new StartError("Another backup is already running.");
    // Before the snapshot is taken: no blob that it will name may go while we copy.
    await client.query(`select pg_advisory_lock_shared(${BLOBS_STAY})`);
    for (const name of (await listBackups(folder)).partial) {
      say(`Removing the incomplete backup ${name.slice(0, -PARTIAL.length)}.`);
      await rm(join(folder, name), { recursive: true, force: true });
    }
    const path = join(folder, options.now.toISOString().replace(/[:.]/g, "-"));
    const partial = path + PARTIAL;
    await mkdir(join(partial, "database"), { recursive: true, mode: 0o700 });
    await mkdir(join(partial, "keys"), { mode: 0o700 });
    await client.query("begin isolation level repeatable read read only");
    const database = {
      migrations: await migrationsOf(client),
      tables: await copyTables(client, partial, say),
      sequences: await listSequences(client),
    };
    await listBlobs(client, partial);
    // Copying takes hours; what the snapshot sees could not be cleared away meanwhile.
    await client.query("commit");
    const manifest: Manifest = {
      format: FORMAT,
      madeAt: options.now.toISOString(),
      ...database,
      blobs: await copyBlobs(partial, options),
      keys: [],
    };
    // With its session a lock is gone, and blobs may be gone with it.
    await client.query("select");
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
    const later = (await listBackups(folder)).whole.filter((name) => name > basename(path));
    if (later.length > 0)
      say(
        `By this machine's clock, ${later.join(", ")} is in the future. Check the clock: without --at, the newest name is restored and checked.`,
      );
    if (options.keep !== undefined) await prune(path, options.keep, say);
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
  say(`Saved ${count.toLocaleString("en")} rows of ${entries.length} tables.`);
  return entries;
}

/** Writes a stream compressed; answers the SHA-256 of what it was before. */
async function compress(from: Readable, path: string): Promise<string> {
  const { through, digest } = hashing();
  await pipeline(
    from,
    through,
    createZstdCompress(ZSTD),
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

async function listBlobs(client: Client, backup: string): Promise<void> {
  await compress(
    readQuery(client, "select hash, max(size) from blob group by hash order by hash"),
    join(backup, BLOB_LIST),
  );
}

async function copyBlobs(
  backup: string,
  { blobs, folder, say }: BackupOptions,
): Promise<Manifest["blobs"]> {
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
  const list = join(backup, BLOB_LIST);
  await eachBlob(readList(list), ({ hash, size }) => copy(hash, size));
  say(`Copied ${copied.toLocaleString("en")} new blobs of ${found.count.toLocaleString("en")}.`);
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

async function* readList(list: string): AsyncGenerator<{ hash: string; size: number }> {
  const file = createReadStream(list);
  const text = createZstdDecompress();
  file.on("error", (error) => text.destroy(error));
  for await (const line of createInterface(file.pipe(text))) {
    const [hash, size] = line.split("\t");
    yield { hash: hash!, size: Number(size) };
  }
}

/**
 * The blobs of a whole backup.
 * @throws StartError when its list is not as it was written; some of them may have come by then.
 */
export async function* blobsIn(
  backup: string,
  { blobs }: Manifest,
): AsyncGenerator<{ hash: string; size: number }> {
  const damaged = (cause?: unknown): StartError =>
    new StartError(`The list of blobs in ${backup} is damaged.`, { cause });
  let count = 0;
  try {
    for await (const blob of readList(join(backup, BLOB_LIST))) {
      count += 1;
      yield blob;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (count !== blobs.count) throw damaged();
}

/** Drops the oldest backups but never the one just made, and the blobs that no other one has. */
async function prune(made: string, keep: number, say: (sentence: string) => void): Promise<void> {
  const folder = dirname(made);
  const others = (await listBackups(folder)).whole.filter((name) => name !== basename(made));
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  if (old.length === 0) return;
  for (const name of old) {
    // Under the name of an interrupted one first: what is half gone must not look whole.
    await rename(join(folder, name), join(folder, name + PARTIAL));
    await rm(join(folder, name + PARTIAL), { recursive: true });
  }
  say(`Removed ${old.length} older backups.`);
  const needed = new Set<string>();
  try {
    for (const name of [...others.slice(old.length), basename(made)]) {
      const kept = join(folder, name);
      for await (const { hash } of blobsIn(kept, await readManifest(kept))) needed.add(hash);
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return say(`${error.message} Until it is removed, no blobs are deleted.`);
  }
  const blobs = await openBlobs(blobsOf(folder));
  for await (const { hash } of blobs.list())
    if (!needed.has(hash)) await blobs.remove(hash, new Date(8.64e15));
}

async function writeDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  await writeFile(path, bytes, { mode: 0o600, flush: true });
  await syncFolder(dirname(path));
}
