import { sql } from "kysely";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";

/** Milliseconds. */
const WINDOW = 3_600_000;

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    send_count: { account_id: string; person_id: string; recipients: number; since: Date };
  }
}

/**
 * Counts recipients that a person sends to, in the transaction that sends: who has got hold of a user's password can
 * do only so much with it.
 * @throws Refusal `rateLimit` when they would be more than `limit` in an hour; nothing is counted then.
 */
export async function countRecipients(
  w: UnitOfWork,
  personId: string,
  count: number,
  limit: number,
): Promise<void> {
  const over = new Date(w.now.getTime() - WINDOW);
  const { rows } = await sql`
    insert into send_count as s (account_id, person_id, recipients, since)
    select ${ORGANISATION}, ${personId}, ${count}::int, ${w.now}::timestamptz where ${count}::int <= ${limit}::int
    on conflict (account_id, person_id) do update set
      recipients = case when s.since <= ${over} then excluded.recipients
        else s.recipients + excluded.recipients end,
      since = case when s.since <= ${over} then excluded.since else s.since end
    where s.since <= ${over} or s.recipients + excluded.recipients <= ${limit}::int
    returning recipients`.execute(w.tx);
  if (rows.length === 0) refuse("rateLimit", `no more than ${limit} recipients in an hour`);
}
