import { CR, LF } from "./octets.ts";
import type { TransferEncoding } from "./part.ts";
import {
  base64Groups,
  decodeBase64,
  decodeQuotedPrintable,
  firstLineIsBase64,
} from "./transfer.ts";

/** Octets of one line that are waited for; lines of mail have 998 at most (RFC 5322 §2.1.1). */
const MAX_LINE = 65_536;
const EQUALS = 0x3d;

/** What `decodeTransfer` makes of a body, piece by piece as it comes. */
export async function* decodePieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: TransferEncoding,
): AsyncGenerator<Uint8Array> {
  if (encoding === "base64") yield* base64Pieces(pieces);
  else if (encoding === "quoted-printable") yield* quotedPieces(pieces);
  else yield* pieces;
}

async function* base64Pieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  /** Unknown until the first line has ended. */
  let isBase64: boolean | null = null;
  for await (const piece of pieces) {
    const bytes = joined(rest, piece);
    isBase64 ??= firstLineIsBase64(bytes) ?? (bytes.length > MAX_LINE || null);
    if (isBase64 === null) {
      rest = bytes;
    } else if (isBase64) {
      const groups = base64Groups(bytes);
      yield decodeBase64(bytes.subarray(0, groups.end));
      rest = groups.rest;
    } else {
      yield bytes;
      rest = new Uint8Array();
    }
  }
  yield (isBase64 ?? true) ? decodeBase64(rest) : rest;
}

async function* quotedPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = joined(rest, piece);
    // Nothing reaches over the end of a line but the line's own soft break.
    let end = bytes.lastIndexOf(LF) + 1;
    if (bytes.length - end > MAX_LINE) end = insideLine(bytes);
    yield decodeQuotedPrintable(bytes.subarray(0, end));
    rest = bytes.slice(end);
  }
  yield decodeQuotedPrintable(rest);
}

/** Near the end, and neither in a code nor before a line feed. */
function insideLine(bytes: Uint8Array): number {
  let end = bytes.length;
  if (bytes[end - 1] === CR) end -= 1;
  if (bytes[end - 1] === EQUALS) return end - 1;
  return bytes[end - 2] === EQUALS ? end - 2 : end;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
