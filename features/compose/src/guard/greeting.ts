import type { EmailAddress } from "@atrium/contract/types/email";
import { MOST_NAMES, READ_FOR_NAMES } from "./limits.ts";

/** Lines with words among which a greeting is looked for. */
const FIRST_LINES = 3;

const ENGLISH = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)),?\s+/i;
const TITLE = /^(?:mr|mrs|ms|mx|dr|prof)\.?\s+/i;
/** 김민수 님, 민수님, 김민수 부장님께. */
const KOREAN =
  /(?<![가-힣])([가-힣]{2,4})\s?(?:(?:사원|주임|대리|과장|차장|부장|실장|팀장|본부장|이사|상무|전무|대표|사장|교수|박사|매니저)\s?)?님/g;
const MENTION = /(?<![\p{L}\p{N}._%+@-])@([\p{L}][\p{L}\p{M}'’-]{1,39})/gu;
/** Who is greeted without a name. */
const NOBODY = new Set(
  [
    "all both colleagues everybody everyone folks friends guys madam maam sir sirs team there you",
    "고객 고객사 관계자 담당자 대표 매니저 부장 과장 차장 대리 실장 팀장 사장 선생 교수 회원 의원 여러분 팀원 동료",
  ]
    .join(" ")
    .split(" "),
);

/** The names by which a text speaks to people: in its greeting, and after `@`. */
export function namesIn(text: string): string[] {
  const start = text.slice(0, READ_FOR_NAMES);
  const lines = start
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(">"));
  const greeted = lines.slice(0, FIRST_LINES).flatMap((line) => {
    const found = ENGLISH.exec(line);
    const korean = [...line.matchAll(KOREAN)].map(([, name]) => name!);
    return found ? [...namesAfter(line.slice(found[0].length)), ...korean] : korean;
  });
  const mentioned = lines.flatMap((line) =>
    [...line.matchAll(MENTION)].map(([, name]) => name!.split("님")[0]!),
  );
  const names = [...greeted, ...mentioned].filter(
    (name) => name.length > 1 && !NOBODY.has(name.toLowerCase()),
  );
  return [...new Set(names)].slice(0, MOST_NAMES);
}

/** Names of a greeting: "Kim and Bob, could you …". */
function namesAfter(rest: string): string[] {
  const untitled = rest.replace(TITLE, "");
  const end = untitled.search(/[,;:!?.(—–]/);
  const words = (end < 0 ? untitled : untitled.slice(0, end)).slice(0, 80);
  return words.split(/\band\b|[&/]/i).flatMap((part) => {
    const name = part.replace(TITLE, "").trim().split(/\s+/);
    // More than a first and a last name is a sentence that goes on.
    return name.length <= 3 && end >= 0 ? [name.join(" ")] : name.slice(0, 1);
  });
}

/** Whether somebody may be meant by a name, as generously as nicknames are formed. */
export function mayBe(name: string, { name: full, email }: EmailAddress): boolean {
  const wanted = fold(name);
  const whole = fold(full ?? "");
  if (/[가-힣]/.test(name) && whole.replaceAll(" ", "").includes(wanted)) return true;
  const words = [...wordsOf(whole), ...wordsOf(fold(email.slice(0, email.lastIndexOf("@"))))];
  return wordsOf(wanted).some((one) =>
    words.some((word) => word.includes(one) || (word.length > 2 && one.includes(word))),
  );
}

/** Whether a name is somebody's: each of its words is a word of theirs. A Korean one may be without the family name. */
export function isNameOf(name: string, { name: full }: EmailAddress): boolean {
  const wanted = fold(name);
  const whole = fold(full ?? "");
  if (/[가-힣]/.test(name)) {
    const joined = whole.replaceAll(" ", "");
    return joined === wanted || (joined.length - wanted.length === 1 && joined.endsWith(wanted));
  }
  const words = wordsOf(whole);
  return words.length > 0 && wordsOf(wanted).every((one) => words.includes(one));
}

/** Composed, so that a syllable is one letter. */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036F]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .trim();

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
