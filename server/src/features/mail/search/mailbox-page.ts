import { sql, type RawBuilder } from "kysely";
import type { Comparator } from "@atrium/contract/types/define";
import { refuse, type Call, type QueryPage } from "../../../engine/index.ts";

/** One order of one mailbox, as an index has it, with or without some messages on top. */
export interface Listing {
  readonly mailboxId: string;
  readonly collapseThreads: boolean;
  readonly newestFirst: boolean;
  /** Comparators by keyword that come before the time of receipt (`marked-page.ts`); mostly none. */
  readonly marks: readonly Comparator[];
}

export interface PageRequest {
  readonly position: number;
  readonly anchor: string | null;
  readonly anchorOffset: number;
  readonly limit: number;
  readonly calculateTotal: boolean;
}

/** A place in the order of receipt. */
export interface Key {
  readonly at: Date;
  readonly id: string;
}

/** Nearer the top than this it is cheaper to skip rows than to add up days. */
const SKIPPABLE = 300;
/** Further from its anchor a page is found by position. */
const NEAR_ANCHOR = 2000;

const TABLES = {
  threads: {
    table: sql.table("mailbox_thread"),
    at: sql.ref("newest_at"),
    id: sql.ref("newest_id"),
  },
  emails: {
    table: sql.table("email_mailbox"),
    at: sql.ref("received_at"),
    id: sql.ref("email_id"),
  },
};

const kind = ({ collapseThreads }: Listing) => (collapseThreads ? "threads" : "emails");

/** A page of a mailbox. It costs the same at the top, at an anchor and deep down, however large the mailbox is. */
export async function mailboxPage(
  call: Call,
  listing: Listing,
  request: PageRequest,
): Promise<QueryPage> {
  const total =
    request.calculateTotal || (request.anchor === null && request.position < 0)
      ? await totalOf(call, listing)
      : undefined;
  if (request.anchor === null) {
    const asked = request.position;
    const position = Math.max(0, asked < 0 ? (total ?? 0) + asked : asked);
    const keys = await keysAt(call, listing, position, request.limit);
    return withTotal({ ids: keys.map(({ id }) => id), position }, total);
  }
  const key = await keyOf(call, listing, request.anchor);
  if (key === null) refuse("anchorNotFound");
  const rank = (await ranksOf(call, listing, [key]))[0]!;
  const position = Math.max(0, rank + request.anchorOffset);
  const keys = isNear(request.anchorOffset)
    ? await keysNear(call, listing, key, position - rank, request.limit)
    : await keysAt(call, listing, position, request.limit);
  return withTotal({ ids: keys.map(({ id }) => id), position }, total);
}

/** Whether a page so far from its anchor is found from there; otherwise by its position. */
export const isNear = (offset: number): boolean => Math.abs(offset) <= NEAR_ANCHOR;

export function withTotal(page: QueryPage, total: number | undefined): QueryPage {
  return total === undefined ? page : { ...page, total };
}

/** RFC 8621 §4.4: the same as the mailbox's own count. */
export async function totalOf(call: Call, listing: Listing): Promise<number> {
  const row = await call.db
    .selectFrom("mailbox")
    .select(["total_emails", "total_threads"])
    .where("account_id", "=", call.accountId)
    .where("id", "=", listing.mailboxId)
    .executeTakeFirst();
  return (listing.collapseThreads ? row?.total_threads : row?.total_emails) ?? 0;
}

/** Where a message stands in the order; `null` when the list does not show it. */
export async function keyOf(call: Call, listing: Listing, emailId: string): Promise<Key | null> {
  const { collapseThreads, mailboxId } = listing;
  const shown = collapseThreads
    ? sql`select t.newest_at as at, t.newest_id as id from email e
        join mailbox_thread t on t.account_id = e.account_id and t.mailbox_id = ${mailboxId}
          and t.thread_id = e.thread_id and t.newest_id = e.id`
    : sql`select e.received_at as at, e.id from email e`;
  const { rows } = await sql<Key>`${shown}
    where e.account_id = ${call.accountId} and e.id = ${emailId} and e.mailbox_ids @> array[${mailboxId}]`.execute(
    call.db,
  );
  return rows[0] ?? null;
}

