import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import type { Origin, Parameters } from "./tables.ts";
import "./tables.ts";

/** On this topic the queue is notified that there is something to do. */
export const QUEUE_TOPIC = "queue";

export interface NewMessage {
  readonly accountId: string;
  /** The EmailSubmission whose delivery this is, if it is one's. */
  readonly submissionId?: string;
  /** The durable blob of the message, which stands as it shall leave but for its signature and Bcc. */
  readonly hash: string;
  readonly size: number;
  /** Empty: the null sender, to whom nothing is ever reported. */
  readonly mailFrom: string;
  readonly mailFromParams?: Parameters | null;
  readonly recipients: readonly {
    readonly address: string;
    readonly params?: Parameters | null;
  }[];
  /** Until then it can be taken back; unless given, it cannot. */
  readonly notBefore?: Date;
  readonly origin: Origin;
}

/** Puts a message on its way in the caller's transaction; it leaves if and only if that commits. Answers its id. */
export async function enqueueMessage(w: UnitOfWork, message: NewMessage): Promise<string> {
  const { accountId, submissionId = null, hash, size, recipients, notBefore = w.now } = message;
  if (recipients.length === 0) throw new Error("a message without recipients was put on its way");
  const id = w.newId("q");
  await w.addBlob(accountId, { hash, size, type: "message/rfc822" });
  await w.tx
    .insertInto("queue_message")
    .values({
      account_id: accountId,
      id,
      submission_id: submissionId,
      origin: message.origin,
      blob_hash: hash,
      size,
      mail_from: message.mailFrom,
      mail_from_params: JSON.stringify(inUpperCase(message.mailFromParams)),
      created_at: w.now,
      not_before: notBefore,
    })
    .execute();
  const rows = distinct(recipients).map(({ address, params }, position) => ({
    address,
    position,
    params: JSON.stringify(inUpperCase(params)),
    domain: domainOf(address),
  }));
  await sql`
    insert into queue_recipient (account_id, message_id, address, position, params, domain, next_at)
    select ${accountId}, ${id}, address, position, params::jsonb, domain, ${notBefore}::timestamptz
    from unnest(${rows.map((row) => row.address)}::text[], ${rows.map((row) => row.position)}::int[],
      ${rows.map((row) => row.params)}::text[], ${rows.map((row) => row.domain)}::text[])
      as r (address, position, params, domain)`.execute(w.tx);
  // Whom a person writes to is no stranger when they answer.
  if (message.origin === "submission" || message.origin === "mua")
    await sql`
      insert into written_to (account_id, address)
      select distinct ${accountId}, left(lower(address), 250)
      from unnest(${rows.map((row) => row.address)}::text[]) as r (address)
      on conflict do nothing`.execute(w.tx);
  w.hint(QUEUE_TOPIC, "");
  return id;
}

/** Takes a message back. False: its delivery has begun, or it was taken back before. */
export async function cancelMessage(
  w: UnitOfWork,
  accountId: string,
  queueId: string,
): Promise<boolean> {
  const canceled = await w.tx
    .updateTable("queue_message")
    .set({ canceled_at: w.now, ended_at: w.now, blob_hash: null })
    .where("account_id", "=", accountId)
    .where("id", "=", queueId)
    .where("begun_at", "is", null)
    .where("canceled_at", "is", null)
    .returning("submission_id")
    .executeTakeFirst();
  if (canceled === undefined) return false;
  await w.tx
    .updateTable("queue_recipient")
    .set({ state: "canceled", lease: null })
    .where("account_id", "=", accountId)
    .where("message_id", "=", queueId)
    .execute();
  if (canceled.submission_id !== null)
    w.changed(accountId, "EmailSubmission", canceled.submission_id, "updated");
  w.hint(QUEUE_TOPIC, "");
  return true;
}

/** Lets go of the messages of submissions that are destroyed: what is still under way continues without them. */
export async function releaseSubmissions(
  w: UnitOfWork,
  accountId: string,
  submissionIds: readonly string[],
): Promise<void> {
  await w.tx
    .updateTable("queue_message")
    .set({ submission_id: null })
    .where("account_id", "=", accountId)
    .where("submission_id", "=", sql<string>`any(${submissionIds})`)
    .execute();
}

/** Two that differ in the case of their domain alone are one mailbox, and so is the postmaster (RFC 5321 §4.5.1). */
function distinct<R extends { readonly address: string }>(recipients: readonly R[]): R[] {
  const byMailbox = new Map<string, R>();
  for (const recipient of recipients) {
    const at = recipient.address.lastIndexOf("@");
    const local = at < 0 ? recipient.address.toLowerCase() : recipient.address.slice(0, at);
    const mailbox = `${local}@${domainOf(recipient.address)}`;
    if (!byMailbox.has(mailbox)) byMailbox.set(mailbox, recipient);
  }
  return [...byMailbox.values()];
}

/** The domain as DNS knows it, an address literal in lower case, or empty. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return "";
  return parseAddress(`x@${address.slice(at + 1)}`)?.domain ?? address.slice(at + 1).toLowerCase();
}

/** ESMTP parameters have no case (RFC 5321 §4.1.1.11). */
function inUpperCase(params: Parameters | null | undefined): Parameters {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name.toUpperCase(), value]),
  );
}
