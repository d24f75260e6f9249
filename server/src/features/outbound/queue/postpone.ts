import type { Engine } from "../../../engine/index.ts";
import { waitSince } from "./back-off.ts";
import { endIfDone } from "./end.ts";
import type { Due } from "./report.ts";

/**
 * Has a report that could not be made wait, longer each time, so that it keeps no other from being made. What has failed
 * for as long as a delivery may take is given up, without a report. Answers whether it was.
 */
export async function postponeReport(
  engine: Engine,
  { accountId, queueId }: Due,
  lifetime: number,
): Promise<boolean> {
  const { db, services } = engine;
  const now = services.clock.now();
  const { report_failed_at: failedAt } = await db
    .updateTable("queue_message")
    .set((e) => ({ report_failed_at: e.fn.coalesce("report_failed_at", e.val(now)) }))
    .where("account_id", "=", accountId)
    .where("id", "=", queueId)
    .returning("report_failed_at")
    .executeTakeFirstOrThrow();
  const since = failedAt ?? now;
  const isOver = now.getTime() - since.getTime() >= lifetime;
  await db
    .updateTable("queue_message")
    .set(
      isOver
        ? { report_failed_at: null, report_at: null }
        : { report_at: new Date(now.getTime() + waitSince(since, now)) },
    )
    .where("account_id", "=", accountId)
    .where("id", "=", queueId)
    .execute();
  if (!isOver) return false;
  await db
    .updateTable("queue_recipient")
    .set({ report: null })
    .where("account_id", "=", accountId)
    .where("message_id", "=", queueId)
    .where("report", "is not", null)
    .execute();
  await engine.write([accountId], (w) => endIfDone(w, accountId, queueId));
  return true;
}
