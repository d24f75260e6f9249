import type { JsonObject } from "@atrium/contract/types/wire";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import {
  CallFailed,
  Refusal,
  sameJson,
  type Actor,
  type Engine,
  type UnitOfWork,
} from "../../engine/index.ts";
import { isUnavailable, rowsOf, type Db, type Tx } from "../../platform/db/index.ts";
import { enqueue, type JobRequest } from "../../platform/jobs/index.ts";
import type { Stepped, TaskKind } from "./kind.ts";
import { MAX_FAULTS, MAX_PROBLEMS, TURN } from "./limits.ts";
import { isUnderWay, type TaskRow } from "./record.ts";

/** One task. */
export interface TaskToRun {
  readonly accountId: string;
  readonly taskId: string;
}

/** The job that `runTask` is, for whoever has a task for it. */
export const RUN_TASK = {
  name: "background-tasks.run",
  retry: 25,
  payload: z.object({ accountId: z.string(), taskId: z.string() }),
} satisfies JobRequest<TaskToRun>;

/** What running tasks takes. */
export interface Running {
  readonly engine: Pick<Engine, "write" | "within" | "db" | "services">;
  readonly kinds: readonly TaskKind[];
  /** Somebody as they are by now, with all their rights; null when they may no more. */
  readonly actorOf: (db: Db, personId: string) => Promise<Actor | null>;
}

/** Between two steps everyone else has their turn, for as long as a step took and at most so long (milliseconds). */
const MAX_PAUSE = 100;

/**
 * Does a task step after step. What was done stays done with how far it is, so that a process which is killed loses at most a
 * step that was never done; two processes at the same task take turns at its steps. After a while it lets others go first.
 * @throws the signal's reason when the process stops, and what a step threw, for another try.
 */
export async function runTask(
  running: Running,
  task: TaskToRun,
  signal?: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const stepBegun = performance.now();
    if (!(await runStep(running, task, signal))) return;
    const now = performance.now();
    if (now - begun > TURN) {
      await enqueue(running.engine.db, RUN_TASK, task);
      return;
    }
    await pause(Math.min(MAX_PAUSE, now - stepBegun), undefined, { signal }).catch(() => undefined);
  }
}

/** Answers whether there is more to do. */
async function runStep(
  running: Running,
  task: TaskToRun,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { engine } = running;
  const { accountId } = task;
  try {
    const preparation = await prepare(running, task, signal);
    return await engine.write([accountId], (w) => step(running, w, task, preparation));
  } catch (error) {
    if (error instanceof Refusal && error.code === "accountNotFound") return false;
    if (isUnavailable(error) || signal?.aborted === true) throw error;
    const failure = failureOf(error);
    if (failure === null)
      engine.services.log.error({ err: error, ...task }, "a background task failed in a step");
    const goesOn = await engine.write([accountId], (w) => noteFault(w, task, failure));
    if (!goesOn) return false;
    throw error;
  }
}

/** What was refused for good, by its type; null for a fault, of which there may be none the next time. */
function failureOf(error: unknown): string | null {
  if (error instanceof CallFailed) return error.isForGood ? error.type : null;
  return error instanceof Refusal ? error.methodError().type : null;
}

/** What was prepared for a step, and the progress that it was prepared for. */
interface Preparation {
  readonly progress: JsonObject | null;
  readonly prepared: unknown;
}

/** Of a newer release there may be kinds that this one does not know; a process of that does them. */
const kindOf = ({ kinds }: Running, row: TaskRow): TaskKind | undefined =>
  kinds.find(({ kind }) => kind === row.kind);

async function prepare(
  running: Running,
  task: TaskToRun,
  signal: AbortSignal | undefined,
): Promise<Preparation | null> {
  if (running.kinds.every((kind) => kind.prepare === undefined)) return null;
  const row = await taskIn(running.engine.db, task);
  if (row === undefined || !isUnderWay(row)) return null;
  const { arguments: args, progress } = row;
  const prepared = await kindOf(running, row)?.prepare?.({ ...task, args, progress, signal });
  return { progress, prepared };
}

async function step(
  running: Running,
  w: UnitOfWork,
  { accountId, taskId }: TaskToRun,
  preparation: Preparation | null,
): Promise<boolean> {
  const row = await taskIn(w.tx, { accountId, taskId });
  if (row === undefined || !isUnderWay(row)) return false;
  const kind = kindOf(running, row);
  if (kind === undefined) return false;
  // Another process has done the step meanwhile.
  if (kind.prepare && !sameJson(preparation?.progress ?? null, row.progress)) return true;
  const actor = await running.actorOf(w.tx, row.created_by);
  if (actor === null) throw new Refusal("forbidden", "who began it may no more");
  const stepped = await kind.step({
    w,
    accountId,
    taskId,
    args: row.arguments,
    progress: row.progress,
    prepared: preparation?.prepared,
    call: (name, args) => running.engine.within(w, actor, name, args),
  });
  await note(w, row, stepped);
  return !stepped.isOver;
}

const taskIn = (db: Db | Tx, { accountId, taskId }: TaskToRun): Promise<TaskRow | undefined> =>
  (db as Db)
    .selectFrom("background_task")
    .selectAll()
    .where(rowsOf(accountId, [taskId]))
    .executeTakeFirst();

async function note(
  w: UnitOfWork,
  row: TaskRow,
  { progress, done = 0, problems = [], total = row.total ?? undefined, isOver }: Stepped,
): Promise<void> {
  const room = MAX_PROBLEMS - row.problems.length;
  await change(w, row, {
    progress: JSON.stringify(progress satisfies JsonObject),
    state: isOver ? "done" : "running",
    started_at: row.started_at ?? w.now,
    ended_at: isOver ? w.now : null,
    done: row.done + done,
    total: total ?? null,
    failed: row.failed + problems.length,
    faults: 0,
    ...(problems.length > 0 &&
      room > 0 && { problems: JSON.stringify([...row.problems, ...problems.slice(0, room)]) }),
  });
}

/** Answers whether it is tried again. `failure`: what was refused for good. */
async function noteFault(w: UnitOfWork, task: TaskToRun, failure: string | null): Promise<boolean> {
  const row = await taskIn(w.tx, task);
  if (row === undefined || !isUnderWay(row)) return false;
  const isOver = failure !== null || row.faults + 1 >= MAX_FAULTS;
  await change(w, row, {
    faults: row.faults + 1,
    ...(isOver && { state: "failed", problem: failure ?? "serverFail", ended_at: w.now }),
  });
  return !isOver;
}

async function change(w: UnitOfWork, row: TaskRow, set: object): Promise<void> {
  await w.tx
    .updateTable("background_task")
    .set(set)
    .where(rowsOf(row.account_id, [row.id]))
    .execute();
  w.changed(row.account_id, "BackgroundTask", row.id, "updated");
}
