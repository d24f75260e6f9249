import { sql } from "kysely";
import type { Email, EmailRecord } from "@atrium/contract/types/email";
import type { Call, Store, Update, WriteCall } from "../../../engine/index.ts";
import { WITH_NEXT } from "../../../platform/db/index.ts";
import { applyMembership, type Member } from "../membership/membership.ts";
import { moveToDeleted } from "./deleted-email.store.ts";
import { isUnread } from "../membership/thread-rows.ts";
import { takeRoom } from "./body-properties.ts";
import { contentRequest, type ContentRequest } from "./content.ts";
import { copyEmail } from "./copy.ts";
import type { PreparedMessage } from "../message/message.ts";
import { readContents } from "./read-contents.ts";
import { createPreparedEmail, prepareEmail } from "./new-email.ts";
import { columnsOf, recordOf } from "./row.ts";
import { unchangedContent } from "./unchanged.ts";

/** A header may name very many people: so many messages are read before it is looked how much that has become. */
const AT_ONCE = 100;

async function getEmails(
  call: Call,
  ids: readonly string[] | null,
  properties: readonly string[],
  limit: number,
): Promise<Partial<EmailRecord>[]> {
  const content = contentRequest(call, properties);
  if (ids === null || ids.length <= AT_ONCE)
    return await readEmails(call, ids, { properties, content, limit });
  const room = content?.room ?? { octets: call.budget.left("octetsAnswered") };
  const records: Partial<EmailRecord>[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const part = await readEmails(call, some, { properties, content, limit });
    // What was read of the messages themselves was counted when it was.
    if (content === null) takeRoom(room, part);
    records.push(...part);
  }
  return records;
}

async function readEmails(
  call: Call,
  ids: readonly string[] | null,
  {
    properties,
    content,
    limit,
  }: {
    readonly properties: readonly string[];
    readonly content: ContentRequest | null;
    readonly limit: number;
  },
): Promise<Partial<EmailRecord>[]> {
  const columns = columnsOf(properties);
  // What is in the messages is found by their blobs.
  if (content !== null) columns.push("blob_hash", "size");
  let query = call.db
    .selectFrom("email")
    .select([...new Set(columns)])
    .where("account_id", "=", call.accountId);
  query = ids === null ? query.limit(limit) : query.where("id", "=", sql<string>`any(${ids})`);
  const rows = await query.execute();
  const records = rows.map((row) => recordOf(row, properties));
  if (content === null) return records;
  const messages = rows.map((row) => ({ hash: row.blob_hash, size: row.size }));
  const contents = await readContents(call, messages, content);
  return records.map((record, index) => ({ ...record, ...contents[index] }));
}

/** Without `snoozed` it is not snoozed; without `followUpAt` that stays as it is. */
type Placed = Pick<EmailRecord, "mailboxIds" | "keywords"> &
  Partial<Pick<EmailRecord, "snoozed" | "followUpAt">>;

