import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { anotherProcess } from "../../testing/another-process.ts";
import { testDatabase } from "../../testing/index.ts";
import { createTakeOver } from "../db/index.ts";
import type { Database, TakeOver } from "../db/index.ts";
import { silentLog } from "../log/index.ts";
import { MAX_PAYLOAD } from "./limits.ts";
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

const told: unknown[] = [];
const tell = job("tell", {
  payload: z.object({ to: z.string(), text: z.string() }),
  key: ({ to }) => to,
  run: async (_context, payload) => void told.push(payload),
});

beforeAll(async () => {
  database = await testDatabase();
  takeOver = createTakeOver({ ...database, log: silentLog });
  jobs = await startJobs({
    connection: database.connection,
    takeOver,
    jobs: [greet, stumble, tell],
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

test("a job is told what whoever asked for it said, if that commits", async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await enqueue(tx, tell, { to: "nobody", text: "no" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await database.db
    .transaction()
    .execute((tx) => enqueue(tx, tell, { to: "bob", text: 'naïve \u2028 "hello"' }));
  await expect.poll(() => told).toEqual([{ to: "bob", text: 'naïve \u2028 "hello"' }]);
});

test("one waits for each key, and knows what was said last", async () => {
  const later = { ...tell, name: "tell.later" };
  for (const text of ["first", "second"]) await enqueue(database.db, later, { to: "bob", text });
  await enqueue(database.db, later, { to: "carol", text: "hello" });
  const whole = { name: "tell.whole", retry: 1, payload: z.object({ at: z.number() }) };
  for (const at of [1, 2, 1]) await enqueue(database.db, whole, { at });
  const { rows } = await database.pool.query(
    "select payload from graphile_worker._private_jobs where key like 'tell.%' order by id",
  );
  expect(rows.map(({ payload }) => payload)).toEqual([
    { to: "bob", text: "second" },
    { to: "carol", text: "hello" },
    { at: 1 },
    { at: 2 },
  ]);
});

test("what is no payload, or too large a one, is not kept", async () => {
  await expect(enqueue(database.db, tell, { to: 1 } as never)).rejects.toThrow(z.ZodError);
  const large = { to: "dave", text: "가".repeat(MAX_PAYLOAD / 3) };
  await expect(enqueue(database.db, tell, large)).rejects.toThrow(RangeError);
  const { rows } = await database.pool.query(
    "select from graphile_worker.jobs where task_identifier = 'tell'",
  );
  expect(rows).toEqual([]);
});

test("a payload of another release fails, names no content, and is given up in the end", async () => {
  const before = told.length;
  await database.pool.query(
    `select graphile_worker.add_job('tell', '{"to": "secret@example.org"}', job_key => 'old', max_attempts => 1)`,
  );
  const failed = async () => {
    const { rows } = await database.pool.query<{ error: string | null; attempts: number }>(
      "select last_error as error, attempts from graphile_worker.jobs where key = 'old' and locked_at is null",
    );
    return rows[0];
  };
  await expect.poll(async () => (await failed())?.attempts).toBe(1);
  const { error } = (await failed())!;
  expect(error).toContain('invalid at "text"');
  expect(error).not.toContain("secret");
  expect(told.length).toBe(before);
});

test("a job that ends early since its process stops is done by the next one", async () => {
  const { connection, pool } = database;
  let begun = 0;
  const long = job("long", {
    payload: z.object({ of: z.string() }),
    async run({ signal }) {
      begun += 1;
      if (begun > 1) return;
      await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  const start = () => startJobs({ connection, takeOver, jobs: [long], log: silentLog });
  const first = await start();
  await enqueue(database.db, long, { of: "days" });
  await expect.poll(() => begun).toBe(1);
  await first.stop();
  await pool.query(
    "select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs where task_identifier = 'long'",
  );
  const next = await start();
  await expect.poll(() => begun).toBe(2);
  await next.stop();
});
