import { Readable } from "node:stream";
import { decodePieces } from "@atrium/formats/mime";
import type { UploadResponse } from "@atrium/contract/types/wire";
import { sql } from "kysely";
import type { ByteRange } from "../platform/blobs/index.ts";
import { onBehalfOf, type Db } from "../platform/db/index.ts";
import { moved } from "../platform/workers/index.ts";
import { refuse } from "./errors.ts";
import { blobId, parseBlobId } from "./blob-ids.ts";
import type { Limits } from "./limits.ts";
import { roomBeside, storageOf } from "./quota.ts";
import { partialAccountOf } from "./reach.ts";
import { recordsByBlobs, typesWithBlobs } from "./scope.ts";
import type { Actor, Call, Services } from "./serve.ts";
import type { Write } from "./unit-of-work.ts";
import { maxUnusedOf, roomToBring } from "./upload-quota.ts";

/** Where blobs are read from, for an actor in one account. */
type Reading = Pick<Call, "actor" | "accountId" | "db"> & {
  readonly services: Pick<Services, "blobs" | "types" | "unpack" | "workers">;
};

interface Stored {
  /** Octets. */
  readonly size: number;
  readonly type: string;
}

/** Whether the actor may read the stored bytes in the account, and how many they are. */
export async function findBlob(reading: Reading, hash: string): Promise<Stored | undefined> {
  return (await findBlobs(reading, [hash])).get(hash);
}

/** The same for several of them, by their hash. */
export async function findBlobs(
  reading: Reading,
  hashes: readonly string[],
): Promise<Map<string, Stored>> {
  if (hashes.length === 0) return new Map();
  const rows = await reading.db
    .selectFrom("blob")
    .select(["hash", "size", "type", "uploaded_by"])
    .where("account_id", "=", reading.accountId)
    .where("hash", "=", sql<string>`any(${hashes})`)
    .execute();
  const inScope = await hashesInScope(reading, rows);
  return new Map(
    rows
      .filter(({ hash }) => inScope === null || inScope.has(hash))
      .map(({ hash, size, type }) => [hash, { size, type }]),
  );
}

/**
 * Which of these blobs of the account an actor may read who has a scope, or part of the account in reach: what records
 * there refer to, and what the same credential has uploaded. `null` for all.
 */
async function hashesInScope(
  { actor, accountId, db, services }: Reading,
  rows: readonly { readonly hash: string; readonly uploaded_by: string | null }[],
): Promise<ReadonlySet<string> | null> {
  if (actor.scope === undefined && Object.hasOwn(actor.accounts, accountId)) return null;
  const own = rows.filter(
    (row) => row.uploaded_by !== null && row.uploaded_by === actor.credential,
  );
  const inScope = new Set(own.map(({ hash }) => hash));
  for (const served of typesWithBlobs(actor, accountId, services.types)) {
    const left = rows.map(({ hash }) => hash).filter((hash) => !inScope.has(hash));
    if (left.length === 0) break;
    const found = await recordsByBlobs(served, { actor, accountId, db }, left);
    for (const { hash } of found) inScope.add(hash);
  }
  return inScope;
}

export interface OpenBlob {
  /** Octets, or null when only decoding would show it. */
  readonly size: number | null;
  /** The type that it was uploaded with; null for a part of a message. */
  readonly type: string | null;
  /** Everything, or a range where the size is known. */
  stream(range?: ByteRange): Readable;
}

/** A blob of an account, in whichever way its id names it; `null` when the account has none of that id. */
export async function openBlob(reading: Reading, id: string): Promise<OpenBlob | null> {
  const { blobs, unpack, workers } = reading.services;
  const name = parseBlobId(id);
  const found = name === null ? undefined : await findBlob(reading, name.hash);
  if (name === null || found === undefined) return null;
  const { hash, part } = name;
  const { size, type } = found;
  if (part === undefined) return { size, type, stream: (range) => blobs.stream(hash, range) };
  if (part.end > size) return null;
  const { start, end, encoding, file } = part;
  if (file !== undefined) {
    if (unpack === undefined) return null;
    const bytes = await workers.run(unpack, async () =>
      moved({ bytes: await blobs.read(hash, { start, end }), encoding, file }),
    );
    return bytes === null ? null : bytesBlob(bytes);
  }
  if (encoding === "identity")
    return {
      size: end - start,
      type: null,
      stream: (range) => {
        const within = range ?? { start: 0, end: end - start };
        return blobs.stream(hash, { start: start + within.start, end: start + within.end });
      },
    };
  return {
    size: null,
    type: null,
    stream: () => Readable.from(decodePieces(blobs.stream(hash, { start, end }), encoding)),
  };
}

