import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import type { Counts } from "./judge-words.ts";
import "../tables.ts";

/** What an organisation has learned of some numbers. */
export interface Learned {
  readonly totals: Counts;
  readonly counts: ReadonlyMap<number, Counts>;
}

export async function readLearned(db: Db, buckets: readonly number[]): Promise<Learned> {
  const { rows } = await sql<Counts & { bucket: number | null }>`
    select null::int4 as bucket, junk, wanted from junk_model where account_id = ${ORGANISATION}
    union all
    select bucket, junk, wanted from junk_token
    where account_id = ${ORGANISATION} and bucket = any(${[...buckets]}::int4[])`.execute(db);
  const totals = rows.find(({ bucket }) => bucket === null) ?? { junk: 0, wanted: 0 };
  return {
    totals,
    counts: new Map(rows.flatMap((row) => (row.bucket === null ? [] : [[row.bucket, row]]))),
  };
}

/** Keeps other processes from learning until the transaction ends. */
export async function lockModel(tx: Tx): Promise<Counts> {
  await sql`insert into junk_model (account_id, junk, wanted) values (${ORGANISATION}, 0, 0)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<Counts>`
    select junk, wanted from junk_model where account_id = ${ORGANISATION} for update`.execute(tx);
  return rows[0]!;
}

/** Counts one message more, or one less that was counted before. The model is locked. */
export async function count(
  tx: Tx,
  buckets: readonly number[],
  isJunk: boolean,
  by: 1 | -1,
): Promise<void> {
  const [junk, wanted] = isJunk ? [by, 0] : [0, by];
  await sql`
    insert into junk_token as t (account_id, bucket, junk, wanted)
    select ${ORGANISATION}, bucket, greatest(0, ${junk}::int4), greatest(0, ${wanted}::int4)
    from unnest(${[...buckets]}::int4[]) b (bucket)
    on conflict (account_id, bucket) do update set
      junk = greatest(0, t.junk + ${junk}::int4), wanted = greatest(0, t.wanted + ${wanted}::int4)`.execute(
    tx,
  );
  await sql`
    update junk_model set junk = greatest(0, junk + ${junk}::int4), wanted = greatest(0, wanted + ${wanted}::int4)
    where account_id = ${ORGANISATION}`.execute(tx);
}
