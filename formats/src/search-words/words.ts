/** The one form in which text is indexed and searched: NFKC, lower case, without NUL (PostgreSQL holds none). */
export function normalise(text: string): string {
  return text.replaceAll("\0", "").normalize("NFKC").toLowerCase();
}

/** A word as the index knows it, at its place in the text. */
export interface Token {
  readonly lexeme: string;
  readonly position: number;
}

/**
 * Han, Kana and Hangul stand without spaces, or with endings stuck to the word; they are indexed by pairs of
 * characters. The long vowel mark and the iteration mark belong to them though Unicode counts them as common.
 */
const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}々〆ー`;
const WORDS = /[\p{L}\p{N}\p{M}_]+/gu;
const RUNS = new RegExp(`([${CJK}]+)|[^${CJK}]+`, "gu");

// Longer ones are keys, hashes and addresses of machines; PostgreSQL ends a lexeme at 2,046 octets.
const MAX_WORD = 64;

/** How a run of characters that are no separators is indexed. */
export type Run =
  | { readonly kind: "word"; readonly lexeme: string }
  /** The characters one by one. */
  | { readonly kind: "cjk"; readonly characters: readonly string[] };

/** The runs of normalised text, in order. */
export function* runsOf(normalised: string): Generator<Run> {
  for (const [word] of normalised.matchAll(WORDS)) {
    for (const [run, cjk] of word.matchAll(RUNS)) {
      if (cjk === undefined) yield { kind: "word", lexeme: shorten(run) };
      else yield { kind: "cjk", characters: Array.from(cjk) };
    }
  }
}

/** How many positions a run takes: a word one, a run of CJK characters one each. */
export function lengthOf(run: Run): number {
  return run.kind === "word" ? 1 : run.characters.length;
}

/**
 * The tokens of a text for the index, from position `from` on. A run of CJK characters gives each pair at the place of
 * its first character, and its last character alone, so that any single character is the prefix of some token.
 */
export function* tokensOf(normalised: string, from: number): Generator<Token> {
  let position = from;
  for (const run of runsOf(normalised)) {
    if (run.kind === "word") yield { lexeme: run.lexeme, position };
    else {
      for (const [index, character] of run.characters.entries()) {
        const next = run.characters[index + 1] ?? "";
        yield { lexeme: character + next, position: position + index };
      }
    }
    position += lengthOf(run);
  }
}

/** A long string is found by its hash: whole or not at all. */
function shorten(word: string): string {
  return word.length > MAX_WORD ? `0x${hash(word)}` : word;
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
