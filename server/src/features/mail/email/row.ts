import type { EmailRecord, EmailSnoozed } from "@atrium/contract/types/email";
import type { Selectable } from "kysely";
import { blobId } from "../../../engine/index.ts";
import type { EmailTable } from "../tables.ts";
import type { DescribedMessage } from "./message.ts";

/** RFC 8620 §1.4: no fraction of a second when it is zero. */
export function utcDate(time: Date): string {
  return time.toISOString().replace(".000Z", "Z");
}

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

/** The properties that RFC 8621 §4.2 wants fast: all of them straight from the row. */
export function recordOf(row: Selectable<EmailTable>): Partial<EmailRecord> & { id: string } {
  return {
    id: row.id,
    blobId: blobId(row.blob_hash),
    threadId: row.thread_id,
    mailboxIds: toSet(row.mailbox_ids),
    keywords: toSet(row.keywords),
    size: row.size,
    receivedAt: utcDate(row.received_at),
    authentication: row.authentication,
    snoozed: snoozedOf(row),
    ...describedProperties({
      sentAt: row.sent_at,
      sentOffset: row.sent_offset,
      subject: row.subject,
      preview: row.preview,
      hasAttachment: row.has_attachment,
      addresses: row.addresses,
      messageIds: row.message_ids,
    }),
  };
}

/** What a message says of itself, as properties. */
export function describedProperties(
  message: Omit<DescribedMessage, "baseSubject">,
): Partial<EmailRecord> {
  const { sentAt, sentOffset, subject, preview, hasAttachment } = message;
  return {
    sentAt: sentAt === null ? null : dateWithOffset(sentAt, sentOffset ?? 0),
    subject,
    preview,
    hasAttachment,
    ...message.addresses,
    ...message.messageIds,
  };
}