function bytesBlob(bytes: Uint8Array): OpenBlob {
  return {
    size: bytes.length,
    type: null,
    stream: (range) => Readable.from([range ? bytes.subarray(range.start, range.end) : bytes]),
  };
}

/** The same as a whole in memory. */
export async function readBlob(
  reading: Reading,
  id: string,
): Promise<{ bytes: Uint8Array; type: string | null } | null> {
  const blob = await openBlob(reading, id);
  if (blob === null) return null;
  const pieces = (await blob.stream().toArray()) as Uint8Array[];
  return { bytes: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), type: blob.type };
}

export interface BlobAccess {
  /**
   * Keeps uploaded bytes (RFC 8620 §6.1). Durable and committed when it resolves.
   * @throws Refusal `accountNotFound`, `accountReadOnly`, `tooLarge`, `overQuota`, `tooManyRequests`
   */
  upload(
    actor: Actor,
    accountId: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    type: string,
  ): Promise<UploadResponse>;
  /** `null` when there is no such blob or the actor may not read it: the two look the same from outside. */
  open(actor: Actor, accountId: string, id: string): Promise<OpenBlob | null>;
}

export function createBlobAccess(options: {
  db: Db;
  services: Reading["services"] & Pick<Services, "clock" | "quota" | "withShares">;
  write: Write;
  limits: Limits;
}): BlobAccess {
  const { db, services, write, limits } = options;
  const uploading = new Map<string, number>();
  const roomOf = async (accountId: string, broughtBy: string): Promise<number> => {
    const storage = await storageOf(db, accountId, services.quota);
    const room = roomBeside(storage.limits, storage.used);
    const now = services.clock.now();
    return roomToBring(db, { accountId, broughtBy, now, maxOctets: maxUnusedOf(limits), room });
  };
  return {
    async upload(given, accountId, bytes, type) {
      const actor = await services.withShares(given, [accountId], db);
      const account = Object.hasOwn(actor.accounts, accountId)
        ? actor.accounts[accountId]
        : partialAccountOf(actor, accountId);
      if (account === undefined) refuse("accountNotFound");
      if (account.isReadOnly) refuse("accountReadOnly");
      if ("kind" in account && account.kind === "organisation")
        refuse("forbidden", "the records of this account have no blobs");
      const running = uploading.get(actor.personId) ?? 0;
      if (running >= limits.maxConcurrentUpload)
        refuse("tooManyRequests", "maxConcurrentUpload", { retryAfter: 1 });
      uploading.set(actor.personId, running + 1);
      try {
        const broughtBy = broughtInBy(actor, accountId);
        const room = broughtBy === undefined ? Infinity : await roomOf(accountId, broughtBy);
        const { hash, size } = await services.blobs.put(capped(bytes, limits, room));
        await onBehalfOf(actor.personId, () =>
          write([accountId], (w) =>
            w.addBlob(accountId, { hash, size, type, by: actor.credential, broughtBy }),
          ),
        );
        return { accountId, blobId: blobId(hash), type, size };
      } finally {
        const left = (uploading.get(actor.personId) ?? 1) - 1;
        if (left > 0) uploading.set(actor.personId, left);
        else uploading.delete(actor.personId);
      }
    },

    async open(given, accountId, id) {
      const actor = await services.withShares(given, [accountId], db);
      if (!Object.hasOwn(actor.accounts, accountId) && !partialAccountOf(actor, accountId))
        return null;
      return await onBehalfOf(actor.personId, () =>
        openBlob({ actor, accountId, db, services }, id),
      );
    },
  };
}

async function* capped(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { maxSizeUpload }: Limits,
  room: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += piece.length;
    if (size > maxSizeUpload) refuse("tooLarge", "maxSizeUpload");
    if (size > room) refuse("overQuota");
    yield piece;
  }
}

/** Whom uploads count against that are for an account of which the actor has part in reach; otherwise they are its owner's. */
export const broughtInBy = ({ accounts, personId }: Actor, accountId: string): string | undefined =>
  Object.hasOwn(accounts, accountId) ? undefined : personId;
