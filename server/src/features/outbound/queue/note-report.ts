import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import "./tables.ts";

/** A report (DSN of RFC 3464, MDN of RFC 8098) that came back about a message which an account had sent. */
export interface IncomingReport {
  readonly accountId: string;
  readonly kind: "dsn" | "mdn";
  /** The blob of the report as it was delivered to the account. */
  readonly hash: string;
  /** `Original-Envelope-Id`; what was sent without one carries the id that the queue gave it. */
  readonly envelopeId: string | null;
  /** `Message-ID` of the returned message or header, without its angle brackets. */
  readonly messageId: string | null;
  readonly recipients: readonly {
    /** `Original-Recipient` where there is one, else `Final-Recipient`; without its type. */
    readonly address: string;
    /** RFC 3464 §2.3.3, or `displayed` for an MDN that says so. */
    readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded" | "displayed";
    /** RFC 3463, such as `5.1.1`. */
    readonly status?: string | null;
    /** `Diagnostic-Code` without its type. */
    readonly diagnostic?: string | null;
  }[];
}

/**
 * Writes down what a report says about a message of the account, whose row is part of the unit. Answers the id of
 * the message in the queue; null when the report is about none of the account's.
 */
export async function noteReport(w: UnitOfWork, report: IncomingReport): Promise<string | null> {
  const { accountId, kind, hash, recipients } = report;
  const message = await reportedMessage(w, report);
  if (message === null) return null;
  await w.tx
    .insertInto("queue_report")
    .values({
      account_id: accountId,
      message_id: message.id,
      blob_hash: hash,
      kind,
      received_at: w.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await noteRecipients(w, accountId, message.id, recipients);
  if (message.submission_id !== null)
    w.changed(accountId, "EmailSubmission", message.submission_id, "updated");
  return message.id;
}

/** A report may name a thousand recipients: one statement for all. What it says of one last counts. */
async function noteRecipients(
  w: UnitOfWork,
  accountId: string,
  messageId: string,
  recipients: IncomingReport["recipients"],
): Promise<void> {
  const displayed = new Set<string>();
  const reported = new Map<string, { action: string; reply: string | null }>();
  for (const { address, action, diagnostic } of recipients) {
    // PostgreSQL has no text with NUL, so no recipient is called so.
    const lower = address.toLowerCase().replaceAll("\0", "\uFFFD");
    if (action === "displayed") displayed.add(lower);
    else if (action === "failed" || action === "delivered")
      reported.set(lower, {
        action,
        // The reply of the server that knows more than ours did.
        reply: diagnostic
          ? diagnostic.slice(0, 2000).replaceAll("\0", "")
          : (reported.get(lower)?.reply ?? null),
      });
  }
  // Only what was handed on can be reported on: a stranger's report does not stop a delivery of ours.
  const ofMessage = sql`account_id = ${accountId} and message_id = ${messageId}`;
  if (displayed.size > 0)
    await sql`update queue_recipient set displayed = true
      where ${ofMessage} and state in ('relayed', 'delivered')
        and lower(address) = any(${[...displayed]}::text[])`.execute(w.tx);
  if (reported.size === 0) return;
  const values = [...reported.values()];
  await sql`update queue_recipient set reported = r.action, reply = coalesce(r.reply, queue_recipient.reply)
    from unnest(
      ${[...reported.keys()]}::text[],
      ${values.map(({ action }) => action)}::text[],
      ${values.map(({ reply }) => reply)}::text[]
    ) as r(address, action, reply)
    where ${ofMessage} and state = 'relayed' and lower(queue_recipient.address) = r.address`.execute(
    w.tx,
  );
}

async function reportedMessage(
  w: UnitOfWork,
  { accountId, envelopeId, messageId }: IncomingReport,
): Promise<{ id: string; submission_id: string | null } | null> {
  const named = w.tx
    .selectFrom("queue_message")
    .select(["id", "submission_id"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(1);
  const byEnvelope =
    envelopeId === null
      ? undefined
      : await named
          .where((where) =>
            where.or([
              where("id", "=", envelopeId),
              where(sql`mail_from_params->>'ENVID'`, "=", envelopeId),
            ]),
          )
          .executeTakeFirst();
  if (byEnvelope !== undefined) return byEnvelope;
  if (messageId === null) return null;
  return (await named.where("message_id", "=", messageId).executeTakeFirst()) ?? null;
}
