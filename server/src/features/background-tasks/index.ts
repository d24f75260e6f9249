import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Access, Capability, Served } from "../../engine/index.ts";
import { backgroundTaskType } from "./background-task.ts";
import type { TaskKind } from "./kind.ts";
import { undoKind } from "./undo.ts";

export { backgroundTaskJobs } from "./jobs.ts";
export { addItems, itemsFrom, keepInverses } from "./items.ts";
export type { Item } from "./items.ts";
export { taskKind } from "./kind.ts";
export type { Stepped, TaskKind, TaskStep } from "./kind.ts";
export { problemsOf } from "./problems.ts";

/** All kinds of tasks: those of the features, and taking back. */
export const taskKinds = (ofFeatures: readonly TaskKind[]): readonly TaskKind[] => [
  ...ofFeatures,
  undoKind,
];

/** `access`: the accounts in which there are tasks. */
export const backgroundTaskTypes = (
  kinds: readonly TaskKind[],
  access: Access,
): readonly Served[] => [backgroundTaskType(kinds, access)];

export const backgroundTaskCapabilities = (access: Access): readonly Capability[] => [
  {
    urn: CAPABILITY.backgroundTasks,
    server: {},
    account: (actor, accountId) => (access(actor, "read", accountId) ? {} : null),
  },
];
