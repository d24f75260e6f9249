import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Logger, parseCronItems, run, runMigrations } from "graphile-worker";
import type { RunnerOptions, WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import type { z } from "zod";
import { openPool } from "../db/connect.ts";
import type { Connection, Db, TakeOver, Tx } from "../db/index.ts";
import type { Log } from "../log/index.ts";
import { MAX_PAYLOAD } from "./limits.ts";

export { jobMetrics } from "./metrics.ts";

/** Jobs that one process runs at once. */
const CONCURRENCY = 4;
/** Delay before a queue that stopped unexpectedly is restarted (milliseconds). */
const AGAIN = 5000;
/** Whose jobs are under way; one that was just begun may be of a process whose name is not held yet. */
const BEGUN = `select distinct locked_by as name from graphile_worker._private_jobs
  where locked_at < now() - interval '5 seconds'`;

/** A clock that is off by more than this from what was expected was put forward or back (milliseconds). */
const JUMP = 10 * 60_000;

export interface JobContext {
  log: Log;
  /**
   * Aborted when the process stops: end early. A job that runs by itself returns, for it comes again; one that was asked
   * for throws (`throwIfAborted`), and is tried again.
   */
  signal: AbortSignal;
}

/** What whoever asks for a job knows of it. */
export interface JobRequest<Payload = undefined> {
  readonly name: string;
  /** How often it is tried before it is given up; the waits between grow to hours. */
  readonly retry: number;
  /** Its payload, stored as JSON. */
  readonly payload?: z.ZodType<Payload>;
  /** Of two that wait with one key only the later remains; the whole payload unless given. */
  key?(payload: Payload): string;
}

/** Work that is done later, by whichever process comes first. It may be run twice, and has to bear that. */
export interface Job<Payload = unknown> extends JobRequest<Payload> {
  /** Its schedule, as a crontab line ("17 * * * *", UTC). */
  readonly every?: string;
  run(context: JobContext, payload: Payload): Promise<void>;
}

type Described<Payload> = Omit<Job<Payload>, "name" | "retry"> & { readonly retry?: number };

/** A job. One with a payload runs when it is queued, never on a schedule. */
export function job<Payload>(
  name: string,
  description: Omit<Described<Payload>, "every"> & { readonly payload: z.ZodType<Payload> },
): Job<Payload>;
export function job(
  name: string,
  description: Omit<Described<undefined>, "payload" | "key">,
): Job<undefined>;
export function job<Payload>(name: string, description: Described<Payload>): Job<Payload> {
  return { name, retry: 10, ...description };
}

/**
 * Puts a job into the queue in the caller's transaction: it runs if and only if that commits. One that waits already with
 * the same key is not put there a second time.
 * @throws ZodError for what is no payload of this job. @throws RangeError for one that is too large.
 */
export async function enqueue<Payload = undefined>(
  tx: Tx | Db,
  request: JobRequest<Payload>,
  ...[told]: Payload extends undefined ? [] : [payload: Payload]
): Promise<void> {
  const { name, retry, payload } = request;
  const json = payload === undefined ? null : JSON.stringify(payload.parse(told));
  if (json !== null && Buffer.byteLength(json) > MAX_PAYLOAD)
    throw new RangeError(`${name} has a payload of more than ${MAX_PAYLOAD} octets`);
  const key = json === null ? name : `${name} ${digest(request.key?.(told as Payload) ?? json)}`;
  await sql`select graphile_worker.add_job(${name}::text, ${json}::json, job_key => ${key}::text,
    max_attempts => ${retry}::int)`.execute(tx);
}

/** Keys in the queue are short, whatever they are made of. */
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * A job's payload, checked: another release may have queued it. One of whose payload nothing can be made fails like
 * any other, so that a process of that release may still do it, and is given up in the end.
 */
function payloadOf({ name, payload }: Job, kept: unknown): unknown {
  if (payload === undefined) return undefined;
  const { data, error } = payload.safeParse(kept);
  if (error === undefined) return data;
  // What it holds may be of people; only where it is wrong is logged.
  const wrong = error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new Error(`${name} was queued by another release: its payload is invalid at "${wrong}"`);
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
        async (kept: unknown) => {
          const told = payloadOf(one, kept);
          await one.run({ log: log.child({ job: one.name }), signal: stopping.signal }, told);
        },
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
    log.warn("the clock jumped; restarting the job queue");
    void runner.stop().catch(() => undefined);
  };
  events.on("cron:prematureTimer", beginAnew);
  events.on("cron:overdueTimer", beginAnew);

  /** It ends when the database was unavailable for long; then it is restarted. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((err: unknown) => log.error({ err }, "the job queue stopped"));
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
      stopping.abort(new Error("the server stops"));
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
