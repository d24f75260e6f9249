import { Readable } from "node:stream";
import { decodeTransfer } from "@atrium/formats/mime";
import type { UploadResponse } from "@atrium/contract/types/wire";
import type { BlobStore, ByteRange } from "../platform/blobs/index.ts";
import type { Db, Tx } from "../platform/db/index.ts";
import { refuse } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { Actor, Call } from "./serve.ts";
import type { Write } from "./unit-of-work.ts";

/** How a MIME part is encoded inside its message, as one letter of its blob id. */
const ENCODING_LETTERS = {
  identity: "i",
  base64: "b",
  "quoted-printable": "q",
  unknown: "i",
} as const;

export type TransferEncoding = keyof typeof ENCODING_LETTERS;

const LETTER_ENCODINGS = new Map<string, TransferEncoding>([
  ["i", "identity"],
  ["b", "base64"],
  ["q", "quoted-printable"],
]);

/** What a blob id names: a stored blob, or a range of one that is to be decoded. */
export interface BlobName {
  readonly hash: string;
  readonly part?: ByteRange & { readonly encoding: TransferEncoding };
}

/** The blob id of stored bytes. */
export const blobId = (hash: string): string => `b${hash}`;

/** The blob id of a MIME part: where its body lies in the message, and how it is encoded there. */
export function partBlobId(hash: string, range: ByteRange, encoding: TransferEncoding): string {
  return `b${hash}-${range.start}-${range.end}-${ENCODING_LETTERS[encoding]}`;
}

/** `null` for what cannot be a blob id of ours. */
export function parseBlobId(id: string): BlobName | null {
  const match = /^b([0-9a-f]{64})(?:-(\d{1,15})-(\d{1,15})-([a-z]))?$/.exec(id);
  if (match === null) return null;
  const [, hash, start, end, letter] = match;
  if (start === undefined) return { hash: hash! };
  const encoding = LETTER_ENCODINGS.get(letter!);
  if (encoding === undefined || Number(start) > Number(end)) return null;
  return { hash: hash!, part: { start: Number(start), end: Number(end), encoding } };
}

/** Whether the account may read the stored bytes, and how many they are. */
export async function findBlob(
  db: Db | Tx,
  accountId: string,
  hash: string,
): Promise<{ size: number; type: string } | undefined> {
  return await db
    .selectFrom("blob")
    .select(["size", "type"])
    .where("account_id", "=", accountId)
    .where("hash", "=", hash)
    .executeTakeFirst();
}

export interface OpenBlob {
  /** Octets, or null when only decoding would tell. */
  readonly size: number | null;
  /** Everything, or a range where the size is known. */
  stream(range?: ByteRange): Readable;
}

export interface BlobAccess {
  /**
   * Keeps uploaded bytes (RFC 8620 §6.1). Durable and committed when it resolves.
   * @throws Refusal `accountNotFound`, `accountReadOnly`, `tooLarge`, `tooManyRequests`
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
  blobs: BlobStore;
  write: Write;
  limits: Limits;
}): BlobAccess {
  const { db, blobs, write, limits } = options;
  const uploading = new Map<string, number>();
  return {
    async upload(actor, accountId, bytes, type) {
      const account = Object.hasOwn(actor.accounts, accountId)
        ? actor.accounts[accountId]
        : undefined;
      if (account === undefined) refuse("accountNotFound");
      if (account.isReadOnly) refuse("accountReadOnly");
      const running = uploading.get(actor.personId) ?? 0;
      if (running >= limits.maxConcurrentUpload)
        refuse("tooManyRequests", "maxConcurrentUpload", { retryAfter: 1 });
      uploading.set(actor.personId, running + 1);
      try {
        const { hash, size } = await blobs.put(capped(bytes, limits.maxSizeUpload));
        await write([accountId], (w) => w.addBlob(accountId, { hash, size, type }));
        return { accountId, blobId: blobId(hash), type, size };
      } finally {
        const left = (uploading.get(actor.personId) ?? 1) - 1;
        if (left > 0) uploading.set(actor.personId, left);
        else uploading.delete(actor.personId);
      }
    },

    async open(actor, accountId, id) {
      const name = Object.hasOwn(actor.accounts, accountId) ? parseBlobId(id) : null;
      const found = name === null ? undefined : await findBlob(db, accountId, name.hash);
      if (name === null || found === undefined) return null;
      const { hash, part } = name;
      if (part === undefined)
        return { size: found.size, stream: (range) => blobs.stream(hash, range) };
      if (part.end > found.size) return null;
      const { start, end, encoding } = part;
      if (encoding === "identity")
        return {
          size: end - start,
          stream: (range) =>
            blobs.stream(
              hash,
              range ? { start: start + range.start, end: start + range.end } : { start, end },
            ),
        };
      return {
        size: null,
        stream: () => Readable.from(decoded(blobs, hash, { start, end }, encoding)),
      };
    },
  };
}

/**
 * A blob that has to be in memory as a whole, and the type it was uploaded with (`null` for a part of a message).
 * `null` when there is no such blob or the account may not read it.
 */
export async function readBlob(
  { accountId, db, services }: Pick<Call, "accountId" | "db" | "services">,
  id: string,
): Promise<{ bytes: Uint8Array; type: string | null } | null> {
  const name = parseBlobId(id);
  const found = name === null ? undefined : await findBlob(db, accountId, name.hash);
  if (name === null || found === undefined) return null;
  const { hash, part } = name;
  if (part === undefined) return { bytes: await services.blobs.read(hash), type: found.type };
  if (part.end > found.size) return null;
  const bytes = await services.blobs.read(hash, { start: part.start, end: part.end });
  return { bytes: decodeTransfer(bytes, part.encoding), type: null };
}

async function* decoded(
  blobs: BlobStore,
  hash: string,
  range: ByteRange,
  encoding: TransferEncoding,
): AsyncGenerator<Uint8Array> {
  yield decodeTransfer(await blobs.read(hash, range), encoding);
}

async function* capped(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += piece.length;
    if (size > limit) refuse("tooLarge", "maxSizeUpload");
    yield piece;
  }
}
