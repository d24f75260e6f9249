import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import { releaseSubmissions } from "../../outbound/index.ts";
import "../vacation-response/tables.ts";
import "./tables.ts";

const DAY = 86_400_000;
/** For how long people can look up what became of a mail after its delivery has ended. */
const KEPT_DAYS = 90;
/** In one transaction. */
const BATCH = 500;

/**
 * Destroys the records of mails that were sent long ago, which RFC 8621 §7 leaves to the server, and forgets those that
 * clients destroyed and to whom vacation responses went. To be called once a day.
 */
export async function trimSubmissions(engine: Engine): Promise<void> {
  const { db, services } = engine;
  const now = services.clock.now().getTime();
  await db
    .deleteFrom("email_submission")
    .where("destroyed_at", "<", new Date(now - DAY))
    .execute();
  await db
    .deleteFrom("vacation_answer")
    .where("answered_at", "<", new Date(now - KEPT_DAYS * DAY))
    .execute();
  const before = new Date(now - KEPT_DAYS * DAY);
  for (;;) {
    const { rows } = await sql<{ account_id: string; ids: string[] }>`
      with old as (
        select s.account_id, s.id from email_submission s
        where s.send_at < ${before}::timestamptz and s.destroyed_at is null and not exists (
          select from queue_message q where q.account_id = s.account_id and q.submission_id = s.id
            and (q.ended_at is null or q.ended_at >= ${before}::timestamptz))
        limit ${BATCH})
      select account_id, array_agg(id) as ids from old group by account_id`.execute(db);
    if (rows.length === 0) return;
    for (const { account_id: accountId, ids } of rows)
      await engine.write([accountId], async (w) => {
        await w.tx
          .deleteFrom("email_submission")
          .where("account_id", "=", accountId)
          .where("id", "=", sql<string>`any(${ids})`)
          .execute();
        await releaseSubmissions(w, accountId, ids);
        for (const id of ids) w.changed(accountId, "EmailSubmission", id, "destroyed");
      });
  }
}
