import { decodeHeaderOctets, decodeOctets } from "./charset.ts";
import { concat, fromLatin1 } from "./octets.ts";

/** By name in lower case. */
export type Parameters = Readonly<Record<string, string>>;

export interface Parameterised {
  /** What stands before the parameters, in lower case, without comments and white space. */
  readonly value: string;
  readonly parameters: Parameters;
}

// Far above any real header; they bound what a hostile one costs.
const MAX_PARAMETERS = 1_000;
const MAX_LENGTH = 64 * 1024;

/**
 * Reads a value with parameters (Content-Type, Content-Disposition) from octets given as characters. Values split or
 * encoded by RFC 2231 are put together and decoded.
 * @param charset what octets that are not UTF-8 are probably in.
 */
export function parseParameters(raw: string, charset?: string | null): Parameterised {
  const text = stripComments(raw.slice(0, MAX_LENGTH));
  const semicolon = text.indexOf(";");
  const value = (semicolon === -1 ? text : text.slice(0, semicolon)).replace(/\s+/g, "");
  const parameters = semicolon === -1 ? {} : joinSections(readPairs(text, semicolon + 1), charset);
  return { value: value.toLowerCase(), parameters };
}

function readPairs(text: string, from: number): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  const beginning = /[\s;]*([^\s;=]+)\s*(=\s*)?/gy;
  beginning.lastIndex = from;
  while (pairs.length < MAX_PARAMETERS) {
    const match = beginning.exec(text);
    if (!match?.[1]) break;
    if (!match[2]) continue;
    const { value, end } = readValue(text, beginning.lastIndex);
    pairs.push([match[1].toLowerCase(), value]);
    beginning.lastIndex = end;
  }
  return pairs;
}

function readValue(text: string, from: number): { value: string; end: number } {
  if (text[from] === '"') return readQuoted(text, from + 1);
  const token = /[^\s;]*/y;
  token.lastIndex = from;
  const value = token.exec(text)?.[0] ?? "";
  // Mailers that forget the quotes of `name=a b.txt` mean all of it; but not `name=a size=3`, which lacks a semicolon.
  const rest = /[^;="]*/y;
  rest.lastIndex = token.lastIndex;
  const more = rest.exec(text)?.[0] ?? "";
  const next = text[rest.lastIndex];
  if (next === "=" || next === '"') return { value, end: token.lastIndex };
  return { value: (value + more).replace(/\s+/g, " ").trim(), end: rest.lastIndex };
}

function readQuoted(text: string, from: number): { value: string; end: number } {
  const special = /["\\]/g;
  const pieces: string[] = [];
  let at = from;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(text)?.index ?? text.length;
    pieces.push(text.slice(at, found));
    if (text[found] !== "\\") return { value: unfold(pieces.join("")), end: found + 1 };
    pieces.push(text[found + 1] ?? "");
    at = found + 2;
  }
}

function unfold(text: string): string {
  return text.replace(/\r?\n/g, "");
}

interface Section {
  readonly number: number;
  readonly isExtended: boolean;
  readonly text: string;
}

function joinSections(
  pairs: readonly [string, string][],
  charset: string | null | undefined,
): Parameters {
  const plain = new Map<string, string>();
  const split = new Map<string, Section[]>();
  for (const [key, text] of pairs) {
    // RFC 2231 §3 and §4: `name*`, `name*0`, `name*0*`.
    const match = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/.exec(key);
    if (!match?.[1]) {
      if (!plain.has(key)) plain.set(key, text);
      continue;
    }
    const isWhole = match[2] === undefined;
    const section = { number: Number(match[2] ?? 0), isExtended: isWhole || !!match[3], text };
    const sections = split.get(match[1]);
    if (sections) sections.push(section);
    else split.set(match[1], [section]);
  }
  const values: [string, string][] = [];
  for (const [name, text] of plain) {
    if (!split.has(name)) values.push([name, decodeHeaderOctets(fromLatin1(text), charset)]);
  }
  for (const [name, sections] of split) values.push([name, joinValue(sections)]);
  return Object.fromEntries(values);
}

function joinValue(sections: Section[]): string {
  sections.sort((a, b) => a.number - b.number);
  let charset: string | null = null;
  const pieces = sections.map(({ number, isExtended, text }) => {
    if (!isExtended) return fromLatin1(text);
    const prefix = number === 0 ? /^([^']*)'[^']*'/.exec(text) : null;
    if (prefix) charset = prefix[1] || null;
    return percentDecode(prefix ? text.slice(prefix[0].length) : text);
  });
  const octets = concat(pieces);
  return charset === null ? decodeHeaderOctets(octets) : decodeOctets(octets, charset).value;
}

function percentDecode(text: string): Uint8Array {
  return fromLatin1(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  );
}

/** Takes out comments (RFC 5322 §3.2.2, they nest), but not what looks like one inside a quoted string. */
export function stripComments(text: string): string {
  if (!text.includes("(")) return text;
  const kept: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let from = 0;
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === '"' && depth === 0) isQuoted = !isQuoted;
    else if (char === "(" && !isQuoted) {
      if (depth === 0) opened = at;
      depth++;
    } else if (char === ")" && depth > 0) {
      depth--;
      if (depth === 0) {
        kept.push(text.slice(from, opened), " ");
        from = at + 1;
      }
    }
  }
  // A parenthesis that is never closed opens no comment.
  kept.push(text.slice(from));
  return kept.join("");
}
