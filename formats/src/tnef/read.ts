import { decodeCodePage } from "./code-pages.ts";
import { readRtf } from "./compressed-rtf.ts";
import { cursorOf, hex, untilNul } from "./cursor.ts";
import { embeddedMessage } from "./embedded.ts";
import { fileType } from "./file-types.ts";
import { PROPERTY, readProperties, type Properties } from "./properties.ts";
import { rtfBody } from "./rtf.ts";

/** A file, or a message as message/rfc822, that stood in a winmail.dat. */
export interface TnefAttachment {
  /** Without a path. */
  readonly name: string;
  readonly type: string;
  /** By which the HTML body refers to it, without angle brackets. */
  readonly cid: string | null;
  /** It is what the message says, and no file. */
  readonly isBody?: true;
  readonly bytes: Uint8Array;
}

/** What a winmail.dat holds. A body is `null` where it has none of that kind. */
export interface TnefContent {
  readonly subject: string | null;
  readonly from: { readonly name: string | null; readonly email: string } | null;
  readonly to: string | null;
  readonly cc: string | null;
  readonly sentAt: Date | null;
  readonly messageId: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly TnefAttachment[];
}

const SIGNATURE = 0x223e9f78;
/** Attributes, by the lower half of their id (MS-OXTNEF §2.1.3.3). */
const SUBJECT = 0x8004;
const BODY = 0x800c;
const ATTACHMENT_DATA = 0x800f;
const ATTACHMENT_TITLE = 0x8010;
const ATTACHMENT_START = 0x9002;
const MESSAGE_PROPERTIES = 0x9003;
const ATTACHMENT_PROPERTIES = 0x9005;
const CODE_PAGE = 0x9007;

const MAX_ATTACHMENTS = 1000;
/** Messages within messages that are opened; a deeper one stays a winmail.dat. */
const MAX_DEPTH = 5;
const WINDOWS_1252 = 1252;

/** PR_ATTACH_METHOD: the data is a message. */
const EMBEDDED = 5;
/** IID_IMessage, before the data of an embedded message. */
const MESSAGE_OBJECT = "0703020000000000c000000000000046";

interface Found {
  title: string | null;
  data: Uint8Array | null;
  properties: Properties | null;
}

/**
 * Reads a winmail.dat (MS-OXTNEF): what Outlook sends to those whom it takes for its own kind. Never throws; of
 * something that is none, or is cut off, it gives what can be read. Views of `bytes` where nothing had to be decoded.
 */
export function readTnef(bytes: Uint8Array, depth = 0): TnefContent {
  const attachments: Found[] = [];
  let codePage = WINDOWS_1252;
  let subject: string | null = null;
  let body: string | null = null;
  let properties: Properties | null = null;

  const cursor = cursorOf(bytes);
  if (cursor.u32() !== SIGNATURE) cursor.take(cursor.left);
  cursor.u16();
  while (cursor.left > 0) {
    const level = cursor.u8();
    if (level !== 1 && level !== 2) break;
    const attribute = cursor.u32() & 0xffff;
    const value = cursor.take(cursor.u32());
    // A checksum that is wrong says less than the data that it follows.
    cursor.u16();
    const inAttachment = attachments.at(-1);
    if (attribute === CODE_PAGE) codePage = cursorOf(value).u32() || codePage;
    else if (attribute === SUBJECT) subject = untilNul(decodeCodePage(value, codePage));
    else if (attribute === BODY) body = untilNul(decodeCodePage(value, codePage));
    else if (attribute === MESSAGE_PROPERTIES) properties = readProperties(value, codePage);
    else if (attribute === ATTACHMENT_START) {
      if (attachments.length === MAX_ATTACHMENTS) break;
      attachments.push({ title: null, data: null, properties: null });
    } else if (inAttachment === undefined) continue;
    else if (attribute === ATTACHMENT_TITLE)
      inAttachment.title = untilNul(decodeCodePage(value, codePage));
    else if (attribute === ATTACHMENT_DATA) inAttachment.data = value;
    else if (attribute === ATTACHMENT_PROPERTIES)
      inAttachment.properties = readProperties(value, codePage);
  }
  return {
    ...headOf(properties, subject),
    ...bodyOf(properties, body, codePage),
    attachments: attachments.flatMap((found) => attachmentOf(found, depth) ?? []),
  };
}

