import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";

/** A conversation as one mailbox shows it: one row of `mailbox_thread`. */
export interface ThreadRow {
  readonly mailboxId: string;
  readonly threadId: string;
  readonly newestAt: Date;
  readonly newestId: string;
  /** Messages of the thread in this mailbox, and how many of them are unread. */
  readonly emails: number;
  readonly unread: number;
  readonly isUnread: boolean;
}

export type ThreadRows = ReadonlyMap<string, ThreadRow>;

export interface ThreadEmail {
  readonly id: string;
  readonly threadId: string;
  readonly receivedAt: Date;
  readonly mailboxIds: readonly string[];
  readonly isUnread: boolean;
}

const READ = ["$seen", "$draft"];

/** Whether a message with these keywords counts as unread. */
export const isUnread = (keywords: readonly string[]): boolean =>
  !READ.some((keyword) => keywords.includes(keyword));

/** The rows of some threads as they are stored, and as they should be by the messages. Keys are mailbox and thread. */
export async function recountThreads(
  w: UnitOfWork,
  accountId: string,
  threadIds: readonly string[],
): Promise<{ before: ThreadRows; after: ThreadRows }> {
  if (threadIds.length === 0) return { before: new Map(), after: new Map() };
  const stored = await w.tx
    .selectFrom("mailbox_thread")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("thread_id", "=", sql<string>`any(${threadIds})`)
    .execute();
  const emails = await w.tx
    .selectFrom("email")
    .select((query) => [
      "id",
      "thread_id as threadId",
      "received_at as receivedAt",
      "mailbox_ids as mailboxIds",
      sql<boolean>`not (keywords && ${sql.lit(`{${READ.join(",")}}`)})`.as("isUnread"),
      query
        .selectFrom("mailbox")
        .select("mailbox.id")
        .where("mailbox.account_id", "=", accountId)
        .where("mailbox.role", "=", "trash")
        .as("trashId"),
    ])
    .where("account_id", "=", accountId)
    .where("thread_id", "=", sql<string>`any(${threadIds})`)
    .execute();
  const before = stored.map((row) => ({
    mailboxId: row.mailbox_id,
    threadId: row.thread_id,
    newestAt: row.newest_at,
    newestId: row.newest_id,
    emails: row.emails,
    unread: row.unread,
    isUnread: row.is_unread,
  }));
  return { before: byKey(before), after: threadRows(emails, emails[0]?.trashId ?? null) };
}

function byKey(rows: readonly ThreadRow[]): ThreadRows {
  return new Map(rows.map((row) => [`${row.mailboxId} ${row.threadId}`, row]));
}

/** What `mailbox_thread` holds for these messages. Pure, so that a recount of everything can use it too. */
export function threadRows(emails: readonly ThreadEmail[], trashId: string | null): ThreadRows {
  // RFC 8621 §2: what lies only in the trash does not make a conversation unread elsewhere.
  const unreadOutside = new Set(
    emails
      .filter((email) => email.isUnread && email.mailboxIds.some((id) => id !== trashId))
      .map((email) => email.threadId),
  );
  const rows = new Map<string, ThreadRow>();
  for (const email of emails)
    for (const mailboxId of email.mailboxIds) {
      const key = `${mailboxId} ${email.threadId}`;
      const row = rows.get(key);
      const isNewer =
        row === undefined ||
        email.receivedAt > row.newestAt ||
        (email.receivedAt.getTime() === row.newestAt.getTime() && email.id > row.newestId);
      const unread = (row?.unread ?? 0) + (email.isUnread ? 1 : 0);
      rows.set(key, {
        mailboxId,
        threadId: email.threadId,
        newestAt: isNewer ? email.receivedAt : row.newestAt,
        newestId: isNewer ? email.id : row.newestId,
        emails: (row?.emails ?? 0) + 1,
        unread,
        isUnread: mailboxId === trashId ? unread > 0 : unreadOutside.has(email.threadId),
      });
    }
  return rows;
}
