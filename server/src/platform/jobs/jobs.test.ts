import { afterAll, beforeAll, expect, test } from "vitest";
import { anotherProcess } from "../../testing/another-process.ts";
import { testDatabase } from "../../testing/index.ts";
import { createTakeOver } from "../db/index.ts";
import type { Database, TakeOver } from "../db/index.ts";
import { silentLog } from "../log/index.ts";
import { enqueue, job, startJobs } from "./index.ts";
import type { Jobs } from "./index.ts";

let database: Database;
let takeOver: TakeOver;
let jobs: Jobs;
let greeted = 0;
let failures = 0;

const greet = job("greet", {
  async run() {
    greeted += 1;
  },
});
/** Nobody runs it. */
const wait = job("wait", { run: async () => undefined });
const stumble = job("stumble", {
  retry: 3,
  async run() {
    failures += 1;
    if (failures === 1) throw new Error("not yet");
  },
});

beforeAll(async () => {
  database = await testDatabase();
  takeOver = createTakeOver({ ...database, log: silentLog });
  jobs = await startJobs({
    connection: database.connection,
    takeOver,
    jobs: [greet, stumble],
    log: silentLog,
  });
});
afterAll(async () => {
  await jobs.stop();
  await takeOver.stop();
});

test("a job of a transaction that commits runs, one of a transaction that fails does not", async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await enqueue(tx, greet);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  const { rows } = await database.pool.query("select from graphile_worker.jobs");
  expect([rows, greeted]).toEqual([[], 0]);
  await database.db.transaction().execute((tx) => enqueue(tx, greet));
  await expect.poll(() => greeted).toBe(1);
});

test("a crontab line that ran by a clock that was ahead is not kept waiting until that time", async () => {
  const daily = job("daily", { every: "0 0 * * *", run: async () => {} });
  const { pool, connection } = database;
  const ran = async (): Promise<Date | null> => {
    const { rows } = await pool.query<{ ran: Date | null }>(
      "select last_execution ran from graphile_worker._private_known_crontabs where identifier = 'daily'",
    );
    return rows[0]!.ran;
  };
  const start = (): Promise<Jobs> =>
    startJobs({ connection, takeOver, jobs: [daily], log: silentLog });
  await (await start()).stop();
  const ahead = new Date(Date.now() + 3_600_000);
  await pool.query(
    "update graphile_worker._private_known_crontabs set last_execution = $1 where identifier = 'daily'",
    [ahead],
  );
  expect(await ran()).toEqual(ahead);
  await (await start()).stop();
  expect((await ran())!.getTime()).toBeLessThan(ahead.getTime());
});

test("a job that still waits is not put into the queue a second time", async () => {
  await enqueue(database.db, wait);
  await enqueue(database.db, wait);
  const { rows } = await database.pool.query(
    "select count(*) from graphile_worker.jobs where task_identifier = 'wait'",
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("a job that fails stays in the queue and is tried again", async () => {
  await enqueue(database.db, stumble);
  await expect.poll(() => failures).toBe(1);
  // Its next try lies in the future; brought forward, it succeeds and is gone.
  await expect
    .poll(async () => {
      await database.pool.query(
        "select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs where key = 'stumble' and locked_at is null and attempts > 0",
      );
      return failures;
    })
    .toBe(2);
});

test("jobs go on after the database has ended all connections", async () => {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await enqueue(database.db, greet);
  await expect.poll(() => greeted).toBe(2);
});

test("what a process had begun that is gone runs again, what a living one works on does not", async () => {
  const { connection, pool } = database;
  const living = await anotherProcess({ connection, pool, log: silentLog }, "living");
  const runs: string[] = [];
  const slow = ["living", "gone"].map((name) =>
    job(name, { run: async () => void runs.push(name) }),
  );
  for (const one of slow) {
    await enqueue(database.db, one);
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = key, locked_at = now() - interval '1 minute'
        where key = $1`,
      [one.name],
    );
  }
  const other = createTakeOver({ connection, pool, log: silentLog, every: 20 });
  const more = await startJobs({ connection, takeOver: other, jobs: slow, log: silentLog });
  await expect.poll(() => runs).toEqual(["gone"]);
  await living.stop();
  await expect.poll(() => runs).toEqual(["gone", "living"]);
  await more.stop();
  await other.stop();
});