/** The files, and after them the bodies as files in UTF-8: text, then HTML. */
export function tnefFiles({ attachments, text, html }: TnefContent): TnefAttachment[] {
  const body = (name: string, type: string, value: string): TnefAttachment => {
    const bytes = new TextEncoder().encode(value.toWellFormed());
    return { name, type, cid: null, isBody: true, bytes };
  };
  return [
    ...attachments,
    ...(text === null ? [] : [body("body.txt", "text/plain", text)]),
    ...(html === null ? [] : [body("body.html", "text/html", html)]),
  ];
}

function headOf(
  properties: Properties | null,
  subject: string | null,
): Pick<TnefContent, "subject" | "from" | "to" | "cc" | "sentAt" | "messageId"> {
  const text = (id: number): string | null => properties?.text(id) || null;
  const name = text(PROPERTY.senderName) ?? text(PROPERTY.representingName);
  const address = [PROPERTY.senderSmtp, PROPERTY.senderAddress, PROPERTY.representingAddress]
    .map(text)
    // Addresses inside an organisation are of another kind ("/o=…").
    .find((one) => one?.includes("@") === true);
  return {
    subject: text(PROPERTY.subject) ?? subject,
    from: name === null && address == null ? null : { name, email: address ?? "" },
    to: text(PROPERTY.displayTo),
    cc: text(PROPERTY.displayCc),
    sentAt: properties?.time(PROPERTY.submitTime) ?? null,
    messageId: text(PROPERTY.messageId),
  };
}

function bodyOf(
  properties: Properties | null,
  body: string | null,
  codePage: number,
): Pick<TnefContent, "text" | "html"> {
  const internet = properties?.number(PROPERTY.internetCodePage) || codePage;
  const htmlBytes = properties?.binary(PROPERTY.html) ?? null;
  const html = htmlBytes === null ? null : untilNul(decodeCodePage(htmlBytes, internet));
  const text = properties?.text(PROPERTY.body) || body || null;
  if (text !== null || html !== null) return { text, html };
  const rtf = properties?.binary(PROPERTY.rtf) ?? null;
  return rtf === null ? { text, html } : rtfBody(readRtf(rtf));
}

function attachmentOf({ title, data, properties }: Found, depth: number): TnefAttachment | null {
  const bytes = properties?.binary(PROPERTY.data) ?? data;
  if (bytes === null) return null;
  const text = (id: number): string | null => properties?.text(id) || null;
  const given =
    text(PROPERTY.longFileName) ?? title ?? text(PROPERTY.fileName) ?? text(PROPERTY.displayName);
  const message = messageIn(bytes, properties, depth);
  if (message !== null) {
    const name = (given ?? text(PROPERTY.displayName) ?? "message").replace(/\.(eml|msg)$/i, "");
    return { name: `${baseName(name)}.eml`, type: "message/rfc822", cid: null, bytes: message };
  }
  const extension = text(PROPERTY.extension) ?? "";
  const name = baseName(given ?? `attachment${extension}`);
  return {
    name,
    type: text(PROPERTY.mimeType)?.toLowerCase() ?? fileType(name),
    cid: text(PROPERTY.contentId)?.replace(/^<|>$/g, "") ?? null,
    bytes,
  };
}

function messageIn(
  bytes: Uint8Array,
  properties: Properties | null,
  depth: number,
): Uint8Array | null {
  const isObject = hex(bytes.subarray(0, 16)) === MESSAGE_OBJECT;
  if (!isObject && properties?.number(PROPERTY.method) !== EMBEDDED) return null;
  const inner = isObject ? bytes.subarray(16) : bytes;
  if (depth >= MAX_DEPTH || cursorOf(inner).u32() !== SIGNATURE) return null;
  return embeddedMessage(readTnef(inner, depth + 1), depth);
}

/** A path says something about the sender's computer, and nothing good about where the file should go. */
function baseName(name: string): string {
  const last = name
    .split(/[/\\]/)
    .at(-1)!
    .replaceAll(/\p{Cc}/gu, "")
    .trim();
  return last === "" ? "attachment" : last.slice(0, 255);
}
