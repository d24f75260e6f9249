import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { escapeIdentifier, type Client } from "pg";

/** A table with the columns that hold something of their own. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Where a sequence stands. */
export interface Sequence {
  readonly schema: string;
  readonly name: string;
  readonly last: string;
}

const SCHEMAS = ["public", "graphile_worker"];

/** These say how far the schema has come; whoever makes the schema fills them. */
const OF_THE_SCHEMA = ["public.schema_migration", "graphile_worker.migrations"];

export const nameOf = ({ schema, name }: Pick<Table, "schema" | "name">): string =>
  `${schema}.${name}`;

const quoted = ({ schema, name }: Pick<Table, "schema" | "name">): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

const quotedWithColumns = (table: Table): string =>
  `${quoted(table)} (${table.columns.map(escapeIdentifier).join(", ")})`;

/** Every table that holds data; one that others refer to stands before them. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select n.nspname::text schema, c.relname::text name, array_agg(a.attname::text order by a.attnum) columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
      group by 1, 2 order by 1, 2`,
    [SCHEMAS, OF_THE_SCHEMA],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.nspname || '.' || c.relname as from, t.nspname || '.' || r.relname as to
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace f on f.oid = c.relnamespace
       join pg_class r on r.oid = k.confrelid join pg_namespace t on t.oid = r.relnamespace
      where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  const sorted: Table[] = [];
  const visited = new Set<string>();
  const visit = (table: Table): void => {
    const name = nameOf(table);
    if (visited.has(name)) return;
    visited.add(name);
    for (const { from, to } of references)
      if (from === name) for (const other of tables) if (nameOf(other) === to) visit(other);
    sorted.push(table);
  };
  tables.forEach(visit);
  return sorted;
}

/** The sequences that have been used. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname::text schema, sequencename::text name, last_value::text last
       from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** A table's rows as text (PostgreSQL's COPY format); its `rowCount` counts once it has ended. */
export const readTable = (client: Client, table: Table): Readable & { rowCount: number } =>
  client.query(copyTo(`copy ${quotedWithColumns(table)} to stdout`));

/** What a query finds, in the same format. */
export const readQuery = (client: Client, text: string): Readable & { rowCount: number } =>
  client.query(copyTo(`copy (${text}) to stdout`));

/** Puts rows of that format into the table; answers how many there were. */
export async function fillTable(client: Client, table: Table, rows: Readable): Promise<number> {
  const into = client.query(copyFrom(`copy ${quotedWithColumns(table)} from stdin`));
  await pipeline(rows, into);
  return into.rowCount;
}

/** Removes the rows that the making of the schema put in; the tables hold nothing of anybody yet. */
export async function emptyTables(client: Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables.toReversed()) await client.query(`delete from ${quoted(table)}`);
}

export async function setSequences(client: Client, sequences: readonly Sequence[]): Promise<void> {
  for (const sequence of sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [
      quoted(sequence),
      sequence.last,
    ]);
}

/** Takes jobs from the workers of the server that the rows come from; they will never come back for them. */
export async function releaseJobs(client: Client): Promise<void> {
  await client.query(
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null",
  );
  await client.query(
    "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
  );
}

/** Whether nobody lives in this database yet. */
export async function isEmptyDatabase(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.account') is not null there",
  );
  if (!rows[0]!.there) return true;
  const { rowCount } = await client.query("select from account limit 1");
  return rowCount === 0;
}
