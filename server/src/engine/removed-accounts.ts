import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/**
 * Forgets what is left of accounts that were removed. By convention every table's rows name their account in a column
 * `account_id`, so that no type can be forgotten here; bytes that nobody refers to any more are swept as always.
 */
export async function forgetRemovedAccounts(db: Db): Promise<void> {
  const { rows: removed } = await sql<{ id: string }>`
    select account_id as id from removed_account order by account_id`.execute(db);
  if (removed.length === 0) return;
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'removed_account'
    order by c.relname`.execute(db);
  // What was left behind by a kill is found again by the row in `removed_account`, which goes last.
  for (const { id } of removed) {
    for (const { name } of tables)
      await sql`delete from ${sql.table(name)} where account_id = ${id}`.execute(db);
    await sql`delete from removed_account where account_id = ${id}`.execute(db);
  }
}
