/** One of the ten hues, 1–10, always the same for the same text (FNV-1a). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text.trim().toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) % 10) + 1;
}

const HANGUL = /^\p{Script=Hangul}{2,}$/u;
/** Of one syllable or, in few families, of two; then a given name of two. Teams are named so too. */
const KOREAN_PERSON =
  /^(?:\p{Script=Hangul}|강전|남궁|독고|동방|망절|사공|서문|선우|제갈|황목|황보)\p{Script=Hangul}[^\P{Script=Hangul}팀]$/u;
const WIDE = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * At most two letters that stand for a name: `Anna de Vries` → `AV`, `김지민` → `지민` (the given name,
 * as Koreans call each other), `다솜물류` → `다솜` (an organisation), `alice@demo.test` → `A`.
 */
export function initialsOf(name: string, most: 1 | 2): string {
  const plain = name.replace(/[("'<[].*$/su, "").trim() || name.trim();
  const words = plain.split(/[\s.,_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const whole = words.join("");
  // Every syllable is one UTF-16 unit (U+AC00–U+D7A3).
  if (HANGUL.test(whole))
    return (KOREAN_PERSON.test(whole) ? whole.slice(-2) : whole).slice(0, most);
  const first = letterOf(words[0] ?? "");
  if (most === 1 || words.length < 2 || plain.includes("@") || WIDE.test(plain)) return first;
  return first + letterOf(words.at(-1) ?? "");
}

function letterOf(word: string): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? "").toUpperCase();
}
