import type { Engine } from "../../engine/index.ts";
import { enqueue, job, type Job } from "../../platform/jobs/index.ts";
import { KEPT, UNDO_TIME } from "./limits.ts";
import { RUN_TASK, runTask, type Running } from "./run-task.ts";

export const backgroundTaskJobs = (
  running: Running & { readonly engine: Engine },
): readonly Job[] => [
  job(RUN_TASK.name, {
    ...RUN_TASK,
    run: ({ signal }, task) => runTask(running, task, signal),
  }),
  job("background-tasks.resume", {
    // What was given up while the database was away for long.
    every: "*/5 * * * *",
    run: () => resumeTasks(running.engine),
  }),
  job("background-tasks.trim", { every: "23 3 * * *", run: () => trimTasks(running.engine) }),
];

/** Asks once more for all that is under way; what runs already is not run twice by it. */
export async function resumeTasks({ db }: Pick<Engine, "db">): Promise<void> {
  const left = await db
    .selectFrom("background_task")
    .select(["account_id as accountId", "id as taskId"])
    .where("state", "in", ["waiting", "running"])
    .execute();
  for (const task of left) await enqueue(db, RUN_TASK, task);
}

/** Forgets tasks that ended long ago, and what would take them back when that is over. */
export async function trimTasks({
  db,
  write,
  services,
}: Pick<Engine, "db" | "write" | "services">): Promise<void> {
  const now = services.clock.now().getTime();
  const old = await db
    .selectFrom("background_task")
    .select(["account_id", "id"])
    .where("ended_at", "<", new Date(now - KEPT))
    .execute();
  for (const [accountId, tasks] of Map.groupBy(old, ({ account_id }) => account_id))
    await write([accountId], async (w) => {
      for (const { id } of tasks) {
        await w.tx
          .deleteFrom("background_task")
          .where("account_id", "=", accountId)
          .where("id", "=", id)
          .execute();
        w.changed(accountId, "BackgroundTask", id, "destroyed");
      }
    });
  await db
    .deleteFrom("background_task_item as item")
    .using("background_task as task")
    .whereRef("task.account_id", "=", "item.account_id")
    .whereRef("task.id", "=", "item.task_id")
    // What takes a task back reads that one's items until it has ended itself.
    .where("task.ended_at", "<", new Date(now - 2 * UNDO_TIME))
    .execute();
}
