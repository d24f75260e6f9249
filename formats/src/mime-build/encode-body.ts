import { CR, LF, SPACE, TAB } from "../mime/octets.ts";
import { octetsOf } from "./fold.ts";

/** A body as it stands in a message, and the Content-Transfer-Encoding that says so. */
export interface EncodedBody {
  readonly encoding: "7bit" | "8bit" | "quoted-printable" | "base64";
  readonly bytes: Uint8Array;
}

/** RFC 5322 §2.1.1. */
const MAX_LINE = 998;

/**
 * Text in UTF-8 with CRLF line ends. Never 8bit: not every server on a way takes it, and to convert it there would
 * break a signature.
 */
export function encodeText(text: string): EncodedBody {
  const bytes = octetsOf(text.toWellFormed().replace(/\r\n?|\n/g, "\r\n"));
  const { is7bit, foreign } = survey(bytes);
  // mbox files put ">" before such a line, which would break a signature.
  if (is7bit && !/^From /m.test(text)) return { encoding: "7bit", bytes };
  // Mostly ASCII stays readable as it is; Korean would triple in size.
  return foreign * 6 < bytes.length
    ? { encoding: "quoted-printable", bytes: quotedPrintable(bytes) }
    : { encoding: "base64", bytes: base64(bytes) };
}

/** A file, octet for octet. */
export function encodeFile(bytes: Uint8Array, type: string): EncodedBody {
  if (type.startsWith("message/")) {
    // RFC 2046 §5.2.1: a message in a message is not encoded, unless there is no other way to keep it whole.
    const { is7bit, is8bit } = survey(bytes);
    if (is7bit) return { encoding: "7bit", bytes };
    if (is8bit) return { encoding: "8bit", bytes };
  }
  return { encoding: "base64", bytes: base64(bytes) };
}

/** Whether octets may be sent as they are (RFC 2045 §2.7, §2.8), and how many are not ASCII. */
function survey(bytes: Uint8Array): { is7bit: boolean; is8bit: boolean; foreign: number } {
  let foreign = 0;
  let isClean = true;
  let lineStart = 0;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at]!;
    if (octet > 0x7e) foreign += 1;
    else if (octet === LF) {
      if (bytes[at - 1] !== CR || at - 1 - lineStart > MAX_LINE) isClean = false;
      lineStart = at + 1;
    } else if (octet < SPACE && octet !== TAB && (octet !== CR || bytes[at + 1] !== LF))
      isClean = false;
  }
  if (bytes.length - lineStart > MAX_LINE) isClean = false;
  return { is7bit: isClean && foreign === 0, is8bit: isClean, foreign };
}

const EQUALS = 0x3d;
const HEX = octetsOf("0123456789ABCDEF");
/** RFC 2045 §6.7 (5): 76 characters with the "=" of a soft line break. */
const QP_LINE = 75;

function quotedPrintable(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length * 3 + Math.ceil(bytes.length / 25) * 3 + 3);
  let length = 0;
  let column = 0;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at]!;
    if (octet === CR && bytes[at + 1] === LF) {
      out[length++] = CR;
      out[length++] = LF;
      at += 1;
      column = 0;
      continue;
    }
    const isPlain = standsForItself(bytes, at, column);
    if (column + (isPlain ? 1 : 3) > QP_LINE) {
      out[length++] = EQUALS;
      out[length++] = CR;
      out[length++] = LF;
      column = 0;
    }
    if (isPlain) {
      out[length++] = octet;
      column += 1;
    } else {
      out[length++] = EQUALS;
      out[length++] = HEX[octet >> 4]!;
      out[length++] = HEX[octet & 15]!;
      column += 3;
    }
  }
  return out.subarray(0, length);
}

const CAPITAL_F = 0x46;

function standsForItself(bytes: Uint8Array, at: number, column: number): boolean {
  const octet = bytes[at]!;
  // White space at the end of a line gets lost on the way (RFC 2045 §6.7 (3)).
  if (octet === SPACE || octet === TAB) return at + 1 < bytes.length && bytes[at + 1] !== CR;
  if (octet === CAPITAL_F && column === 0) return bytes[at + 4] !== SPACE;
  return octet > SPACE && octet < 0x7f && octet !== EQUALS;
}

const ALPHABET = octetsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
/** Octets that make a line of 76 characters. */
const BASE64_LINE = 57;

function base64(bytes: Uint8Array): Uint8Array {
  const lines = Math.ceil(bytes.length / BASE64_LINE);
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4 + lines * 2);
  let length = 0;
  for (let start = 0; start < bytes.length; start += BASE64_LINE) {
    const end = Math.min(start + BASE64_LINE, bytes.length);
    let at = start;
    for (; at + 2 < end; at += 3) {
      const group = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
      out[length++] = ALPHABET[group >> 18]!;
      out[length++] = ALPHABET[(group >> 12) & 63]!;
      out[length++] = ALPHABET[(group >> 6) & 63]!;
      out[length++] = ALPHABET[group & 63]!;
    }
    if (at < end) {
      const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8);
      out[length++] = ALPHABET[group >> 18]!;
      out[length++] = ALPHABET[(group >> 12) & 63]!;
      out[length++] = at + 1 < end ? ALPHABET[(group >> 6) & 63]! : EQUALS;
      out[length++] = EQUALS;
    }
    out[length++] = CR;
    out[length++] = LF;
  }
  return out;
}
