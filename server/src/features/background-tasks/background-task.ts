import { BackgroundTask, type BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import type { JsonObject } from "@atrium/contract/types/wire";
import {
  refuse,
  refuseProperty,
  serve,
  type Access,
  type Call,
  type Served,
  type WriteCall,
} from "../../engine/index.ts";
import { rowsOf, type Db } from "../../platform/db/index.ts";
import { enqueue } from "../../platform/jobs/index.ts";
import type { TaskKind } from "./kind.ts";
import {
  MAX_ARGUMENTS,
  MAX_KEPT_ITEMS,
  MAX_TASK_NAME,
  MAX_TASKS,
  MAX_UNDER_WAY,
} from "./limits.ts";
import { isUnderWay, recordOf, SHOWN_COLUMNS, type ShownRow } from "./record.ts";
import { RUN_TASK } from "./run-task.ts";
import "./tables.ts";

/** Work that takes longer than a request, of the kinds that features have. */
export function backgroundTaskType(kinds: readonly TaskKind[], access: Access): Served {
  const kindOf = (name: string): TaskKind =>
    kinds.find(({ kind }) => kind === name) ?? refuseProperty("kind", "there is no such kind");

  /** What a kind makes of what it is told. */
  async function argumentsFor(call: Call, kind: TaskKind, given: JsonObject): Promise<JsonObject> {
    if (Buffer.byteLength(JSON.stringify(given)) > MAX_ARGUMENTS) refuse("tooLarge");
    const { data, error } = kind.arguments.safeParse(given);
    if (error !== undefined)
      refuseProperty("arguments", error.issues[0]?.path.join(".") ?? "invalid");
    await kind.check?.(call, data);
    return data;
  }

  return serve(BackgroundTask, {
    access,
    limits: { name: { isLine: true, isFilled: true, maxOctets: MAX_TASK_NAME } },
    rules: {
      update(after, before) {
        if (after.state !== "cancelled") refuseProperty("state", "a task can only be cancelled");
        if (!isUnderWay(before)) refuseProperty("state", "the task has ended");
      },
      async destroy(before, { w, accountId }) {
        if (isUnderWay(before)) refuse("forbidden", "the task is under way: cancel it first");
        const { undoneBy } = before;
        if (undoneBy === null) return;
        const undoing = await w.tx
          .selectFrom("background_task")
          .select("state")
          .where(rowsOf(accountId, [undoneBy]))
          .executeTakeFirst();
        if (undoing && isUnderWay(undoing)) refuse("forbidden", "the task is being undone");
      },
    },
    store: {
      async get({ db, accountId, services }, ids, properties, limit) {
        const long = (["arguments", "problems"] as const).filter((name) =>
          properties.includes(name),
        );
        const rows: ShownRow[] = await (db as Db)
          .selectFrom("background_task")
          .select([...SHOWN_COLUMNS, ...long])
          .where(rowsOf(accountId, ids))
          .orderBy("id")
          .limit(limit)
          .execute();
        return rows.map((row) => recordOf(row, services.clock.now()));
      },

      async create(call, record) {
        const { w, accountId, actor } = call;
        if ((record.state ?? "waiting") !== "waiting") refuseProperty("state", "a task begins");
        const kind = kindOf(record.kind);
        const args = await argumentsFor(call, kind, record.arguments as unknown as JsonObject);
        await makeRoom(call);
        const id = w.newId("k");
        if (record.kind === "undo") await noteUndo(call, String(args["taskId"]), id);
        const row = await w.tx
          .insertInto("background_task")
          .values({
            account_id: accountId,
            id,
            kind: record.kind,
            name: record.name,
            arguments: JSON.stringify(args),
            state: "waiting",
            created_by: actor.personId,
            created_at: w.now,
            undoes: kind.undoes?.(args) ?? null,
          })
          .returning(SHOWN_COLUMNS)
          .executeTakeFirstOrThrow();
        await enqueue(w.tx, RUN_TASK, { accountId, taskId: id });
        const { kind: _kind, name: _name, ...set } = recordOf(row, w.now);
        return set;
      },

      async update(call, updates) {
        const { w, accountId } = call;
        const answered = new Map<string, Partial<BackgroundTaskRecord>>();
        for (const { id } of updates) {
          const row = await w.tx
            .updateTable("background_task")
            .set({ state: "cancelled", ended_at: w.now })
            .where(rowsOf(accountId, [id]))
            .returning(SHOWN_COLUMNS)
            .executeTakeFirstOrThrow();
          const { endedAt = null, canUndo = false } = recordOf(row, w.now);
          answered.set(id, { endedAt, canUndo });
        }
        return answered;
      },

      async destroy({ w, accountId }, ids) {
        await w.tx.deleteFrom("background_task").where(rowsOf(accountId, ids)).execute();
      },
    },
  });
}

/**
 * Lets the oldest that have ended go, and forgets what would take back those before the newest `MAX_KEPT_ITEMS` records.
 * @throws Refusal `overQuota` where too many are under way.
 */
async function makeRoom({ w, accountId }: WriteCall): Promise<void> {
  const all = await w.tx
    .selectFrom("background_task")
    .select(["id", "state", "total", "undoes", "undone_by"])
    .where("account_id", "=", accountId)
    .orderBy("ended_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const underWay = new Set(all.filter(isUnderWay).map(({ id }) => id));
  if (underWay.size >= MAX_UNDER_WAY)
    refuse("overQuota", `at most ${MAX_UNDER_WAY} tasks are under way at once`);
  // What is being undone is still needed.
  const ended = all.filter(
    ({ id, undone_by }) => !underWay.has(id) && (undone_by === null || !underWay.has(undone_by)),
  );
  const gone = ended.slice(MAX_TASKS - 1 - underWay.size).map(({ id }) => id);
  let kept = 0;
  const final = ended.slice(0, MAX_TASKS - 1 - underWay.size).filter(({ total, undoes }) => {
    kept += total ?? 0;
    return undoes !== null && kept > MAX_KEPT_ITEMS;
  });
  if (gone.length > 0)
    await w.tx.deleteFrom("background_task").where(rowsOf(accountId, gone)).execute();
  for (const { id } of final) {
    await w.tx
      .updateTable("background_task")
      .set({ undoes: null })
      .where(rowsOf(accountId, [id]))
      .execute();
    await w.tx
      .deleteFrom("background_task_item")
      .where("account_id", "=", accountId)
      .where("task_id", "=", id)
      .execute();
    w.changed(accountId, "BackgroundTask", id, "updated");
  }
  for (const id of gone) w.changed(accountId, "BackgroundTask", id, "destroyed");
}

/** What is being taken back is not taken back twice. */
async function noteUndo({ w, accountId }: WriteCall, id: string, undoneBy: string): Promise<void> {
  await w.tx
    .updateTable("background_task")
    .set({ undone_by: undoneBy })
    .where(rowsOf(accountId, [id]))
    .execute();
  w.changed(accountId, "BackgroundTask", id, "updated");
}
