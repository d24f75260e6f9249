import { availableParallelism } from "node:os";
import type { Log } from "../log/index.ts";
import { createLane, type Job } from "./lane.ts";
import {
  MAX_LARGE_THREADS,
  MAX_TASK_CPU,
  MAX_THREAD_MEMORY,
  MAX_THREADS,
  SMALL_OCTETS,
} from "./limits.ts";
import type { Ask, Task, TaskInput } from "./task.ts";

/**
 * Threads for work whose cost strangers decide on, so that no thread that carries protocols does it. What is large has
 * threads of its own: nothing small waits for it, and it waits for nothing small.
 */
export interface WorkerPool {
  /**
   * Runs a task in another thread.
   * @param input what it gets; asked for again when the task has to be begun again.
   * @param ask answers the task's questions.
   * @throws TaskOverBudget when it took more than it may; what it throws itself otherwise.
   */
  run<Input, Output>(
    task: Task<Input, Output>,
    input: () => Promise<TaskInput<Input>> | TaskInput<Input>,
    ask?: Ask,
  ): Promise<Output>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly log: Log;
  /** At most, for small tasks; besides them at most as many for large ones. */
  readonly threads?: number;
  /** Of the server on this machine, which share its processors. */
  readonly processes?: number;
  /** Milliseconds of processor time for one task. */
  readonly cpu?: number;
  /** MB. */
  readonly memory?: number;
}

const NOBODY: Ask = async () => {
  throw new Error("nobody answers this task");
};

/** Starts its threads when there is work for them. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { log, cpu = MAX_TASK_CPU, memory = MAX_THREAD_MEMORY } = options;
  const share = Math.ceil(availableParallelism() / (options.processes ?? 1));
  const threads = options.threads ?? Math.min(MAX_THREADS, share);
  const small = createLane({ log, threads, cpu, memory });
  const large = createLane({ log, threads: Math.min(MAX_LARGE_THREADS, threads), cpu, memory });

  async function add(job: Job): Promise<void> {
    try {
      const input = await job.input();
      (sizeOf(input) > SMALL_OCTETS ? large : small).add(job, input);
    } catch (error) {
      job.reject(error as Error);
    }
  }

  return {
    run(task, input, ask = NOBODY) {
      return new Promise((resolve, reject) => {
        void add({
          module: task.module,
          input,
          ask,
          resolve: resolve as (output: unknown) => void,
          reject,
        });
      });
    },
    async close() {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

/** Octets that it brings; whatever is copied besides is little. */
const sizeOf = ({ transfer = [] }: TaskInput<unknown>): number =>
  transfer.reduce((sum, { byteLength }) => sum + byteLength, 0);
