import type { Choice } from "../choice.ts";
import { filling } from "./fillings.ts";

/** A change of a message that knows what messages are made of. */
export type Mutation = (message: string, choice: Choice, most: number) => string;

const NAMES = [
  "From",
  "To",
  "Cc",
  "Bcc",
  "Sender",
  "Reply-To",
  "Subject",
  "Date",
  "Message-ID",
  "In-Reply-To",
  "References",
  "Received",
  "Return-Path",
  "Delivered-To",
  "X-Original-To",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "Content-Disposition",
  "Content-ID",
  "Content-Language",
  "Content-Location",
  "Content-Description",
  "Content-Class",
  "Authentication-Results",
  "ARC-Seal",
  "ARC-Message-Signature",
  "ARC-Authentication-Results",
  "DKIM-Signature",
  "Received-SPF",
  "DomainKey-Signature",
  "List-Id",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "List-Post",
  "List-Archive",
  "List-Help",
  "Auto-Submitted",
  "Precedence",
  "X-Priority",
  "Importance",
  "Thread-Index",
  "Thread-Topic",
  "Disposition-Notification-To",
  "Original-Recipient",
  "Resent-From",
  "Resent-To",
  "Resent-Message-ID",
  "Resent-Date",
  "Keywords",
  "Comments",
  "Autocrypt",
  "X-Mailer",
  "User-Agent",
  "Face",
  "__proto__",
  "constructor",
  "toString",
] as const;
const TYPES = [
  "text/plain",
  "text/html",
  "text/calendar; method=REQUEST",
  "text/csv",
  "text/vcard",
  "text/rfc822-headers",
  "text/enriched",
  "text/x-amp-html",
  "message/rfc822",
  "message/global",
  "message/delivery-status",
  "message/global-delivery-status",
  "message/disposition-notification",
  "message/feedback-report",
  "message/partial",
  "message/external-body",
  "multipart/mixed",
  "multipart/report; report-type=delivery-status",
  "multipart/alternative",
  "multipart/related",
  "multipart/digest",
  "multipart/signed",
  "multipart/encrypted",
  "multipart/appledouble",
  "multipart/form-data",
  "application/ms-tnef",
  "application/rtf",
  "application/ics",
  "application/octet-stream",
  "application/pgp-encrypted",
  "application/pkcs7-mime",
  "image/svg+xml",
  "image/png",
  "audio/x",
  "x",
  "/",
  "text/",
  "",
] as const;
const CHARSETS = [
  "utf-8",
  "utf-7",
  "utf-16",
  "utf-16be",
  "utf-32",
  "us-ascii",
  "iso-8859-1",
  "iso-2022-jp",
  "iso-2022-kr",
  "euc-kr",
  "ks_c_5601-1987",
  "windows-1252",
  "gb18030",
  "hz-gb-2312",
  "big5",
  "shift_jis",
  "koi8-r",
  "x-user-defined",
  "replacement",
  "binary",
  "__proto__",
  "\u0000",
  "",
] as const;
const ENCODINGS = [
  "7bit",
  "8bit",
  "binary",
  "base64",
  "quoted-printable",
  "x-uuencode",
  "uuencode",
  "x-yenc",
  "BASE64 ",
  "base64;",
  "",
  "deflate",
] as const;

