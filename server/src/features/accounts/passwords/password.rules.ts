import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { refuse } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { readOrganisation } from "../organisation/organisation.store.ts";
import { COMMON_WORDS } from "./common-words.ts";
import { isAboutLeaked, leakedPasswords } from "./leaked.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

/** What a password must not be made of: the person's address and name, the organisation's name and domain. */
export interface PasswordContext {
  readonly words: readonly string[];
}

/** The form in which passwords are judged and hashed: the same keys give the same text on every keyboard. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/** @throws Refusal `weakPassword`, whose detail says why. */
export async function checkPassword(
  db: Db,
  password: string,
  of: {
    readonly name: string;
    readonly addresses: readonly string[];
    readonly organisation?: string;
  },
): Promise<void> {
  const organisation = of.organisation ?? (await readOrganisation(db))?.name ?? "";
  const why = weakness(password, { words: [of.name, ...of.addresses, organisation] });
  if (why !== null) refuse(ACCOUNT_REFUSALS.weakPassword, why, { properties: ["password"] });
}

/**
 * Why a password is refused, or null when it is good. No rules of composition (NIST SP 800-63B §3.1.1.2): length, and
 * not one of those that everyone tries first.
 */
export function weakness(password: string, context: PasswordContext): string | null {
  const text = normalisePassword(password);
  const length = Array.from(text).length;
  if (length < PASSWORD_MIN_LENGTH) return `shorter than ${PASSWORD_MIN_LENGTH} characters`;
  if (length > PASSWORD_MAX_LENGTH) return `longer than ${PASSWORD_MAX_LENGTH} characters`;
  const plain = fold(text);
  if (new Set(plain).size < 4) return "made of very few different characters";
  if (isRun(plain)) return "a run of neighbouring keys or characters";
  const words = [...wordsOf(context), ...COMMON_WORDS];
  if (remainder(plain, words).length < MIN_REMAINDER) return "made of common words or known names";
  const known = (leaked ??= leakedPasswords(fold));
  if (readings(plain).some((reading) => isAboutLeaked(reading, known, MIN_REMAINDER)))
    return "one of the passwords that leaked lists hold, or nearly one";
  return null;
}

/** So many characters must be left when known words are taken out. */
const MIN_REMAINDER = 5;

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Case and accents make no difference. */
const fold = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
const unleet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign]!);

/** As typed, and with digits read as letters. */
const readings = (text: string): string[] => [text, unleet(text)];
/** Made at the first use: few processes judge a password. */
let leaked: ReadonlySet<string> | undefined;

function wordsOf({ words }: PasswordContext): string[] {
  return words
    .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => fold(normalisePassword(word)))
    .filter((word) => word.length >= 3);
}

/**
 * What is left of a password without known words, years and repeated signs, in the reading (as typed, or with digits
 * read as letters) that leaves the least.
 */
function remainder(text: string, known: readonly string[]): string {
  const byLength = [...known].sort((a, b) => b.length - a.length);
  const undated = text.replace(/(19|20)\d\d/g, "");
  const rests = readings(undated).map((reading) => {
    let left = reading;
    for (const word of byLength) left = left.replaceAll(word, "\u0000");
    return left.replace(/(.)\1+/gu, "$1").replaceAll("\u0000", "");
  });
  return rests.sort((a, b) => a.length - b.length)[0]!;
}

const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "1234567890",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ",
  "가나다라마바사아자차카타파하",
];

/** Whether the whole text is cut from one run, forwards or backwards, perhaps repeated. */
function isRun(text: string): boolean {
  return RUNS.flatMap((run) => [run, Array.from(run).reverse().join("")]).some((run) => {
    let rest = text;
    while (rest !== "") {
      const piece = longestPrefix(rest, run);
      if (piece < 3) return false;
      rest = rest.slice(piece);
    }
    return true;
  });
}

function longestPrefix(text: string, run: string): number {
  let length = 0;
  while (length < text.length && run.includes(text.slice(0, length + 1))) length += 1;
  return length;
}
