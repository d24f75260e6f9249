import { sql } from "kysely";
import type { Engine } from "../engine/index.ts";
import type { Accounts } from "../features/accounts/index.ts";
import {
  bringBackDue,
  REMOVE_KEYWORDS,
  reindexMail,
  removeKeywords,
  trimDeliveries,
} from "../features/mail/index.ts";
import { sampleLevels, trimOperations } from "../features/operations/index.ts";
import { trimQueue, trimSubmissions } from "../features/submission/index.ts";
import type { Push } from "../features/push/index.ts";
import { BLOBS_STAY } from "../platform/backup/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db, Tx } from "../platform/db/index.ts";
import { job, type Job } from "../platform/jobs/index.ts";

/** A blob is put before the row that refers to it is committed; this leaves ample time for that (milliseconds). */
const ORPHAN_AGE = 24 * 3_600_000;
const BATCH = 500;

/** What has to be done now and then so that nothing grows for ever. */
export function upkeep(parts: {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
  engine: Engine;
  accounts: Accounts;
  push: Push;
}): Job[] {
  return [
    job("change-log.trim", { every: "13 3 * * *", run: () => parts.engine.trim() }),
    job("deliveries.trim", {
      every: "33 3 * * *",
      run: () => trimDeliveries(parts.engine),
    }),
    job("queue.trim", { every: "53 3 * * *", run: () => trimQueue(parts.engine) }),
    job("submissions.trim", {
      every: "3 4 * * *",
      run: () => trimSubmissions(parts.engine),
    }),
    job("mail.reindex", {
      // After an update there may be much to do; else it only looks.
      every: "*/10 * * * *",
      run: async ({ log, signal }) => {
        const done = await reindexMail(parts.engine, signal);
        if (done > 0) log.info({ done }, "indexed messages anew");
      },
    }),
    job(REMOVE_KEYWORDS.name, {
      retry: REMOVE_KEYWORDS.retry,
      // Asked for when a label goes; else it only looks whether a server stopped in the middle of it.
      every: "*/5 * * * *",
      run: async ({ log, signal }) => {
        const done = await removeKeywords(parts.engine, signal);
        if (done > 0) log.info({ done }, "took the keywords of labels from messages");
      },
    }),
    job("mail.snoozed", {
      // People choose minutes.
      every: "* * * * *",
      run: async ({ log, signal }) => {
        const done = await bringBackDue(parts.engine, signal);
        if (done > 0) log.info({ done }, "brought back snoozed mail");
      },
    }),
    job("operations.sample", {
      every: "* * * * *",
      run: () => sampleLevels(parts),
    }),
    job("operations.trim", { every: "37 * * * *", run: () => trimOperations(parts) }),
    job("sessions.sweep", {
      every: "23 * * * *",
      run: () => parts.accounts.sweep(),
    }),
    job("push.sweep", { every: "27 * * * *", run: () => parts.push.sweep() }),
    job("blobs.sweep", {
      every: "43 3 * * *",
      run: async ({ log, signal }) => {
        const removed = await sweepBlobs(parts, signal);
        if (removed === null) log.info("left the blobs alone while a backup is made");
        else log.info({ removed }, "removed blobs that nothing refers to");
      },
    }),
  ];
}

/** Removes blobs that no account has, once they are old enough; answers how many, or `null` while they have to stay. */
export async function sweepBlobs(
  parts: { db: Db; blobs: BlobStore; clock: Clock },
  signal?: AbortSignal,
): Promise<number | null> {
  // The lock ends with its connection's transaction, however this ends.
  return await parts.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${BLOBS_STAY}) got`.execute(tx);
    return rows[0]!.got ? await sweepAlone({ ...parts, db: tx }, signal) : null;
  });
}

async function sweepAlone(
  { db, blobs, clock }: { db: Tx; blobs: BlobStore; clock: Clock },
  signal: AbortSignal | undefined,
): Promise<number> {
  const olderThan = new Date(clock.now().getTime() - ORPHAN_AGE);
  await blobs.tidy(olderThan);
  let removed = 0;
  let batch: string[] = [];
  const sweep = async (): Promise<void> => {
    // On the lock's own connection: with that the lock would be lost, and the sweep ends.
    const { rows } = await sql<{ hash: string }>`
      select distinct hash from blob where hash = any(${batch})`.execute(db);
    const kept = new Set(rows.map(({ hash }) => hash));
    for (const hash of batch)
      if (!kept.has(hash) && (await blobs.remove(hash, olderThan))) removed += 1;
    batch = [];
  };
  for await (const { hash, putAt } of blobs.list()) {
    if (signal?.aborted === true) return removed;
    if (putAt < olderThan) batch.push(hash);
    if (batch.length === BATCH) await sweep();
  }
  await sweep();
  return removed;
}
