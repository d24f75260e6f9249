import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { StartError } from "../start-error.ts";
import type { Log } from "../log/index.ts";
import { connectClient, usingClient } from "./connect.ts";
import type { Connection } from "./connect.ts";

/** Any number that nothing else locks: the whole of "atrium's schema is being changed". */
const LOCK = 4_720_001;

/** The database is not one that this program may bring up to date. */
class MigrationRefused extends StartError {}

/** The names of a program's migrations, in the order in which they run. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

/** The names of the migrations that a database has seen; none when it has no schema of ours yet. */
export async function doneMigrations(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('schema_migration') is not null there",
  );
  if (!tables[0]!.there) return [];
  const { rows } = await client.query<{ name: string }>(
    "select name from schema_migration order by name",
  );
  return rows.map(({ name }) => name);
}

/** Whether a program's migrations and those that a database has seen fit together. */
async function compare(client: Client, folder: string): Promise<string[]> {
  const names = await listMigrations(folder);
  const done = new Set(await doneMigrations(client));
  const unknown = [...done].filter((name) => !names.includes(name)).sort();
  if (unknown.length > 0)
    throw new MigrationRefused(
      `The database was changed by a newer version of Atrium (${unknown.join(", ")}). Start that version, or restore a backup of this one.`,
    );
  return names.filter((name) => !done.has(name));
}

/**
 * The names of the migrations that have not run yet; it changes nothing.
 * @throws MigrationRefused when a newer program has been here.
 */
export async function pendingMigrations(
  connection: Connection,
  folder: string,
  log: Log,
): Promise<string[]> {
  return await usingClient(connection, log, (client) => compare(client, folder));
}

/**
 * Brings the schema up to date: every `NNNN-name.sql` of the folder that has not run yet, in the order of
 * their names, each in a transaction. Processes that start together wait for each other.
 * @param only those that may run; `undefined` for all.
 * @throws MigrationRefused when a newer program has been here.
 * @returns the names of those that ran.
 */
export async function migrate(
  connection: Connection,
  folder: string,
  log: Log,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const client = await connectClient(connection, log);
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    await client.query(
      `create table if not exists schema_migration (name text collate "C" primary key, ran_at timestamptz not null default now())`,
    );
    const due = (await compare(client, folder)).filter((name) => only?.has(name) ?? true);
    for (const name of due) {
      const text = await readFile(join(folder, name), "utf8");
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into schema_migration (name) values ($1)", [name]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      log.info({ migration: name }, "migration applied");
    }
    return due;
  } finally {
    // Ends the session and with it the lock.
    await client.end();
  }
}
