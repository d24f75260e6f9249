import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids.ts";
import { ORGANISATION } from "../accounts/index.ts";

declare module "../../platform/db/tables.ts" {
  interface Tables {
    demo_organisation: { account_id: string; created_at: Date; finished_at: Date | null };
  }
}

export interface DemoMark {
  /** Null when making it was interrupted. */
  readonly finishedAt: Date | null;
}

export async function readMark(db: Db): Promise<DemoMark | null> {
  const row = await db
    .selectFrom("demo_organisation")
    .select("finished_at")
    .where("account_id", "=", ORGANISATION)
    .executeTakeFirst();
  return row ? { finishedAt: row.finished_at } : null;
}

/** Written before anything else is made, so that what an interruption leaves behind can be deleted. */
export async function writeMark(db: Db, now: Date): Promise<void> {
  await db
    .insertInto("demo_organisation")
    .values({ account_id: ORGANISATION, created_at: now, finished_at: null })
    .execute();
}

export async function finishMark(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("demo_organisation")
    .set({ finished_at: now })
    .where("account_id", "=", ORGANISATION)
    .execute();
}

/** Text that an account writes often. */
export async function insertTemplates(
  db: Db,
  accountId: string,
  templates: readonly { readonly name: string; readonly subject: string; readonly html: string }[],
): Promise<void> {
  await sql`insert into template (account_id, id, name, subject, html_body, sort_order)
    select ${accountId}, one.id, one.name, one.subject, one.html, one.place
    from jsonb_to_recordset(${JSON.stringify(
      templates.map((one, place) => ({ ...one, id: newId("h"), place })),
    )}::jsonb) as one (id text, name text, subject text, html text, place integer)`.execute(db);
}

/** The hashes of all blobs that any account refers to. */
export async function readBlobHashes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`select distinct hash from blob`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Empties the tables that belong to accounts. One store serves one organisation, so this is all that it has. */
export async function emptyStore(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(c.relname) as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace = current_schema()::regnamespace`.execute(tx);
    // The record of administrators' acts goes with the organisation that it is about, and in no other way.
    await sql`set local atrium.removes_organisation = 'on'`.execute(tx);
    await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(", "))}`.execute(tx);
  });
}
