import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../sync-folder.ts";
import { checkHash, isHash } from "./store.ts";
import type { BlobStore } from "./store.ts";

/** A file that is still being written changes more often than this (milliseconds). */
const ABANDONED = 3_600_000;
/** So many octets, or pieces, are written together. */
const OCTETS_AT_ONCE = 65_536;
const PIECES_AT_ONCE = 256;

/** Blobs as files `ab/cd/<hash>` below `folder`. Opening it clears away what interrupted puts left behind. */
export async function openBlobs(folder: string): Promise<BlobStore> {
  const unfinished = join(folder, "tmp");
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await clearFolder(unfinished, Date.now() - ABANDONED);
  await syncFolder(dirname(folder));

  /** Folders known to be durable themselves; a name lasts only as long as the folder that holds it. */
  const durable = new Map<string, Promise<void>>();
  /** What is being done to a name, so that a removal never meets a put of the same bytes. */
  const busy = new Map<string, Promise<unknown>>();

  async function alone<T>(hash: string, act: () => Promise<T>): Promise<T> {
    while (busy.has(hash)) await busy.get(hash)!.catch(() => undefined);
    const done = act().finally(() => busy.delete(hash));
    busy.set(hash, done);
    return await done;
  }

  /** Resolves when a folder is there and will be, with those that it lies in; each is asked for once. */
  function ready(path: string): Promise<void> {
    let known = durable.get(path);
    if (known === undefined) {
      known = makeDurable(path);
      durable.set(path, known);
      known.catch(() => durable.delete(path));
    }
    return known;
  }

  async function makeDurable(path: string): Promise<void> {
    if (path === folder) return;
    await ready(dirname(path));
    await mkdir(path, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(path));
  }

  const pathOf = (hash: string): string =>
    join(folder, checkHash(hash).slice(0, 2), hash.slice(2, 4), hash);

  return {
    async put(bytes) {
      const temporary = join(unfinished, randomUUID());
      const file = await open(temporary, "wx", 0o600);
      let written: { hash: string; size: number };
      try {
        written = await write(file, bytes);
        await file.datasync();
      } catch (error) {
        await file.close();
        await unlink(temporary);
        throw error;
      }
      await file.close();
      const path = pathOf(written.hash);
      const home = dirname(path);
      try {
        await ready(home);
        await alone(written.hash, async () => {
          // Also over an equal file that is there: its time becomes now, which keeps the sweep away from it.
          await rename(temporary, path);
          await syncFolder(home);
        });
      } catch (error) {
        // On a full disk nothing may be left that fills it further.
        await rm(temporary, { force: true });
        throw error;
      }
      return written;
    },

    async read(hash, range) {
      const file = await open(pathOf(hash), "r");
      try {
        if (range === undefined) return await file.readFile();
        const { size } = await file.stat();
        const start = Math.min(range.start, size);
        const buffer = Buffer.alloc(Math.max(0, Math.min(range.end, size) - start));
        let done = 0;
        while (done < buffer.length) {
          const { bytesRead } = await file.read(buffer, done, buffer.length - done, start + done);
          if (bytesRead === 0) break;
          done += bytesRead;
        }
        return buffer.subarray(0, done);
      } finally {
        await file.close();
      }
    },

    stream(hash, range) {
      if (range !== undefined && range.end <= range.start) return createReadStream("/dev/null");
      // createReadStream counts its end in.
      return createReadStream(
        pathOf(hash),
        range === undefined ? {} : { start: range.start, end: range.end - 1 },
      );
    },

    async has(hash) {
      return (await stat(pathOf(hash)).catch(() => null)) !== null;
    },

    async *list() {
      for (const outer of await readdir(folder)) {
        if (outer.length !== 2) continue;
        for (const inner of await readdir(join(folder, outer))) {
          for (const hash of await readdir(join(folder, outer, inner))) {
            const found = await stat(join(folder, outer, inner, hash)).catch(() => null);
            if (found !== null && isHash(hash))
              yield { hash, size: found.size, putAt: found.mtime };
          }
        }
      }
    },

    async remove(hash, olderThan) {
      const path = pathOf(hash);
      return await alone(hash, async () => {
        const found = await stat(path).catch(() => null);
        if (found === null || found.mtime >= olderThan) return false;
        // Taken aside first: another process that shares the folder may be putting the same bytes right now.
        const aside = join(unfinished, randomUUID());
        await rename(path, aside);
        const isOld = (await stat(aside)).mtime < olderThan;
        if (!isOld) {
          await link(aside, path).catch(ignoreExisting);
          // Before its other name goes.
          await syncFolder(dirname(path));
        }
        await unlink(aside);
        return isOld;
      });
    },

    tidy: (olderThan) => clearFolder(unfinished, olderThan.getTime()),
  };
}

/** Small pieces are written together: each write is a way to another thread and back. */
async function write(
  file: FileHandle,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<{ hash: string; size: number }> {
  const digest = createHash("sha256");
  let size = 0;
  let held: Uint8Array[] = [];
  let octets = 0;
  const flush = async (): Promise<void> => {
    const piece = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [];
    octets = 0;
    let done = 0;
    while (done < piece.length) done += (await file.write(piece, done)).bytesWritten;
  };
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    digest.update(piece);
    size += piece.length;
    held.push(piece);
    octets += piece.length;
    if (octets >= OCTETS_AT_ONCE || held.length >= PIECES_AT_ONCE) await flush();
  }
  await flush();
  return { hash: digest.digest("hex"), size };
}

export async function clearFolder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
