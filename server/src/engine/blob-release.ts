import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../platform/db/index.ts";
import { Refusal } from "./errors.ts";
import type { Write } from "./unit-of-work.ts";

/** An upload that no record uses yet is kept so long (RFC 8620 §6.1 asks for an hour at least), in milliseconds. */
export const UNUSED_FOR = 24 * 3_600_000;

/**
 * That no record of its account refers to the row `b` of `blob`. By convention every table that refers to a blob does
 * so in a column `blob_hash`, so that no type can be forgotten here.
 */
export async function unreferred(db: Db | Tx): Promise<RawBuilder<boolean>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'blob_hash'`.execute(db);
  const conditions = tables.map(
    ({ name }) => sql<boolean>`not exists (select from ${sql.table(name)} r
      where r.account_id = b.account_id and r.blob_hash = b.hash)`,
  );
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Takes away an account's right to bytes that none of its records refers to any more; the bytes themselves are swept
 * when no account has them. Answers how many rights ended.
 */
export async function releaseBlobs(options: { db: Db; write: Write; now: Date }): Promise<number> {
  const { db, write, now } = options;
  const before = new Date(now.getTime() - UNUSED_FOR);
  const isUnused = sql`b.created_at < ${before} and ${await unreferred(db)}`;
  const { rows: accounts } = await sql<{ id: string }>`
    select distinct b.account_id as id from blob b where ${isUnused}`.execute(db);
  let released = 0;
  for (const { id } of accounts) {
    try {
      // The lock keeps out whoever would begin to use one of them meanwhile.
      await write([id], async (w) => {
        const done = await sql`
          delete from blob b where b.account_id = ${id} and ${isUnused}`.execute(w.tx);
        released += Number(done.numAffectedRows ?? 0n);
      });
    } catch (error) {
      // The account is gone, and its blobs with it.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return released;
}
