import { SieveError } from "./errors.ts";
import { MAX_FLAGS } from "./limits.ts";

/** System flags that a user can set (RFC 9051 §2.3.2). */
const SYSTEM: ReadonlyMap<string, string> = new Map(
  ["\\Answered", "\\Deleted", "\\Draft", "\\Flagged", "\\Seen"].map((flag) => [
    flag.toLowerCase(),
    flag,
  ]),
);
/** An atom of IMAP (RFC 9051 §9). */
const KEYWORD = /^[!#$&'+-[^-z|}~]{1,200}$/;

export const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Splits a string at white space into flags; invalid ones are ignored (RFC 5232 §2). */
function flagsIn(text: string): string[] {
  return wordsIn(text).flatMap((word) => {
    if (word.startsWith("\\")) return SYSTEM.get(word.toLowerCase()) ?? [];
    return KEYWORD.test(word) ? word : [];
  });
}

/**
 * The distinct flags in strings, in the case of their first occurrence.
 * @throws SieveError
 */
export function readFlags(texts: readonly string[], line: number): readonly string[] {
  const known = new Map<string, string>();
  for (const flag of texts.flatMap(flagsIn)) {
    const key = flag.toLowerCase();
    if (!known.has(key)) known.set(key, flag);
  }
  if (known.size > MAX_FLAGS) throw new SieveError(line, `More than ${MAX_FLAGS} flags`);
  return [...known.values()];
}

/** The flags without those in `others`. */
export function withoutFlags(
  flags: readonly string[],
  others: readonly string[],
): readonly string[] {
  const gone = new Set(others.map((flag) => flag.toLowerCase()));
  return flags.filter((flag) => !gone.has(flag.toLowerCase()));
}
