import {
  asAddresses,
  asDate,
  asMessageIds,
  asText,
  findHeader,
  parseMessage,
  type ParsedMessage,
} from "@atrium/formats/mime";
import { preview } from "@atrium/formats/mail-html";
import type { SearchWords } from "@atrium/formats/search-words";
import type { EmailAddress } from "@atrium/contract/types/email";
import { createMessageGate } from "../../../platform/gate.ts";
import { storable } from "../../../platform/storable.ts";
import { MAX_PREPARED_OCTETS } from "../limits.ts";
import { bodyText, tnefOf } from "./body-text.ts";
import { indexWords } from "./index-words.ts";
import { searchedTexts } from "./searched-texts.ts";
import type { Addresses, MessageIds } from "../tables.ts";
import { isAutomatic } from "./is-automatic.ts";
import { baseSubject } from "../thread/base-subject.ts";
import { threadKeys, type ThreadKeys } from "../thread/threading.ts";

/** What a message says of itself, as columns hold it. */
export interface DescribedMessage {
  readonly sentAt: Date | null;
  /** Minutes east of UTC. */
  readonly sentOffset: number | null;
  readonly subject: string | null;
  readonly baseSubject: string;
  readonly preview: string;
  readonly hasAttachment: boolean;
  /** Some of it was left out, because it would take too much to read. */
  readonly isPartlyRead: boolean;
  readonly addresses: Addresses;
  readonly messageIds: MessageIds;
}

/** All of a message that is kept in columns, so that lists and searches never read its bytes. */
export interface PreparedMessage extends DescribedMessage {
  readonly hash: string;
  readonly size: number;
  readonly words: SearchWords;
  readonly threadKeys: ThreadKeys;
  /** No person wrote it: an automatic reply, or a report about another message. */
  readonly isAutomatic: boolean;
}

/** Octets of a stored message that is so quickly read for a request that a thread of its own would cost more. */
export const READ_IN_PLACE = 65_536;

/** Many senders at once must not fill the memory with whole messages. */
export const preparing = createMessageGate(MAX_PREPARED_OCTETS);

/** Reads the columns of a message from its bytes. Never throws, whatever the bytes are. */
export function prepareMessage(
  bytes: Uint8Array,
  hash: string,
  message = parseMessage(bytes),
): PreparedMessage {
  const tnef = tnefOf(message);
  const body = bodyText(message, tnef);
  const described = describeMessage(message, body);
  const { baseSubject, messageIds } = described;
  return {
    ...described,
    hash,
    size: bytes.length,
    words: indexWords(message, { ...described, texts: searchedTexts(message, { tnef, body }) }),
    threadKeys: threadKeys(messageIds, baseSubject),
    isAutomatic: isAutomatic(message),
  };
}

/** Octets at its beginning by which a message is known that takes too much to be read whole. */
export const OUTLINE = 65_536;

/**
 * A message as one part, of which only the beginning is read.
 * @param bytes may end behind the beginning, too.
 * @param end of the message, which its only part has as well
 */
export function outlineOf(bytes: Uint8Array, start: number, end: number): ParsedMessage {
  const limits = { maxDepth: 0, maxParts: 1 };
  const message = parseMessage(bytes, { start, end: Math.min(end, start + OUTLINE), limits });
  message.root.end = end;
  return message;
}

/** What is known of a message that could not be read at all. */
export function unreadMessage(hash: string, size: number): PreparedMessage {
  const none = prepareMessage(new Uint8Array(), hash);
  return { ...none, size, hasAttachment: true, isPartlyRead: true };
}

/** What a parsed message says of itself. */
export function describeMessage(
  message: ParsedMessage,
  body = bodyText(message),
): DescribedMessage {
  const subject = textOf(message, "subject");
  return {
    ...sentAtOf(message),
    subject,
    baseSubject: baseSubject(subject),
    preview: storable(preview(body)),
    hasAttachment: message.hasAttachment,
    isPartlyRead: message.isTruncated,
    addresses: addressesOf(message),
    messageIds: messageIdsOf(message),
  };
}

function textOf(message: ParsedMessage, name: string): string | null {
  const header = findHeader(message.headers, name);
  if (header === undefined) return null;
  return storable(asText(message.bytes, header, message.charset));
}

function addressesOf(message: ParsedMessage): Addresses {
  const read = (name: string): EmailAddress[] | null => {
    const header = findHeader(message.headers, name);
    if (header === undefined) return null;
    return asAddresses(message.bytes, header, message.charset).map(({ name, email }) => ({
      name: name === null ? null : storable(name),
      email: storable(email),
    }));
  };
  return {
    sender: read("sender"),
    from: read("from"),
    to: read("to"),
    cc: read("cc"),
    bcc: read("bcc"),
    replyTo: read("reply-to"),
  };
}

function messageIdsOf(message: ParsedMessage): MessageIds {
  const read = (name: string): string[] | null => {
    const header = findHeader(message.headers, name);
    return header === undefined
      ? null
      : (asMessageIds(message.bytes, header)?.map(storable) ?? null);
  };
  return {
    messageId: read("message-id"),
    inReplyTo: read("in-reply-to"),
    references: read("references"),
  };
}

function sentAtOf(message: ParsedMessage): Pick<PreparedMessage, "sentAt" | "sentOffset"> {
  const header = findHeader(message.headers, "date");
  const text = header === undefined ? null : asDate(message.bytes, header);
  const sentAt = text === null ? null : new Date(text);
  // PostgreSQL knows no year 0; NaN fails the comparison too.
  if (text === null || sentAt === null || !(sentAt.getUTCFullYear() >= 1))
    return { sentAt: null, sentOffset: null };
  const zone = /([+-])(\d\d):(\d\d)$/.exec(text);
  const minutes = zone === null ? 0 : Number(zone[2]) * 60 + Number(zone[3]);
  return { sentAt, sentOffset: zone?.[1] === "-" ? -minutes : minutes };
}
