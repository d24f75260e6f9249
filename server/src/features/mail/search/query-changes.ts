import { sql } from "kysely";
import type { Email } from "@atrium/contract/types/email";
import type { Call, QueryChangesRequest, QueryDifference } from "../../../engine/index.ts";
import { planSearch } from "./filter.ts";
import { matchHeaders } from "./header-filter.ts";
import { totalOf, type Listing } from "./mailbox-page.ts";
import { markedList, restPlaces, type MarkedList } from "./marked-page.ts";
import { listingOf } from "./query.ts";
import { orderedMatches } from "./search.ts";
import { orderOf } from "./sort.ts";

/**
 * RFC 8620 §5.6. One message's change can put another of its thread into the list, or take it out, when threads are
 * collapsed or a filter looks at the thread; so all messages of the threads touched are reported as removed, and those of
 * them that the list shows now as added.
 */
export async function queryEmailChanges(
  call: Call,
  request: QueryChangesRequest<typeof Email>,
): Promise<QueryDifference> {
  const collapseThreads = call.args["collapseThreads"] === true;
  const { filter } = request;
  const threadIds = await touchedThreads(call, request);
  const members = await call.db
    .selectFrom("email")
    .select("id")
    .where("account_id", "=", call.accountId)
    .where("thread_id", "=", sql<string>`any(${threadIds})`)
    .execute();
  const removed = [...request.destroyed, ...members.map((row) => row.id)];
  const listing = listingOf(filter, request.sort, collapseThreads);
  const marked =
    listing !== null && listing.marks.length > 0
      ? await markedList(call, listing)
      : { head: [], tail: [] };
  if (listing !== null && marked !== null) {
    const added = await listed(call, listing, marked, threadIds);
    return {
      removed,
      added,
      ...(request.calculateTotal ? { total: await totalOf(call, listing) } : {}),
    };
  }
  const plan = planSearch(filter, await matchHeaders(call, filter));
  const { rows } = await sql<{ id: string | null; n: number; total: number }>`
    ${orderedMatches(call, { plan, order: orderOf(request.sort), collapseThreads })}
    select o.id, o.n, t.total from (select count(*)::int as total from ordered) t
    left join ordered o on o.thread_id = any(${threadIds}) order by o.n`.execute(call.db);
  const added = rows.flatMap(({ id, n }) => (id === null ? [] : [{ id, index: n }]));
  return { removed, added, total: rows[0]!.total };
}

/** Threads of changed messages, and those that lost or gained one. */
async function touchedThreads(
  call: Call,
  { changed, since }: QueryChangesRequest<typeof Email>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select thread_id as id from email
      where account_id = ${call.accountId} and id = any(${changed})
    union
    select id from change_log
      where account_id = ${call.accountId} and type = 'Thread' and modseq > ${since}`.execute(
    call.db,
  );
  return rows.map((row) => row.id);
}

/** Where a mailbox's list shows the given threads now. */
async function listed(
  call: Call,
  listing: Listing,
  marked: MarkedList,
  threadIds: readonly string[],
): Promise<{ id: string; index: number }[]> {
  const inMailbox = sql`account_id = ${call.accountId} and thread_id = any(${threadIds})`;
  const { rows: keys } = await (
    listing.collapseThreads
      ? sql<{ at: Date; id: string }>`select newest_at as at, newest_id as id from mailbox_thread
        where ${inMailbox} and mailbox_id = ${listing.mailboxId}`
      : sql<{ at: Date; id: string }>`select received_at as at, id from email
        where ${inMailbox} and mailbox_ids @> array[${listing.mailboxId}]`
  ).execute(call.db);
  const { head, tail } = marked;
  const hidden = new Set([...head, ...tail].map(({ base }) => base.id));
  const rest = keys.filter(({ id }) => !hidden.has(id));
  const places = await restPlaces(call, listing, marked, rest);
  const touched = new Set(threadIds);
  const end = tail.length > 0 ? await totalOf(call, listing) : 0;
  return [
    ...head.map((entry, index) => ({ ...entry, index })),
    ...tail.map((entry, index) => ({ ...entry, index: end - tail.length + index })),
  ]
    .filter(({ threadId }) => touched.has(threadId))
    .concat(
      rest.map((key, index) => ({ id: key.id, threadId: "", base: key, index: places[index]! })),
    )
    .map(({ id, index }) => ({ id, index }))
    .sort((a, b) => a.index - b.index);
}
