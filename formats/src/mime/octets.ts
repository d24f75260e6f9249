export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const TAB = 0x09;
export const HYPHEN = 0x2d;
export const COLON = 0x3a;

const CHUNK = 8192;
// A call into the engine costs as much as looking at so many octets here.
const NEAR = 24;

/** Octets as characters of the same number. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= NEAR) {
    let text = "";
    for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }
  if (end - start <= CHUNK) return String.fromCharCode(...bytes.subarray(start, end));
  const pieces: string[] = [];
  for (let at = start; at < end; at += CHUNK) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, Math.min(at + CHUNK, end))));
  }
  return pieces.join("");
}

/** Where an octet next stands, or -1. Quick for short ways, of which hostile messages are full, and for long ones. */
export function indexOfOctet(bytes: Uint8Array, octet: number, from: number): number {
  const near = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < near; at++) if (bytes[at] === octet) return at;
  return near === bytes.length ? -1 : bytes.indexOf(octet, near);
}

/** The opposite of `latin1`; characters above U+00FF become "?". */
export function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 0x100 ? code : 0x3f;
  }
  return bytes;
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The end of the line's text when its line feed stands at `lf`: a carriage return belongs to the line end. */
export function beforeLineEnd(bytes: Uint8Array, lineStart: number, lf: number): number {
  return lf > lineStart && bytes[lf - 1] === CR ? lf - 1 : lf;
}
