import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/**
 * Puts an account's mail below itself so many times, each time so many days older: in seconds what an import would need
 * minutes for. Every row stands as the server would have written it. `days` is a whole number that all the mail fits into.
 */
export async function copyMail(
  db: Db,
  accountId: string,
  { copies, days }: { readonly copies: number; readonly days: number },
): Promise<void> {
  if (copies < 1) return;
  const times = sql`generate_series(1, ${copies}::int) as copy`;
  const earlier = sql`copy * make_interval(days => ${days})`;
  /** Ids keep their first letter, which says of what they are. */
  const copied = (id: string) =>
    sql`overlay(${sql.ref(id)} placing lpad(copy::text, 5, '0') from 2 for 5)`;
  await db.transaction().execute(async (tx) => {
    // The whole row, whatever columns it has, but for what makes it another one.
    await sql`
      insert into email
      select (jsonb_populate_record(e, jsonb_build_object(
        'id', ${copied("e.id")}, 'thread_id', ${copied("e.thread_id")}, 'received_at', e.received_at - ${earlier}))).*
      from email e, ${times} where e.account_id = ${accountId}`.execute(tx);
    await sql`
      insert into email_mailbox (account_id, mailbox_id, received_at, email_id)
      select account_id, mailbox_id, received_at - ${earlier}, ${copied("email_id")}
      from email_mailbox, ${times} where account_id = ${accountId}`.execute(tx);
    await sql`
      insert into mailbox_thread
      select (jsonb_populate_record(t, jsonb_build_object(
        'thread_id', ${copied("t.thread_id")}, 'newest_id', ${copied("t.newest_id")}, 'newest_at', t.newest_at - ${earlier}))).*
      from mailbox_thread t, ${times} where t.account_id = ${accountId}`.execute(tx);
    await sql`
      insert into mailbox_day (account_id, mailbox_id, day, emails, threads)
      select account_id, mailbox_id, day - copy * ${days}::int, emails, threads
      from mailbox_day, ${times} where account_id = ${accountId}`.execute(tx);
    await sql`
      insert into email_words (account_id, received_at, email_id, words, cut, parts, version)
      select account_id, received_at - ${earlier}, ${copied("email_id")}, words, cut, parts, version
      from email_words, ${times} where account_id = ${accountId}`.execute(tx);
    await sql`
      update mailbox set total_emails = total_emails * ${copies + 1}, unread_emails = unread_emails * ${copies + 1},
        total_threads = total_threads * ${copies + 1}, unread_threads = unread_threads * ${copies + 1}
      where account_id = ${accountId}`.execute(tx);
    await sql`
      update account set used_octets = used_octets * ${copies + 1}, used_emails = used_emails * ${copies + 1}
      where account_id = ${accountId}`.execute(tx);
  });
  await sql`analyze`.execute(db);
}
