import { sql } from "kysely";
import { asText, findHeader, parseMessage } from "@atrium/formats/mime";
import type { Engine } from "../../../engine/index.ts";
import { endIfDone } from "./end.ts";
import { domainOf, enqueueMessage } from "./queue.store.ts";
import { changedSubmission } from "./settle.ts";
import { readyToLeave, startOfBody } from "../transport/outgoing-message.ts";
import { buildReport, type ReportedRecipient } from "../dsn/build.ts";

/** A message whose sender is to get a report. */
export interface Due {
  readonly accountId: string;
  readonly queueId: string;
}

/** So long a report waits for recipients that have not been tried at all, to include them too (milliseconds). */
const PATIENCE = 30 * 60_000;
/** A message up to this size goes back whole (RFC 3461 §4.3 leaves it to us unless the sender says so). */
const WHOLE_UP_TO = 64 * 1024;
/** Asked for whole, it goes back whole up to this size. */
const WHOLE_AT_MOST = 10_000_000;

/**
 * Messages about which there is something to report, what has waited longest first. One report covers all recipients of
 * a round. One that could not be made waits for its time.
 */
export async function dueReports(engine: Engine, now: Date, limit: number): Promise<Due[]> {
  const impatient = new Date(now.getTime() - PATIENCE);
  const { rows } = await sql<{ account_id: string; message_id: string }>`
    select r.account_id, r.message_id from queue_recipient r
    join queue_message m on m.account_id = r.account_id and m.id = r.message_id
    where r.report is not null and (m.report_at is null or m.report_at <= ${now}::timestamptz)
      and (r.tried_at < ${impatient}::timestamptz or not exists (
        select from queue_recipient o
        where o.account_id = r.account_id and o.message_id = r.message_id
          and o.state = 'waiting' and (o.lease is not null or o.attempts = 0)))
    group by r.account_id, r.message_id, m.report_at
    order by m.report_at nulls first, min(r.tried_at) limit ${limit}`.execute(engine.db);
  return rows.map((row) => ({ accountId: row.account_id, queueId: row.message_id }));
}

/** Puts the report about a message on its way, once, whoever else may be at it. */
export async function sendReport(
  engine: Engine,
  { accountId, queueId }: Due,
  options: {
    readonly ownName: string;
    readonly lifetime: number;
    /** Whether a domain is one of the organisation's. */
    readonly isHere: (domain: string) => Promise<boolean>;
  },
): Promise<void> {
  const { db, services } = engine;
  const message = await db
    .selectFrom("queue_message")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", queueId)
    .executeTakeFirst();
  const recipients = await db
    .selectFrom("queue_recipient")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("message_id", "=", queueId)
    .where("report", "is not", null)
    .orderBy("position")
    .execute();
  if (message === undefined || recipients.length === 0) throw new Outdated();
  if (message.blob_hash === null) throw new Error("the message that it is about is gone");
  const senderDomain = domainOf(message.mail_from);
  // Nobody writes in the name of other people's domains.
  const isOurs = senderDomain !== "" && (await options.isHere(senderDomain));
  const triedUntil = new Date(message.not_before.getTime() + options.lifetime);
  const stored = readyToLeave(await services.blobs.read(message.blob_hash));
  const bytes = buildReport({
    to: message.mail_from,
    envelopeId: message.mail_from_params["ENVID"] ?? null,
    ownName: options.ownName,
    domain: isOurs ? senderDomain : options.ownName,
    arrivedAt: message.created_at,
    now: services.clock.now(),
    recipients: recipients.map((row): ReportedRecipient => ({
      address: row.address,
      params: row.params,
      kind: row.report!,
      reply: row.reply ?? "",
      status: row.status ?? "4.0.0",
      host: row.host,
      triedAt: row.tried_at,
      triedUntil,
    })),
    ...originalOf(stored, message.mail_from_params["RET"] ?? null),
  });
  const { hash, size } = await services.blobs.put(bytes);
  await engine.write([accountId], async (w) => {
    const reported = await sql`
      update queue_recipient r set report = null
      from unnest(${recipients.map((row) => row.address)}::text[], ${recipients.map((row) => row.report)}::text[])
        as t (address, report)
      where r.account_id = ${accountId} and r.message_id = ${queueId}
        and r.address = t.address and r.report = t.report`.execute(w.tx);
    // Another process has reported some of them, or there is more to report by now: the next look sees what is left.
    if (Number(reported.numAffectedRows ?? 0n) !== recipients.length) throw new Outdated();
    await enqueueMessage(w, {
      accountId,
      hash,
      size,
      mailFrom: "",
      recipients: [{ address: message.mail_from }],
      origin: "dsn",
    });
    await w.tx
      .insertInto("queue_report")
      .values({
        account_id: accountId,
        message_id: queueId,
        blob_hash: hash,
        kind: "dsn",
        received_at: w.now,
      })
      .execute();
    await w.tx
      .updateTable("queue_message")
      .set({ report_failed_at: null, report_at: null })
      .where("account_id", "=", accountId)
      .where("id", "=", queueId)
      .execute();
    await endIfDone(w, accountId, queueId);
    changedSubmission(w, accountId, message.submission_id);
  });
}

/** The report would not be true any more. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

function originalOf(stored: Buffer, ret: string | null) {
  const header = stored.subarray(0, startOfBody(stored));
  const { headers } = parseMessage(header);
  const text = (name: string): string | null => {
    const field = findHeader(headers, name);
    return field === undefined ? null : asText(header, field).trim() || null;
  };
  const wanted = ret?.toUpperCase();
  const limit = wanted === "FULL" ? WHOLE_AT_MOST : wanted === "HDRS" ? 0 : WHOLE_UP_TO;
  const isWhole = stored.length <= limit;
  return {
    original: { bytes: isWhole ? stored : header, isWhole },
    subject: text("subject"),
    messageId: text("message-id")?.replace(/^<|>$/g, "") ?? null,
  };
}
