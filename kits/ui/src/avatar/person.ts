/** One of the ten hues, 1–10, always the same for the same text (FNV-1a). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text.trim().toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) % 10) + 1;
}

const HANGUL_NAME = /^\p{Script=Hangul}{2,5}$/u;
const WIDE = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * At most two letters that stand for a name: `Anna de Vries` → `AV`, `김지민` → `지민` (the given name,
 * as Koreans call each other), `alice@demo.test` → `A`.
 */
export function initialsOf(name: string, most: 1 | 2): string {
  const plain = name.replace(/[("'<[].*$/su, "").trim() || name.trim();
  const words = plain.split(/[\s.,_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const whole = words.join("");
  if (HANGUL_NAME.test(whole)) {
    // Every syllable is one UTF-16 unit (U+AC00–U+D7A3).
    return (whole.length > 2 ? whole.slice(-2) : whole).slice(0, most);
  }
  const first = letterOf(words[0] ?? "");
  if (most === 1 || words.length < 2 || plain.includes("@") || WIDE.test(plain)) return first;
  return first + letterOf(words.at(-1) ?? "");
}

function letterOf(word: string): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? "").toUpperCase();
}
