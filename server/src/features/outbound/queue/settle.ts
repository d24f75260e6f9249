import { sql } from "kysely";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { releaseScheduled } from "../../mail/index.ts";
import { notifyOf } from "../transport/envelope.ts";
import type { Outcome } from "../transport/outcome.ts";
import { DELAY_REPORTED_AFTER, waitAfter } from "./back-off.ts";
import type { Claim, ClaimedRecipient } from "./claim.ts";
import { endIfDone } from "./end.ts";
import type { Origin, Parameters, RecipientState, ReportKind } from "./tables.ts";

/** A message whose delivery has begun. */
export interface BegunMessage {
  readonly submissionId: string | null;
  readonly origin: Origin;
  readonly hash: string;
  readonly size: number;
  readonly mailFrom: string;
  readonly params: Parameters;
  readonly createdAt: Date;
  readonly notBefore: Date;
}

/** From here on the message cannot be taken back. Null: it was, just now. */
export async function beginDelivery(engine: Engine, claim: Claim): Promise<BegunMessage | null> {
  const { accountId, queueId } = claim;
  return await engine.write([accountId], async (w) => {
    const row = await w.tx
      .selectFrom("queue_message")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("id", "=", queueId)
      .executeTakeFirst();
    if (row === undefined || row.canceled_at !== null || row.blob_hash === null) return null;
    if (row.begun_at === null) {
      await w.tx
        .updateTable("queue_message")
        .set({ begun_at: w.now })
        .where("account_id", "=", accountId)
        .where("id", "=", queueId)
        .execute();
      changedSubmission(w, accountId, row.submission_id);
      await releaseEmail(w, accountId, row.submission_id);
    }
    return {
      submissionId: row.submission_id,
      origin: row.origin,
      hash: row.blob_hash,
      size: row.size,
      mailFrom: row.mail_from,
      params: row.mail_from_params,
      createdAt: row.created_at,
      notBefore: row.not_before,
    };
  });
}

export interface SettleOptions {
  readonly lease: string;
  /** How long delivery is tried, in milliseconds. */
  readonly lifetime: number;
  readonly random?: () => number;
  readonly messageId?: string | null;
}

/** Writes down what became of recipients, and what is to be reported to their sender. */
export async function settle(
  engine: Engine,
  claim: Claim,
  message: BegunMessage,
  outcomes: ReadonlyMap<string, Outcome>,
  options: SettleOptions,
): Promise<void> {
  const { accountId, queueId } = claim;
  await engine.write([accountId], async (w) => {
    for (const recipient of claim.recipients) {
      const outcome = outcomes.get(recipient.address);
      if (outcome === undefined) continue;
      const next = consequence(recipient, message, outcome, w.now, options);
      await keep(
        w.tx,
        claim,
        recipient,
        { ...next, reply: outcome.reply, host: outcome.host },
        options,
        w.now,
      );
    }
    if (options.messageId) {
      await w.tx
        .updateTable("queue_message")
        .set({ message_id: options.messageId.slice(0, 998) })
        .where("account_id", "=", accountId)
        .where("id", "=", queueId)
        .where("message_id", "is", null)
        .execute();
    }
    await endIfDone(w, accountId, queueId);
    changedSubmission(w, accountId, message.submissionId);
  });
}

/** Said in place of what a server has said. */
const LOST = {
  delivered: "250 2.0.0 Delivered",
  relayed: "250 2.0.0 Accepted by the next server",
  retry: "451 4.3.0 The reply of the next server is unknown",
  failed: "550 5.0.0 Refused by the next server",
} as const satisfies Record<Outcome["kind"], string>;

/**
 * What is kept when `settle` fails: the states alone, in words of our own and without anything beside the recipients'
 * rows, so that nothing is sent twice whatever it was that could not be written.
 */
export async function settleStates(
  engine: Engine,
  claim: Claim,
  message: BegunMessage,
  outcomes: ReadonlyMap<string, Outcome>,
  options: SettleOptions,
): Promise<void> {
  const now = engine.services.clock.now();
  await engine.db.transaction().execute(async (tx) => {
    for (const recipient of claim.recipients) {
      const outcome = outcomes.get(recipient.address);
      if (outcome === undefined) continue;
      const reply = LOST[outcome.kind];
      const plain = { ...outcome, reply, status: reply.slice(4, 9) };
      const next = consequence(recipient, message, plain, now, options);
      await keep(tx, claim, recipient, { ...next, reply, host: null }, options, now);
    }
  });
  await settle(engine, claim, message, new Map(), options);
}

