import { sql } from "kysely";
import { BY_REQUEST } from "../../../platform/db/index.ts";
import { refuse, type Call, type QueryPage } from "../../../engine/index.ts";
import { MAX_MARKED, MAX_MARKED_LOOKS } from "../limits.ts";
import {
  isNear,
  keyOf,
  keysAt,
  keysNear,
  mailboxPage,
  ranksOf,
  totalOf,
  withTotal,
  type Key,
  type Listing,
  type PageRequest,
} from "./mailbox-page.ts";
import { keywordOf, sortKey } from "./sort.ts";

/** What stands out of the order of receipt because of its keywords. */
interface Marked {
  /** The message that stands for it in the list. */
  readonly id: string;
  readonly threadId: string;
  /** Where it would stand by the time of receipt alone. */
  readonly base: Key;
}

/** A mailbox in three parts: those before the rest, the rest as an index has it without them, and those after it. */
export interface MarkedList {
  readonly head: readonly Marked[];
  readonly tail: readonly Marked[];
}

/**
 * A page of a mailbox in which keywords put some messages on top: those, of which there are few, are sorted, and the
 * rest comes from the index as ever. `null` when there are too many.
 */
export async function markedPage(
  call: Call,
  listing: Listing,
  request: PageRequest,
): Promise<QueryPage | null> {
  const list = await markedList(call, listing);
  if (list === null) return null;
  const { head, tail } = list;
  if (head.length + tail.length === 0) return await mailboxPage(call, listing, request);
  const isFromEnd = request.anchor === null && request.position < 0;
  const total =
    request.calculateTotal || isFromEnd || tail.length > 0
      ? await totalOf(call, listing)
      : undefined;
  const { anchor, anchorOffset } = request;
  const anchored = anchor === null ? null : await placeOf(call, listing, list, anchor, total);
  const start =
    anchored === null
      ? isFromEnd
        ? total! + request.position
        : request.position
      : anchored.place + anchorOffset;
  const position = Math.max(0, start);
  const ids = head.slice(position, position + request.limit).map(({ id }) => id);
  const from =
    anchored?.key != null && anchorOffset >= 0 && isNear(anchorOffset)
      ? { key: anchored.key, offset: anchorOffset }
      : Math.max(0, position - head.length);
  ids.push(...(await restFrom(call, listing, list, from, request.limit - ids.length)));
  if (tail.length > 0 && ids.length < request.limit) {
    const past = Math.max(0, position - (total! - tail.length));
    ids.push(...tail.slice(past, past + request.limit - ids.length).map(({ id }) => id));
  }
  return withTotal({ ids, position }, total);
}

/** Where entries of the order of receipt stand in the list, when they are not marked themselves. */
export async function restPlaces(
  call: Call,
  listing: Listing,
  list: MarkedList,
  keys: readonly Key[],
): Promise<number[]> {
  const ranks = await ranksOf(call, listing, keys);
  const bases = [...basesOf(list).values()];
  return keys.map((key, index) => list.head.length + ranks[index]! - countBefore(bases, key));
}

/** The index of a message in the list, and where it stands in the order of receipt if it is of the rest. */
async function placeOf(
  call: Call,
  listing: Listing,
  list: MarkedList,
  anchor: string,
  total: number | undefined,
): Promise<{ place: number; key: Key | null }> {
  const { head, tail } = list;
  const inHead = head.findIndex(({ id }) => id === anchor);
  if (inHead >= 0) return { place: inHead, key: null };
  const inTail = tail.findIndex(({ id }) => id === anchor);
  if (inTail >= 0) return { place: total! - tail.length + inTail, key: null };
  const key = await keyOf(call, listing, anchor);
  // A thread that another of its messages stands for is not shown by its newest.
  const isHidden = [...head, ...tail].some(({ base }) => base.id === anchor);
  if (key === null || isHidden) refuse("anchorNotFound");
  return { place: (await restPlaces(call, listing, list, [key]))[0]!, key };
}

/** Ids of the rest from a place in it on, which may be known as so many places after one of its entries. */
async function restFrom(
  call: Call,
  listing: Listing,
  list: MarkedList,
  from: number | { readonly key: Key; readonly offset: number },
  count: number,
): Promise<string[]> {
  if (count <= 0) return [];
  const hidden = basesOf(list);
  const isPlace = typeof from === "number";
  const keys = isPlace
    ? await keysAt(call, listing, from, count + hidden.size)
    : await keysNear(call, listing, from.key, 0, from.offset + count + hidden.size);
  const [first] = keys;
  // With those that are marked a place is not as far as without them.
  const marked = first === undefined ? 0 : countBefore(hidden.values(), first);
  const passed = isPlace ? marked : from.offset;
  const rest = keys.filter(({ id }) => !hidden.has(id));
  return rest.slice(passed, passed + count).map(({ id }) => id);
}