/** The header's fields with their ends, and the rest from the empty line on. */
function split(message: string): { fields: string[]; rest: string } {
  const end = message.indexOf("\r\n\r\n");
  const header = end < 0 ? message : message.slice(0, end + 2);
  return {
    fields: header.match(/[^\r\n][^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n?/g) ?? [],
    rest: end < 0 ? "" : message.slice(end + 2),
  };
}

const onFields =
  (change: (fields: string[], choice: Choice, most: number) => void): Mutation =>
  (message, choice, most) => {
    const { fields, rest } = split(message);
    change(fields, choice, most);
    return fields.join("") + rest;
  };

/** Where a line begins, somewhere. */
function lineIn(message: string, choice: Choice): number {
  const at = message.indexOf("\n", choice.below(message.length));
  return at < 0 ? message.length : at + 1;
}

/** From one boundary to the next, somewhere. */
function partIn(message: string, choice: Choice): { from: number; to: number } | null {
  const boundaries = [...message.slice(0, 500_000).matchAll(/^--[^\r\n]{1,100}\r?\n/gm)];
  if (boundaries.length === 0) return null;
  const from = choice.of(boundaries).index;
  const to = message.indexOf("\n--", from + 2);
  return { from, to: to < 0 ? message.length : to + 1 };
}

const onPart =
  (change: (part: string, choice: Choice) => string): Mutation =>
  (message, choice) => {
    const found = partIn(message, choice);
    if (found === null) return message;
    const { from, to } = found;
    return message.slice(0, from) + change(message.slice(from, to), choice) + message.slice(to);
  };

/** Puts something in the place of one match of a pattern without groups. */
function replaceOne(message: string, pattern: RegExp, choice: Choice, by: string): string {
  const found = [...message.slice(0, 500_000).matchAll(pattern)];
  if (found.length === 0) return message;
  const { index, 0: text } = choice.of(found);
  return message.slice(0, index) + by + message.slice(index + text.length);
}

/** What many have in common is repeated only while it stays within bounds. */
const times = (text: string, choice: Choice, most: number): string =>
  text.repeat(Math.max(1, Math.floor(choice.size(most) / Math.max(1, text.length))));

export const STRUCTURE: readonly Mutation[] = [
  onFields(function duplicateField(fields, choice) {
    if (fields.length > 0) fields.splice(choice.below(fields.length), 0, choice.of(fields));
  }),
  onFields(function repeatField(fields, choice, most) {
    const at = choice.below(fields.length);
    if (fields.length > 0) fields[at] = times(fields[at]!, choice, most);
  }),
  onFields(function removeField(fields, choice) {
    fields.splice(choice.below(fields.length), 1);
  }),
  onFields(function moveField(fields, choice) {
    fields.splice(choice.below(fields.length), 0, ...fields.splice(choice.below(fields.length), 1));
  }),
  onFields(function addField(fields, choice, most) {
    fields.splice(
      choice.below(fields.length + 1),
      0,
      `${choice.of(NAMES)}: ${filling(choice, most)}\r\n`,
    );
  }),
  onFields(function fillField(fields, choice, most) {
    const at = choice.below(fields.length);
    const field = fields[at] ?? "";
    const inside = choice.below(field.length);
    fields[at] = field.slice(0, inside) + filling(choice, most) + field.slice(inside);
  }),
  onFields(function renameField(fields, choice) {
    const at = choice.below(fields.length);
    fields[at] = (fields[at] ?? "").replace(/^[^:]*/, choice.of(NAMES));
  }),
  onFields(function manyFields(fields, choice, most) {
    const name = choice.of(NAMES);
    const value = filling(choice, 60).replaceAll(/[\r\n]/g, "");
    fields.push(times(`${name}: ${value}\r\n`, choice, most));
  }),
  onFields(function foldField(fields, choice) {
    const at = choice.below(fields.length);
    fields[at] = (fields[at] ?? "").replaceAll(" ", "\r\n ");
  }),
  onPart((part) => part + part),
  onPart((part, choice) => times(part, choice, 200_000)),
  onPart(() => ""),
  onPart((part, choice) => part.replace(/\n/, `\nContent-Type: ${choice.of(TYPES)}\r\n`)),
  onPart((part, choice) =>
    part.replace(/\n/, `\nContent-Transfer-Encoding: ${choice.of(ENCODINGS)}\r\n`),
  ),
  onPart(
    (part) =>
      `${part.slice(0, part.indexOf("\n") + 1)}Content-Type: message/rfc822\r\n\r\n${part.slice(part.indexOf("\n") + 1)}`,
  ),
  (message, choice, most) => {
    const found = partIn(message, choice);
    if (found === null) return message;
    const inside = found.from + choice.below(found.to - found.from);
    return message.slice(0, inside) + filling(choice, most) + message.slice(inside);
  },
  (message, choice, most) => {
    const found = partIn(message, choice);
    if (found === null) return message;
    const end = message.indexOf("\n", found.from) + 1;
    const body = filling(choice, most);
    const isEncoded = choice.oneIn(2);
    const encoding = isEncoded ? "Content-Transfer-Encoding: base64\r\n" : "";
    const written = isEncoded
      ? Buffer.from(body, "latin1").toString("base64").replace(/.{76}/g, "$&\r\n")
      : body;
    return `${message.slice(0, end)}Content-Type: ${choice.of(TYPES)}\r\n${encoding}\r\n${written}\r\n${message.slice(found.to)}`;
  },
  (message, choice) =>
    replaceOne(message, /charset="?[\w-]*"?/gi, choice, `charset=${choice.of(CHARSETS)}`),
  (message, choice) =>
    replaceOne(
      message,
      /=\?[\w-]+\?[bq]\?/gi,
      choice,
      `=?${choice.of(CHARSETS)}?${choice.of(["b", "q", "x", ""])}?`,
    ),
  (message, choice) =>
    replaceOne(
      message,
      /Content-Transfer-Encoding:[^\r\n]*/gi,
      choice,
      `Content-Transfer-Encoding: ${choice.of(ENCODINGS)}`,
    ),
  (message, choice) =>
    replaceOne(message, /Content-Type: *[\w./+-]*/gi, choice, `Content-Type: ${choice.of(TYPES)}`),
  (message, choice, most) =>
    replaceOne(
      message,
      /boundary="?[^"\r\n;]*"?/gi,
      choice,
      `boundary="${choice.oneIn(2) ? filling(choice, Math.min(most, 2000)) : choice.of(["", "b", "c", "-", "b0"])}"`,
    ),
  (message, choice, most) => replaceOne(message, /[\w@.+/-]{3,}/g, choice, filling(choice, most)),
  function wrap(message, choice) {
    const boundary = `w${choice.below(1000)}`;
    const head = `From: w@sender.test\r\nSubject: wrapped\r\nContent-Type: ${choice.of(["multipart/mixed", "multipart/report", "multipart/digest", "multipart/alternative"])}; boundary=${boundary}\r\n\r\n`;
    return `${head}--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n${message}\r\n--${boundary}--\r\n`;
  },
  function nest(message, choice) {
    const depth = choice.size(300);
    const isMessage = choice.oneIn(2);
    const level = (at: number): string =>
      isMessage
        ? "Content-Type: message/rfc822\r\n\r\n"
        : `Content-Type: multipart/mixed; boundary=n${at}\r\n\r\n--n${at}\r\n`;
    const levels = Array.from({ length: depth }, (_, at) => level(at)).join("");
    return `From: n@sender.test\r\nSubject: nested\r\n${levels}${message}`;
  },
  function manyParts(message, choice, most) {
    const { fields, rest } = split(message);
    const body = times(
      `--p\r\nContent-Type: ${choice.of(TYPES)}\r\n\r\n${filling(choice, 40)}\r\n`,
      choice,
      most,
    );
    return `${fields.filter((field) => !/^content-type/i.test(field)).join("")}Content-Type: multipart/mixed; boundary=p\r\n\r\n${body}--p--\r\n${rest}`;
  },
];

