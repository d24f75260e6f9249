import type { Comparator } from "@atrium/contract/types/define";
import { sql } from "kysely";
import { holdsWord, whereOf } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

const ADDRESS = sql`(select a.address from mail_address a
  where a.account_id = n.account_id and a.owner_id = n.id and a.is_primary)`;
const SORTED_BY = { name: sql`lower(n.name)`, address: ADDRESS };

/** Ids of all groups or shared accounts that a filter means, in order. Groups are never removed. */
export async function searchNamed(
  db: Db | Tx,
  table: "person_group" | "shared_account",
  filter: Parameters<typeof whereOf<{ readonly text?: string; readonly isRemoved?: boolean }>>[0],
  sort: readonly Comparator[],
): Promise<string[]> {
  const where = whereOf(filter, ({ text, isRemoved }) => [
    ...(text === undefined
      ? []
      : [sql`(${holdsWord(sql`n.name`, text)} or ${holdsWord(ADDRESS, text)})`]),
    ...(isRemoved === undefined ? [] : [sql`(n.removed_at is not null) = ${isRemoved}`]),
  ]);
  const order = sort.map(
    ({ property, isAscending = true }) =>
      sql`${SORTED_BY[property as keyof typeof SORTED_BY]} ${isAscending ? sql`asc` : sql`desc`}`,
  );
  const { rows } = await sql<{ id: string }>`
    select n.id from ${sql.table(table)} n where n.account_id = ${ORGANISATION} and ${where}
    order by ${sql.join([...order, sql`n.id`])}`.execute(db);
  return rows.map(({ id }) => id);
}
