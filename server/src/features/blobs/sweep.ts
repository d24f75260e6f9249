import { sql } from "kysely";
import { BLOBS_STAY } from "../../platform/backup/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/index.ts";

/** A blob is put before the row that refers to it is committed; this leaves ample time for that (milliseconds). */
const ORPHAN_AGE = 24 * 3_600_000;
const BATCH = 500;

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
