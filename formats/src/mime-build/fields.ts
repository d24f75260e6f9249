import { field, octetsOf } from "./fold.ts";

/** RFC 5322 §2.1.1: octets of a line without its end. */
const MAX_LINE = 998;
const MAX_FIELD = 256 * 1024;

/** Whether a name may be a header field's (RFC 5322 §3.6.8). */
export function isFieldName(name: string): boolean {
  return /^[!-9;-~]{1,200}$/.test(name);
}

/**
 * Whether a value may stand in a message as it is (the Raw form of RFC 8621 §4.1.2.1): each line end is a fold, no line
 * is only white space or too long, and there is no control character.
 */
export function isRawValue(name: string, value: string): boolean {
  if (!value.isWellFormed() || value.length > MAX_FIELD) return false;
  return `${name}:${value}`
    .split("\r\n")
    .every(
      (line, index) =>
        !/[^\P{Cc}\t]/u.test(line) &&
        (index === 0 || /^[ \t]+[^ \t]/.test(line)) &&
        octetsOf(line).length <= MAX_LINE,
    );
}

/** A field whose value is written as it is. What `isRawValue` says no to cannot begin another field either. */
export function rawField(name: string, value: string): string {
  const safe = value.replace(/\r\n(?=[ \t]+[^ \t\r\n])|[^\P{Cc}\t]/gu, (found) =>
    found === "\r\n" ? found : " ",
  );
  return `${name}:${safe}\r\n`;
}

/** Whether a text may stand between "<" and ">" of a message id or URL. */
export function isAngleText(text: string): boolean {
  return /^[^\s<>\p{Cc}]+$/u.test(text) && text.isWellFormed() && octetsOf(text).length < 900;
}

/** Message-ID, References and the like (RFC 8621 §4.1.2.5). */
export function messageIdField(name: string, ids: readonly string[]): string {
  return field(name, angled(ids));
}

/** List-Post and the like (RFC 2369). */
export function urlField(name: string, urls: readonly string[]): string {
  const tokens = angled(urls);
  return field(
    name,
    tokens.map((token, index) => (index < tokens.length - 1 ? `${token},` : token)),
  );
}

function angled(texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(/[\s<>\p{Cc}]/gu, "")).map((text) => ` <${text}>`);
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A date of RFC 3339 as RFC 5322 §3.3 writes it, in the same zone; `null` when it is none. */
export function dateValue(date: string): string | null {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/.exec(date);
  if (match === null || Number.isNaN(Date.parse(date))) return null;
  const [, year, month, day, hour, minute, second, sign = "+", hours = "00", minutes = "00"] =
    match;
  const weekday = DAYS[new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay()];
  const monthName = MONTHS[Number(month) - 1];
  return `${weekday}, ${day} ${monthName} ${year} ${hour}:${minute}:${second} ${sign}${hours}${minutes}`;
}

export function dateField(name: string, date: string): string {
  return field(name, [` ${dateValue(date) ?? ""}`]);
}
