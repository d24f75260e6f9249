import type { TaskArguments } from "@atrium/contract/types/background-task";
import { z } from "zod";
import { refuse } from "../../engine/index.ts";
import { rowsOf, type Db, type Tx } from "../../platform/db/index.ts";
import { countInverses, inversesFrom } from "./items.ts";
import { taskKind, type TaskKind } from "./kind.ts";
import { problemsOf } from "./problems.ts";
import { canUndo, SHOWN_COLUMNS } from "./record.ts";

/** Records that one step takes back. */
const BATCH = 500;

/** Takes back what a task of any kind has done, in the order in which it was done. */
export const undoKind: TaskKind = taskKind<TaskArguments["undo"]>({
  kind: "undo",
  arguments: z.strictObject({ taskId: z.string().max(255) }),
  async check({ db, accountId, services }, { taskId }) {
    if (!canUndo(await taskIn(db, accountId, taskId), services.clock.now()))
      refuse("forbidden", "what this task did cannot be taken back");
  },
  async step({ w, accountId, args, progress, call }) {
    const { undoes } = await taskIn(w.tx, accountId, args.taskId);
    if (undoes === null) refuse("notFound", "what would take this back is gone");
    const done = { w, accountId, taskId: args.taskId };
    const from = progress === null ? 0 : Number(progress["from"]);
    const total = progress === null ? { total: await countInverses(done) } : {};
    const items = await inversesFrom(done, from, BATCH);
    if (items.length === 0) return { ...total, progress: { from }, isOver: true };
    const update = Object.fromEntries(items.map(({ id, inverse }) => [id, inverse]));
    const answer = await call(`${undoes}/set`, { accountId, update });
    return {
      ...total,
      progress: { from: items.at(-1)!.position + 1 },
      done: items.length,
      problems: problemsOf(answer["notUpdated"]),
      isOver: items.length < BATCH,
    };
  },
});

/** @throws Refusal `notFound` */
async function taskIn(db: Db | Tx, accountId: string, id: string) {
  const row = await (db as Db)
    .selectFrom("background_task")
    .select(SHOWN_COLUMNS)
    .where(rowsOf(accountId, [id]))
    .executeTakeFirst();
  return row ?? refuse("notFound", "there is no such task");
}
