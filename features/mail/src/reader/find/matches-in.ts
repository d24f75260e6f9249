/** Stands between two blocks of a text: no match reaches over it. */
export const BLOCK_BREAK = "\0";

export interface Match {
  readonly start: number;
  /** The character after it. */
  readonly end: number;
}

/**
 * Where a text has these words, in order and without overlaps. Case does not matter, any space stands for any other,
 * and Korean is found whether it is composed or in single letters, as file systems write it.
 * @param most as many are looked for.
 */
export function matchesIn(text: string, query: string, most: number): readonly Match[] {
  const words = query.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  const expression = new RegExp(words.map(formsOf).join("\\s+"), "giu");
  const found: Match[] = [];
  for (const { 0: match, index } of text.matchAll(expression)) {
    found.push({ start: index, end: index + match.length });
    if (found.length === most) break;
  }
  return found;
}

function formsOf(word: string): string {
  const forms = new Set([word.normalize("NFC"), word.normalize("NFD")]);
  return `(?:${[...forms].map(literal).join("|")})`;
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
