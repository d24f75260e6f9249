import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "../testing/index.ts";
import type { Db } from "../platform/db/index.ts";

let db: Db;

beforeAll(async () => {
  ({ db } = await testDatabase());
});

/** Tables of the whole installation, not of an account. */
const GLOBAL = new Set(["schema_migration", "blob_owner", "blob_put"]);

interface TableRow {
  name: string;
}

describe("the schema", () => {
  it("can be partitioned by account: PostgreSQL accepts every key of every table", async () => {
    const { rows } = await sql<TableRow>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(db);
    const tables = rows.map((row) => row.name).filter((name) => !GLOBAL.has(name));
    expect(tables).toEqual(expect.arrayContaining(["account", "email", "change_log"]));
    await sql`create schema sharded`.execute(db);
    for (const name of tables) {
      // A unique key that lacks account_id, or holds expressions, makes one of these fail.
      await sql`create table ${sql.table(`sharded.${name}`)} (like ${sql.table(name)} including defaults including generated)
        partition by hash (account_id)`.execute(db);
      const { rows: keys } = await sql<{ definition: string }>`
        select pg_get_indexdef(i.indexrelid) as definition from pg_index i
        where i.indrelid = ${name}::regclass and i.indisunique`.execute(db);
      expect(keys, name).not.toEqual([]);
      for (const { definition } of keys) {
        expect(definition, name).toMatch(/\(account_id[,)]/);
        await sql.raw(definition.replace(" ON public.", " ON sharded.")).execute(db);
      }
    }
  });

  it("refers from table to table only with the account", async () => {
    const { rows } = await sql<{ definition: string }>`
      select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db);
    for (const { definition } of rows) expect(definition).toMatch(/FOREIGN KEY \(account_id[,)]/);
  });
});
