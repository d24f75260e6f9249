import { decodeTransfer } from "../mime/transfer.ts";

/** What programs show of a calendar (RFC 5545 §3.8) and of a card (RFC 6350 §6). */
const SHOWN = new Set([
  "SUMMARY",
  "DESCRIPTION",
  "LOCATION",
  "COMMENT",
  "CONTACT",
  "CATEGORIES",
  "RESOURCES",
  "ORGANIZER",
  "ATTENDEE",
  "X-WR-CALNAME",
  "X-WR-CALDESC",
  "FN",
  "N",
  "NICKNAME",
  "ORG",
  "TITLE",
  "ROLE",
  "EMAIL",
  "TEL",
  "ADR",
  "LABEL",
  "IMPP",
  "NOTE",
  "URL",
]);

const NAME = /^(?:[\w-]{1,100}\.)?([\w-]{1,100})(?=[;:])/;
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE/i;

/** The text of a calendar or a card that people read, a property a line; never throws, and linear. */
export function contentText(text: string): string {
  const shown: string[] = [];
  // RFC 5545 §3.1: a line that starts with white space goes on with the one before.
  const lines = text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const name = NAME.exec(line)?.[1]?.toUpperCase();
    const colon = valueStart(line);
    if (name === undefined || colon === -1 || !SHOWN.has(name)) continue;
    const parameters = line.slice(0, colon);
    let value = line.slice(colon + 1);
    // vCard 2.1 breaks such lines as mail does.
    if (QUOTED_PRINTABLE.test(parameters)) {
      const pieces = [value];
      while (pieces.at(-1)!.endsWith("=") && at + 1 < lines.length) pieces.push(lines[++at]!);
      value = decodeValue(pieces.join("\n"));
    }
    shown.push(`${commonName(parameters)}${unescaped(value)}`);
  }
  return shown.join("\n");
}

/** The first colon outside of quotation marks. */
function valueStart(line: string): number {
  let colon = line.indexOf(":");
  let quote = line.indexOf('"');
  while (quote !== -1 && quote < colon) {
    const closing = line.indexOf('"', quote + 1);
    if (closing === -1) return colon;
    if (colon < closing) colon = line.indexOf(":", closing);
    quote = line.indexOf('"', closing + 1);
  }
  return colon;
}

/** RFC 5545 §3.2.2. */
function commonName(parameters: string): string {
  const [, quoted, plain = ""] = /;CN=(?:"([^"]*)"|([^";:,]*))/i.exec(parameters) ?? [];
  const name = quoted ?? plain;
  return name === "" ? "" : `${name} `;
}

const decodeValue = (text: string): string =>
  new TextDecoder().decode(decodeTransfer(new TextEncoder().encode(text), "quoted-printable"));

/** RFC 5545 §3.3.11; a card separates what a property is made of by semicolons. */
const unescaped = (text: string): string =>
  text
    .replace(/^mailto:/i, "")
    .replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign));
