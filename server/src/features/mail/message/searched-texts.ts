import {
  allParts,
  asAddresses,
  asText,
  attachedMessage,
  decodeText,
  findHeader,
  LIMITS,
  type Encoded,
  type ParsedMessage,
  type ParsedPart,
} from "@atrium/formats/mime";
import { contentText, eventIds } from "@atrium/formats/icalendar";
import { htmlToText } from "@atrium/formats/mail-html";
import { rtfBody, type TnefAttachment, type TnefContent } from "@atrium/formats/tnef";
import { MAX_INDEXED_TEXT, MAX_SEARCHED_OCTETS } from "../limits.ts";
import { beginningOf, bodyText, fileNames, tnefOf } from "./body-text.ts";

/** A text that searches look through (RFC 8621 §4.4.1, `body`). */
export interface SearchedText {
  readonly text: string;
  /** A text that was given before and says the same in another form. */
  readonly variantOf: string | null;
  /** The identifiers of the events in it, where it is a calendar object. */
  readonly eventIds?: readonly string[];
}

/** What may still be read of a message with all that is in it. */
interface Budget {
  characters: number;
  octets: number;
  parts: number;
}

/** What is known of a message already. */
interface Known {
  readonly tnef: readonly TnefContent[];
  readonly body: string;
}

/**
 * All that people read in a message: its body, the HTML beside it, the names of its files and the text in them, and all of
 * that of attached messages, with their headers. Each part is decoded once, when its turn comes, as far as there is room.
 */
export function* searchedTexts(
  message: ParsedMessage,
  known: Known = knownOf(message),
): Generator<SearchedText> {
  const budget: Budget = {
    characters: MAX_INDEXED_TEXT,
    octets: MAX_SEARCHED_OCTETS,
    parts: LIMITS.maxParts,
  };
  for (const { text, variantOf, eventIds = [] } of textsOf(message, known, budget, 0)) {
    const kept = text.slice(0, budget.characters);
    budget.characters -= kept.length;
    if (kept.trim() !== "" || eventIds.length > 0)
      yield { text: kept, variantOf, ...(eventIds.length > 0 && { eventIds }) };
    if (budget.characters <= 0) return;
  }
}

function knownOf(message: ParsedMessage): Known {
  const tnef = tnefOf(message);
  return { tnef, body: bodyText(message, tnef) };
}

function* textsOf(
  message: ParsedMessage,
  { tnef, body }: Known,
  budget: Budget,
  depth: number,
): Generator<SearchedText> {
  yield { text: body, variantOf: null };
  yield { text: otherForm(message, tnef, budget), variantOf: body };
  const names = fileNames(message, tnef).filter((name) => name !== "");
  yield { text: names.join("\n"), variantOf: null };
  for (const part of message.attachments) yield* textsIn(message.bytes, part, body, budget, depth);
  for (const file of tnef.flatMap(({ attachments }) => attachments))
    yield* textsIn(file.bytes, asPart(file), body, budget, depth);
}

/** What only those see who are shown the HTML. */
function otherForm(message: ParsedMessage, tnef: readonly TnefContent[], budget: Budget): string {
  const { textBody, htmlBody } = message;
  if (textBody.length === 0 && htmlBody.length === 0)
    return tnef
      .map(({ text, html }) => (text === null || html === null ? "" : htmlText(html)))
      .join("\n");
  const inText = new Set(textBody);
  let text = "";
  for (const part of htmlBody) {
    if (text.length >= budget.characters) break;
    if (part.type.startsWith("text/") && !inText.has(part))
      text += `${textOf(message.bytes, part, budget)}\n`;
  }
  return text;
}

type Attached = Encoded & Pick<ParsedPart, "type">;

const asPart = ({ type, bytes }: TnefAttachment): Attached => ({
  type,
  start: 0,
  end: bytes.length,
  encoding: "identity",
  charset: null,
});

function* textsIn(
  bytes: Uint8Array,
  part: Attached,
  body: string,
  budget: Budget,
  depth: number,
): Generator<SearchedText> {
  if (MESSAGES.has(part.type)) yield* forwarded(bytes, part, budget, depth);
  else if (/^(?:text|message)\//.test(part.type) || TEXTS.has(part.type)) {
    const variantOf = OTHER_FORMS.has(part.type) ? body : null;
    const found: string[] = [];
    const text = textOf(bytes, part, budget, found);
    // Those of a message that was handed on are not its own.
    yield { text, variantOf, ...(depth === 0 && found.length > 0 && { eventIds: found }) };
  }
}

/** RFC 3462 §3 calls a header without its message a text. */
const MESSAGES = new Set(["message/rfc822", "message/global", "text/rfc822-headers"]);
/** Texts of another name. */
const TEXTS = new Set(["application/rtf", "application/ics"]);
/** HTML for programs of other kinds stands beside the message's own. */
const OTHER_FORMS = new Set(["text/x-amp-html", "text/watch-html"]);
const LOOKS_LIKE_HTML = new Set(["text/html", "text/enriched", "text/richtext", ...OTHER_FORMS]);
const CONTENT_LINES = new Set([
  "text/calendar",
  "text/x-vcalendar",
  "application/ics",
  "text/vcard",
  "text/x-vcard",
  "text/directory",
]);
const RTF = new Set(["text/rtf", "application/rtf"]);
/** Characters of RTF with its pictures. */
const MAX_RTF = 16_000_000;

function* forwarded(
  bytes: Uint8Array,
  part: Attached,
  budget: Budget,
  depth: number,
): Generator<SearchedText> {
  const octets = part.end - part.start;
  // Half of one would not say where its parts end.
  if (octets > budget.octets || budget.parts <= 0 || depth >= LIMITS.maxDepth) return;
  budget.octets -= octets;
  const message = attachedMessage(
    bytes,
    { ...part, type: "message/rfc822" },
    { maxParts: budget.parts },
  );
  if (message === null) return;
  budget.parts -= allParts(message.root).length;
  for (const text of headerTexts(message)) yield { text, variantOf: null };
  yield* textsOf(message, knownOf(message), budget, depth + 1);
}

function headerTexts({ bytes, headers, charset }: ParsedMessage): string[] {
  const subject = findHeader(headers, "subject");
  const people = ["from", "to", "cc", "bcc"].flatMap((name) => {
    const header = findHeader(headers, name);
    return header === undefined ? [] : asAddresses(bytes, header, charset);
  });
  return [
    subject === undefined ? "" : asText(bytes, subject, charset),
    people.map(({ name, email }) => `${name ?? ""} ${email}`).join("\n"),
  ];
}

/** @param events gets the identifiers of those in it. */
function textOf(bytes: Uint8Array, part: Attached, budget: Budget, events: string[] = []): string {
  if (budget.characters <= 0) return "";
  const end = Math.min(beginningOf(part).end, part.start + budget.octets);
  budget.octets -= end - part.start;
  const { value } = decodeText(bytes, { ...part, end });
  if (LOOKS_LIKE_HTML.has(part.type)) return htmlText(value);
  if (CONTENT_LINES.has(part.type)) {
    events.push(...eventIds(value));
    return contentText(value.slice(0, MAX_INDEXED_TEXT));
  }
  if (!RTF.has(part.type)) return value;
  const { text, html } = rtfBody(value.slice(0, MAX_RTF));
  return text ?? htmlText(html ?? "");
}

const htmlText = (html: string): string => htmlToText(html, { maxLength: MAX_INDEXED_TEXT });
