import { latin1 } from "../mime/octets.ts";
import { field, octetsOf, oneLine } from "./fold.ts";

/** RFC 2047 §2: an encoded word has at most 75 characters, a line with one in it at most 76. */
const WORD = 75;
const WORD_LINE = 76;
const B_OPENING = "=?utf-8?B?";
const Q_OPENING = "=?utf-8?Q?";
const CLOSING = "?=";
/** Less room than this on the first line is not worth a word. */
const LEAST = 30;
/** A word of ASCII that is longer is encoded, since encoded it can be folded. */
const MAX_PLAIN = 200;

/** An unstructured header field such as Subject; what is not ASCII becomes encoded words (RFC 2047). */
export function textField(name: string, text: string): string {
  const words = oneLine(text).match(/[ \t]*[^ \t]+(?:[ \t]+$)?|[ \t]+$/g) ?? [];
  const isForeign = (word: string, index: number): boolean =>
    mustEncode(word) ||
    // White space at either end would not survive.
    (index === 0 && /^[ \t]/.test(word)) ||
    /[ \t]$/.test(word);
  const first = words.findIndex(isForeign);
  if (first === -1) return field(name, spaced(words));
  const last = words.findLastIndex(isForeign);
  const plain = words.slice(0, first);
  const span = words.slice(first, last + 1).join("");
  // White space between plain and encoded words counts (RFC 2047 §6.2), so it stays as it is.
  const gap = first === 0 ? " " : /^[ \t]+/.exec(span)![0];
  const inner = first === 0 ? span : span.slice(gap.length);
  const used = name.length + 2 + plain.join("").length + gap.length;
  const encoded = encodedWords(inner, WORD_LINE - used);
  encoded[0] = gap + encoded[0]!;
  return field(name, [...spaced(plain), ...spacedAfter(encoded), ...words.slice(last + 1)]);
}

/** A display name (RFC 5322 §3.2.5 `phrase`) as tokens: atoms, a quoted string, or encoded words; none for none. */
export function phraseTokens(name: string): string[] {
  const text = oneLine(name).trim();
  if (text === "") return [];
  if (mustEncode(text)) return encodedWords(text, WORD - 1).map((word) => ` ${word}`);
  // Between atoms white space is but one space.
  if (/^[\w !#$%&'*+/=?^`{|}~-]+$/.test(text) && !text.includes("  "))
    return text.split(" ").map((word) => ` ${word}`);
  return [` "${text.replace(/["\\]/g, "\\$&")}"`];
}

function mustEncode(word: string): boolean {
  return /[^\t -~]/.test(word) || word.includes("=?") || word.length > MAX_PLAIN;
}

function spaced(words: readonly string[]): string[] {
  return words.map((word, index) => (index === 0 ? ` ${word}` : word));
}

function spacedAfter(words: readonly string[]): string[] {
  return words.map((word, index) => (index === 0 ? word : ` ${word}`));
}

/** Encoded words, none of which breaks a character; white space between them does not count. */
function encodedWords(text: string, room: number): string[] {
  const q = qLength(text);
  const b = Math.ceil(octetsOf(text).length / 3) * 4;
  const { cost, write } = q <= b ? Q : B;
  const words: string[] = [];
  let word = "";
  let size = 0;
  // A first word that would hardly fit goes to a line of its own.
  let limit = (room < LEAST ? WORD : Math.min(room, WORD)) - B_OPENING.length - CLOSING.length;
  for (const character of text) {
    const more = cost(character);
    if (word !== "" && size + more > limit - (limit % 4)) {
      words.push(write(word));
      word = "";
      size = 0;
      limit = WORD - B_OPENING.length - CLOSING.length;
    }
    word += character;
    size += more;
  }
  return [...words, write(word)];
}

const Q = {
  cost: qLength,
  write: (text: string): string => `${Q_OPENING}${qEncode(text)}${CLOSING}`,
};

const B = {
  cost: (character: string): number => (octetsOf(character).length * 4) / 3,
  write: (text: string): string => `${B_OPENING}${btoa(latin1(octetsOf(text)))}${CLOSING}`,
};

/** RFC 2047 §5 (3): the characters that stand for themselves even in a phrase. */
const SAFE = /[A-Za-z0-9!*+/-]/;

function qEncode(text: string): string {
  return latin1(octetsOf(text)).replace(/[^A-Za-z0-9!*+/-]/g, (octet) =>
    octet === " " ? "_" : `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

function qLength(text: string): number {
  let length = 0;
  for (const character of text)
    length += SAFE.test(character) || character === " " ? 1 : octetsOf(character).length * 3;
  return length;
}
