import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";

/** Notes when nothing is left to do about a message, and lets go of its bytes. */
export async function endIfDone(w: UnitOfWork, accountId: string, queueId: string): Promise<void> {
  await sql`
    update queue_message m set ended_at = ${w.now}::timestamptz, blob_hash = null
    where m.account_id = ${accountId} and m.id = ${queueId} and m.ended_at is null
      and not exists (select from queue_recipient r
        where r.account_id = m.account_id and r.message_id = m.id
          and (r.state = 'waiting' or r.report is not null))`.execute(w.tx);
}
