import type { TaskKind as Kind, TaskProblem } from "@atrium/contract/types/background-task";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { z } from "zod";
import type { Call, UnitOfWork } from "../../engine/index.ts";

/** One kind of task: what it is told, and how it does some of its work. Each feature has its own. */
export interface TaskKind<Args extends object = JsonObject> {
  readonly kind: Kind;
  /** What it is told, bounded in every way. */
  readonly arguments: z.ZodType<Args>;
  /** Looks at what only the account can tell. @throws Refusal */
  check?(call: Call, args: Args): Promise<void> | void;
  /** What is slow about the next step, before anything is locked; what it answers is `prepared` in that step. */
  prepare?(step: Preparing<Args>): Promise<unknown>;
  /**
   * Does some of it, for well below a second: everything in the unit of work, so that it is done if and only if the
   * progress is noted. It is called again with that progress until it says that it has ended. @throws CallFailed what it
   * was refused ends the task.
   */
  step(step: TaskStep<Args>): Promise<Stepped>;
  /** The type whose records an undo patches; there is none for what cannot be taken back. */
  readonly undoes?: (args: Args) => string | undefined;
}

/** A kind, whose arguments are checked by its description before it sees them. */
export const taskKind = <Args extends object>(kind: TaskKind<Args>): TaskKind =>
  kind as unknown as TaskKind;

/** What is known before a step. */
export interface Preparing<Args extends object> extends Omit<
  TaskStep<Args>,
  "w" | "call" | "prepared"
> {
  /** The process stops: the step is done another time. */
  readonly signal: AbortSignal | undefined;
}

export interface TaskStep<Args extends object> {
  /** Has locked the account. */
  readonly w: UnitOfWork;
  readonly accountId: string;
  readonly taskId: string;
  readonly args: Args;
  /** As the step before left it; null for the first. */
  readonly progress: JsonObject | null;
  readonly prepared: unknown;
  /** Calls a method in this unit of work, with the rights of who began the task. @throws CallFailed */
  readonly call: (name: string, args: JsonObject) => Promise<JsonObject>;
}

export interface Stepped {
  readonly progress: JsonObject;
  /** Records that this step is done with. */
  readonly done?: number;
  /** Of these, those that could not be changed. */
  readonly problems?: readonly TaskProblem[];
  /** As soon as it is known. */
  readonly total?: number;
  readonly isOver: boolean;
}
