import type { Filter } from "@atrium/contract/types/define";
import type { QueuedRecipient } from "@atrium/contract/types/queued-mail";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { holdsWord, whereOf, type Engine } from "../../../engine/index.ts";
import type { Db, Notify, Tx } from "../../../platform/db/index.ts";
import { ownOutcome } from "../transport/outcome.ts";
import { endIfDone } from "./end.ts";
import { QUEUE_TOPIC } from "./queue.store.ts";
import { changedSubmission } from "./settle.ts";
import "./tables.ts";

/** A message that waits, with the recipients who have not got it. */
export interface QueuedMessage {
  readonly accountId: string;
  readonly id: string;
  readonly mailFrom: string;
  readonly size: number;
  readonly createdAt: Date;
  readonly notBefore: Date;
  readonly recipients: readonly {
    readonly address: string;
    readonly attempts: number;
    readonly nextAt: Date;
    /** A process is at it right now. */
    readonly isBusy: boolean;
    readonly reply: string | null;
  }[];
}

/** Messages for one domain that one act gives up at most, the oldest first. */
const DROPPED_AT_ONCE = 1000;
/** How long the traces of mail that belongs to no submission are kept, in days. */
const TRACE_DAYS = 14;

/** What of the engine is needed to change the queue; a method's call has it as well. */
interface Working {
  readonly db: Db | Tx;
  readonly write: Engine["write"];
  readonly services: Pick<Engine["services"], "clock">;
}

/** What waits, the oldest first. */
export async function listQueue(engine: Engine, limit: number): Promise<QueuedMessage[]> {
  const rows = await engine.db
    .selectFrom("queue_recipient as r")
    .innerJoin("queue_message as m", (join) =>
      join.onRef("m.account_id", "=", "r.account_id").onRef("m.id", "=", "r.message_id"),
    )
    .select([
      "m.account_id",
      "m.id",
      "m.mail_from",
      "m.size",
      "m.created_at",
      "m.not_before",
      "r.address",
      "r.attempts",
      "r.next_at",
      "r.lease",
      "r.reply",
    ])
    .where("r.state", "=", "waiting")
    .orderBy("m.created_at")
    .orderBy("m.id")
    .orderBy("r.position")
    .limit(limit)
    .execute();
  return [...Map.groupBy(rows, (row) => row.id).values()].map((group) => {
    const [first] = group;
    return {
      accountId: first!.account_id,
      id: first!.id,
      mailFrom: first!.mail_from,
      size: first!.size,
      createdAt: first!.created_at,
      notBefore: first!.not_before,
      recipients: group.map((row) => ({
        address: row.address,
        attempts: row.attempts,
        nextAt: row.next_at,
        isBusy: row.lease !== null,
        reply: row.reply,
      })),
    };
  });
}

const WAITING = sql`exists (select from queue_recipient r
  where r.account_id = m.account_id and r.message_id = m.id and r.state = 'waiting')`;

/** These mails as far as they wait, or all that do, the oldest first; each with some of those who have not got it. */
export async function readQueued(
  db: Db | Tx,
  ids: readonly string[] | null,
  { limit, recipients }: { readonly limit: number; readonly recipients: number },
): Promise<QueuedMailRow[]> {
  const chosen = ids === null ? null : [...ids];
  const { rows } = await sql<QueuedMailRow>`
    select m.id, m.mail_from as "mailFrom", m.size, m.created_at as "createdAt", m.not_before as "notBefore",
      (select count(*)::int from queue_recipient r
        where r.account_id = m.account_id and r.message_id = m.id and r.state = 'waiting') as "recipientCount",
      (select json_agg(json_build_object('address', r.address, 'attempts', r.attempts, 'nextAt', r.next_at,
          'isBusy', r.lease is not null, 'reply', r.reply) order by r.position)
        from (select * from queue_recipient r
          where r.account_id = m.account_id and r.message_id = m.id and r.state = 'waiting'
          order by r.position limit ${recipients}) r) as recipients
    from queue_message m
    where ${WAITING} and (${chosen}::text[] is null or m.id = any(${chosen}::text[]))
    order by m.created_at, m.id limit ${limit}`.execute(db);
  return rows;
}

export interface QueuedMailRow {
  readonly id: string;
  readonly mailFrom: string;
  readonly size: number;
  readonly createdAt: Date;
  readonly notBefore: Date;
  readonly recipientCount: number;
  readonly recipients: readonly QueuedRecipient[];
}

