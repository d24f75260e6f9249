import type { TaskKind, TaskProblem } from "@atrium/contract/types/background-task";
import type { JsonObject, PatchObject } from "@atrium/contract/types/wire";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

type Time = ColumnType<Date, Date, Date>;

export interface BackgroundTaskTable {
  account_id: string;
  id: string;
  kind: TaskKind;
  name: string;
  arguments: JSONColumnType<JsonObject>;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  created_by: string;
  created_at: Time;
  started_at: Time | null;
  ended_at: Time | null;
  done: Generated<number>;
  total: number | null;
  failed: Generated<number>;
  problem: string | null;
  problems: ColumnType<readonly TaskProblem[], string | undefined, string>;
  progress: JSONColumnType<JsonObject> | null;
  faults: Generated<number>;
  undoes: string | null;
  undone_by: string | null;
}

declare module "../../platform/db/tables.ts" {
  interface Tables {
    background_task: BackgroundTaskTable;
    background_task_item: {
      account_id: string;
      task_id: string;
      position: number;
      record_id: string;
      inverse: JSONColumnType<PatchObject> | null;
    };
  }
}
