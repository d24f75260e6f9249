import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../platform/db/index.ts";
import { containersOf, type Reach } from "./reach.ts";

/** The modseq of the last change of a type; its state on the wire is this number as text. */
async function readState(db: Db | Tx, accountId: string, type: string): Promise<number> {
  const row = await db
    .selectFrom("type_state")
    .select("modseq")
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .executeTakeFirst();
  return row?.modseq ?? 0;
}

/** The detail of a record that went along with the one that moved: nothing of it has changed but who reaches it. */
export const MOVED = "moved";

/** That a change in the log is seen by those with this reach, or from a time of which that is not known. */
export function isSeen(reach: Reach): RawBuilder<boolean> {
  if (reach === "everything") return sql<boolean>`true`;
  const [was, is] = ["was_in", "is_in"].map(
    (column) => sql`${sql.ref(column)} && ${containersOf(reach)}`,
  );
  return sql<boolean>`(is_in is null or case when detail = ${MOVED} then (${was}) <> (${is}) else ${was} or ${is} end)`;
}

/** The same with part of the account in reach: the last change that is seen there, of those that the log still has. */
export async function readStateIn(
  db: Db | Tx,
  accountId: string,
  type: string,
  reach: Reach,
): Promise<number> {
  if (reach === "everything") return await readState(db, accountId, type);
  const { rows } = await sql<{ modseq: number }>`
    select greatest(coalesce(a.shared_since, 0), (
      select l.modseq from change_log l
      where l.account_id = a.account_id and l.type = ${type} and l.is_in is not null and ${isSeen(reach)}
      order by l.modseq desc limit 1)) as modseq
    from account a where a.account_id = ${accountId}`.execute(db);
  return rows[0]?.modseq ?? 0;
}

/** The states of all types of which the account has (or had) records. */
export async function readStates(db: Db, accountId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("type_state")
    .select(["type", "modseq"])
    .where("account_id", "=", accountId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.type, String(row.modseq)]));
}

/** The modseq of the last change of any type, by account. */
export async function readNewest(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("account")
    .select(["account_id", "modseq"])
    .where("account_id", "=", sql<string>`any(${[...accountIds]})`)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.modseq]));
}
