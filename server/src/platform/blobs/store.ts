import type { Readable } from "node:stream";

/** Bytes `start` to before `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes by the SHA-256 of themselves. Nothing here is ever changed; equal bytes are kept once. */
export interface BlobStore {
  /** Durable when it resolves: it survives the loss of power. Never call it while a row is locked. */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }>;
  /** @throws ENOENT when there is no such blob. */
  read(hash: string, range?: ByteRange): Promise<Buffer>;
  stream(hash: string, range?: ByteRange): Readable;
  has(hash: string): Promise<boolean>;
  /** Every blob with the time of its last putting; for the sweeping of orphans. */
  list(): AsyncIterable<{ hash: string; size: number; putAt: Date }>;
  /** Removes a blob that nothing refers to and that was last put before `olderThan`; says whether it did. */
  remove(hash: string, olderThan: Date): Promise<boolean>;
  /**
   * Clears away what is left of puts that began before `olderThan` and never came to their end.
   * @throws StartError when what is in the store is not ours to clear.
   */
  tidy(olderThan: Date): Promise<void>;
}

/** The store of blobs is not there now, or does not let us in. The message is a sentence for administrators. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** What a file that is not there says, too. */
export function missingBlob(hash: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`there is no blob ${hash}`), { code: "ENOENT" });
}

const HASH = /^[0-9a-f]{64}$/;

export const isHash = (text: string): boolean => HASH.test(text);

/** @throws Error for what is no hash, so that no name of another thing can be smuggled in. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new Error(`"${hash}" is not the hash of a blob`);
  return hash;
}
