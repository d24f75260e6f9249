import { Socket } from "node:net";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testDatabase } from "../../testing/index.ts";
import { silentLog } from "../log/index.ts";
import {
  BY_REQUEST,
  connectClient,
  createNotify,
  isUnavailable,
  limitStatements,
  mayPass,
  migrate,
  openDatabase,
} from "./index.ts";
import type { Database } from "./index.ts";

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "atrium-migrations-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("statements are prepared under the same name, once a connection", async () => {
  await database.db.connection().execute(async (db) => {
    for (let i = 0; i < 3; i += 1) await sql`select ${i}::int8 as prepared_once`.execute(db);
    const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements
      where statement like '%as prepared_once' and name <> ''`.execute(db);
    expect(rows[0]?.count).toBe(1);
  });
});

test("texts that follow from requests are prepared up to a bound, and all of them work", async () => {
  await database.db.connection().execute(async (db) => {
    for (let i = 0; i < 250; i += 1) {
      const { rows } = await sql<{ n: number }>`${sql.raw(BY_REQUEST)}
        select ${i}::int4 as ${sql.ref(`column_${i}`)}`.execute(db);
      expect(rows).toEqual([{ [`column_${i}`]: i }]);
    }
    // How many it is of these depends on what this process has asked before.
    const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements
      where statement like '/* by request%column_%' and name <> ''`.execute(db);
    expect(rows[0]?.count).toBeLessThanOrEqual(200);
  });
});

test("int8 is a number and timestamptz a Date", async () => {
  const { rows } = await sql<{ big: number; time: Date }>`
    select 4503599627370496::int8 big, timestamptz '2026-01-02T03:04:05Z' time`.execute(
    database.db,
  );
  expect(rows[0]).toEqual({ big: 4503599627370496, time: new Date("2026-01-02T03:04:05Z") });
});

test("a query after all connections were ended by the server succeeds", async () => {
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(database.db)));
  const admin = openDatabase({ connection: database.connection, log: silentLog, max: 1 });
  await admin.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await admin.close();
  await expect.poll(() => database.pool.totalCount).toBe(0);
  const { rows } = await sql<{ one: number }>`select 1 one`.execute(database.db);
  expect(rows).toEqual([{ one: 1 }]);
});

test("a transaction whose connection dies before its commit fails as one whose server is away", async () => {
  const admin = openDatabase({ connection: database.connection, log: silentLog, max: 1 });
  const cut = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(admin.db);
    const living = sql`select from pg_stat_activity where pid = ${rows[0]!.pid}`;
    await expect.poll(async () => (await living.execute(admin.db)).rows).toEqual([]);
  });
  const error: unknown = await cut.then(() => null).catch((reason: unknown) => reason);
  await admin.close();
  expect(error).toBeInstanceOf(Error);
  // Whoever delivers mail tries again then; another error would make the sender do so, under another name.
  expect(isUnavailable(error)).toBe(true);
});

test("migrations run once, in the order of their names, also when two processes start at once", async () => {
  await writeFile(
    join(folder, "0001-a.sql"),
    "create table step (name text); insert into step values ('a');",
  );
  await writeFile(join(folder, "0002-b.sql"), "insert into step values ('b');");
  const runs = await Promise.all([1, 2].map(() => migrateInto(folder, "twice")));
  expect(runs.flat().sort()).toEqual(["0001-a.sql", "0002-b.sql"]);
  expect(await migrateInto(folder, "twice")).toEqual([]);
});

test("a migration that fails leaves nothing of itself, and names itself", async () => {
  await writeFile(join(folder, "0003-c.sql"), "create table half (id text); select broken;");
  await expect(migrateInto(folder, "fails")).rejects.toThrow("0003-c.sql");
  await writeFile(join(folder, "0003-c.sql"), "create table half (id text);");
  expect(await migrateInto(folder, "fails")).toEqual(["0003-c.sql"]);
});

test("a database that a newer program has changed is refused", async () => {
  await migrateInto(folder, "newer");
  await rm(join(folder, "0003-c.sql"));
  await expect(migrateInto(folder, "newer")).rejects.toThrow(
    "newer version of Atrium (0003-c.sql)",
  );
});

/** In a schema of its own, so that the real migrations are out of the way. */
async function migrateInto(migrations: string, schema: string): Promise<string[]> {
  await database.pool.query(`create schema if not exists ${schema}`).catch(() => undefined);
  const { host, port, user, database: name } = database.connection as Record<string, string>;
  const address = `postgres://${user}@${encodeURIComponent(host!)}:${port}/${name}?options=${encodeURIComponent(`-csearch_path=${schema}`)}`;
  return await migrate(address, migrations, silentLog);
}

