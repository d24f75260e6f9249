import { sql } from "kysely";
import type { Comparator } from "@atrium/contract/types/define";
import type { Call, QueryPage } from "../../../engine/index.ts";
import { MAX_SENDER_LOOKS } from "../limits.ts";
import { withTotal, type PageRequest } from "./mailbox-page.ts";
import { orderOf } from "./sort.ts";

/** So many are looked at the first time, and four times as many each further time: a statement is prepared for each number. */
const FIRST_LOOKS = 256;

export interface SenderListing {
  readonly mailboxId: string;
  readonly collapseThreads: boolean;
}

/**
 * The top of a mailbox sorted by who wrote: the account's messages are read in that order until the page is full. `null`
 * where to sort the mailbox as a whole costs less, which is so of one that is small beside the account.
 */
export async function senderPage(
  call: Call,
  { mailboxId, collapseThreads }: SenderListing,
  request: PageRequest & { readonly sort: readonly Comparator[] },
): Promise<QueryPage | null> {
  const { position, limit } = request;
  const wanted = position + limit;
  if (request.anchor !== null || position < 0 || wanted > MAX_SENDER_LOOKS) return null;
  const sizes = await sizesOf(call, mailboxId);
  if (sizes === null) return null;
  const { emails, all } = sizes;
  for (let looks = FIRST_LOOKS; looks <= MAX_SENDER_LOOKS; looks *= 4) {
    // As many will be found, if they lie as others do.
    if (emails * looks < wanted * all) continue;
    if (looks > emails) return null;
    const { ids, isEnd } = await readInOrder(
      call,
      { mailboxId, collapseThreads },
      request.sort,
      looks,
    );
    if (ids.length >= wanted || isEnd) {
      const total = collapseThreads ? sizes.threads : emails;
      const page = { ids: ids.slice(position, wanted), position };
      return withTotal(page, request.calculateTotal ? total : undefined);
    }
  }
  return null;
}

/** Messages and conversations of the mailbox, and messages of its account. */
async function sizesOf(
  { db, accountId }: Call,
  mailboxId: string,
): Promise<{ emails: number; threads: number; all: number } | null> {
  const row = await db
    .selectFrom("mailbox as m")
    .innerJoin("account as a", "a.account_id", "m.account_id")
    .select(["m.total_emails as emails", "m.total_threads as threads", "a.used_emails as all"])
    .where("m.account_id", "=", accountId)
    .where("m.id", "=", mailboxId)
    .executeTakeFirst();
  return row ?? null;
}

/** Those of the account's first messages in the order that lie in the mailbox; of each thread the first, if it is collapsed. */
async function readInOrder(
  { db, accountId }: Call,
  { mailboxId, collapseThreads }: SenderListing,
  sort: readonly Comparator[],
  looks: number,
): Promise<{ ids: readonly string[]; isEnd: boolean }> {
  const order = orderOf(sort);
  const { rows } = await sql<{
    id: string;
    thread_id: string;
    isIn: boolean;
  }>`
    select id, thread_id, mailbox_ids @> array[${mailboxId}] as "isIn" from (
      select e.id, e.thread_id, e.mailbox_ids, e.received_at, ${order.keys}
      from email e where e.account_id = ${accountId}
      order by ${order.by} limit ${sql.lit(looks)}
    ) e`.execute(db);
  const shown = new Map<string, string>();
  for (const { id, thread_id: threadId, isIn } of rows) {
    const key = collapseThreads ? threadId : id;
    if (isIn && !shown.has(key)) shown.set(key, id);
  }
  return { ids: [...shown.values()], isEnd: rows.length < looks };
}
