import { PLACELESS, type Weight } from "./collect.ts";
import { eachRun, eachToken, lengthOf, normalise } from "./words.ts";

interface QueryLexeme {
  readonly lexeme: string;
  /** Places after the term's first. */
  readonly offset: number;
  /** Also finds longer lexemes that start so. */
  readonly isPrefix: boolean;
}

/** One thing to search for: a word, or words that stand together. */
export interface Term {
  readonly kind: "word" | "phrase";
  /** Normalised, as the person wrote it. */
  readonly text: string;
  readonly lexemes: readonly QueryLexeme[];
  /** "-word": messages without it. */
  readonly isNegated: boolean;
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
const MAX_LEXEMES = 100;

/**
 * Reads what a person types: words, "phrases", -excluded words, begin* of words. A word that the index takes apart
 * ("alice@demo.test", 회의록) becomes a phrase of its pieces.
 */
export function parseQuery(text: string, options: QueryOptions = {}): Query {
  const terms: Term[] = [];
  // RFC 8621 §4.4.1 allows either kind of quotation mark.
  const pieces = normalise(text.slice(0, 10_000)).matchAll(
    /(-)?(?:"([^"]*)"?|'([^']*)'(?=\s|$)|(\S+))/gu,
  );
  const found = [...pieces];
  for (const [index, match] of found.slice(0, MAX_TERMS).entries()) {
    const isPhrase = match[4] === undefined;
    const content = (match[2] ?? match[3] ?? match[4] ?? "").replace(/^[“”]|[“”]$/gu, "");
    const isLast = options.isTyping === true && index === found.length - 1 && !isPhrase;
    const lexemes = lexemesOf(content, isLast || (!isPhrase && content.endsWith("*")));
    if (lexemes.length === 0) continue;
    const kind = isPhrase ? "phrase" : "word";
    terms.push({ kind, text: content, lexemes, isNegated: match[1] !== undefined });
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
    return lexemes.length < MAX_LEXEMES;
  });
  const last = lexemes.at(-1);
  if (isOpen && last) lexemes[lexemes.length - 1] = { ...last, isPrefix: true };
  return lexemes.slice(0, MAX_LEXEMES);
}

/**
 * The query for `$1::tsquery`, narrowed to some weights on demand; `null` when there is nothing to search for. Words of
 * a phrase have to stand together, but in messages whose places are not all kept it is enough that they are there.
 */
export function toTsquery(query: Query, weights: readonly Weight[] = []): string | null {
  if (query.terms.length === 0) return null;
  return query.terms.map((term) => termQuery(term, weights.join(""))).join(" & ");
}

function termQuery(term: Term, weights: string): string {
  const words = term.lexemes.map(({ lexeme, isPrefix }) => {
    const flags = `${isPrefix ? "*" : ""}${weights}`;
    return flags ? `'${lexeme}':${flags}` : `'${lexeme}'`;
  });
  const together = words.reduce((left, right, index) => {
    const distance = term.lexemes[index]!.offset - term.lexemes[index - 1]!.offset;
    return `${left} <${distance === 1 ? "-" : distance}> ${right}`;
  });
  const condition =
    words.length === 1 ? together : `(${together} | ${words.join(" & ")} & '${PLACELESS}')`;
  return term.isNegated ? `!${condition}` : condition;
}

/** Whether a text has all that the query asks for. */
export function matches(text: string, query: Query): boolean {
  const places = new Map<string, Set<number>>();
  eachToken(normalise(text), 0, (lexeme, position) => {
    const known = places.get(lexeme);
    if (known) known.add(position);
    else places.set(lexeme, new Set([position]));
    return true;
  });
  return query.terms.every((term) => isThere(term, places) !== term.isNegated);
}

function isThere(term: Term, places: ReadonlyMap<string, ReadonlySet<number>>): boolean {
  const [first, ...rest] = term.lexemes.map((lexeme) => ({
    offset: lexeme.offset,
    places: placesOf(lexeme, places),
  }));
  if (!first) return false;
  return first.places
    .values()
    .some((start) => rest.every((other) => other.places.has(start + other.offset)));
}

function placesOf(
  { lexeme, isPrefix }: QueryLexeme,
  places: ReadonlyMap<string, ReadonlySet<number>>,
): ReadonlySet<number> {
  if (!isPrefix) return places.get(lexeme) ?? new Set();
  const found = new Set<number>();
  for (const [known, where] of places) {
    if (known.startsWith(lexeme)) for (const place of where) found.add(place);
  }
  return found;
}
