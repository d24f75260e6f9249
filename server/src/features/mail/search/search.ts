import { sql, type RawBuilder } from "kysely";
import { BY_REQUEST } from "../../../platform/db/index.ts";
import { refuse, type Call, type QueryPage } from "../../../engine/index.ts";
import { RECENT } from "../limits.ts";
import type { SearchPlan, WantedWords } from "./filter.ts";
import type { Order } from "./sort.ts";

type Fragment = RawBuilder<unknown>;

export interface SearchRequest {
  readonly plan: SearchPlan;
  readonly order: Order;
  readonly collapseThreads: boolean;
  readonly position: number;
  readonly anchor: string | null;
  readonly anchorOffset: number;
  readonly limit: number;
  readonly calculateTotal: boolean;
}

/**
 * Of the newest so many none has the words: they are rare enough to ask their index. A word of one message in twenty, whose
 * first page the newest thousand hold, is missed once in 27 times; then the index costs ten times as much as they would.
 */
const PROBE = 64;

/**
 * Any filter and sort, in phases that leave PostgreSQL no choice of plan: first the newest thousand by date, which hold a
 * common word's first page; then, or at once where the very newest have not even one of them, the newest thousand of those
 * with the words, by their index alone; if they do not suffice, everything that an index finds, then sorted.
 */
export async function search(call: Call, request: SearchRequest): Promise<QueryPage> {
  const page = (await searchRecent(call, request)) ?? (await searchAll(call, request));
  if (!request.calculateTotal || page.total !== undefined) return page;
  return { ...page, total: await countAll(call, request) };
}

/** A page of the newest; `null` when a thousand do not suffice. */
async function searchRecent(call: Call, request: SearchRequest): Promise<QueryPage | null> {
  const { plan, order, anchor, position, limit } = request;
  if (order.received !== "newest first" || anchor !== null || position < 0) return null;
  if (position + limit > RECENT) return null;
  if (plan.words.length === 0)
    return (await searchAmong(call, request, newest(call, plan, RECENT))).page;
  const { seen, page } = await searchAmong(call, request, newestIfCommon(call, plan));
  if (seen > 0 && page !== null) return page;
  return (await searchAmong(call, request, newestFound(call, plan))).page;
}

/** How many there are of up to a thousand, `(id, found)`, and a page of those that are found; `null` when they do not suffice. */
async function searchAmong(
  call: Call,
  request: SearchRequest,
  thousand: Fragment,
): Promise<{ readonly seen: number; readonly page: QueryPage | null }> {
  const { plan, order, collapseThreads, position, limit } = request;
  const { rows } = await sql<{
    id: string | null;
    seen: number;
    total: number;
  }>`${sql.raw(BY_REQUEST)}
    with recent as materialized (${thousand}), hit as (
      select e.id, e.thread_id, e.received_at, ${order.keys}
      from recent r join email e on e.account_id = ${call.accountId} and e.id = r.id
      where r.found and ${inMailbox(plan)} and ${all(plan.conditions)}
    ), shown as (${shown(order, collapseThreads)}), page as (
      select id, row_number() over (order by ${order.by}) as n from shown
    )
    select p.id, s.seen, s.total from (
      select (select count(*)::int from recent) as seen, (select count(*)::int from page) as total
    ) s
    left join (select id, n from page order by n limit ${limit} offset ${position}) p on true
    order by p.n`.execute(call.db);
  const ids = rows.flatMap((row) => (row.id === null ? [] : [row.id]));
  const { seen, total } = rows[0]!;
  // Fewer than a thousand were there at all, or the page is full.
  if (seen < RECENT) return { seen, page: { ids, position, total } };
  return { seen, page: ids.length === limit ? { ids, position } : null };
}

/**
 * The newest messages that the top of the filter leaves, by an index in the order of receipt, and whether each has the words.
 * How many is a parameter: planned for the number itself, a common word costs PostgreSQL 6 % more.
 */
function newest(call: Call, plan: SearchPlan, count: number): Fragment {
  const { mailboxId, unseen, words } = plan;
  const mine = sql`account_id = ${call.accountId}`;
  const range = within(plan);
  const hasThem = having(words);
  if (mailboxId !== null) {
    const found =
      words.length === 0
        ? sql`true`
        : sql`coalesce((select ${hasThem} from email_words w
            where w.account_id = m.account_id and w.received_at = m.received_at and w.email_id = m.email_id), false)`;
    return sql`select email_id as id, ${found} as found from (
      select account_id, received_at, email_id from email_mailbox
      where ${mine} and mailbox_id = ${mailboxId} and ${range}
      order by received_at desc, email_id desc limit ${count}) m`;
  }
  if (words.length > 0)
    return sql`select email_id as id, ${hasThem} as found from (
      select email_id, words from email_words where ${mine} and ${range}
      order by received_at desc, email_id desc limit ${count}) w`;
  return sql`select id, true as found from email where ${mine} and ${range}
    ${unseen ? sql`and not (keywords @> '{$seen}')` : sql``}
    order by received_at desc, id desc limit ${count}`;
}

/** The newest thousand where one of the very newest has the words, none otherwise: PostgreSQL asks that first, and once. */
function newestIfCommon(call: Call, plan: SearchPlan): Fragment {
  return sql`select id, found from (${newest(call, plan, RECENT)}) newest
    where (select exists (select from (${newest(call, plan, PROBE)}) probe where found))`;
}

