import { dictionary } from "@zxcvbn-ts/language-common";

/** Shorter ones are words that good passphrases may hold. */
const SHORTEST = 6;

/**
 * More than 42,000 whole passwords, those that leaked lists hold most often. It comes with a package and asks nobody.
 * @param fold brings a password into the form in which it is looked up.
 */
export function leakedPasswords(fold: (text: string) => string): ReadonlySet<string> {
  return new Set(
    dictionary["passwords-common"].map(fold).filter((text) => text.length >= SHORTEST),
  );
}

/**
 * Whether a text is a leaked password, perhaps several times, with fewer than `rest` other characters about it:
 * whoever guesses tries those next.
 */
export function isAboutLeaked(text: string, leaked: ReadonlySet<string>, rest: number): boolean {
  const unit = repeatedPart(text);
  if (unit !== text && leaked.has(unit)) return true;
  for (let size = text.length; size > Math.max(SHORTEST - 1, text.length - rest); size -= 1)
    for (let start = 0; start + size <= text.length; start += 1)
      if (leaked.has(text.slice(start, start + size))) return true;
  return false;
}

/** The shortest part of which a text is made by repetition; the text itself when it is of none. */
function repeatedPart(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}
