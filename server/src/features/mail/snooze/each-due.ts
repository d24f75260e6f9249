import { sql } from "kysely";
import { Refusal, type Engine, type UnitOfWork } from "../../../engine/index.ts";

/** Messages that are changed in one transaction. */
export const BATCH = 500;

/**
 * Does what is due with messages, account by account and `BATCH` at a time; answers with how many that was. What it is
 * called for twice, or after a stop in the middle, is done once if `doSome` leaves nothing due behind.
 * @param column the time at which a message is due
 * @param doSome deals with at most `BATCH` messages of an account, and answers with how many
 */
export async function eachDue(
  engine: Engine,
  column: "snoozed_until" | "follow_up_at",
  doSome: (w: UnitOfWork, accountId: string) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  const { rows } = await sql<{ account: string }>`
    select distinct account_id as account from email
    where ${sql.ref(column)} <= ${engine.services.clock.now()}`.execute(engine.db);
  let done = 0;
  for (const { account } of rows)
    for (;;) {
      if (signal?.aborted === true) return done;
      const count = await inAccount(engine, account, doSome);
      done += count;
      if (count < BATCH) break;
    }
  return done;
}

async function inAccount(
  engine: Engine,
  accountId: string,
  doSome: (w: UnitOfWork, accountId: string) => Promise<number>,
): Promise<number> {
  try {
    return await engine.write([accountId], (w) => doSome(w, accountId));
  } catch (error) {
    // The account has gone since.
    if (error instanceof Refusal && error.code === "accountNotFound") return 0;
    throw error;
  }
}