/** Only `keywords`, `mailboxIds`, `snoozed` and `followUpAt` can change; the rules have seen to their content. */
export async function updateEmails(
  { w, accountId }: Pick<WriteCall, "w" | "accountId">,
  updates: readonly Pick<Update<Placed>, "id" | "before" | "after">[],
): Promise<void> {
  const ids = updates.map((update) => update.id);
  const json = JSON.stringify(
    updates.map(({ id, after }) => ({
      id,
      keywords: Object.keys(after.keywords).sort(),
      mailbox_ids: Object.keys(after.mailboxIds),
      snoozed_until: after.snoozed?.until ?? null,
      snoozed_to: after.snoozed?.moveToMailboxId ?? null,
      follows: after.followUpAt !== undefined,
      follow_up_at: after.followUpAt ?? null,
    })),
  );
  const { rows } = await sql<{ id: string; thread_id: string; received_at: Date }>`
    update email set keywords = r.keywords, mailbox_ids = r.mailbox_ids,
      snoozed_until = r.snoozed_until, snoozed_to = r.snoozed_to,
      follow_up_at = case when r.follows then r.follow_up_at else email.follow_up_at end,
      trashed_from = case
        when trash.id is null or not trash.id = any(r.mailbox_ids) then null
        when trash.id = any(email.mailbox_ids) then email.trashed_from
        else array(select unnest(email.mailbox_ids) except select unnest(r.mailbox_ids)) end
    from jsonb_to_recordset(${json}::jsonb) as r (
      id text, keywords text[], mailbox_ids text[], snoozed_until timestamptz, snoozed_to text,
      follows bool, follow_up_at timestamptz)
    left join mailbox trash on trash.account_id = ${accountId} and trash.role = 'trash'
    where email.account_id = ${accountId} and email.id = any(${ids}) and email.id = r.id
    returning email.id, email.thread_id, email.received_at`.execute(w.tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const joined: Member[] = [];
  const left: Member[] = [];
  // A star changes no count of any mailbox.
  const counted = new Set<string>();
  for (const { id, before, after } of updates) {
    const { received_at: receivedAt, thread_id: threadId } = byId.get(id)!;
    const moves = joined.length + left.length;
    for (const mailboxId of Object.keys(after.mailboxIds))
      if (before.mailboxIds[mailboxId] === undefined)
        joined.push({ mailboxId, emailId: id, receivedAt });
    for (const mailboxId of Object.keys(before.mailboxIds))
      if (after.mailboxIds[mailboxId] === undefined)
        left.push({ mailboxId, emailId: id, receivedAt });
    if (joined.length + left.length > moves || isUnreadIn(before) !== isUnreadIn(after))
      counted.add(threadId);
  }
  await applyMembership(w, accountId, { joined, left, threadIds: [...counted] });
}

const isUnreadIn = ({ keywords }: Placed): boolean => isUnread(Object.keys(keywords));

/** Takes messages out of the mailboxes, to where they can be brought back from for a while; the threads that they were the last of go with them. */
export async function destroyEmails(
  { w, accountId }: Pick<WriteCall, "w" | "accountId">,
  ids: readonly string[],
): Promise<void> {
  const rows = await moveToDeleted(w, accountId, ids);
  const octets = rows.reduce((sum, { size }) => sum + size, 0);
  w.used(accountId, { octets: -octets, emails: -rows.length });
  await sql`${sql.raw(WITH_NEXT)}
    delete from email_words using
      unnest(${rows.map((row) => row.received_at.toISOString())}::timestamptz[], ${rows.map((row) => row.id)}::text[]) as d (at, email)
    where account_id = ${accountId} and received_at = d.at and email_id = d.email`.execute(w.tx);
  const left = rows.flatMap((row) =>
    row.mailbox_ids.map((mailboxId) => ({
      mailboxId,
      emailId: row.id,
      receivedAt: row.received_at,
    })),
  );
  const threadIds = [...new Set(rows.map((row) => row.thread_id))];
  await applyMembership(w, accountId, { joined: [], left, threadIds });
  const alive = await w.tx
    .selectFrom("email")
    .select("thread_id")
    .distinct()
    .where("account_id", "=", accountId)
    .where("thread_id", "=", sql<string>`any(${threadIds})`)
    .execute();
  const living = new Set(alive.map((row) => row.thread_id));
  const gone = threadIds.filter((id) => !living.has(id));
  await w.tx
    .deleteFrom("thread_message_id")
    .where("account_id", "=", accountId)
    .where("thread_id", "=", sql<string>`any(${gone})`)
    .execute();
  for (const { id } of rows) w.changed(accountId, "Email", id, "destroyed");
  for (const id of threadIds)
    w.changed(accountId, "Thread", id, living.has(id) ? "updated" : "destroyed");
}

export const emailStore: Pick<
  Store<typeof Email, PreparedMessage>,
  "get" | "prepare" | "create" | "copy" | "destroy" | "updatable" | "unchanged" | "inBatches"
> = {
  inBatches: true,
  unchanged: unchangedContent,
  // Columns only: what has locked an account never reads messages.
  updatable: [
    "id",
    "blobId",
    "threadId",
    "mailboxIds",
    "keywords",
    "size",
    "receivedAt",
    "messageId",
    "inReplyTo",
    "references",
    "sender",
    "from",
    "to",
    "cc",
    "bcc",
    "replyTo",
    "subject",
    "sentAt",
    "hasAttachment",
    "isPartlyRead",
    "preview",
    "authentication",
    "filteredBy",
    "junk",
    "snoozed",
    "followUpAt",
  ],
  get: getEmails,
  prepare: prepareEmail,
  create: createPreparedEmail,
  copy: copyEmail,
  destroy: destroyEmails,
};
