import { MAX_CAPTURES } from "./limits.ts";

type Wildcard = { readonly kind: "any" | "one" } | { readonly kind: "text"; readonly text: string };

/** A run of text and question marks. */
interface Piece {
  readonly parts: readonly Wildcard[];
  readonly length: number;
}

/**
 * Matches a pattern with `*` and `?`. Returns the whole value and what each wildcard matched, which is as little as possible
 * (RFC 5229 §3.2). The first match of the text between two asterisks is always right, so there is no backtracking.
 * @param given `value` after folding, usually of the same length
 * @param spend called with the number of compared characters
 */
export function matchWildcards(
  value: string,
  given: string,
  pattern: string,
  spend: (characters: number) => void,
): readonly string[] | null {
  const source = value.length === given.length ? value : given;
  const pieces = splitAtAsterisks(wildcardsOf(pattern));
  const captures: string[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    let start = at;
    if (index > 0) {
      const least = isLast ? given.length - piece.length : at;
      start = least < at ? -1 : findPiece(given, least, piece, isLast, spend);
      if (start === -1) return null;
      captures.push(source.slice(at, start));
    }
    spend(piece.length + 1);
    const ends = fitsAt(given, start, piece);
    if (ends === null || (isLast && start + piece.length !== given.length)) return null;
    for (const place of ends) captures.push(source.slice(place, place + 1));
    at = start + piece.length;
  }
  return [source, ...captures.slice(0, MAX_CAPTURES - 1)];
}

/** Splits a pattern into `*`, `?` and text; a backslash escapes the next character (RFC 5228 §2.7.1). */
function wildcardsOf(pattern: string): Wildcard[] {
  return (pattern.match(/\\[^]|[*?]|[^*?\\]+|\\/g) ?? []).map((piece) => {
    if (piece === "*") return { kind: "any" };
    if (piece === "?") return { kind: "one" };
    return { kind: "text", text: piece.length > 1 && piece[0] === "\\" ? piece.slice(1) : piece };
  });
}

function splitAtAsterisks(wildcards: readonly Wildcard[]): readonly Piece[] {
  const pieces: Wildcard[][] = [[]];
  for (const wildcard of wildcards) {
    const piece = pieces.at(-1)!;
    const before = piece.at(-1);
    if (wildcard.kind === "any") pieces.push([]);
    else if (wildcard.kind === "text" && before?.kind === "text")
      piece[piece.length - 1] = { kind: "text", text: before.text + wildcard.text };
    else piece.push(wildcard);
  }
  return pieces.map((parts) => ({
    parts,
    length: parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 1), 0),
  }));
}

/** The first match of a piece; -1 if there is none. */
function findPiece(
  given: string,
  from: number,
  piece: Piece,
  isLast: boolean,
  spend: (characters: number) => void,
): number {
  const [only] = piece.parts;
  if (piece.parts.length === 1 && only?.kind === "text" && !isLast) {
    const found = given.indexOf(only.text, from);
    spend(found === -1 ? given.length - from : found - from);
    return found;
  }
  const last = given.length - piece.length;
  for (let start = from; start <= last; start += 1) {
    spend(Math.max(1, piece.length));
    if (fitsAt(given, start, piece)) return start;
  }
  return -1;
}

/** The positions of its question marks if the piece matches here, else `null`. */
function fitsAt(given: string, start: number, { parts }: Piece): readonly number[] | null {
  const places: number[] = [];
  let at = start;
  for (const part of parts) {
    if (part.kind === "text") {
      if (!given.startsWith(part.text, at)) return null;
      at += part.text.length;
    } else {
      if (at >= given.length) return null;
      places.push(at);
      at += 1;
    }
  }
  return places;
}
