import { MAX_TEXT } from "./collect.ts";
import type { Query, QueryLexeme, Term } from "./query.ts";
import { eachRun, normalise } from "./words.ts";

/** A place in a text where a term of a query stands. */
export interface Span {
  readonly start: number;
  /** After its last character. */
  readonly end: number;
  /** Which one of the query's terms. */
  readonly term: number;
}

/** More are not looked for: whoever asks shows a few of them. */
const MAX_SPANS = 10_000;

/** A word, or one character of a run of CJK. */
interface Token {
  /** As the index has it: of CJK the character and the next one of its run. */
  readonly lexeme: string;
  readonly start: number;
  readonly end: number;
}

/** Where a text has what a query asks for, in order, by the same rules as the index. Spans may overlap. */
export function findSpans(text: string, query: Query): Span[] {
  const { normalised, startOf, endOf } = normaliseWithPlaces(text.slice(0, MAX_TEXT));
  const tokens = tokensOf(normalised);
  const spans: Span[] = [];
  const beginnings = new Map<string, number[]>();
  const open: number[] = [];
  for (const [index, { lexemes }] of query.terms.entries()) {
    const first = lexemes[0]!;
    if (first.isPrefix) open.push(index);
    else beginnings.set(first.lexeme, [...(beginnings.get(first.lexeme) ?? []), index]);
  }
  for (let at = 0; at < tokens.length && spans.length < MAX_SPANS; at++) {
    for (const index of [...(beginnings.get(tokens[at]!.lexeme) ?? []), ...open]) {
      const end = endOfTerm(query.terms[index]!, tokens, at);
      if (end === null) continue;
      spans.push({ start: startOf(tokens[at]!.start), end: endOf(end), term: index });
    }
  }
  return spans;
}

/** Whether a text has all that the query asks for. */
export function matches(text: string, query: Query): boolean {
  const found = new Set(findSpans(text, query).map((span) => span.term));
  return query.terms.every((_, index) => found.has(index));
}

/** Where the term that begins at a token ends; `null` when it does not stand there. */
function endOfTerm({ lexemes }: Term, tokens: readonly Token[], at: number): number | null {
  for (const lexeme of lexemes) if (!stands(lexeme, tokens[at + lexeme.offset])) return null;
  const last = lexemes.at(-1)!;
  const token = tokens[at + last.offset]!;
  // A pair ends with the character after its own.
  const isPair = token.lexeme.length > token.end - token.start;
  return isPair && last.lexeme === token.lexeme ? tokens[at + last.offset + 1]!.end : token.end;
}

function stands({ lexeme, isPrefix }: QueryLexeme, token: Token | undefined): boolean {
  if (token === undefined) return false;
  return isPrefix ? token.lexeme.startsWith(lexeme) : token.lexeme === lexeme;
}

function tokensOf(normalised: string): Token[] {
  const tokens: Token[] = [];
  eachRun(normalised, (run, start, end) => {
    if (!run.isCjk) {
      tokens.push({ lexeme: run.lexeme, start, end });
      return true;
    }
    let at = start;
    for (const [index, character] of run.characters.entries()) {
      const next = run.characters[index + 1] ?? "";
      tokens.push({ lexeme: character + next, start: at, end: at + character.length });
      at += character.length;
    }
    return true;
  });
  return tokens;
}

/** What changes its form together: a character with its marks, or the letters of one Hangul syllable. */
const CLUSTER = /[\u1100-\u11ff]+|[^](?:[\p{M}\uff9e\uff9f\u200d]*)/gu;

/** The text as it is searched, and where what begins or ends at a place of it does so in the text as it was. */
function normaliseWithPlaces(text: string): {
  readonly normalised: string;
  readonly startOf: (at: number) => number;
  readonly endOf: (at: number) => number;
} {
  const normalised = normalise(text);
  const same = (at: number): number => at;
  // Lower case is never shorter: of the same length, every character has kept its place.
  if (normalised.length === text.length && text.normalize("NFKC") === text)
    return { normalised, startOf: same, endOf: same };
  let whole = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const changed = normalise(cluster);
    for (let n = 0; n < changed.length; n++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
    whole += changed;
    // A single character may become four words.
    if (whole.length >= MAX_TEXT) break;
  }
  return {
    normalised: whole,
    startOf: (at) => starts[at] ?? text.length,
    // What ends inside a cluster ends with it.
    endOf: (at) => ends[at - 1] ?? 0,
  };
}
