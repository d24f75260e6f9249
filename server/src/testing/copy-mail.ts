import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/**
 * Puts an account's mail below itself so many times, each time so many days older: in seconds what an import would need
 * minutes for. Every row stands as the server would have written it; what is pinned is pinned once. `days` is a whole number that all the mail fits into.
 * `present`: how many copies an earlier call has made; the others are added.
 */
export async function copyMail(
  db: Db,
  accountId: string,
  {
    copies,
    days,
    present = 0,
  }: { readonly copies: number; readonly days: number; readonly present?: number },
): Promise<void> {
  if (copies <= present) return;
  const mine = sql`account_id = ${accountId}`;
  const times = sql`generate_series(${present + 1}::int, ${copies}::int) as copy`;
  const earlier = sql`copy * make_interval(days => ${days})`;
  /** Ids keep their first letter, which says of what they are; those of our time do not go on with zeros. */
  const copied = (id: string) =>
    sql`overlay(${sql.ref(id)} placing lpad(copy::text, 5, '0') from 2 for 5)`;
  const isFirst = (id: string) => sql`substr(${sql.ref(id)}, 2, 2) <> '00'`;
  /** A sum over all mail, as it will be. */
  const grown = (column: string) =>
    sql`${sql.ref(column)} = ${sql.ref(column)} / ${present + 1}::int * ${copies + 1}::int`;
  await db.transaction().execute(async (tx) => {
    // The whole row, whatever columns it has, but for what makes it another one.
    await sql`
      insert into email
      select (jsonb_populate_record(e, jsonb_build_object(
        'id', ${copied("e.id")}, 'thread_id', ${copied("e.thread_id")}, 'received_at', e.received_at - ${earlier},
        'keywords', array_remove(e.keywords, '$pinned')))).*
      from email e, ${times} where ${mine} and ${isFirst("e.id")}`.execute(tx);
    await sql`
      insert into email_mailbox (account_id, mailbox_id, received_at, email_id)
      select account_id, mailbox_id, received_at - ${earlier}, ${copied("email_id")}
      from email_mailbox, ${times} where ${mine} and ${isFirst("email_id")}`.execute(tx);
    await sql`
      insert into mailbox_thread
      select (jsonb_populate_record(t, jsonb_build_object(
        'thread_id', ${copied("t.thread_id")}, 'newest_id', ${copied("t.newest_id")}, 'newest_at', t.newest_at - ${earlier}))).*
      from mailbox_thread t, ${times} where ${mine} and ${isFirst("t.thread_id")}`.execute(tx);
    await sql`
      insert into mailbox_day (account_id, mailbox_id, day, emails, threads)
      select account_id, mailbox_id, day - copy * ${days}::int, emails, threads
      from mailbox_day, ${times} where ${mine} and emails > 0 and day >= (
        select (min(received_at) at time zone 'UTC')::date from email where ${mine} and ${isFirst("id")})`.execute(
      tx,
    );
    await sql`
      insert into email_words (account_id, received_at, email_id, words, cut, parts, version)
      select account_id, received_at - ${earlier}, ${copied("email_id")}, words, cut, parts, version
      from email_words, ${times} where ${mine} and ${isFirst("email_id")}`.execute(tx);
    await sql`
      update mailbox set ${sql.join(["total_emails", "unread_emails", "total_threads", "unread_threads"].map(grown))}
      where ${mine}`.execute(tx);
    await sql`
      update account set ${sql.join(["used_octets", "used_emails"].map(grown))} where ${mine}`.execute(
      tx,
    );
  });
  await sql`analyze`.execute(db);
}
