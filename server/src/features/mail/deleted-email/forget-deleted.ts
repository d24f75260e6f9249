import { sql } from "kysely";
import { Refusal, type Engine } from "../../../engine/index.ts";
import { DELETED_KEPT } from "../limits.ts";
import { forget } from "../email/deleted-email.store.ts";

/** Messages that are let go of in one transaction. */
const BATCH = 1000;

/** Lets go of what was deleted too long ago, account by account. Answers how much; the rest is for the next time when it has to end early. */
export async function forgetDeleted(engine: Engine, signal?: AbortSignal): Promise<number> {
  const before = new Date(engine.services.clock.now().getTime() - DELETED_KEPT);
  const { rows } = await sql<{ account: string }>`
    select distinct account_id as account from deleted_email where deleted_at <= ${before}`.execute(
    engine.db,
  );
  let done = 0;
  for (const { account } of rows)
    for (;;) {
      if (signal?.aborted === true) return done;
      const count = await forgetSome(engine, account, before);
      done += count;
      if (count < BATCH) break;
    }
  return done;
}

async function forgetSome(engine: Engine, accountId: string, before: Date): Promise<number> {
  try {
    return await engine.write([accountId], async (w) => {
      const rows = await w.tx
        .selectFrom("deleted_email")
        .select("id")
        .where("account_id", "=", accountId)
        .where("deleted_at", "<=", before)
        .orderBy("deleted_at")
        .limit(BATCH)
        .execute();
      const { emails } = await forget(
        w,
        accountId,
        rows.map(({ id }) => id),
      );
      return emails;
    });
  } catch (error) {
    // The account has gone since.
    if (error instanceof Refusal && error.code === "accountNotFound") return 0;
    throw error;
  }
}
