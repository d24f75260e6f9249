import { newsletter, thirty } from "./filing.ts";
import { offline } from "./offline.ts";
import { file, find, readNext } from "./reading.ts";
import type { Task } from "./task.ts";
import { answer, crash, forward, schedule, undoSend, whileReading } from "./writing.ts";

/** In the order of the page. */
export const TASKS: readonly Task[] = [
  readNext,
  file,
  find,
  answer,
  forward,
  schedule,
  undoSend,
  newsletter,
  thirty,
  whileReading,
  crash,
  offline,
];
