import { createHash, randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** Bytes whose name had to be known before they could be sent. */
export interface Spooled {
  readonly hash: string;
  readonly size: number;
  /** Those from `start` to before `end`. */
  readonly bytes: (start: number, end: number) => Promise<Uint8Array>;
  readonly drop: () => Promise<void>;
}

/** What is smaller waits in memory, what is larger in a file (octets). */
const IN_MEMORY = 256 * 1024;

/** Takes all bytes in, into memory or a file in `folder`, and says what they are called. */
export async function spool(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  folder: string,
): Promise<Spooled> {
  const digest = createHash("sha256");
  if (bytes instanceof Uint8Array) return inMemory(bytes, digest.update(bytes).digest("hex"));
  const pieces: Uint8Array[] = [];
  let size = 0;
  let file: SpoolFile | null = null;
  try {
    for await (const piece of bytes) {
      digest.update(piece);
      size += piece.length;
      pieces.push(piece);
      if (file === null && size <= IN_MEMORY) continue;
      file ??= await openFile(folder);
      // Writes all of it or fails; `writev` may write a part, as on a disk that becomes full.
      await file.handle.appendFile(Buffer.concat(pieces.splice(0)));
    }
  } catch (error) {
    await file?.drop();
    throw error;
  }
  const hash = digest.digest("hex");
  if (file === null) return inMemory(Buffer.concat(pieces), hash);
  const { handle, drop } = file;
  return {
    hash,
    size,
    async bytes(start, end) {
      const found = Buffer.alloc(end - start);
      for (let done = 0; done < found.length;) {
        const { bytesRead } = await handle.read(found, done, found.length - done, start + done);
        if (bytesRead === 0) throw new Error("a spooled file became shorter");
        done += bytesRead;
      }
      return found;
    },
    drop,
  };
}

const inMemory = (bytes: Uint8Array, hash: string): Spooled => ({
  hash,
  size: bytes.length,
  bytes: async (start, end) => bytes.subarray(start, end),
  drop: async () => undefined,
});

interface SpoolFile {
  readonly handle: FileHandle;
  readonly drop: () => Promise<void>;
}

async function openFile(folder: string): Promise<SpoolFile> {
  const path = join(folder, randomUUID());
  const handle = await open(path, "wx+", 0o600);
  return {
    handle,
    async drop() {
      await handle.close();
      await unlink(path);
    },
  };
}
