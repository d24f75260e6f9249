import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import type { Notify } from "../../../platform/db/index.ts";
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
    /** Somebody is at it right now. */
    readonly isBusy: boolean;
    readonly reply: string | null;
  }[];
}

/** How long the traces of mail that belongs to no submission are kept, in days. */
const TRACE_DAYS = 14;

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

/** Has a message, or everything, tried now; what is held back so that it can be taken back stays. Answers how many recipients. */
export async function retryQueued(
  engine: Engine,
  notify: Notify,
  queueId: string | null,
): Promise<number> {
  const now = engine.services.clock.now();
  const done = await sql`
    update queue_recipient r set next_at = ${now}::timestamptz from queue_message m
    where m.account_id = r.account_id and m.id = r.message_id and m.not_before <= ${now}::timestamptz
      and r.state = 'waiting' and r.lease is null
      and (${queueId}::text is null or r.message_id = ${queueId}::text)`.execute(engine.db);
  notify.send(QUEUE_TOPIC, "");
  return Number(done.numAffectedRows ?? 0n);
}

/** Gives a message up; its sender is told. Answers for how many recipients: not those that are being tried right now. */
export async function dropQueued(engine: Engine, notify: Notify, queueId: string): Promise<number> {
  const message = await engine.db
    .selectFrom("queue_message")
    .select(["account_id", "submission_id", "mail_from"])
    .where("id", "=", queueId)
    .executeTakeFirst();
  if (message === undefined) return 0;
  const { account_id: accountId } = message;
  const { reply, status } = ownOutcome("failed", "5.7.1", "An administrator gave it up");
  const dropped = await engine.write([accountId], async (w) => {
    const { numUpdatedRows } = await w.tx
      .updateTable("queue_recipient")
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
  notify.send(QUEUE_TOPIC, "");
  return dropped;
}

/** Forgets what became of old mail that belongs to no submission; to be called once a day. */
export async function trimQueue(engine: Engine): Promise<void> {
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
