import { sql, type RawBuilder } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { WITH_NEXT } from "../../../platform/db/index.ts";
import {
  recountThreads,
  threadRows,
  type ThreadEmail,
  type ThreadRow,
  type ThreadRows,
} from "./thread-rows.ts";

/** A message in a mailbox. */
export interface Member {
  readonly mailboxId: string;
  readonly emailId: string;
  readonly receivedAt: Date;
}

export interface MembershipChange {
  readonly joined: readonly Member[];
  readonly left: readonly Member[];
  /** Every thread whose messages changed in mailbox, read state, or existence. */
  readonly threadIds: readonly string[];
  /** Besides, new messages each of which is all there is of a new thread. */
  readonly alone?: readonly ThreadEmail[];
}

interface CountChange {
  emails: number;
  unread: number;
  threads: number;
  unreadThreads: number;
}

/**
 * Brings everything that is derived from `email` up to date after its rows have changed: the order of each mailbox,
 * the conversations in it, positions and counts. The only place that writes these tables.
 */
export async function applyMembership(
  w: UnitOfWork,
  accountId: string,
  change: MembershipChange,
): Promise<void> {
  const threadIds = [...new Set(change.threadIds)];
  const { before, after: recounted } = await recountThreads(w, accountId, threadIds);
  // Of one message alone it does not matter which mailbox is the trash.
  const after = new Map([...recounted, ...threadRows(change.alone ?? [], null)]);
  const counts = countChanges(before, after);
  // Each of another table (or other rows), so that one statement can do them all.
  const writes = [
    ...memberWrites(accountId, change),
    ...threadWrites(accountId, before, after),
    ...dayWrites(accountId, dayChanges(change, before, after)),
    ...countWrites(accountId, counts),
  ].map((write, index) => sql`${sql.ref(`write${index}`)} as (${write})`);
  if (writes.length > 0)
    await sql`${sql.raw(WITH_NEXT)} with ${sql.join(writes)} select`.execute(w.tx);
  for (const mailboxId of counts.keys())
    w.changed(accountId, "Mailbox", mailboxId, "updated", "counts");
}

type Write = RawBuilder<unknown>;

function memberWrites(accountId: string, { joined, left }: MembershipChange): Write[] {
  const columns = (members: readonly Member[]) => sql`unnest(
    ${members.map((member) => member.mailboxId)}::text[],
    ${members.map((member) => member.receivedAt.toISOString())}::timestamptz[],
    ${members.map((member) => member.emailId)}::text[])`;
  const writes: Write[] = [];
  if (left.length > 0)
    writes.push(sql`delete from email_mailbox using ${columns(left)} as m (mailbox, at, email)
      where account_id = ${accountId} and mailbox_id = m.mailbox and received_at = m.at
        and email_id = m.email`);
  if (joined.length > 0)
    writes.push(sql`insert into email_mailbox (account_id, mailbox_id, received_at, email_id)
      select ${accountId}, * from ${columns(joined)}`);
  return writes;
}

const keyOf = (row: ThreadRow): string => `${row.mailboxId} ${row.threadId}`;

function threadWrites(accountId: string, before: ThreadRows, after: ThreadRows): Write[] {
  const writes: Write[] = [];
  const gone = [...before.values()].filter((row) => !after.has(keyOf(row)));
  const fresh = [...after.values()].filter((row) => !isSame(before.get(keyOf(row)), row));
  if (gone.length > 0)
    writes.push(sql`
      delete from mailbox_thread using
        unnest(${gone.map((row) => row.mailboxId)}::text[], ${gone.map((row) => row.threadId)}::text[]) as g (mailbox, thread)
      where account_id = ${accountId} and mailbox_id = g.mailbox and thread_id = g.thread`);
  if (fresh.length > 0)
    writes.push(sql`
      insert into mailbox_thread
        (account_id, mailbox_id, thread_id, newest_at, newest_id, emails, unread, is_unread)
      select ${accountId}, * from unnest(
        ${fresh.map((row) => row.mailboxId)}::text[], ${fresh.map((row) => row.threadId)}::text[],
        ${fresh.map((row) => row.newestAt.toISOString())}::timestamptz[], ${fresh.map((row) => row.newestId)}::text[],
        ${fresh.map((row) => row.emails)}::int[], ${fresh.map((row) => row.unread)}::int[],
        ${fresh.map((row) => row.isUnread)}::bool[])
      on conflict (account_id, mailbox_id, thread_id) do update set
        newest_at = excluded.newest_at, newest_id = excluded.newest_id, emails = excluded.emails,
        unread = excluded.unread, is_unread = excluded.is_unread`);
  return writes;
}

