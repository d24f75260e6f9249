import { SieveError } from "./errors.ts";

/** A constant string, or the pieces of one with variables (RFC 5229 §3). */
export type Template = string | readonly (string | Reference)[];

/** A name in lower case, or the number of a match variable. */
export interface Reference {
  readonly variable: string | number;
}

const REFERENCE = /\$\{((?:[a-z_]\w*\.)*[a-z_]\w*|\d{1,9})\}/gi;

/** Finds the variables in a string. Text that only resembles one is literal. */
export function templateOf(text: string): Template {
  const parts: (string | Reference)[] = [];
  let at = 0;
  for (const match of text.matchAll(REFERENCE)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    const name = match[1]!;
    parts.push({ variable: /^\d/.test(name) ? Number(name) : name.toLowerCase() });
    at = match.index + match[0].length;
  }
  if (parts.length === 0) return text;
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** RFC 5228 §2.4.2.4. */
const ENCODED = /\$\{(hex|unicode):([\s0-9a-f]{1,4000})\}/gi;

/**
 * Decodes `${hex: e2 82 ac}` and `${unicode: 20ac}` (capability `encoded-character`).
 * @throws SieveError where a number is not a character
 */
export function decodeCharacters(text: string, line: number): string {
  return text.replace(ENCODED, (whole, kind: string, written: string) => {
    const numbers = written.trim().split(/\s+/);
    const isHex = kind.toLowerCase() === "hex";
    const codes = numbers.map((number) => Number.parseInt(number, 16));
    if (numbers.some((number) => number === "" || (isHex && number.length > 2))) return whole;
    if (isHex) return new TextDecoder().decode(Uint8Array.from(codes));
    if (codes.some((code) => code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)))
      throw new SieveError(line, `“${whole.slice(0, 100)}” is not a character`);
    return String.fromCodePoint(...codes);
  });
}