/** Changes that know nothing of it. */
export const OCTETS: readonly Mutation[] = [
  (message, choice) => {
    const at = choice.below(message.length);
    return message.slice(0, at) + String.fromCharCode(choice.below(256)) + message.slice(at + 1);
  },
  (message, choice) => {
    const at = choice.below(message.length);
    const random = Array.from({ length: choice.size(300) }, () =>
      String.fromCharCode(choice.below(256)),
    );
    return message.slice(0, at) + random.join("") + message.slice(at);
  },
  (message, choice) => {
    const at = choice.below(message.length);
    return message.slice(0, at) + message.slice(at + choice.size(message.length));
  },
  (message, choice, most) => {
    const at = choice.below(message.length);
    return (
      message.slice(0, at) +
      times(message.slice(at, at + 1 + choice.size(200)), choice, most) +
      message.slice(at)
    );
  },
  (message, choice, most) => {
    const at = choice.below(message.length);
    return message.slice(0, at) + filling(choice, most) + message.slice(at);
  },
  (message, choice) => {
    const at = lineIn(message, choice);
    return (
      message.slice(0, at) +
      choice.of([".\r\n", "..\r\n", "\r\n.\r\n", "From x\r\n", "\u0000", "\r\n\r\n", "--\r\n"]) +
      message.slice(at)
    );
  },
  (message, choice) => {
    const [a, b] = [lineIn(message, choice), lineIn(message, choice)];
    return message.slice(0, a) + message.slice(b);
  },
  (message, choice) => message.slice(0, choice.below(message.length)),
  (message, choice) => message.replaceAll("\r\n", choice.of(["\n", "\r", "\r\r\n", "\r\n"])),
  (message) => message.replaceAll(" ", "\t"),
  (message) => message.toUpperCase(),
];