/** Where those that are marked would stand otherwise, by the message that stands there for their thread. */
const basesOf = ({ head, tail }: MarkedList): ReadonlyMap<string, Key> =>
  new Map([...head, ...tail].map(({ base }) => [base.id, base]));

const countBefore = (bases: Iterable<Key>, key: Key): number =>
  [...bases].filter((base) => comesBefore(base, key)).length;

/** The newest first. */
function comesBefore(a: Key, b: Key): boolean {
  const apart = a.at.getTime() - b.at.getTime();
  return apart > 0 || (apart === 0 && a.id > b.id);
}

interface Row {
  readonly id: string;
  readonly thread_id: string;
  readonly at: Date;
  readonly keys: readonly boolean[];
}

/** Finds what is marked in the mailbox; `null` when that is more than can be looked at for each page. */
export async function markedList(call: Call, listing: Listing): Promise<MarkedList | null> {
  const { mailboxId, collapseThreads, marks } = listing;
  const keywords = [...new Set(marks.map(keywordOf))];
  // As CTEs they are planned as if all of them were wanted: by the index of keywords, whatever the limit.
  const sources = keywords.map(
    (keyword, index) => sql`${sql.ref(`k${index}`)} as materialized (
      select id, thread_id from email
      where account_id = ${call.accountId} and keywords @> array[${keyword}])`,
  );
  const carriers = keywords.map(
    (_, index) => sql`(select * from ${sql.ref(`k${index}`)} limit ${MAX_MARKED + 1})`,
  );
  const found = await sql<{ id: string; thread_id: string }>`
    with ${sql.join(sources)} ${sql.join(carriers, sql` union all `)}`.execute(call.db);
  if (found.rows.length === 0) return { head: [], tail: [] };
  if (found.rows.length > MAX_MARKED) return null;
  const isOfThread = collapseThreads || marks.some(({ property }) => property !== "hasKeyword");
  const among = isOfThread
    ? sql`e.thread_id = any(${[...new Set(found.rows.map((row) => row.thread_id))]})`
    : sql`e.id = any(${[...new Set(found.rows.map((row) => row.id))]})`;
  const { rows } = await sql<Row>`${sql.raw(BY_REQUEST)}
    select e.id, e.thread_id, e.received_at as at, array[${sql.join(marks.map(sortKey))}] as keys
    from email e where e.account_id = ${call.accountId} and ${among}
      and e.mailbox_ids @> array[${mailboxId}] limit ${MAX_MARKED_LOOKS + 1}`.execute(call.db);
  if (rows.length > MAX_MARKED_LOOKS) return null;
  return sorted(collapseThreads ? onePerThread(rows, listing) : rows.map(asMarked), listing);
}

type Entry = Marked & { readonly row: Row };

const asMarked = (row: Row): Entry => ({
  id: row.id,
  threadId: row.thread_id,
  base: { at: row.at, id: row.id },
  row,
});

/** RFC 8621 §4.4.3: of each thread the first in the order. By the time of receipt alone it would be the newest. */
function onePerThread(rows: readonly Row[], listing: Listing): Entry[] {
  return [...Map.groupBy(rows, (row) => row.thread_id).values()].map((thread) => {
    const [first] = thread.toSorted((a, b) => compare(a, b, listing));
    const [newest] = thread.toSorted(byTime);
    return { ...asMarked(first!), base: { at: newest!.at, id: newest!.id } };
  });
}

function sorted(entries: readonly Entry[], listing: Listing): MarkedList {
  const { marks } = listing;
  const marked = entries
    .filter(({ row }) => row.keys.some((key) => key))
    .toSorted((a, b) => compare(a.row, b.row, listing));
  const none = marks.map(() => false);
  const isHead = ({ row }: Entry): boolean => compareKeys(row.keys, none, listing) < 0;
  return { head: marked.filter(isHead), tail: marked.filter((entry) => !isHead(entry)) };
}

function compare(a: Row, b: Row, listing: Listing): number {
  return compareKeys(a.keys, b.keys, listing) || byTime(a, b);
}

function compareKeys(a: readonly boolean[], b: readonly boolean[], { marks }: Listing): number {
  for (const [index, { isAscending }] of marks.entries()) {
    const apart = Number(a[index]) - Number(b[index]);
    if (apart !== 0) return isAscending === false ? -apart : apart;
  }
  return 0;
}

function byTime(a: Row, b: Row): number {
  return comesBefore(a, b) ? -1 : 1;
}
