import { sql } from "kysely";
import type { EmailAuthentication, EmailJunkVerdict } from "@atrium/contract/types/email";
import type { UnitOfWork } from "../../../engine/index.ts";
import { WITH_NEXT } from "../../../platform/db/index.ts";
import { applyMembership, type Member, type MembershipChange } from "../membership/membership.ts";
import { WORDS_VERSION } from "../message/index-words.ts";
import { isUnread } from "../membership/thread-rows.ts";
import { assignThreads, type AssignedThread, type NewKeys } from "../thread/threading.ts";
import type { PreparedMessage } from "../message/message.ts";

/** A message to be put into mailboxes that are there. */
export interface NewEmail {
  /** From `newId`; a new one unless given. */
  readonly id?: string;
  readonly message: PreparedMessage;
  readonly receivedAt: Date;
  readonly mailboxIds: readonly string[];
  /** Lower-case. */
  readonly keywords: readonly string[];
  /** Of mail from outside. */
  readonly authentication?: EmailAuthentication | null;
  /** The rules that acted on it. */
  readonly filteredBy?: readonly string[] | null;
  /** What was thought of it when it came. */
  readonly junk?: EmailJunkVerdict | null;
  /** When its sender is reminded of it unless somebody answers. */
  readonly followUpAt?: Date | null;
}

export interface InsertedEmail {
  readonly id: string;
  readonly threadId: string;
  /** It is the first of its conversation. */
  readonly isNewThread: boolean;
}

/** JMAP clients see whole seconds (RFC 8620 §1.4), so what orders messages is whole seconds too. */
export function toSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

/**
 * Puts messages into an account, whose row is locked; their blobs are durable already. A batch of hundreds takes
 * the same few statements as one message.
 */
export async function insertEmails(
  w: UnitOfWork,
  accountId: string,
  emails: readonly NewEmail[],
): Promise<InsertedEmail[]> {
  if (emails.length === 0) return [];
  const { threads, keys } = await assignThreads(
    w,
    accountId,
    emails.map((email) => email.message.threadKeys),
  );
  const rows = emails.map((email, index) => ({
    ...email,
    ...threads[index]!,
    id: email.id ?? w.newId("m"),
    receivedAt: toSecond(email.receivedAt),
    mailboxIds: [...new Set(email.mailboxIds)],
  }));
  await writeEmails(w, accountId, rows, keys);
  const octets = rows.reduce((sum, { message }) => sum + message.size, 0);
  w.used(accountId, { octets, emails: rows.length });
  const joined: Member[] = rows.flatMap(({ id, receivedAt, mailboxIds }) =>
    mailboxIds.map((mailboxId) => ({ mailboxId, emailId: id, receivedAt })),
  );
  await applyMembership(w, accountId, { joined, left: [], ...threadsOf(rows) });
  for (const { id, threadId, isNew } of rows) {
    w.changed(accountId, "Email", id, "created");
    w.changed(accountId, "Thread", threadId, isNew ? "created" : "updated");
  }
  return rows.map(({ id, threadId, isNew }) => ({ id, threadId, isNewThread: isNew }));
}

type Row = NewEmail & Pick<InsertedEmail, "id" | "threadId">;

/** Threads to be counted again, and messages that are all there is of theirs. */
function threadsOf(
  rows: readonly (Row & Pick<AssignedThread, "isNew">)[],
): Pick<MembershipChange, "threadIds" | "alone"> {
  const sizes = new Map<string, number>();
  for (const { threadId } of rows) sizes.set(threadId, (sizes.get(threadId) ?? 0) + 1);
  const isAlone = ({ threadId, isNew }: (typeof rows)[number]): boolean =>
    isNew && sizes.get(threadId) === 1;
  return {
    threadIds: rows.filter((row) => !isAlone(row)).map(({ threadId }) => threadId),
    alone: rows
      .filter(isAlone)
      .map(({ keywords, ...row }) => ({ ...row, isUnread: isUnread(keywords) })),
  };
}

async function writeEmails(
  w: UnitOfWork,
  accountId: string,
  rows: readonly Row[],
  keys: NewKeys,
): Promise<void> {
  const emails = rows.map(
    ({
      id,
      threadId,
      receivedAt,
      mailboxIds,
      keywords,
      message,
      authentication = null,
      filteredBy = null,
      junk = null,
      followUpAt = null,
    }) => ({
      id,
      thread_id: threadId,
      blob_hash: message.hash,
      size: message.size,
      received_at: receivedAt,
      sent_at: message.sentAt,
      sent_offset: message.sentOffset,
      mailbox_ids: mailboxIds,
      keywords: [...new Set(keywords)].sort(),
      has_attachment: message.hasAttachment,
      subject: message.subject,
      base_subject: message.baseSubject,
      preview: message.preview,
      addresses: message.addresses,
      message_ids: message.messageIds,
      authentication,
      filtered_by: filteredBy,
      junk,
      follow_up_at: followUpAt,
      is_partly_read: message.isPartlyRead,
    }),
  );
  // As JSON, one statement text serves batches of every size.
  const json = JSON.stringify(emails);
  await sql`${sql.raw(WITH_NEXT)}
    with stored as (
      insert into email (account_id, id, thread_id, blob_hash, size, received_at, sent_at, sent_offset,
        mailbox_ids, keywords, has_attachment, subject, base_subject, preview, addresses, message_ids,
        authentication, filtered_by, junk, follow_up_at, is_partly_read)
      select ${accountId}, * from jsonb_to_recordset(${json}::jsonb) as r (
        id text, thread_id text, blob_hash text, size int8, received_at timestamptz, sent_at timestamptz,
        sent_offset int2, mailbox_ids text[], keywords text[], has_attachment bool, subject text,
        base_subject text, preview text, addresses jsonb, message_ids jsonb, authentication jsonb,
        filtered_by text[], junk jsonb, follow_up_at timestamptz, is_partly_read bool)
      returning blob_hash, size
    ), readable as (
      insert into blob (account_id, hash, size, type, created_at)
      select ${accountId}, blob_hash, size, 'message/rfc822', ${w.now}::timestamptz from stored
      on conflict do nothing
    ), keys as (
      insert into thread_message_id (account_id, hash, subject_hash, thread_id)
      select ${accountId}, * from unnest(${keys.hash}::text[], ${keys.subject}::text[], ${keys.thread}::text[])
      on conflict do nothing
    )
    insert into email_words (account_id, received_at, email_id, words, cut, parts, version)
    select ${accountId}, at, email, words::tsvector, cut,
      (select array_agg(part::tsvector) from jsonb_array_elements_text(parts) part), ${WORDS_VERSION}::int2
    from unnest(
      ${rows.map((row) => row.receivedAt.toISOString())}::timestamptz[], ${rows.map((row) => row.id)}::text[],
      ${rows.map((row) => row.message.words.tsvector)}::text[], ${rows.map((row) => row.message.words.cut)}::bool[],
      ${rows.map((row) => JSON.stringify(row.message.words.parts))}::jsonb[]
    ) as r (at, email, words, cut, parts)`.execute(w.tx);
}
