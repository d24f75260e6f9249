import { latin1 } from "./octets.ts";
import { UPPER_HALF } from "./upper-halves.ts";

/** Charsets of old mail that no TextDecoder knows. */

/** RFC 1456 §2: VISCII also puts letters on six control characters. */
const VISCII_LOW: Readonly<Record<number, string>> = {
  2: "Ẳ",
  5: "Ẵ",
  6: "Ẫ",
  20: "Ỷ",
  25: "Ỹ",
  30: "Ỵ",
};

/** By name. */
export const DOS_CHARSETS = Object.keys(UPPER_HALF) as readonly (keyof typeof UPPER_HALF)[];

export function decodeDosText(bytes: Uint8Array, charset: keyof typeof UPPER_HALF): string {
  const upper = UPPER_HALF[charset];
  const low = charset === "viscii" ? VISCII_LOW : null;
  const pieces: string[] = [];
  for (const octet of bytes) {
    pieces.push(
      octet >= 0x80 ? upper[octet - 0x80]! : (low?.[octet] ?? String.fromCharCode(octet)),
    );
  }
  return pieces.join("");
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 2152. */
export function decodeUtf7(bytes: Uint8Array): string {
  return latin1(bytes).replace(/\+([A-Za-z0-9+/]*)(-?)/g, (_, shifted: string, minus: string) => {
    if (shifted === "") return minus ? "+" : "\uFFFD";
    const units: string[] = [];
    let bits = 0;
    let pending = 0;
    for (const char of shifted) {
      bits = ((bits << 6) | BASE64.indexOf(char)) & 0x3fffff;
      pending += 6;
      if (pending < 16) continue;
      pending -= 16;
      units.push(String.fromCharCode((bits >> pending) & 0xffff));
    }
    return units.join("");
  });
}

/** RFC 1557: between SO and SI stand KS X 1001 characters without their high bits, which makes them EUC-KR. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  return decodeShifted(bytes, "euc-kr", (at) => {
    const octet = bytes[at];
    if (octet === 0x0e) return { length: 1, isWide: true };
    // A line end shifts in again.
    if (octet === 0x0f) return { length: 1, isWide: false };
    if (octet === 0x0a) return { length: 0, isWide: false };
    const isHeader =
      octet === 0x1b && bytes[at + 1] === 0x24 && bytes[at + 2] === 0x29 && bytes[at + 3] === 0x43;
    return isHeader ? { length: 4, isWide: false } : null;
  });
}

/** RFC 1843: between `~{` and `~}` stand GB 2312 characters without their high bits; `~~` is a tilde. */
export function decodeHz(bytes: Uint8Array): string {
  return decodeShifted(bytes, "gbk", (at) => {
    if (bytes[at] === 0x0a) return { length: 0, isWide: false };
    if (bytes[at] !== 0x7e) return null;
    const next = bytes[at + 1];
    if (next === 0x7b) return { length: 2, isWide: true };
    if (next === 0x7d) return { length: 2, isWide: false };
    if (next === 0x0a) return { length: 2, isWide: false };
    return next === 0x7e ? { length: 1, isWide: false } : null;
  });
}

interface Shift {
  /** Octets that are dropped. */
  readonly length: number;
  readonly isWide: boolean;
}

/** Turns a shifting 7-bit charset into the 8-bit one that it stands for. */
function decodeShifted(
  bytes: Uint8Array,
  wideCharset: string,
  shiftAt: (at: number) => Shift | null,
): string {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  let isWide = false;
  for (let at = 0; at < bytes.length; at++) {
    const shift = shiftAt(at);
    if (shift) {
      isWide = shift.isWide;
      at += shift.length;
      if (at >= bytes.length) break;
      if (shift.length > 0 && shiftAt(at)) {
        at -= 1;
        continue;
      }
    }
    const octet = bytes[at]!;
    plain[length++] = isWide && octet > 0x20 && octet < 0x7f ? octet | 0x80 : octet;
  }
  return new TextDecoder(wideCharset).decode(plain.subarray(0, length));
}

/** Four octets a character, big-endian unless a byte order mark or the name says otherwise. */
export function decodeUtf32(
  bytes: Uint8Array,
  isLittle = bytes[0] === 0xff && bytes[1] === 0xfe,
): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    const isCharacter = code <= 0x10ffff && (code & 0xfffff800) !== 0xd800;
    if (at > 0 || code !== 0xfeff) text += isCharacter ? String.fromCodePoint(code) : "\uFFFD";
  }
  return bytes.length % 4 === 0 ? text : `${text}\uFFFD`;
}
