export { createWorkerPool } from "./pool.ts";
export type { WorkerPool } from "./pool.ts";
export { moved, task, TaskOverBudget } from "./task.ts";
export type { Ask, TaskInput } from "./task.ts";
