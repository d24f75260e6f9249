import type { ParsedMessage } from "@atrium/formats/mime";

/** At least one of these stands in everything that was ever meant to be a message. */
const MESSAGE_FIELDS = new Set([
  "from",
  "sender",
  "reply-to",
  "to",
  "cc",
  "bcc",
  "subject",
  "date",
  "message-id",
  "in-reply-to",
  "references",
  "received",
  "return-path",
  "resent-from",
  "mime-version",
  "content-type",
]);

/** Whether bytes that were parsed are a message at all: nearly any text with a colon in it parses as one. */
export function isMessage(message: ParsedMessage): boolean {
  const [first] = message.headers;
  const isFirstLine = first !== undefined && first.start === message.root.headerStart;
  return isFirstLine && message.headers.some(({ name }) => MESSAGE_FIELDS.has(name.toLowerCase()));
}
