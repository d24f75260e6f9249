import { basename } from "node:path";

/** Asks whoever gave a task for something that only its thread has, such as an answer from DNS. */
export type Ask = (question: unknown) => Promise<unknown>;

/** What the module of a task exports. What goes in and comes out is copied between threads (structured clone). */
export interface TaskModule<Input, Output> {
  run(input: Input, ask: Ask): Output | Promise<Output>;
}

/** The folder of the built server, as an address; set by `server/rsbuild.config.ts`, and in what it builds alone. */
declare const BUILD_FOLDER: string | undefined;

/** Where a thread finds a file: as it is in the source, or what the build made of it. */
export function threadFile(source: URL): URL {
  if (typeof BUILD_FOLDER === "undefined") return source;
  return new URL(`${basename(source.pathname, ".ts")}.mjs`, BUILD_FOLDER);
}

/** A piece of work for a worker thread, by the module that does it. */
export interface Task<Input, Output> {
  readonly module: string;
  /** Never there: it holds the types. */
  readonly types?: TaskModule<Input, Output>;
}

/** @param module of a file that exports `run` as `TaskModule` has it */
export function task<Input, Output>(module: URL): Task<Input, Output> {
  return { module: threadFile(module).href };
}

/** What a task gets. */
export interface TaskInput<Input> {
  readonly value: Input;
  /** Memory that is moved to the task's thread instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Bytes that another thread gets for good: moved there when they have their memory to themselves. */
export function movedBytes(bytes: Uint8Array): TaskInput<Uint8Array> {
  const { buffer, length } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === length;
  // Copied as they are, they would take all of the memory along that they are a piece of.
  const own = isWhole ? bytes : new Uint8Array(bytes);
  return { value: own, transfer: [own.buffer as ArrayBuffer] };
}

/** Input with bytes that its thread gets for good. */
export function moved<Input extends { readonly bytes: Uint8Array }>(
  input: Input,
): TaskInput<Input> {
  const { value: bytes, ...rest } = movedBytes(input.bytes);
  return { value: { ...input, bytes }, ...rest };
}

/** A task took more time or memory than it may, or its thread ended under it. */
export class TaskOverBudget extends Error {
  override readonly name = "TaskOverBudget";
  readonly over: "time" | "memory" | "crash";

  constructor(over: TaskOverBudget["over"], options?: ErrorOptions) {
    super(`a task was ended: ${over}`, options);
    this.over = over;
  }
}
