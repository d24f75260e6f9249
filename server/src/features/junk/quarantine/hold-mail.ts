import type { QuarantinedMailRecord } from "@atrium/contract/types/quarantined-mail";
import { QuarantinedMail } from "@atrium/contract/types/quarantined-mail";
import { sql } from "kysely";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { enqueue, type JobRequest } from "../../../platform/jobs/index.ts";
import { storable } from "../../../platform/storable.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import { MAX_QUARANTINED, MAX_QUARANTINED_OCTETS, NOTICE_PAUSE } from "../limits.ts";
import "../tables.ts";

/** The job that tells recipients of mail that was held back. */
export const TELL_OF_QUARANTINE = {
  name: "quarantine.tell",
  retry: 10,
} satisfies JobRequest;

/** A mail with a virus. `hash` and `size` are of its durable blob. */
export interface Infected {
  readonly transactionId: string;
  readonly receivedAt: Date;
  readonly mailFrom: string;
  /** As the sender wrote them. */
  readonly recipients: readonly string[];
  readonly accountIds: readonly string[];
  /** The author's address; empty where there is none. */
  readonly from: string;
  readonly subject: string | null;
  readonly hash: string;
  readonly size: number;
  readonly threat: string;
  readonly by: QuarantinedMailRecord["by"];
}

/** Characters of what a stranger wrote, or a scanner said, that stand in a row. */
const MAX_TEXT = 500;
const shortened = (text: string): string => storable(text.slice(0, MAX_TEXT).toWellFormed());

/**
 * Keeps a mail from its recipients, committed and durable when it resolves, and has them told. Accepted again under the same
 * name, it is not held twice.
 */
export async function holdMail(engine: Engine, mail: Infected): Promise<void> {
  await engine.write([ORGANISATION], async (w) => {
    const id = w.newId("z");
    const { numInsertedOrUpdatedRows: rows } = await w.tx
      .insertInto("quarantined_mail")
      .values({
        account_id: ORGANISATION,
        id,
        transaction_id: mail.transactionId,
        received_at: mail.receivedAt,
        mail_from: shortened(mail.mailFrom),
        recipients: mail.recipients.map(shortened),
        account_ids: [...mail.accountIds],
        sender: shortened(mail.from),
        subject: mail.subject === null ? null : shortened(mail.subject),
        blob_hash: mail.hash,
        size: mail.size,
        threat: shortened(mail.threat),
        by: mail.by,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (rows !== 1n) return;
    await w.addBlob(ORGANISATION, { hash: mail.hash, size: mail.size, type: "message/rfc822" });
    w.changed(ORGANISATION, QuarantinedMail.name, id, "created");
    await makeRoom(w);
    await noteRecipients(w, mail.accountIds);
    await enqueue(w.tx, TELL_OF_QUARANTINE);
  });
}

/** Somebody who sends viruses by the thousand must not fill the disk: the oldest go, but for what is being delivered. */
async function makeRoom(w: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from quarantined_mail where account_id = ${ORGANISATION} and id in (
      select id from (
        select id, row_number() over newest as place, sum(size) over newest as octets from quarantined_mail
        where account_id = ${ORGANISATION} window newest as (order by id desc)
      ) held where place > ${MAX_QUARANTINED} or (octets > ${MAX_QUARANTINED_OCTETS} and place > 1))
      and (not is_released or delivered_at is not null)
    returning id`.execute(w.tx);
  for (const { id } of rows) w.changed(ORGANISATION, QuarantinedMail.name, id, "destroyed");
}

/** Whoever was told within the last hour learns nothing new. */
async function noteRecipients(w: UnitOfWork, accountIds: readonly string[]): Promise<void> {
  const before = new Date(w.now.getTime() - NOTICE_PAUSE);
  await sql`
    insert into quarantine_notice as n (account_id, told_at, is_due)
    select account, ${w.now}::timestamptz, true from unnest(${[...accountIds]}::text[]) as a (account)
    on conflict (account_id) do update set told_at = excluded.told_at, is_due = true
    where n.told_at <= ${before}::timestamptz`.execute(w.tx);
}
