import { sql, type RawBuilder } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../testing/index.ts";
import { silentLog } from "../log/index.ts";
import { isUnavailable, openDatabase, WITH_NEXT, type Database, type Tx } from "./index.ts";

let database: Database;
let other: Database;

beforeAll(async () => {
  database = await testDatabase();
  other = openDatabase({ connection: database.connection, log: silentLog, max: 1 });
  await other.pool.query("create table flight (n int primary key)");
  return () => other.close();
});

const put = (n: number): RawBuilder<unknown> =>
  sql`${sql.raw(WITH_NEXT)} insert into flight values (${n})`;

async function kept(): Promise<number[]> {
  const { rows } = await other.pool.query<{ n: number }>("select n from flight order by n");
  return rows.map(({ n }) => n);
}

const pidOf = async (tx: Tx): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx)).rows[0]!.pid;

async function lastStatement(pid: number): Promise<string> {
  const { rows } = await other.pool.query<{ query: string }>(
    "select query from pg_stat_activity where pid = $1",
    [pid],
  );
  return rows[0]!.query;
}

/** The error of a piece of work, which has to fail. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable("it did not fail"),
    (error: unknown) => error,
  );

test("what needs no answer leaves with the next statement, before it", async () => {
  await database.db.transaction().execute(async (tx) => {
    const pid = await pidOf(tx);
    await put(1).execute(tx);
    await put(2).execute(tx);
    expect(await lastStatement(pid)).toContain("pg_backend_pid");
    const { rows } = await sql<{ count: number }>`select count(*) from flight`.execute(tx);
    expect(rows).toEqual([{ count: 2 }]);
    expect(await kept()).toEqual([]);
  });
  expect(await kept()).toEqual([1, 2]);
});

test("what needs no answer leaves with the commit, and is there when that has come", async () => {
  await database.db.transaction().execute((tx) => put(3).execute(tx));
  expect(await kept()).toContain(3);
  await database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await put(4).execute(tx);
  });
  expect(await kept()).toContain(4);
});

test("what fails is reported by the next statement or the commit as what it was, and nothing is kept", async () => {
  const before = await kept();
  const work: ((tx: Tx) => Promise<unknown>)[] = [
    async (tx) => {
      await put(10).execute(tx);
      await put(1).execute(tx);
      await put(11).execute(tx);
      await sql`select 1`.execute(tx);
      throw new Error("a statement came after one that failed");
    },
    async (tx) => {
      await put(12).execute(tx);
      await put(1).execute(tx);
    },
    async (tx) => {
      await sql`select 1`.execute(tx);
      await put(1).execute(tx);
      await sql`insert into flight values (13)`.execute(tx);
    },
  ];
  for (const one of work)
    expect(await failureOf(database.db.transaction().execute(one))).toMatchObject({
      code: "23505",
    });
  expect(await kept()).toEqual(before);
});

test("what cannot even be sent is not committed without", async () => {
  const before = await kept();
  const broken = {
    toPostgres(): never {
      throw new Error("no such value");
    },
  };
  const work = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await put(15).execute(tx);
    await sql`${sql.raw(WITH_NEXT)} insert into flight values (${broken})`.execute(tx);
    await put(16).execute(tx);
  });
  expect(await failureOf(work)).toMatchObject({ message: "no such value" });
  expect(await kept()).toEqual(before);
  // `pg` takes that statement for prepared on its connection, which nobody gets any more.
  for (let n = 17; n < 19; n++)
    await database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await sql`${sql.raw(WITH_NEXT)} insert into flight values (${n})`.execute(tx);
    });
  expect(await kept()).toEqual([...before, 17, 18]);
});

test("a statement that waited for the beginning is not done after the end", async () => {
  const before = await kept();
  let late: Promise<unknown> | undefined;
  const work = database.db.transaction().execute(async (tx) => {
    late = failureOf(sql`insert into flight values (60)`.execute(tx));
    await Promise.resolve();
    throw new Error("given up");
  });
  expect(await failureOf(work)).toMatchObject({ message: "given up" });
  expect(await late).toBeInstanceOf(Error);
  expect(await kept()).toEqual(before);
});

test("what is given up takes back what was held, and its connection goes on", async () => {
  const single = openDatabase({ connection: database.connection, log: silentLog, max: 1 });
  const before = await kept();
  const given = single.db.transaction().execute(async (tx) => {
    await put(20).execute(tx);
    throw new Error("given up");
  });
  expect(await failureOf(given)).toMatchObject({ message: "given up" });
  expect(await kept()).toEqual(before);
  const client = await single.pool.connect();
  const { rows } = await client.query("select now() = statement_timestamp() as is_alone");
  client.release();
  expect(rows).toEqual([{ is_alone: true }]);
  await single.close();
});

test("nothing is done where the transaction cannot begin", async () => {
  const single = openDatabase({ connection: database.connection, log: silentLog, max: 1 });
  const before = await kept();
  const works: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => put(30).execute(tx),
    async (tx) => {
      await put(31)
        .execute(tx)
        .catch(() => undefined);
      await put(32).execute(tx);
    },
  ];
  for (const work of works) {
    // A transaction that has failed begins no other.
    const client = await single.pool.connect();
    await client.query("begin");
    await client.query("select broken").catch(() => undefined);
    client.release();
    await failureOf(single.db.transaction().execute(work));
    expect(await kept()).toEqual(before);
  }
  await single.close();
});

test("outside of a transaction nothing is held back", async () => {
  await put(40).execute(database.db);
  expect(await kept()).toContain(40);
});

test("a connection that dies with statements under way fails them as one whose server is away", async () => {
  const before = await kept();
  const work = database.db.transaction().execute(async (tx) => {
    const pid = await pidOf(tx);
    await put(50).execute(tx);
    await other.pool.query("select pg_terminate_backend($1)", [pid]);
    await put(51).execute(tx);
  });
  expect(isUnavailable(await failureOf(work))).toBe(true);
  expect(await kept()).toEqual(before);
});
