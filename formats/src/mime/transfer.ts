import { CR, LF, SPACE, TAB } from "./octets.ts";
import type { TransferEncoding } from "./part.ts";

const SKIP = 64;
const PADDING = 65;
const FOREIGN = 66;

/** Sextet of each octet; above 63 what else it is. */
const SEXTETS = new Uint8Array(256).fill(FOREIGN);
for (let i = 0; i < 26; i++) {
  SEXTETS[0x41 + i] = i;
  SEXTETS[0x61 + i] = 26 + i;
}
for (let i = 0; i < 10; i++) SEXTETS[0x30 + i] = 52 + i;
SEXTETS[0x2b] = 62;
SEXTETS[0x2f] = 63;
for (const white of [SPACE, TAB, CR, LF]) SEXTETS[white] = SKIP;
SEXTETS[0x3d] = PADDING;

/** RFC 2045 §6.8: octets that belong to no alphabet are passed over; padding starts a new group. */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil((bytes.length * 3) / 4));
  let length = 0;
  let group = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    const sextet = SEXTETS[bytes[at]!]!;
    if (sextet < SKIP) {
      group = (group << 6) | sextet;
      if (++count < 4) continue;
      out[length++] = group >> 16;
      out[length++] = group >> 8;
      out[length++] = group;
    } else if (sextet === PADDING && count > 1) {
      length = writeRest(out, length, group, count);
    } else continue;
    group = 0;
    count = 0;
  }
  return out.subarray(0, writeRest(out, length, group, count));
}

/** Up to where whole groups stand, as `decodeBase64` counts them, and the letters of the one that has begun. */
export function base64Groups(bytes: Uint8Array): { end: number; rest: Uint8Array } {
  let end = 0;
  let count = 0;
  const letters = new Uint8Array(4);
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at]!;
    const sextet = SEXTETS[octet]!;
    if (sextet < SKIP) letters[count++] = octet;
    if (count === 4 || (sextet === PADDING && count > 1)) count = 0;
    if (count === 0) end = at + 1;
  }
  return { end, rest: letters.subarray(0, count) };
}

function writeRest(out: Uint8Array, length: number, group: number, count: number): number {
  if (count === 2) out[length++] = group >> 4;
  if (count === 3) {
    out[length++] = group >> 10;
    out[length++] = group >> 2;
  }
  return length;
}

/**
 * Whether a body that claims to be base64 is: RFC 2045 §6.8 takes foreign characters for a sign of damage. The first
 * line decides, since mailing lists hang plain text under encoded bodies.
 */
export function looksLikeBase64(bytes: Uint8Array): boolean {
  return firstLineIsBase64(bytes) ?? true;
}

/** `null` while the line has not ended. */
export function firstLineIsBase64(bytes: Uint8Array): boolean | null {
  let seen = false;
  for (const octet of bytes) {
    const sextet = SEXTETS[octet]!;
    if (sextet === FOREIGN) return false;
    if (sextet < SKIP) seen = true;
    else if (octet === LF && seen) return true;
  }
  return null;
}

function hexValue(octet: number | undefined): number {
  if (octet === undefined) return -1;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const lower = octet | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

const EQUALS = 0x3d;
const UNDERSCORE = 0x5f;

/** RFC 2045 §6.7; what is no code stays as it is, as the RFC advises. */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  /** Where trailing white space of the line may be cut back to. */
  let solid = 0;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at]!;
    if (octet === EQUALS) {
      const high = hexValue(bytes[at + 1]);
      const low = hexValue(bytes[at + 2]);
      if (high >= 0 && low >= 0) {
        out[length++] = high * 16 + low;
        at += 2;
      } else {
        const next = softBreakEnd(bytes, at + 1);
        if (next === -1) out[length++] = octet;
        else at = next - 1;
      }
      solid = length;
    } else if (octet === LF) {
      // White space at the end of a line was added on the way (rule 3).
      const isCrlf = out[length - 1] === CR && bytes[at - 1] === CR;
      const cut = Math.max(solid, trimmed(out, isCrlf ? length - 1 : length));
      length = cut;
      if (isCrlf) out[length++] = CR;
      out[length++] = LF;
      solid = length;
    } else {
      out[length++] = octet;
    }
  }
  return out.subarray(0, length);
}

function trimmed(out: Uint8Array, length: number): number {
  while (length > 0 && (out[length - 1] === SPACE || out[length - 1] === TAB)) length--;
  return length;
}

/** After "=" and optional white space a line end: the place behind it. The end of the body counts as one. */
function softBreakEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE || bytes[at] === TAB) at++;
  if (at >= bytes.length) return at;
  if (bytes[at] === CR) at++;
  return bytes[at] === LF ? at + 1 : -1;
}

/** The "Q" encoding of encoded words (RFC 2047 §4.2). */
export function decodeQ(text: string): Uint8Array {
  const octets = new TextEncoder().encode(text);
  let length = 0;
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at]!;
    const high = octet === EQUALS ? hexValue(octets[at + 1]) : -1;
    const low = high >= 0 ? hexValue(octets[at + 2]) : -1;
    if (low >= 0) at += 2;
    octets[length++] = low >= 0 ? high * 16 + low : octet === UNDERSCORE ? SPACE : octet;
  }
  return octets.subarray(0, length);
}

/** 1 for each letter of the alphabet. */
const LETTERS = Uint8Array.from(SEXTETS, (sextet) => (sextet < SKIP ? 1 : 0));

/** Octets that `decodeBase64` makes, without making them. */
function base64Length(bytes: Uint8Array): number {
  let length = 0;
  let letters = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (; at < bytes.length && bytes[at] !== EQUALS; at++) letters += LETTERS[bytes[at]!]!;
    if (at === bytes.length || letters % 4 < 2) continue;
    length += restLength(letters);
    letters = 0;
  }
  return length + restLength(letters);
}

/** Of so many letters; a single one that is left over says nothing. */
const restLength = (letters: number): number => Math.floor((letters * 3) / 4);

/** Octets that `decodeTransfer` makes. */
export function decodedLength(bytes: Uint8Array, encoding: TransferEncoding): number {
  if (encoding === "base64") return looksLikeBase64(bytes) ? base64Length(bytes) : bytes.length;
  return decodeTransfer(bytes, encoding).length;
}

/** Undoes a transfer encoding. Base64 that is none, and unknown encodings, come back as they are. */
export function decodeTransfer(bytes: Uint8Array, encoding: TransferEncoding): Uint8Array {
  if (encoding === "quoted-printable") return decodeQuotedPrintable(bytes);
  return encoding === "base64" && looksLikeBase64(bytes) ? decodeBase64(bytes) : bytes;
}
