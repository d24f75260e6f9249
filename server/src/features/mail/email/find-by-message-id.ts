import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { shortHash } from "../thread/threading.ts";
import "../tables.ts";

/** The only email of an account that has this Message-ID (without angle brackets); null when there is none, or several. */
export async function findByMessageId(
  db: Db | Tx,
  accountId: string,
  messageId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.id from thread_message_id t
    join email e on e.account_id = t.account_id and e.thread_id = t.thread_id
    where t.account_id = ${accountId} and t.hash = ${shortHash(messageId)}
      and e.message_ids->'messageId'->>0 = ${messageId}
    limit 2`.execute(db);
  return rows.length === 1 ? rows[0]!.id : null;
}