/** Ids of the mails that wait and that a filter means, at most `limit` of the oldest. */
export async function searchQueued(
  db: Db | Tx,
  filter: Filter<{ readonly text?: string }> | null,
  { isAscending, limit }: { readonly isAscending: boolean; readonly limit: number },
): Promise<string[]> {
  const where = whereOf(filter, ({ text }) =>
    text === undefined
      ? []
      : [
          sql`(${holdsWord(sql`m.mail_from`, text)} or exists (select from queue_recipient r
            where r.account_id = m.account_id and r.message_id = m.id and r.state = 'waiting'
              and ${holdsWord(sql`r.address`, text)}))`,
        ],
  );
  const { rows } = await sql<{ id: string }>`
    select m.id from queue_message m where ${WAITING} and ${where}
    order by m.created_at, m.id limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return isAscending ? ids : ids.reverse();
}

/** What of the queue is meant: one message, all for one domain, or everything. */
export type Queued = { readonly id: string } | { readonly domain: string } | "all";

const isIn = (queued: Queued): RawBuilder<SqlBool> => {
  if (queued === "all") return sql`true`;
  return "id" in queued ? sql`r.message_id = ${queued.id}` : sql`r.domain = ${queued.domain}`;
};

/** Has it tried now; what is held back so that it can be taken back stays. Answers how many recipients. */
export async function retryQueued(
  engine: Working,
  notify: Pick<Notify, "send">,
  queued: Queued,
): Promise<number> {
  const now = engine.services.clock.now();
  const done = await sql`
    update queue_recipient r set next_at = ${now}::timestamptz from queue_message m
    where m.account_id = r.account_id and m.id = r.message_id and m.not_before <= ${now}::timestamptz
      and r.state = 'waiting' and r.lease is null
      and ${isIn(queued)}`.execute(engine.db);
  notify.send(QUEUE_TOPIC, "");
  return Number(done.numAffectedRows ?? 0n);
}

/**
 * Gives up what waits; the senders get reports. Answers for how many recipients: not those that are being tried right now,
 * and of a domain not what is held back.
 */
export async function dropQueued(
  engine: Working,
  notify: Pick<Notify, "send">,
  queued: Exclude<Queued, "all">,
): Promise<number> {
  let dropped = 0;
  for (const message of await messagesOf(engine, queued))
    dropped += await dropMessage(engine, message, queued);
  notify.send(QUEUE_TOPIC, "");
  return dropped;
}

interface DroppedMessage {
  readonly account_id: string;
  readonly id: string;
  readonly submission_id: string | null;
  readonly mail_from: string;
}

async function messagesOf(
  engine: Working,
  queued: Exclude<Queued, "all">,
): Promise<readonly DroppedMessage[]> {
  const { rows } = await sql<DroppedMessage>`
    select m.account_id, m.id, m.submission_id, m.mail_from from queue_message m
    where exists (select from queue_recipient r
        where r.account_id = m.account_id and r.message_id = m.id and r.state = 'waiting' and ${isIn(queued)})
      and (${"id" in queued} or m.not_before <= ${engine.services.clock.now()}::timestamptz)
    order by m.created_at, m.id limit ${DROPPED_AT_ONCE}`.execute(engine.db);
  return rows;
}

async function dropMessage(
  engine: Working,
  message: DroppedMessage,
  queued: Exclude<Queued, "all">,
): Promise<number> {
  const { account_id: accountId, id: queueId } = message;
  const { reply, status } = ownOutcome("failed", "5.7.1", "Cancelled by an administrator");
  return await engine.write([accountId], async (w) => {
    const { numUpdatedRows } = await w.tx
      .updateTable("queue_recipient as r")
      .set({
        state: "failed",
        reply,
        status,
        host: null,
        tried_at: w.now,
        report: message.mail_from === "" ? null : "failed",
      })
      .where("account_id", "=", accountId)
      .where("message_id", "=", queueId)
      .where("state", "=", "waiting")
      .where("lease", "is", null)
      .where(isIn(queued))
      .executeTakeFirst();
    await w.tx
      .updateTable("queue_message")
      .set({ begun_at: w.now })
      .where("account_id", "=", accountId)
      .where("id", "=", queueId)
      .where("begun_at", "is", null)
      .execute();
    await endIfDone(w, accountId, queueId);
    changedSubmission(w, accountId, message.submission_id);
    return Number(numUpdatedRows);
  });
}

/** Ends what was left unended, and forgets what became of old mail that belongs to no submission; to be called once a day. */
export async function trimQueue(engine: Engine): Promise<void> {
  await endLeftOver(engine);
  const before = new Date(engine.services.clock.now().getTime() - TRACE_DAYS * 86_400_000);
  await sql`
    with gone as (
      delete from queue_message where submission_id is null and ended_at < ${before}::timestamptz
      returning account_id, id
    ), recipients as (
      delete from queue_recipient r using gone g where r.account_id = g.account_id and r.message_id = g.id
    )
    delete from queue_report r using gone g where r.account_id = g.account_id and r.message_id = g.id`.execute(
    engine.db,
  );
}

/** Messages of whose recipients only the states could be recorded: nothing else would release their bytes. */
async function endLeftOver(engine: Engine): Promise<void> {
  const { rows } = await sql<{ account_id: string; id: string; submission_id: string | null }>`
    select m.account_id, m.id, m.submission_id from queue_message m
    join account a on a.account_id = m.account_id
    where m.begun_at is not null and m.ended_at is null
      and not exists (select from queue_recipient r
        where r.account_id = m.account_id and r.message_id = m.id
          and (r.state = 'waiting' or r.report is not null))`.execute(engine.db);
  for (const { account_id: accountId, id, submission_id: submissionId } of rows)
    await engine.write([accountId], async (w) => {
      await endIfDone(w, accountId, id);
      changedSubmission(w, accountId, submissionId);
    });
}
