import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Logger, parseCronItems, run, runMigrations } from "graphile-worker";
import type { RunnerOptions, WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import { openPool } from "../db/connect.ts";
import type { Connection, Db, TakeOver, Tx } from "../db/index.ts";
import type { Log } from "../log/index.ts";

export { jobMetrics } from "./metrics.ts";

/** Jobs that one process runs at once. */
const CONCURRENCY = 4;
/** How long a queue that stopped by itself rests before it begins again (milliseconds). */
const AGAIN = 5000;
/** Whose jobs are under way; one that was just begun may be of a process whose name is not held yet. */
const BEGUN = `select distinct locked_by as name from graphile_worker._private_jobs
  where locked_at < now() - interval '5 seconds'`;

/** A clock that is off by more than this from what was expected was put forward or back (milliseconds). */
const JUMP = 10 * 60_000;

export interface JobContext {
  log: Log;
  /** Aborted when the process stops: end early, the job runs again. */
  signal: AbortSignal;
}

/** Work that is done later, by whichever process comes first. It may be run twice, and has to bear that. */
export interface Job {
  readonly name: string;
  /** When to run it by itself, as a crontab line ("17 * * * *", UTC). */
  readonly every?: string;
  /** How often it is tried before it is given up; the waits between grow to hours. */
  readonly retry: number;
  run(context: JobContext): Promise<void>;
}

export const job = (
  name: string,
  description: Omit<Job, "name" | "retry"> & Partial<Pick<Job, "retry">>,
): Job => ({ name, retry: 10, ...description });

/**
 * Puts a job into the queue in the caller's transaction: it runs if and only if that commits. One that waits already is
 * not put there a second time.
 */
export async function enqueue(tx: Tx | Db, { name, retry }: Omit<Job, "run">): Promise<void> {
  await sql`select graphile_worker.add_job(${name}::text, job_key => ${name}::text,
    max_attempts => ${retry}::int)`.execute(tx);
}

/** Brings the queue's own tables up to date; processes that start together wait for each other. */
export async function migrateJobs(connection: Connection, log: Log): Promise<void> {
  const pgPool = openPool(connection, 1, log);
  try {
    await runMigrations({ pgPool, logger: loggerOf(log) });
  } finally {
    await pgPool.end();
  }
}

export interface Jobs {
  /** Lets running jobs end, for a moment. */
  stop(): Promise<void>;
}

/** Runs the jobs of the list until it is stopped. */
export async function startJobs(options: {
  connection: Connection;
  /** By itself the queue would wait for hours for a process that is gone. */
  takeOver: TakeOver;
  jobs: readonly Job[];
  log: Log;
}): Promise<Jobs> {
  const { connection, takeOver, jobs, log } = options;
  const stopping = new AbortController();
  const pgPool = openPool(connection, CONCURRENCY + 2, log);
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => takeOver.hold(workerPool.id));
  events.on("pool:release", ({ workerPool }) => takeOver.letGo(workerPool.id));
  takeOver.watch({
    what: "jobs",
    async begun(pool) {
      const { rows } = await pool.query<{ name: string }>(BEGUN);
      return rows.map(({ name }) => name);
    },
    async free(names, pool) {
      await pool.query("select graphile_worker.force_unlock_workers($1::text[])", [names]);
    },
  });
  const settings: RunnerOptions = {
    pgPool,
    events,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: loggerOf(log),
    taskList: Object.fromEntries(
      jobs.map((one) => [
        one.name,
        () => one.run({ log: log.child({ job: one.name }), signal: stopping.signal }),
      ]),
    ),
    parsedCronItems: parseCronItems(
      jobs.flatMap((one) =>
        one.every === undefined
          ? []
          : [{ task: one.name, match: one.every, options: { maxAttempts: one.retry } }],
      ),
    ),
  };
  await forgetFuture(pgPool);
  let runner = await run(settings);
  // Else crontab lines rest until the clock shows again what it showed, or make up for every minute in between.
  const beginAnew = (at: { currentTimestamp: number; expectedTimestamp: number }): void => {
    if (Math.abs(at.currentTimestamp - at.expectedTimestamp) < JUMP) return;
    log.warn("the clock was put forward or back; the queue of jobs begins anew");
    void runner.stop().catch(() => undefined);
  };
  events.on("cron:prematureTimer", beginAnew);
  events.on("cron:overdueTimer", beginAnew);

  /** It ends by itself when the database was away for long; then it begins again. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((err: unknown) => log.error({ err }, "the queue of jobs stopped"));
      for (let running = false; !running && !stopping.signal.aborted;) {
        await pause(AGAIN, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        running = await forgetFuture(pgPool)
          .then(() => run(settings))
          .then(
            (again) => ((runner = again), true),
            () => false,
          );
      }
    }
  }

  const keeping = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await runner.stop().catch(() => undefined);
      await keeping;
      // One that had just begun again.
      await runner.stop().catch(() => undefined);
      await pgPool.end();
    },
  };
}

/** What ran while the clock was ahead would not run again until the time of then. */
async function forgetFuture(pool: Pool): Promise<void> {
  await pool.query(
    "update graphile_worker._private_known_crontabs set last_execution = $1 where last_execution > $1",
    [new Date()],
  );
}

/** The queue logs everything it does: failures as warnings, the rest at lower levels. */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const write = level === "error" ? "warn" : level === "warning" ? "warn" : "debug";
    log[write]({ ...scope, err: meta?.["error"] }, message);
  });
}
