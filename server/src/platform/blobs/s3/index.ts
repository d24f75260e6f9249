import { mkdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGate } from "../../gate.ts";
import type { Db } from "../../db/index.ts";
import { clearFolder } from "../files.ts";
import { spool } from "../spool.ts";
import { StoreUnavailable, checkHash, isHash, type BlobStore, type ByteRange } from "../store.ts";
import { listedIn, textOf, unfinishedIn } from "./answers.ts";
import { createS3Client, type S3Client } from "./client.ts";
import { download } from "./download.ts";
import { foreign, own, readOwner } from "./owner.ts";
import { createPutLog } from "./put-log.ts";
import type { S3Settings } from "./settings.ts";
import { upload } from "./upload.ts";

export { ownedBy } from "./owner.ts";
export { s3Of } from "./settings.ts";
export type { S3Settings } from "./settings.ts";

export interface S3BlobsOptions {
  readonly settings: S3Settings;
  /** A folder of this server alone, for what waits to be sent. */
  readonly spoolFolder: string;
  /** The database that all servers of the store have; `null` while it is being restored and nobody serves. */
  readonly db: Db | null;
  /** Called when the store does not answer at the opening, which is no reason not to open it. */
  readonly onAway?: (error: StoreUnavailable) => void;
}

/** How often the sending of a removal is tried: it has to come to its end before others may take the name again. */
const REMOVAL_ATTEMPTS = 3;

/** A file that is still being written changes more often than this (milliseconds). */
const ABANDONED = 3_600_000;

/**
 * Blobs as objects `<prefix><hash>` of a bucket.
 * @throws StartError when the store is not that of the database
 */
export async function openS3Blobs(options: S3BlobsOptions): Promise<BlobStore> {
  const { settings, spoolFolder, db } = options;
  const client = createS3Client(settings);
  const log = db === null ? null : createPutLog(db, settings.pause);
  const gate = createGate(settings.transfers);
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  await clearFolder(spoolFolder, Date.now() - ABANDONED);

  async function look(hash: string): Promise<Headers | null> {
    const { status, headers } = await client.send({ method: "HEAD", name: hash, accept: [404] });
    return status === 404 ? null : headers;
  }
  const sizeOf = async (hash: string): Promise<number | null> => {
    const headers = await look(hash);
    return headers === null ? null : Number(headers.get("content-length"));
  };
  const uploading = { client, gate, partSize: settings.partSize, sizeOf };

  /** Once for a store, before anything is put into it. */
  let owned: Promise<void> | null = null;
  const ours = (): Promise<void> => {
    owned ??= (db === null ? mustBeFree(client, settings) : own(client, db, settings.place)).catch(
      (error: unknown) => {
        owned = null;
        throw error;
      },
    );
    return owned;
  };

  await ours().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    options.onAway?.(error);
  });

  function stream(hash: string, range: ByteRange = { start: 0, end: Infinity }): Readable {
    checkHash(hash);
    if (range.end <= range.start) return Readable.from([]);
    const bytes = download(client, hash, range, settings.attempts);
    return Readable.from(bytes, { objectMode: false });
  }

  return {
    stream,
    read: (hash, range) => buffer(stream(hash, range)),

    async put(bytes) {
      const spooled = await spool(bytes, spoolFolder);
      try {
        await ours();
        await log?.announce(spooled.hash);
        await upload(spooled, uploading);
      } finally {
        await spooled.drop();
      }
      return { hash: spooled.hash, size: spooled.size };
    },

    async has(hash) {
      return (await look(checkHash(hash))) !== null;
    },

    async *list() {
      for await (const { key, size, at } of everyObject(client, settings)) {
        const hash = key.slice(settings.prefix.length);
        if (isHash(hash)) yield { hash, size, putAt: at };
      }
    },

    async remove(hash, olderThan) {
      if (log === null) throw new Error("nothing is removed while a restore is under way");
      const headers = await look(checkHash(hash));
      const putAt = new Date(headers?.get("last-modified") ?? Number.NaN);
      // Also false where the store does not say when.
      if (!(putAt < olderThan) || !(await log.claim(hash, olderThan))) return false;
      await client.send({
        method: "DELETE",
        name: hash,
        accept: [404],
        attempts: REMOVAL_ATTEMPTS,
      });
      // What failed stays claimed for a while: it may yet have been done.
      await log.release(hash);
      return true;
    },

    async tidy(olderThan) {
      owned = null;
      await ours();
      await clearFolder(spoolFolder, olderThan.getTime());
      await log?.forget(olderThan);
      for await (const { key, uploadId, at } of everyUnfinished(client, settings))
        if (at < olderThan) {
          const name = key.slice(settings.prefix.length);
          await client.send({ method: "DELETE", name, query: { uploadId }, accept: [404] });
        }
    },
  };
}

/** @throws StartError where a database has its blobs already. */
async function mustBeFree(client: S3Client, { place }: S3Settings): Promise<void> {
  if ((await readOwner(client)) !== null) throw foreign(place);
}

async function* everyObject(client: S3Client, { prefix }: S3Settings) {
  for (let token: string | null = ""; token !== null;) {
    const { text } = await client.send({
      method: "GET",
      query: { "list-type": "2", prefix, ...(token !== "" && { "continuation-token": token }) },
    });
    yield* listedIn(text);
    token = textOf(text, "NextContinuationToken");
  }
}

async function* everyUnfinished(client: S3Client, { prefix }: S3Settings) {
  for (let marker: Record<string, string> | null = {}; marker !== null;) {
    const { text } = await client.send({
      method: "GET",
      query: { uploads: "", prefix, ...marker },
    });
    yield* unfinishedIn(text);
    const [key, id] = [textOf(text, "NextKeyMarker"), textOf(text, "NextUploadIdMarker")];
    const isAll = textOf(text, "IsTruncated") !== "true" || key === null || id === null;
    marker = isAll ? null : { "key-marker": key, "upload-id-marker": id };
  }
}
