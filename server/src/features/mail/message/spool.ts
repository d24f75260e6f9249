import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RefusedMessage } from "./inspect.ts";

/** A message that has arrived whole and is not stored yet. */
export interface Spooled {
  /** Up to and with the empty line that ends it, if there is one. */
  readonly header: Buffer;
  /** Octets of header and body. */
  readonly size: number;
  /** What follows the header; can be read several times, also at once, and left early. */
  body(): AsyncIterable<Uint8Array>;
  release(): Promise<void>;
}

/** A header is looked at and written again as a whole. Real ones have a few thousand octets. */
const MAX_HEADER = 1_000_000;
/** Of each field all lines; what checks signatures takes the square of their number. */
const MAX_HEADER_LINES = 5000;
/** Larger bodies go to a file: hundreds may be arriving at once. */
const BODY_IN_MEMORY = 256_000;
const MAX_CHUNKS = 1000;

/**
 * Takes in a message that cannot be stored before it was seen whole, since what is found out about it goes in front.
 * @throws RefusedMessage when its header is no header any more; otherwise `release` has to be called.
 */
export async function spool(source: AsyncIterable<Uint8Array>): Promise<Spooled> {
  let header: Buffer | null = null;
  let held: Uint8Array[] = [];
  let last: Buffer = Buffer.alloc(0);
  let octets = 0;
  let size = 0;
  let file: FileHandle | null = null;

  const release = async (): Promise<void> => {
    await file?.close();
    file = null;
  };
  const flush = async (): Promise<void> => {
    file ??= await nameless();
    // Writes all of it or fails: on a disk that becomes full, one call of the system may take a part and say so.
    await file.appendFile(Buffer.concat(held));
    held = [];
    octets = 0;
  };
  const take = (chunk: Uint8Array): void => {
    if (chunk.length === 0) return;
    held.push(chunk);
    octets += chunk.length;
    // A buffer for each octet of a user who sends one at a time would be a hundred times as much.
    if (held.length === MAX_CHUNKS) held = [Buffer.concat(held)];
  };

  try {
    for await (const chunk of source) {
      size += chunk.length;
      take(chunk);
      if (header === null) {
        // What came before was looked at; the empty line may begin there.
        const recent: Buffer = Buffer.concat([last, chunk]);
        const end = endOfHeader(recent, size === recent.length);
        if (end < 0 && octets > MAX_HEADER) throw new RefusedMessage("headerTooLarge");
        last = recent.subarray(-3);
        if (end < 0) continue;
        const bytes = Buffer.concat(held);
        const bodyStart = size - recent.length + end;
        header = bytes.subarray(0, bodyStart);
        held = [];
        octets = 0;
        take(bytes.subarray(bodyStart));
      }
      if (octets > BODY_IN_MEMORY) await flush();
    }
    if (header === null) {
      header = Buffer.concat(held);
      held = [];
    }
    if (header.length > MAX_HEADER || hasManyLines(header))
      throw new RefusedMessage("headerTooLarge");
    if (file !== null && held.length > 0) await flush();
  } catch (error) {
    await release();
    throw error;
  }

  return {
    header,
    size,
    release,
    async *body() {
      yield* held;
      if (file !== null) yield* contentOf(file);
    },
  };
}

/** The message with this header instead of its own. */
export async function* withHeader(
  header: Uint8Array,
  message: Pick<Spooled, "body">,
): AsyncGenerator<Uint8Array> {
  yield header;
  yield* message.body();
}

/** Behind the first empty line; a message may begin with it. -1: not seen yet. */
function endOfHeader(bytes: Buffer, isStart: boolean): number {
  if (isStart && bytes.length >= 2 && bytes[0] === 0x0d && bytes[1] === 0x0a) return 2;
  const at = bytes.indexOf("\r\n\r\n");
  return at < 0 ? -1 : at + 4;
}

function hasManyLines(header: Buffer): boolean {
  let at = -1;
  for (let lines = 0; lines <= MAX_HEADER_LINES; lines++) {
    at = header.indexOf("\n", at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Octets that are read at a time. */
const READ = 65_536;

/** All of a file. Each reader has its own place: streams of one handle would share its end. */
async function* contentOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ), 0, READ, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** A file that is gone when it is closed, also by a crash. */
async function nameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `atrium-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}
