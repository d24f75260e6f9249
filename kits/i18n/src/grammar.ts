import { formatNumber } from "./format.ts";
import { regionalTag } from "./locale.ts";
import { fill } from "./strings.ts";

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

let rules: Intl.PluralRules | undefined;

/** The form that the language wants for a count, `{count}` filled in with the region's grouping. */
export function plural(count: number, forms: Forms): string {
  rules ??= new Intl.PluralRules(regionalTag());
  return fill(forms[rules.select(count)] ?? forms.other, { count: formatNumber(count) });
}

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;
/** ㄹ as a last consonant, after which 로 stands without 으. */
const RIEUL = 8;
/** Digits 0–9 as Korean reads them: true when the word ends in a consonant. */
const DIGIT_ENDS_CLOSED = [true, true, false, true, false, false, true, true, true, false];

/**
 * Adds the Korean particle that fits the word's last sound: `particle("지민", "을/를")` → `지민을`.
 * The pair names the form after a consonant first. A word whose sound is not written
 * (Latin letters) gets both: `Bob을(를)`.
 */
export function particle(word: string, pair: `${string}/${string}`): string {
  const [closed = "", open = ""] = pair.split("/");
  const last = word.trim().at(-1) ?? "";
  const code = last.codePointAt(0) ?? 0;
  if (/\d/.test(last)) return word + (DIGIT_ENDS_CLOSED[Number(last)] ? closed : open);
  if (code < HANGUL_FIRST || code > HANGUL_LAST) return `${word}${closed}(${open})`;
  // A syllable's last consonant is its index modulo 28; 0 means none (Unicode 3.12).
  const ending = (code - HANGUL_FIRST) % 28;
  return word + (ending === 0 || (ending === RIEUL && closed === "으로") ? open : closed);
}
