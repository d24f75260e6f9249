/**
 * The one form in which text is indexed and searched: NFKC, lower case, without NUL (PostgreSQL holds none) and the
 * places where a word may be hyphenated.
 */
export function normalise(text: string): string {
  return text
    .replace(/[\0\u00ad]/g, "")
    .normalize("NFKC")
    .toLowerCase();
}

/**
 * Han, Kana and Hangul stand without spaces, or with endings stuck to the word; they are indexed by pairs of
 * characters. The long vowel mark and the iteration marks belong to them though Unicode counts them as common.
 */
const CJK_CHARACTER =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}々〆ー]$/u;
const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}_]$/u;

const UNKNOWN = 0;
export const SEPARATOR = 1;
const WORD = 2;
export const CJK = 3;
type Kind = typeof SEPARATOR | typeof WORD | typeof CJK;

/** What each character of the basic plane is, learned as they come: asking Unicode each time costs ten times more. */
const kinds = new Uint8Array(0x10000);

export function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  const known = kinds[code];
  if (known !== undefined && known !== UNKNOWN) return known as Kind;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const kind = !WORD_CHARACTER.test(character)
    ? SEPARATOR
    : CJK_CHARACTER.test(character)
      ? CJK
      : WORD;
  // Half a surrogate pair says nothing about the other pairs that begin with it.
  if ((code & 0xf800) !== 0xd800) kinds[code] = kind;
  return kind;
}

// Longer ones are keys, hashes and addresses of machines; PostgreSQL ends a lexeme at 2,046 octets.
const MAX_WORD = 64;

/** Characters without a separator between them, of one kind. A word is one lexeme, CJK its characters one by one. */
export type Run =
  | { readonly isCjk: false; readonly lexeme: string }
  | { readonly isCjk: true; readonly characters: readonly string[] };

/** Hands out the runs of normalised text in order and where each begins and ends, until `visit` answers `false`. */
export function eachRun(
  normalised: string,
  visit: (run: Run, start: number, end: number) => boolean,
): void {
  let at = 0;
  while (at < normalised.length) {
    const kind = kindAt(normalised, at);
    let end = at;
    do end += characterLength(normalised, end);
    while (end < normalised.length && kindAt(normalised, end) === kind);
    if (kind !== SEPARATOR) {
      const text = normalised.slice(at, end);
      const run: Run =
        kind === CJK
          ? { isCjk: true, characters: Array.from(text) }
          : { isCjk: false, lexeme: shorten(text) };
      if (!visit(run, at, end)) return;
    }
    at = end;
  }
}

function characterLength(text: string, at: number): 1 | 2 {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return 1;
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** How many positions a run takes: a word one, a run of CJK characters one each. */
export function lengthOf(run: Run): number {
  return run.isCjk ? run.characters.length : 1;
}

/**
 * Hands out the tokens of a text for the index, positions counted from `from`, until `visit` answers `false`. A run of
 * CJK characters gives each pair at the place of its first character, and its last character alone, so that any single
 * character is the prefix of some token.
 */
export function eachToken(
  normalised: string,
  from: number,
  visit: (lexeme: string, position: number) => boolean,
): void {
  let position = from;
  eachRun(normalised, (run) => {
    if (!run.isCjk) return visit(run.lexeme, position++);
    for (let index = 0; index < run.characters.length; index++) {
      const pair = run.characters[index]! + (run.characters[index + 1] ?? "");
      if (!visit(pair, position++)) return false;
    }
    return true;
  });
}

/** A long string is found by its hash: whole or not at all. No word begins with "#". */
function shorten(word: string): string {
  return word.length > MAX_WORD ? `#${hash(word)}` : word;
}

/** 64 bits of FNV-1a in two halves with different seeds; not for secrets. */
function hash(word: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + i), 0x01000193);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