function isSame(a: ThreadRow | undefined, b: ThreadRow): boolean {
  return (
    a !== undefined &&
    a.newestId === b.newestId &&
    a.newestAt.getTime() === b.newestAt.getTime() &&
    a.emails === b.emails &&
    a.unread === b.unread &&
    a.isUnread === b.isUnread
  );
}

function countChanges(before: ThreadRows, after: ThreadRows): Map<string, CountChange> {
  const changes = new Map<string, CountChange>();
  const add = (row: ThreadRow, sign: 1 | -1): void => {
    const change = changes.get(row.mailboxId) ?? {
      emails: 0,
      unread: 0,
      threads: 0,
      unreadThreads: 0,
    };
    changes.set(row.mailboxId, change);
    change.emails += sign * row.emails;
    change.unread += sign * row.unread;
    change.threads += sign;
    change.unreadThreads += row.isUnread ? sign : 0;
  };
  for (const row of before.values()) add(row, -1);
  for (const row of after.values()) add(row, 1);
  for (const [mailboxId, change] of changes)
    if (Object.values(change).every((value) => value === 0)) changes.delete(mailboxId);
  return changes;
}

function countWrites(accountId: string, counts: ReadonlyMap<string, CountChange>): Write[] {
  if (counts.size === 0) return [];
  const changes = [...counts.values()];
  return [
    sql`
    update mailbox set
      total_emails = total_emails + c.emails, unread_emails = unread_emails + c.unread,
      total_threads = total_threads + c.threads, unread_threads = unread_threads + c.unseen
    from unnest(
      ${[...counts.keys()]}::text[], ${changes.map((change) => change.emails)}::int[],
      ${changes.map((change) => change.unread)}::int[], ${changes.map((change) => change.threads)}::int[],
      ${changes.map((change) => change.unreadThreads)}::int[]) as c (mailbox, emails, unread, threads, unseen)
    where mailbox.account_id = ${accountId} and mailbox.id = c.mailbox`,
  ];
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

type DayChanges = Map<string, { mailboxId: string; day: string; emails: number; threads: number }>;

function dayChanges(
  { joined, left }: MembershipChange,
  before: ThreadRows,
  after: ThreadRows,
): DayChanges {
  const days: DayChanges = new Map();
  const add = (mailboxId: string, time: Date, emails: number, threads: number): void => {
    const day = dayOf(time);
    const key = `${mailboxId} ${day}`;
    const entry = days.get(key) ?? { mailboxId, day, emails: 0, threads: 0 };
    days.set(key, { ...entry, emails: entry.emails + emails, threads: entry.threads + threads });
  };
  for (const member of joined) add(member.mailboxId, member.receivedAt, 1, 0);
  for (const member of left) add(member.mailboxId, member.receivedAt, -1, 0);
  for (const row of before.values()) add(row.mailboxId, row.newestAt, 0, -1);
  for (const row of after.values()) add(row.mailboxId, row.newestAt, 0, 1);
  for (const [key, { emails, threads }] of days)
    if (emails === 0 && threads === 0) days.delete(key);
  return days;
}

function dayWrites(accountId: string, days: DayChanges): Write[] {
  if (days.size === 0) return [];
  const changes = [...days.values()];
  return [
    sql`
    insert into mailbox_day (account_id, mailbox_id, day, emails, threads)
    select ${accountId}, * from unnest(
      ${changes.map((change) => change.mailboxId)}::text[], ${changes.map((change) => change.day)}::date[],
      ${changes.map((change) => change.emails)}::int[], ${changes.map((change) => change.threads)}::int[])
    on conflict (account_id, mailbox_id, day) do update set
      emails = mailbox_day.emails + excluded.emails, threads = mailbox_day.threads + excluded.threads`,
  ];
}
