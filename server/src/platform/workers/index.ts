export { createWorkerPool } from "./pool.ts";
export type { WorkerPool } from "./pool.ts";
export { moved, task, TaskOverBudget } from "./task.ts";
export type { Ask, Task, TaskInput } from "./task.ts";
