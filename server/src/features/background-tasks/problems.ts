import type { TaskProblem } from "@atrium/contract/types/background-task";
import type { SetError } from "@atrium/contract/types/wire";

/** What a `/set` did not do. What is gone needs no change any more. */
export const problemsOf = (refused: unknown): TaskProblem[] =>
  Object.entries((refused ?? {}) as Readonly<Record<string, SetError>>).flatMap(([id, { type }]) =>
    type === "notFound" ? [] : [{ id, type }],
  );
