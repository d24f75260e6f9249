import { ZIP_LIMITS, type ZipLimits } from "./limits.ts";

export type ZipFault = "unreadable" | "encrypted" | "tooLarge";

/** Why a ZIP file is not read. */
export class ZipError extends Error {
  readonly fault: ZipFault;
  constructor(fault: ZipFault) {
    super(`ZIP file: ${fault}`);
    this.fault = fault;
  }
}

export interface Zip {
  readonly names: readonly string[];
  /**
   * The octets of a file; `undefined` when there is none of that name.
   * @throws {ZipError} also once more was unpacked in all than a limit allows.
   */
  read(name: string): Promise<Uint8Array | undefined>;
}

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly header: number;
}

const END = 0x0605_4b50;
const DIRECTORY = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
/** The record at the end, and the longest comment behind it. */
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;

/**
 * A ZIP file by its central directory (APPNOTE.TXT 4.3). Files are stored or deflated; neither ZIP64 nor encryption is read.
 * What the directory says of sizes is not believed: what comes out is counted.
 * @throws {ZipError} when it is none, or has more files than a limit allows.
 */
export function openZip(bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): Zip {
  const entries = entriesOf(bytes, limits.maxZipEntries);
  let room = limits.maxUnzipped;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const content = await unpack(bytes, entry, room);
      room -= content.length;
      return content;
    },
  };
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function entriesOf(bytes: Uint8Array, most: number): ReadonlyMap<string, Entry> {
  const view = viewOf(bytes);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > most) throw new ZipError("tooLarge");
  const entries = new Map<string, Entry>();
  const utf8 = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY)
      throw new ZipError("unreadable");
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    entries.set(utf8.decode(bytes.subarray(at + 46, nameEnd)), {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      header: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END) return at;
  throw new ZipError("unreadable");
}

async function unpack(bytes: Uint8Array, entry: Entry, room: number): Promise<Uint8Array> {
  if (entry.flags & 1) throw new ZipError("encrypted");
  const view = viewOf(bytes);
  const { header, packed, method } = entry;
  if (header + 30 > bytes.length || view.getUint32(header, true) !== LOCAL)
    throw new ZipError("unreadable");
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  if (start + packed > bytes.length) throw new ZipError("unreadable");
  const content = bytes.slice(start, start + packed);
  if (method === 8) return inflate(content, room);
  if (method !== 0) throw new ZipError("unreadable");
  if (packed > room) throw new ZipError("tooLarge");
  return content;
}

/** Ends as soon as there is too much. */
async function inflate(packed: Uint8Array<ArrayBuffer>, room: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  try {
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > room) {
        await reader.cancel();
        throw new ZipError("tooLarge");
      }
      pieces.push(value);
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("unreadable");
  }
  return joined(pieces, size);
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