/** Writes down what became of one recipient. */
async function keep(
  tx: Tx,
  { accountId, queueId }: Claim,
  { address, attempts }: ClaimedRecipient,
  next: Consequence & Pick<Outcome, "reply" | "host">,
  { lease }: SettleOptions,
  now: Date,
): Promise<void> {
  let update = tx
    .updateTable("queue_recipient")
    .set({
      state: next.state,
      attempts: attempts + 1,
      next_at: next.nextAt,
      lease: null,
      reply: next.reply,
      status: next.status,
      host: next.host,
      tried_at: now,
      // A delay that was to be reported is no news any more once there is an end.
      ...(next.report === undefined && next.state === "waiting"
        ? {}
        : { report: next.report ?? null }),
      ...(next.report === "delayed" ? { delayed_at: now } : {}),
    })
    .where("account_id", "=", accountId)
    .where("message_id", "=", queueId)
    .where("address", "=", address)
    .where("state", "=", "waiting");
  // That a server has it stays true even when another process has begun with it meanwhile.
  if (next.state === "waiting" || next.state === "failed")
    update = update.where("lease", "=", lease);
  await update.execute();
}

interface Consequence {
  readonly state: RecipientState;
  readonly status: string;
  readonly nextAt: Date;
  readonly report?: ReportKind;
}

function consequence(
  recipient: ClaimedRecipient,
  message: BegunMessage,
  outcome: Outcome,
  now: Date,
  { lifetime, random }: SettleOptions,
): Consequence {
  const { status } = outcome;
  const notify = notifyOf(recipient.params);
  // RFC 5321 §4.5.5: nothing is ever reported to the null sender, so that no report makes another.
  const wants = (what: "SUCCESS" | "FAILURE" | "DELAY"): boolean =>
    message.mailFrom !== "" && (notify === null ? what !== "SUCCESS" : notify.has(what));
  const dsn = (report: ReportKind, isWanted: boolean) => (isWanted ? { report } : {});
  const deadline = message.notBefore.getTime() + lifetime;
  if (outcome.kind === "delivered")
    return { state: "delivered", status, nextAt: now, ...dsn("delivered", wants("SUCCESS")) };
  if (outcome.kind === "relayed") {
    const isOurs = wants("SUCCESS") && outcome.reportsItself !== true;
    return { state: "relayed", status, nextAt: now, ...dsn("relayed", isOurs) };
  }
  if (outcome.kind === "failed")
    return { state: "failed", status, nextAt: now, ...dsn("failed", wants("FAILURE")) };
  if (now.getTime() >= deadline)
    // RFC 3463 §3.5: the time for delivery has run out.
    return { state: "failed", status: "4.4.7", nextAt: now, ...dsn("failed", wants("FAILURE")) };
  const wait = waitAfter(recipient.attempts + 1, random);
  // The last try is made when the time is up, and not hours after.
  const nextAt = new Date(Math.min(now.getTime() + wait, deadline));
  const isLate = now.getTime() >= message.notBefore.getTime() + DELAY_REPORTED_AFTER;
  const isNews = isLate && recipient.delayedAt === null && wants("DELAY");
  return { state: "waiting", status, nextAt, ...dsn("delayed", isNews) };
}

/** What waited for its hour as a draft has been sent. */
async function releaseEmail(w: UnitOfWork, accountId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const submission = await w.tx
    .selectFrom("email_submission")
    .select("email_id")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (submission) await releaseScheduled(w, accountId, submission.email_id);
}

/** EmailSubmission shows what the queue knows. */
export function changedSubmission(w: UnitOfWork, accountId: string, id: string | null): void {
  if (id !== null) w.changed(accountId, "EmailSubmission", id, "updated");
}

/** Removes all that waits in an account that is gone. */
export async function forgetAccount(engine: Engine, accountId: string): Promise<void> {
  for (const table of ["queue_recipient", "queue_report", "queue_message"] as const)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(engine.db);
}