/** The newest of those with all the words; in the order that phrases want, the words are looked at only of these. */
function newestFound(call: Call, plan: SearchPlan): Fragment {
  const isSure = plan.words.every(({ tsquery, loose }) => loose === tsquery);
  const found = isSure
    ? sql`true`
    : sql`(select ${having(plan.words)} from email_words w where w.account_id = ${call.accountId}
        and w.received_at = l.received_at and w.email_id = l.email_id)`;
  return sql`with worded as materialized (
      select email_id, received_at from email_words
      where account_id = ${call.accountId} and ${within(plan)} and ${having(plan.words, "loose")}
    ), latest as materialized (
      select email_id, received_at from worded order by received_at desc, email_id desc limit ${RECENT}
    )
    select email_id as id, ${found} as found from latest l`;
}

const having = (words: SearchPlan["words"], which: keyof WantedWords = "tsquery"): Fragment =>
  all(words.map((wanted) => sql`words @@ ${wanted[which]}::tsquery`));

/** Everything that matches, in order, as `ordered (id, thread_id, n)`. */
export function orderedMatches(
  call: Call,
  { plan, order, collapseThreads }: Pick<SearchRequest, "plan" | "order" | "collapseThreads">,
): Fragment {
  return sql`${sql.raw(BY_REQUEST)}
    with ${candidates(call, plan)}, hit as materialized (
      select e.id, e.thread_id, e.received_at, ${order.keys}
      from candidate c join email e on e.account_id = ${call.accountId} and e.id = c.id
      where ${inMailbox(plan)} and ${within(plan)} and ${all(plan.conditions)}
    ), shown as (${shown(order, collapseThreads)}), ordered as (
      select id, thread_id, (row_number() over (order by ${order.by}))::int - 1 as n from shown
    )`;
}

/** How many there are, without putting them in order. */
async function countAll(
  call: Call,
  { plan, collapseThreads }: Pick<SearchRequest, "plan" | "collapseThreads">,
): Promise<number> {
  const what = collapseThreads ? sql`distinct e.thread_id` : sql`*`;
  const { rows } = await sql<{ total: number }>`${sql.raw(BY_REQUEST)}
    with ${candidates(call, plan)}
    select count(${what})::int as total
    from candidate c join email e on e.account_id = ${call.accountId} and e.id = c.id
    where ${inMailbox(plan)} and ${within(plan)} and ${all(plan.conditions)}`.execute(call.db);
  return rows[0]!.total;
}

async function searchAll(call: Call, request: SearchRequest): Promise<QueryPage> {
  const { anchor, anchorOffset, limit } = request;
  const start =
    anchor === null
      ? request.position < 0
        ? sql`greatest(0, (select count(*)::int from ordered) + ${request.position}::int)`
        : sql`${request.position}::int`
      : sql`(select greatest(0, n + ${anchorOffset}::int) from ordered where id = ${anchor})`;
  const { rows } = await sql<{ id: string | null; start: number | null; total: number }>`
    ${orderedMatches(call, request)}, place as (
      select ${start} as start, (select count(*)::int from ordered) as total
    )
    select o.id, p.start, p.total from place p
    left join ordered o on o.n >= p.start and o.n < p.start + ${limit}::int
    order by o.n`.execute(call.db);
  const { start: position, total } = rows[0]!;
  if (position === null) refuse("anchorNotFound");
  return { ids: rows.flatMap((row) => (row.id === null ? [] : [row.id])), position, total };
}

/** What an index finds: by words, by a keyword, by mailbox, or the whole account. */
function candidates(call: Call, plan: SearchPlan): Fragment {
  const mine = sql`account_id = ${call.accountId}`;
  if (plan.words.length > 0)
    return sql`candidate as materialized (select email_id as id from email_words where ${mine}
      and ${having(plan.words)})`;
  if (plan.keyword !== null)
    return sql`candidate as materialized (select id from email
      where ${mine} and keywords @> array[${plan.keyword}])`;
  if (plan.unseen)
    return sql`candidate as materialized (select id from email
      where ${mine} and not (keywords @> '{$seen}'))`;
  if (plan.mailboxId !== null)
    return sql`candidate as materialized (select email_id as id from email_mailbox
      where ${mine} and mailbox_id = ${plan.mailboxId})`;
  return sql`candidate as (select id from email where ${mine})`;
}

/** Parts of the plan that the candidates need not fulfil. */
function inMailbox({ mailboxId }: SearchPlan): Fragment {
  return mailboxId === null ? sql`true` : sql`e.mailbox_ids @> array[${mailboxId}]`;
}

function within({ before, after }: SearchPlan): Fragment {
  return all([
    ...(before === null ? [] : [sql`received_at < ${before}`]),
    ...(after === null ? [] : [sql`received_at >= ${after}`]),
  ]);
}

/** RFC 8621 §4.4.3: of each thread only the first in the order. */
function shown(order: Order, collapseThreads: boolean): Fragment {
  if (!collapseThreads) return sql`select * from hit`;
  return sql`select * from (
    select *, row_number() over (partition by thread_id order by ${order.by}) as nth from hit
  ) h where nth = 1`;
}

function all(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
