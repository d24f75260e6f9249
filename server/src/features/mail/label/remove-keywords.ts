import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";

/** The job that `removeKeywords` is, for whoever has something for it. */
export const REMOVE_KEYWORDS = { name: "labels.remove-keywords", retry: 10 };

/** Messages that change at a time: while they do, nothing else in the account can. */
const BATCH = 200;

/**
 * Takes the keywords of labels that are no more from all messages, a few at a time. What is left when it ends early
 * is done by the next run. Answers how many messages it changed.
 */
export async function removeKeywords(engine: Engine, signal?: AbortSignal): Promise<number> {
  const removals = await engine.db.selectFrom("label_removal").selectAll().execute();
  let done = 0;
  for (const { account_id: accountId, keyword } of removals)
    for (let changed = -1; changed !== 0; done += changed) {
      if (signal?.aborted === true) return done;
      changed = await removeSome(engine, accountId, keyword);
    }
  return done;
}

/** Answers how many messages it changed; after the last ones the keyword is forgotten. */
async function removeSome(engine: Engine, accountId: string, keyword: string): Promise<number> {
  return await engine.write([accountId], async (w) => {
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
