import type { ColumnType, JSONColumnType } from "kysely";
import type { Fault, ServerProcess } from "@atrium/contract/types/operations";
import type { Span } from "./limits.ts";

/** `timestamptz`: a `Date` both ways. */
type Time = ColumnType<Date, Date, Date>;

/** What a process says of itself. */
export type ProcessFacts = Pick<
  ServerProcess,
  | "cpu"
  | "memory"
  | "loopDelay"
  | "connections"
  | "pushed"
  | "disk"
  | "certificateEndsAt"
  | "certificateIsOwn"
>;

declare module "../../platform/db/tables.ts" {
  interface Tables {
    operation_figure: {
      account_id: string;
      span: Span;
      starts_at: Time;
      figure: string;
      amount: number;
    };
    operation_fault: {
      account_id: string;
      day: string;
      source: Fault["source"];
      code: string;
      amount: number;
      last_at: Time;
      detail: string;
    };
    operation_process: {
      account_id: string;
      id: string;
      host: string;
      pid: number;
      version: string;
      started_at: Time;
      seen_at: Time;
      facts: JSONColumnType<ProcessFacts>;
    };
  }
}