test("a hint reaches the own process at once and others soon, each repeat once", async () => {
  const other = openDatabase({ connection: database.connection, log: silentLog, max: 1 });
  const here = createNotify({ ...database, log: silentLog });
  const there = createNotify({ ...other, log: silentLog });
  const heardHere: string[] = [];
  const heardThere: string[] = [];
  here.listen("mail", (hint) => heardHere.push(hint));
  const done = new Promise<void>((resolve) => {
    there.listen("mail", (hint) => {
      heardThere.push(hint);
      if (hint === "last") resolve();
    });
  });
  // Hints sent before the other listens are lost; that is what "only a hint" means.
  while (heardThere.length === 0) {
    here.send("mail", "probe");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  heardThere.length = 0;
  heardHere.length = 0;
  const long = "x".repeat(6000);
  for (const hint of ["one", "one", long, `${long}2`, "last"]) here.send("mail", hint);
  expect(heardHere).toEqual(["one", "one", long, `${long}2`, "last"]);
  await done;
  expect(heardThere.filter((hint) => hint !== "probe")).toEqual(["one", long, `${long}2`, "last"]);
  await Promise.all([here.close(), there.close()]);
  await other.close();
});

test("listeners are notified that they may have missed hints when the connection was gone", async () => {
  const notify = createNotify({ ...database, log: silentLog });
  const missed = new Promise<void>((resolve) => notify.listen("mail", () => undefined, resolve));
  for (let notified = false; !notified;) {
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen atrium'",
    );
    notified = await Promise.race([
      missed.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50)),
    ]);
  }
  await notify.close();
});

test("a listener works in the context in which it was registered, without the limit of whoever hints", async () => {
  const notify = createNotify({ ...database, log: silentLog });
  const limit = new Promise((resolve, reject) => {
    notify.listen("mail", () => {
      sql`show statement_timeout`.execute(database.db).then(({ rows }) => resolve(rows), reject);
    });
  });
  limitStatements(5000, () => notify.send("mail", "hint"));
  expect(await limit).toEqual([{ statement_timeout: "0" }]);
  await notify.close();
});

test("a connection on which nothing can be listened to is closed before the next is made", async () => {
  const ends = vi.spyOn(Client.prototype, "end");
  const fails = vi.spyOn(Client.prototype, "query").mockRejectedValue(new Error("not now"));
  const notify = createNotify({ ...database, log: silentLog });
  await expect.poll(() => fails.mock.calls.length).toBeGreaterThan(2);
  expect(ends.mock.calls.length).toBeGreaterThan(1);
  fails.mockRestore();
  ends.mockRestore();
  await notify.close();
});

test("a connection that falls silent is soon asked whether the other side is there", async () => {
  const asked = vi.spyOn(Socket.prototype, "setKeepAlive");
  const client = await connectClient(database.connection, silentLog);
  expect(asked).toHaveBeenCalledWith(true, 30_000);
  asked.mockRestore();
  await client.end();
});

test("what only was in the way may pass, and what is wrong does not", () => {
  const passing = [
    "40001",
    "40P01",
    "53100",
    "53300",
    "55P03",
    "57014",
    "58030",
    "57P01",
    "ENOSPC",
  ];
  for (const code of passing) expect(mayPass({ code })).toBe(true);
  for (const code of ["23505", "42601", "P0001", undefined]) expect(mayPass({ code })).toBe(false);
});

test("listening that is closed before it has begun ends", async () => {
  const notify = createNotify({ ...database, log: silentLog });
  await notify.close();
  const { rows } = await database.pool.query(
    "select from pg_stat_activity where datname = current_database() and query = 'listen atrium'",
  );
  expect(rows).toEqual([]);
});

test("a socket that is missing is that of a database which is away; a file is none", async () => {
  const path = join(folder, "nothing");
  const refused = await new Promise((resolve) =>
    new Socket().connect({ path }).once("error", resolve),
  );
  expect(refused).toMatchObject({ code: "ENOENT" });
  expect(isUnavailable(refused)).toBe(true);
  const missing = await readFile(path).catch((error: unknown) => error);
  expect(missing).toMatchObject({ code: "ENOENT" });
  expect(isUnavailable(missing)).toBe(false);
});
