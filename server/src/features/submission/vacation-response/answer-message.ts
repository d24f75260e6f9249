import { DEFAULT_VACATION_TEXT } from "@atrium/contract/types/vacation-response";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { randomUUID } from "node:crypto";
import { htmlToText } from "@atrium/formats/mail-html";
import {
  addressField,
  buildMessage,
  dateField,
  messageIdField,
  rawField,
  textField,
  type BuiltPart,
} from "@atrium/formats/mime-build";
import type { Answerable } from "./answerable.ts";

/** What is said: the person's own words, or ours where there are none. */
export interface AnswerText {
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
}

/** Characters of the subject that is answered. */
const MAX_SUBJECT = 200;
/** RFC 5322 §3.6.4 lets the middle of a long list be left out. */
const MAX_REFERENCES = 20;

/** Writes the answer to a mail (RFC 3834 §3). */
export function answerMessage(
  to: Answerable,
  from: { readonly name: string; readonly email: string; readonly domain: string },
  { subject, text, html }: AnswerText,
  now: Date,
): Uint8Array {
  const { messageId } = to;
  const references = messageId === null ? [] : [...to.references.slice(-MAX_REFERENCES), messageId];
  const fields = [
    addressField("From", [{ name: from.name || null, email: from.email }]),
    addressField("To", [{ name: null, email: to.sender }]),
    textField("Subject", subject ?? defaultSubject(to.subject)),
    dateField("Date", utcSeconds(now)),
    messageIdField("Message-ID", [`${randomUUID()}@${from.domain}`]),
    ...(messageId === null ? [] : [messageIdField("In-Reply-To", [messageId])]),
    ...(messageId === null ? [] : [messageIdField("References", references)]),
    // RFC 3834 §5, RFC 5230 §4.6; the other for servers that know only that one.
    rawField("Auto-Submitted", " auto-replied (vacation)"),
    rawField("X-Auto-Response-Suppress", " All"),
    rawField("MIME-Version", " 1.0"),
  ];
  return buildMessage(fields, bodyOf(text, html), () => randomUUID().replaceAll("-", ""));
}

/** RFC 3834 §3.1.5. */
function defaultSubject(subject: string | null): string {
  if (subject === null) return "Auto: Out of office";
  return `Auto: ${subject.slice(0, MAX_SUBJECT).toWellFormed()}`;
}

function bodyOf(text: string | null, html: string | null): BuiltPart {
  const plain = part(
    "text/plain",
    text ?? (html === null ? DEFAULT_VACATION_TEXT : htmlToText(html)),
  );
  if (html === null) return plain;
  const children = [plain, part("text/html", html)];
  return { fields: [], type: "multipart/alternative", parameters: {}, children };
}

const part = (type: string, text: string): BuiltPart => ({
  fields: [],
  type,
  parameters: {},
  text,
});
