import { sql } from "kysely";
import { z } from "zod";
import type { Engine } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { enqueue, type JobRequest } from "../../../platform/jobs/index.ts";

/** The keyword of a label that is no more. */
interface Removal {
  readonly accountId: string;
  readonly keyword: string;
}

/** The job that `removeKeyword` is, for whoever has something for it. */
export const REMOVE_KEYWORD = {
  name: "labels.remove-keyword",
  retry: 10,
  payload: z.object({ accountId: z.string(), keyword: z.string() }),
} satisfies JobRequest<Removal>;

/** Messages that change at a time: while they do, nothing else in the account can. */
const BATCH = 200;

/** Keeps keywords from being given to other labels until no message carries them, and asks for that. */
export async function releaseKeywords(
  tx: Tx,
  accountId: string,
  keywords: readonly string[],
): Promise<void> {
  await tx
    .insertInto("label_removal")
    .values(keywords.map((keyword) => ({ account_id: accountId, keyword })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const keyword of keywords) await enqueue(tx, REMOVE_KEYWORD, { accountId, keyword });
}

/** Asks once more for what an earlier release began, or what was given up; to be called once a day. */
export async function removeLeftKeywords({ db }: Pick<Engine, "db">): Promise<void> {
  const left = await db.selectFrom("label_removal").selectAll().execute();
  for (const { account_id: accountId, keyword } of left)
    await enqueue(db, REMOVE_KEYWORD, { accountId, keyword });
}

/**
 * Takes the keyword of a label that is no more from all messages, a few at a time. Answers how many messages it changed.
 * @throws the signal's reason when it has to end early; what is left is done by the next run.
 */
export async function removeKeyword(
  engine: Engine,
  removal: Removal,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  for (let changed = -1; changed !== 0; done += changed) {
    signal?.throwIfAborted();
    if (!(await isDue(engine.db, removal))) return done;
    changed = await removeSome(engine, removal);
  }
  return done;
}

/** Not any more when the account is gone, or when it was done already. */
async function isDue(db: Db | Tx, { accountId, keyword }: Removal): Promise<boolean> {
  const found = await db
    .selectFrom("label_removal as removal")
    .innerJoin("account", "account.account_id", "removal.account_id")
    .select("keyword")
    .where("removal.account_id", "=", accountId)
    .where("keyword", "=", keyword)
    .executeTakeFirst();
  return found !== undefined;
}

/** Answers how many messages it changed; after the last ones the keyword is forgotten. */
async function removeSome(engine: Engine, removal: Removal): Promise<number> {
  const { accountId, keyword } = removal;
  return await engine.write([accountId], async (w) => {
    // Another label may have the keyword since it was done.
    if (!(await isDue(w.tx, removal))) return 0;
    const { rows } = await sql<{ id: string }>`
      update email set keywords = array_remove(keywords, ${keyword})
      where account_id = ${accountId} and id = any(
        select id from email where account_id = ${accountId} and keywords @> array[${keyword}]
        limit ${BATCH})
      returning id`.execute(w.tx);
    for (const { id } of rows) w.changed(accountId, "Email", id, "updated");
    if (rows.length === 0)
      await w.tx
        .deleteFrom("label_removal")
        .where("account_id", "=", accountId)
        .where("keyword", "=", keyword)
        .execute();
    return rows.length;
  });
}
