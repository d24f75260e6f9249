import { ageOf, periodName } from "./dates.ts";

/** What a search can ask for besides words, as it is written before the colon. */
export const OPERATORS = [
  "from",
  "to",
  "cc",
  "bcc",
  "subject",
  "has",
  "is",
  "in",
  "date",
  "before",
  "after",
  "older",
  "newer",
  "larger",
  "smaller",
  "label",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** Other spellings: those of Gmail, and the words that Koreans would type. */
const SPELLINGS: Readonly<Record<string, Operator>> = {
  보낸사람: "from",
  받는사람: "to",
  참조: "cc",
  숨은참조: "bcc",
  제목: "subject",
  메일함: "in",
  폴더: "in",
  편지함: "in",
  날짜: "date",
  on: "date",
  during: "date",
  이전: "before",
  이후: "after",
  since: "after",
  until: "before",
  older_than: "older",
  newer_than: "newer",
  larger_than: "larger",
  smaller_than: "smaller",
  라벨: "label",
  tag: "label",
  keyword: "label",
};

/** What may stand after `is:`, with its other spellings. */
const STATES = {
  unread: ["unseen", "안읽음", "읽지않음"],
  read: ["seen", "읽음"],
  starred: ["flagged", "별표"],
  unstarred: ["unflagged"],
  answered: ["replied", "답장함"],
  draft: ["임시", "임시보관"],
  pinned: ["고정"],
  muted: ["알림꺼짐"],
} as const;

export type State = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as readonly State[];

const ATTACHMENT = ["attachment", "attachments", "file", "첨부", "첨부파일"];
const ANYWHERE = ["anywhere", "all", "any", "모든곳", "전체"];

export function operatorOf(name: string): Operator | undefined {
  const plain = name.toLowerCase();
  const known = OPERATORS.find((one) => one === plain);
  return known ?? (Object.hasOwn(SPELLINGS, plain) ? SPELLINGS[plain] : undefined);
}

/** The value in the one way that Atrium writes it; `undefined` when the operator cannot mean that. */
export function valueOf(operator: Operator, typed: string): string | undefined {
  const value = typed.trim();
  const plain = value.toLowerCase();
  switch (operator) {
    case "has":
      return ATTACHMENT.includes(plain) ? "attachment" : undefined;
    case "is":
      return STATE_NAMES.find(
        (name) => name === plain || (STATES[name] as readonly string[]).includes(plain),
      );
    case "in":
      return value === "" ? undefined : ANYWHERE.includes(plain) ? "anywhere" : value;
    case "date":
    case "before":
    case "after":
      return periodName(value);
    case "older":
    case "newer":
      return ageOf(value) && plain;
    case "larger":
    case "smaller":
      return octetsOf(value) === undefined ? undefined : value.toUpperCase().replace(/B$/, "");
    default:
      return value === "" ? undefined : value;
  }
}

/** `5M`, `1.5 MB`, `200k`, `1000` in octets, by the thousand as sizes are shown. */
export function octetsOf(value: string): number | undefined {
  const [, number, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)\s*([kmg]?)b?$/i.exec(value.trim()) ?? [];
  if (number === undefined) return undefined;
  const power = { "": 0, k: 1, m: 2, g: 3 }[unit.toLowerCase()] ?? 0;
  return Math.round(Number(number) * 1000 ** power);
}
