import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import type { PreparedMessage } from "../message/message.ts";
import { readMessage } from "../message/read-message.ts";
import { WORDS_VERSION } from "../message/index-words.ts";

/** Messages that are looked up at a time. */
const BATCH = 50;
/** After so many messages it is logged how far it is. */
const STEP = 5000;
/** "Mail is being indexed again", by one process. */
const REINDEXING = 4_720_004;

/** Where in the order of receipt a message stands. */
interface Place {
  received_at: Date;
  account_id: string;
  email_id: string;
}

interface Stale extends Place {
  hash: string;
  size: number;
}

/**
 * Indexes messages again that were indexed in an older way, the newest first, while everything else goes on; to be called
 * now and then, by any process. What was done stays done, so it goes on where it was stopped. Answers how many.
 */
export async function reindexMail(engine: Engine, signal?: AbortSignal): Promise<number> {
  const { log } = engine.services;
  const total = await countStale(engine);
  if (total === 0) return 0;
  log.info({ total }, "the search index needs rebuilding");
  const run: Run = { engine, signal, before: null, known: null, seen: 0, done: 0 };
  for (let logged = 0; await runBatch(run);) {
    if (run.seen - logged < STEP) continue;
    logged = run.seen;
    log.info(
      { done: run.done, left: Math.max(0, total - run.seen) },
      "rebuilding the search index",
    );
  }
  return run.done;
}

interface Run {
  readonly engine: Engine;
  readonly signal: AbortSignal | undefined;
  /** The last one that was looked at; one that cannot be indexed is not tried again in this run. */
  before: Place | null;
  /** The same message often goes to many, who got it at the same time. */
  known: PreparedMessage | null;
  seen: number;
  done: number;
}

/** Answers whether there may be more to do, which there is not where another process does it. */
async function runBatch(run: Run): Promise<boolean> {
  const { engine, signal } = run;
  if (signal?.aborted === true) return false;
  return await engine.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${REINDEXING}) got`.execute(tx);
    if (!rows[0]!.got) return false;
    const batch = await staleBefore(engine, run.before);
    for (const row of batch) {
      if (signal?.aborted === true) return false;
      const begun = performance.now();
      try {
        await reindex(run, row);
        run.done += 1;
      } catch (err) {
        // The others do not depend on it, and it is tried again the next time.
        engine.services.log.warn({ err, emailId: row.email_id }, "could not index a message");
      }
      run.before = row;
      run.seen += 1;
      // Half of the time is everyone else's.
      await pause(performance.now() - begun, undefined, { signal }).catch(() => undefined);
    }
    return batch.length === BATCH;
  });
}

/** Its partial index holds nothing else. */
async function countStale({ db }: Engine): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from email_words where version < ${sql.lit(WORDS_VERSION)}`.execute(db);
  return rows[0]!.count;
}

async function staleBefore({ db }: Engine, before: Place | null): Promise<Stale[]> {
  const isBefore =
    before === null
      ? sql`true`
      : sql`(received_at, account_id, email_id) <
          (${before.received_at}, ${before.account_id}, ${before.email_id})`;
  const { rows } = await sql<Stale>`
    select w.*, e.blob_hash as hash, e.size
    from (
      select received_at, account_id, email_id from email_words
      where version < ${sql.lit(WORDS_VERSION)} and ${isBefore}
      order by received_at desc, account_id desc, email_id desc limit ${BATCH}
    ) w join email e on e.account_id = w.account_id and e.id = w.email_id
    order by w.received_at desc, w.account_id desc, w.email_id desc`.execute(db);
  return rows;
}

async function reindex(run: Run, row: Stale): Promise<void> {
  const { services, db } = run.engine;
  if (run.known?.hash !== row.hash) run.known = (await readMessage(services, row)).message;
  const { words, hasAttachment, addresses } = run.known;
  // What a crash of the database loses of it is done again: no message waits for the disk.
  const { rows } = await sql<{ isOther: boolean | null }>`
    update email_words set words = ${words.tsvector}::tsvector, cut = ${words.cut}::bool,
      parts = (select array_agg(part::tsvector) from unnest(${words.parts}::text[]) part),
      version = ${WORDS_VERSION}::int2
    where account_id = ${row.account_id} and received_at = ${row.received_at} and email_id = ${row.email_id}
      and version < ${WORDS_VERSION}::int2
      and set_config('synchronous_commit', 'off', true) = 'off'
    returning (select e.has_attachment <> ${hasAttachment}::bool
        or e.addresses is distinct from ${JSON.stringify(addresses)}::jsonb
      from email e where e.account_id = ${row.account_id} and e.id = ${row.email_id}) as "isOther"`.execute(
    db,
  );
  if (rows[0]?.isOther === true) await describeAnew(run.engine, row, run.known);
}

/** Messages are described in another way than once, too: what counts as an attachment, how names are read. Clients are notified. */
async function describeAnew(
  engine: Engine,
  { account_id: accountId, email_id: id }: Stale,
  { hasAttachment, addresses }: PreparedMessage,
): Promise<void> {
  await engine.write([accountId], async (w) => {
    const { numUpdatedRows } = await w.tx
      .updateTable("email")
      .set({ has_attachment: hasAttachment, addresses })
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) w.changed(accountId, "Email", id, "updated");
  });
}
