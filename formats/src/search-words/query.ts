import { MAX_PHRASE, ofKind, PLACELESS, quoted, type Weight } from "./collect.ts";
import { eachRun, lengthOf, normalise } from "./words.ts";

export interface QueryLexeme {
  readonly lexeme: string;
  /** Places after the term's first. */
  readonly offset: number;
  /** Also finds longer lexemes that start so. */
  readonly isPrefix: boolean;
}

/** One thing to search for: a word, or words that stand together. */
export interface Term {
  readonly lexemes: readonly QueryLexeme[];
}

/** All terms have to be there. */
export interface Query {
  readonly terms: readonly Term[];
}

export interface QueryOptions {
  /** The last word is still being typed, so that it also finds longer ones. */
  readonly isTyping?: boolean;
}

const MAX_TERMS = 50;

/** RFC 8621 §4.4.1: phrases in quotation marks of either kind, in which a backslash escapes; else words. */
const PIECE = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|'((?:[^'\\]|\\.)*)'(?=\s|$)|(\S+)/gsu;

/**
 * Reads what a person types: words, "phrases", begin* of words. A word that the index takes apart ("alice@demo.test",
 * 회의록) becomes a phrase of its pieces.
 */
export function parseQuery(text: string, options: QueryOptions = {}): Query {
  const terms: Term[] = [];
  const pieces = [...normalise(text.slice(0, 10_000)).matchAll(PIECE)];
  for (const [index, [, double, single, word]] of pieces.slice(0, MAX_TERMS).entries()) {
    const phrase = (double ?? single)?.replace(/\\(.)/gsu, "$1");
    const isTyped = options.isTyping === true && index === pieces.length - 1;
    const isOpen = word !== undefined && (isTyped || word.endsWith("*"));
    const lexemes = lexemesOf(phrase ?? word!, isOpen);
    if (lexemes.length > 0) terms.push({ lexemes });
  }
  return { terms };
}

function lexemesOf(normalised: string, isOpen: boolean): QueryLexeme[] {
  const lexemes: QueryLexeme[] = [];
  let offset = 0;
  eachRun(normalised, (run) => {
    if (!run.isCjk) lexemes.push({ lexeme: run.lexeme, offset, isPrefix: false });
    else {
      const [first = "", ...rest] = run.characters;
      // One character stands at the head of every pair that it begins.
      if (rest.length === 0) lexemes.push({ lexeme: first, offset, isPrefix: true });
      for (const [index, character] of rest.entries()) {
        const lexeme = run.characters[index]! + character;
        lexemes.push({ lexeme, offset: offset + index, isPrefix: false });
      }
    }
    offset += lengthOf(run);
    return lexemes.length < MAX_PHRASE && offset < MAX_PHRASE;
  });
  const kept = lexemes.filter((one) => one.offset < MAX_PHRASE).slice(0, MAX_PHRASE);
  const last = kept.at(-1);
  if (isOpen && last) kept[kept.length - 1] = { ...last, isPrefix: true };
  return kept;
}

export interface Narrowed {
  /** Only words of these weights. */
  readonly weights?: readonly Weight[];
  /** Only words of fields of this kind. */
  readonly kind?: string;
}

/** A query as PostgreSQL takes it. */
export interface TsQuery {
  /**
   * For `$1::tsquery`: finds whatever matches. Of a message in which not all places are kept (`PLACELESS`) it only
   * knows that the words of a phrase are there.
   */
  readonly tsquery: string;
  /** The words alone, wherever they stand: an index knows what has them all without looking at the messages. */
  readonly loose: string;
  /** Each phrase by itself, to be looked for in the parts of such a message. */
  readonly phrases: readonly string[];
}

/** `null` when there is nothing to search for. */
export function toTsquery(query: Query, narrowed: Narrowed = {}): TsQuery | null {
  if (query.terms.length === 0) return null;
  const phrases: string[] = [];
  const all: string[] = [];
  const conditions = query.terms.map(({ lexemes }) => {
    const words = lexemes.map((one) => wordQuery(one, narrowed));
    all.push(...words);
    if (words.length === 1) return words[0]!;
    const together = words.reduce((left, right, index) => {
      const distance = lexemes[index]!.offset - lexemes[index - 1]!.offset;
      return `${left} <${distance === 1 ? "-" : distance}> ${right}`;
    });
    phrases.push(together);
    return `(${together} | ${words.join(" & ")} & ${quoted(PLACELESS)})`;
  });
  return { tsquery: conditions.join(" & "), loose: all.join(" & "), phrases };
}

function wordQuery({ lexeme, isPrefix }: QueryLexeme, { weights = [], kind }: Narrowed): string {
  const flags = `${isPrefix ? "*" : ""}${weights.join("")}`;
  const word = quoted(kind === undefined ? lexeme : ofKind(kind, lexeme));
  return flags === "" ? word : `${word}:${flags}`;
}
