import type { EmailRecord, EmailSnoozed } from "@atrium/contract/types/email";
import { utcDate } from "@atrium/contract/types/utc-date";
import type { Selectable } from "kysely";
import { blobId } from "../../../engine/index.ts";
import type { Addresses, EmailTable, MessageIds } from "../tables.ts";
import type { DescribedMessage } from "../message/message.ts";

/** A Date with the offset that the sender wrote. */
export function dateWithOffset(time: Date, offset: number): string {
  if (offset === 0) return utcDate(time);
  const local = new Date(time.getTime() + offset * 60_000).toISOString().replace(/(\.000)?Z$/, "");
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export function toSet(members: readonly string[]): Record<string, true> {
  return Object.fromEntries(members.map((member) => [member, true]));
}

export function snoozedOf(
  row: Pick<Selectable<EmailTable>, "snoozed_until" | "snoozed_to">,
): EmailSnoozed | null {
  if (row.snoozed_until === null) return null;
  return { until: utcDate(row.snoozed_until), moveToMailboxId: row.snoozed_to };
}

type Row = Selectable<EmailTable>;

/** A property, the columns that it is read from, and how. */
type Reader = readonly [columns: readonly (keyof Row)[], read: (row: Row) => unknown];

const address = (name: keyof Addresses): Reader => [["addresses"], (row) => row.addresses[name]];
const messageIds = (name: keyof MessageIds): Reader => [
  ["message_ids"],
  (row) => row.message_ids[name],
];

/** The properties that RFC 8621 §4.2 wants fast: all of them straight from the row. */
const READERS: ReadonlyMap<string, Reader> = new Map<keyof EmailRecord, Reader>([
  ["id", [["id"], (row) => row.id]],
  ["blobId", [["blob_hash"], (row) => blobId(row.blob_hash)]],
  ["threadId", [["thread_id"], (row) => row.thread_id]],
  ["mailboxIds", [["mailbox_ids"], (row) => toSet(row.mailbox_ids)]],
  ["keywords", [["keywords"], (row) => toSet(row.keywords)]],
  ["size", [["size"], (row) => row.size]],
  ["receivedAt", [["received_at"], (row) => utcDate(row.received_at)]],
  ["authentication", [["authentication"], (row) => row.authentication]],
  ["filteredBy", [["filtered_by"], (row) => row.filtered_by]],
  ["junk", [["junk"], (row) => row.junk]],
  ["snoozed", [["snoozed_until", "snoozed_to"], snoozedOf]],
  ["followUpAt", [["follow_up_at"], ({ follow_up_at: at }) => (at === null ? null : utcDate(at))]],
  ["sentAt", [["sent_at", "sent_offset"], (row) => sentAtOf(row.sent_at, row.sent_offset)]],
  ["subject", [["subject"], (row) => row.subject]],
  ["preview", [["preview"], (row) => row.preview]],
  ["hasAttachment", [["has_attachment"], (row) => row.has_attachment]],
  ["isPartlyRead", [["is_partly_read"], (row) => row.is_partly_read]],
  ...(["sender", "from", "to", "cc", "bcc", "replyTo"] as const).map(
    (name) => [name, address(name)] as const,
  ),
  ...(["messageId", "inReplyTo", "references"] as const).map(
    (name) => [name, messageIds(name)] as const,
  ),
]);

/** The columns that some properties are read from, and the id. */
export function columnsOf(properties: readonly string[]): (keyof Row)[] {
  const known = properties.flatMap((name) => READERS.get(name)?.[0] ?? []);
  return [...new Set<keyof Row>(["id", ...known])];
}

/** Those of the properties that columns have. @param row has at least their columns. */
export function recordOf(
  row: Pick<Row, "id">,
  properties: readonly string[],
): Partial<EmailRecord> & { id: string } {
  const record: Record<string, unknown> & { id: string } = { id: row.id };
  for (const name of properties) {
    const reader = READERS.get(name);
    if (reader !== undefined) record[name] = reader[1](row as Row);
  }
  return record;
}

const sentAtOf = (sentAt: Date | null, offset: number | null): string | null =>
  sentAt === null ? null : dateWithOffset(sentAt, offset ?? 0);

/** What a message says of itself, as properties. */
export function describedProperties(
  message: Omit<DescribedMessage, "baseSubject">,
): Partial<EmailRecord> {
  const { sentAt, sentOffset, subject, preview, hasAttachment, isPartlyRead } = message;
  return {
    sentAt: sentAtOf(sentAt, sentOffset),
    subject,
    preview,
    hasAttachment,
    isPartlyRead,
    ...message.addresses,
    ...message.messageIds,
  };
}