/** How many entries stand before each key: whole days from `mailbox_day`, only the key's own day entry by entry. */
export async function ranksOf(
  call: Call,
  listing: Listing,
  keys: readonly Key[],
): Promise<number[]> {
  if (keys.length === 0) return [];
  const { table, at, id } = TABLES[kind(listing)];
  const inMailbox = sql`account_id = ${call.accountId} and mailbox_id = ${listing.mailboxId}`;
  const count = sql.ref(kind(listing));
  const [direction, asFarAs, entriesBefore] = listing.newestFirst
    ? [
        sql`desc`,
        sql`day >= (select min(day) from k)`,
        sql`(${at}, ${id}) > (k.at, k.id) and ${at} < ((k.day + 1)::timestamp at time zone 'UTC')`,
      ]
    : [
        sql`asc`,
        sql`day <= (select max(day) from k)`,
        sql`(${at}, ${id}) < (k.at, k.id) and ${at} >= (k.day::timestamp at time zone 'UTC')`,
      ];
  const { rows } = await sql<{ rank: number }>`
    with k as materialized (
      select at, id, n, (at at time zone 'UTC')::date as day
      from unnest(${keys.map((key) => key.at.toISOString())}::timestamptz[],
        ${keys.map((key) => key.id)}::text[]) with ordinality as u (at, id, n)
    ), days as materialized (
      select day, (sum(${count}) over (order by day ${direction}) - ${count})::int as before
      from mailbox_day where ${inMailbox} and ${asFarAs}
    )
    select coalesce(days.before, 0)
      + (select count(*)::int from ${table} where ${inMailbox} and ${entriesBefore}) as rank
    from k left join days on days.day = k.day
    order by n`.execute(call.db);
  return rows.map((row) => row.rank);
}

/** Entries from `offset` places after (or before) the key on; `offset` never reaches beyond the first entry. */
export async function keysNear(
  call: Call,
  listing: Listing,
  key: Key,
  offset: number,
  limit: number,
): Promise<Key[]> {
  const { at, id } = TABLES[kind(listing)];
  const { newestFirst } = listing;
  const place = sql`(${key.at}::timestamptz, ${key.id})`;
  const from = sql`(${at}, ${id}) ${sql.raw(newestFirst ? "<=" : ">=")} ${place}`;
  if (offset >= 0) return await readKeys(call, listing, { from, skip: offset, limit });
  const before = sql`(${at}, ${id}) ${sql.raw(newestFirst ? ">" : "<")} ${place}`;
  const reverse = { from: before, newestFirst: !newestFirst, skip: 0, limit: -offset };
  const keys = (await readKeys(call, listing, reverse)).reverse();
  if (keys.length >= limit) return keys.slice(0, limit);
  return [
    ...keys,
    ...(await readKeys(call, listing, { from, skip: 0, limit: limit - keys.length })),
  ];
}

/** Entries from a position on. Deep down the days say where to begin. */
export async function keysAt(
  call: Call,
  listing: Listing,
  position: number,
  limit: number,
): Promise<Key[]> {
  if (position <= SKIPPABLE)
    return await readKeys(call, listing, { from: sql`true`, skip: position, limit });
  const start = await dayAt(call, listing, position);
  if (start === null) return [];
  const { at } = TABLES[kind(listing)];
  const from = listing.newestFirst
    ? sql`${at} < ((${start.day}::date + 1)::timestamp at time zone 'UTC')`
    : sql`${at} >= (${start.day}::date::timestamp at time zone 'UTC')`;
  return await readKeys(call, listing, { from, skip: position - start.before, limit });
}

/** Entries as an index has them, from a condition on. */
async function readKeys(
  { db, accountId }: Call,
  listing: Listing,
  {
    from,
    newestFirst = listing.newestFirst,
    skip,
    limit,
  }: {
    readonly from: RawBuilder<unknown>;
    readonly newestFirst?: boolean;
    readonly skip: number;
    readonly limit: number;
  },
): Promise<Key[]> {
  const { table, at, id } = TABLES[kind(listing)];
  const direction = newestFirst ? sql`desc` : sql`asc`;
  const { rows } = await sql<Key>`
    select ${at} as at, ${id} as id from ${table}
    where account_id = ${accountId} and mailbox_id = ${listing.mailboxId} and ${from}
    order by ${at} ${direction}, ${id} ${direction} limit ${limit} offset ${skip}`.execute(db);
  return rows;
}

/** The sum grows with the days, so that the first one that reaches the position ends the reading. */
async function dayAt(
  call: Call,
  listing: Listing,
  position: number,
): Promise<{ day: string; before: number } | null> {
  const count = sql.ref(kind(listing));
  const direction = listing.newestFirst ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ day: string; before: number }>`
    select d.day::text, (through - entries)::int as before from (
      select day, ${count} as entries, sum(${count}) over (order by day ${direction}) as through
      from mailbox_day where account_id = ${call.accountId} and mailbox_id = ${listing.mailboxId}
    ) d
    where entries > 0 and through > ${position} order by d.day ${direction} limit 1`.execute(
    call.db,
  );
  return rows[0] ?? null;
}
