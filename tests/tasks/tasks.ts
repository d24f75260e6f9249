import { file, find, readNext } from "./reading.ts";
import type { Task } from "./task.ts";

/** In the order of the page. */
export const TASKS: readonly Task[] = [readNext, file, find];
