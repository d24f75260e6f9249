import type { BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { Selectable } from "kysely";
import { UNDO_TIME } from "./limits.ts";
import type { BackgroundTaskTable } from "./tables.ts";

export type TaskRow = Selectable<BackgroundTaskTable>;

/** What every window follows; what a task was told, and what it could not do, may be long. */
export type ShownRow = Omit<TaskRow, "arguments" | "problems" | "progress"> &
  Partial<Pick<TaskRow, "arguments" | "problems">>;

export const SHOWN_COLUMNS = [
  "account_id",
  "id",
  "kind",
  "name",
  "state",
  "created_by",
  "created_at",
  "started_at",
  "ended_at",
  "done",
  "total",
  "failed",
  "problem",
  "faults",
  "undoes",
  "undone_by",
] as const;

export const isUnderWay = ({ state }: Pick<TaskRow, "state">): boolean =>
  state === "waiting" || state === "running";

/** Whether what a task did may still be taken back. */
export const canUndo = (
  {
    ended_at,
    undoes,
    undone_by,
    done,
  }: Pick<TaskRow, "ended_at" | "undoes" | "undone_by" | "done">,
  now: Date,
): boolean =>
  ended_at !== null &&
  undoes !== null &&
  undone_by === null &&
  done > 0 &&
  now.getTime() - ended_at.getTime() < UNDO_TIME;

export const recordOf = (
  row: ShownRow,
  now: Date,
): Partial<BackgroundTaskRecord> & { id: string } => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  createdBy: row.created_by,
  createdAt: utcSeconds(row.created_at),
  startedAt: row.started_at && utcSeconds(row.started_at),
  endedAt: row.ended_at && utcSeconds(row.ended_at),
  done: row.done,
  total: row.total,
  failed: row.failed,
  problem: row.problem,
  canUndo: canUndo(row, now),
  undoneBy: row.undone_by,
  ...(row.arguments && {
    arguments: row.arguments as unknown as BackgroundTaskRecord["arguments"],
  }),
  ...(row.problems && { problems: row.problems }),
});
