import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import { readMessage } from "../email/read-message.ts";
import { WORDS_VERSION } from "./index-words.ts";

/** Messages that are looked up at a time. */
const BATCH = 50;

interface Stale {
  account_id: string;
  email_id: string;
  received_at: Date;
  hash: string;
  size: number;
}

/**
 * Indexes messages anew that were indexed in an older way, while everything else goes on; to be called now and then.
 * Answers how many.
 */
export async function reindexMail(engine: Engine, signal?: AbortSignal): Promise<number> {
  const { log } = engine.services;
  let done = 0;
  let [account, email] = ["", ""];
  for (;;) {
    if (signal?.aborted === true) return done;
    const { rows } = await sql<Stale>`
      select w.account_id, w.email_id, w.received_at, e.blob_hash as hash, e.size
      from email_words w join email e on e.account_id = w.account_id and e.id = w.email_id
      where w.version < ${sql.lit(WORDS_VERSION)} and (w.account_id, w.email_id) > (${account}, ${email})
      order by w.account_id, w.email_id limit ${BATCH}`.execute(engine.db);
    const last = rows.at(-1);
    if (last === undefined) return done;
    [account, email] = [last.account_id, last.email_id];
    for (const row of rows) {
      try {
        await reindex(engine, row);
        done += 1;
      } catch (err) {
        // The others do not depend on it, and it is tried again the next time.
        log.warn({ err, emailId: row.email_id }, "a message could not be indexed anew");
      }
    }
  }
}

async function reindex(engine: Engine, row: Stale): Promise<void> {
  const { message } = await readMessage(engine.services, row);
  const { words } = message;
  await sql`
    update email_words set words = ${words.tsvector}::tsvector, cut = ${words.cut}::bool,
      parts = (select array_agg(part::tsvector) from unnest(${words.parts}::text[]) part),
      version = ${WORDS_VERSION}::int2
    where account_id = ${row.account_id} and received_at = ${row.received_at} and email_id = ${row.email_id}
      and version < ${WORDS_VERSION}::int2`.execute(engine.db);
}
