import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Log } from "../log/index.ts";
import {
  LOOK_EVERY,
  MAX_TASK_CPU,
  MAX_TASK_TIME,
  MAX_TASKS_PER_THREAD,
  MAX_THREAD_HEAP,
  MAX_THREAD_MEMORY,
  MAX_THREADS,
  START_AFTER,
  YOUNG_MEMORY,
} from "./limits.ts";
import {
  createOutbox,
  receivedError,
  sentError,
  type FromThread,
  type ToThread,
} from "./messages.ts";
import { TaskOverBudget, type Ask, type Task, type TaskInput } from "./task.ts";

/** Threads for work whose cost strangers decide on, so that no thread that carries protocols does it. */
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
  readonly threads?: number;
  /** Of the server on this machine, which share its processors. */
  readonly processes?: number;
  /** Milliseconds of processor time for one task. */
  readonly cpu?: number;
  /** MB. */
  readonly memory?: number;
}

interface Job {
  readonly module: string;
  readonly input: () => Promise<TaskInput<unknown>> | TaskInput<unknown>;
  readonly ask: Ask;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Its thread ended, maybe by what others had left there: next it has one to itself, so that its own fault is seen. */
  isAlone: boolean;
}

interface Waiting {
  readonly job: Job;
  readonly input: TaskInput<unknown>;
  readonly since: number;
}

interface Running {
  readonly job: Job;
  /** What its thread had taken when it began. */
  readonly cpuBefore: number;
  readonly since: number;
  /** Questions that are not answered yet. */
  questions: number;
}

interface Thread {
  readonly worker: Worker;
  readonly send: ReturnType<typeof createOutbox<ToThread>>;
  readonly running: Map<number, Running>;
  /** Milliseconds of processor time, as last reported. */
  cpu: number;
  isStarted: boolean;
  /** It has been asked what it takes, and has not answered yet. */
  isAsked: boolean;
}

const THREAD = new URL("./thread.ts", import.meta.url);

const NOBODY: Ask = async () => {
  throw new Error("nobody answers this task");
};

/** Starts its threads when there is work for them. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { log, cpu = MAX_TASK_CPU, memory = MAX_THREAD_MEMORY } = options;
  const share = Math.ceil(availableParallelism() / (options.processes ?? 1));
  const most = options.threads ?? Math.min(MAX_THREADS, share);
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let lastId = 0;
  let isClosed = false;
  let looking: NodeJS.Timeout | null = null;

  function startThread(): Thread {
    const worker = new Worker(THREAD, {
      name: "reader",
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_THREAD_HEAP,
        maxYoungGenerationSizeMb: YOUNG_MEMORY,
      },
      // Nothing of the server's settings and secrets is its business.
      env: {},
      execArgv: [],
    });
    const thread: Thread = {
      worker,
      send: createOutbox<ToThread>(
        (messages, transfer) => worker.postMessage(messages, transfer),
        (message, error) => unsent(thread, message, error),
      ),
      running: new Map(),
      cpu: 0,
      isStarted: false,
      isAsked: false,
    };
    threads.add(thread);
    worker.unref();
    worker.once("online", () => (thread.isStarted = true));
    worker.on("message", (messages: readonly FromThread[]) => {
      for (const message of messages) receive(thread, message);
    });
    worker.once("error", (error: NodeJS.ErrnoException) =>
      lose(thread, error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crash", error),
    );
    worker.once("exit", () => lose(thread, "crash"));
    return thread;
  }

  function receive(thread: Thread, message: FromThread): void {
    // One that is being ended may still say how that interrupted its task, which is begun again elsewhere.
    if (!threads.has(thread)) return;
    const running = thread.running.get(message.id);
    if (message.kind === "ask") {
      if (running === undefined) return;
      running.questions += 1;
      void answer(thread, running, message);
      // While it waits, another can use the thread.
      pump();
      return;
    }
    thread.cpu = message.cpu;
    thread.running.delete(message.id);
    if (thread.running.size === 0) rest(thread);
    if (message.kind === "done") running?.job.resolve(message.output);
    else running?.job.reject(receivedError(message.error));
    pump();
  }

  /** What is no data cannot be given to a thread. */
  function unsent(thread: Thread, message: ToThread, error: Error): void {
    if (message.kind !== "run")
      return thread.send({ kind: "noAnswer", question: message.question, error: sentError(error) });
    const running = thread.running.get(message.id);
    thread.running.delete(message.id);
    if (thread.running.size === 0) rest(thread);
    running?.job.reject(error);
    pump();
  }

  async function answer(
    thread: Thread,
    running: Running,
    { question, value }: Extract<FromThread, { kind: "ask" }>,
  ): Promise<void> {
    try {
      const given = await running.job.ask(value).finally(() => (running.questions -= 1));
      thread.send({ kind: "answer", question, value: given });
    } catch (error) {
      thread.send({ kind: "noAnswer", question, error: sentError(error) });
    }
  }

  /** An idle pool keeps no process from ending. */
  function rest({ worker }: Thread): void {
    worker.unref();
    if (looking !== null && [...threads].every(({ running }) => running.size === 0)) {
      clearInterval(looking);
      looking = null;
    }
  }

  function isFree({ running }: Thread): boolean {
    if (running.size >= MAX_TASKS_PER_THREAD) return false;
    return [...running.values()].every(({ job, questions }) => questions > 0 && !job.isAlone);
  }

  function pump(): void {
    while (waiting[0] !== undefined) {
      const { job, input, since } = waiting[0];
      const thread = job.isAlone ? newThread() : threadFor(since);
      if (thread === null) return;
      waiting.shift();
      begin(thread, job, input);
    }
  }

  function threadFor(since: number): Thread | null {
    const free = [...threads].find(isFree);
    if (free !== undefined) return free;
    const isLate = threads.size === 0 || performance.now() - since > START_AFTER;
    return isLate && threads.size < most ? startThread() : null;
  }

  /** One that has done nothing yet; an idle one makes room for it. */
  function newThread(): Thread | null {
    if (threads.size >= most) {
      const idle = [...threads].find(({ running }) => running.size === 0);
      if (idle === undefined) return null;
      threads.delete(idle);
      void idle.worker.terminate();
    }
    return startThread();
  }

  function begin(thread: Thread, job: Job, { value, transfer = [] }: TaskInput<unknown>): void {
    lastId += 1;
    thread.send({ kind: "run", id: lastId, module: job.module, input: value }, transfer);
    thread.running.set(lastId, {
      job,
      cpuBefore: thread.cpu,
      since: performance.now(),
      questions: 0,
    });
    thread.worker.ref();
    looking ??= setInterval(() => {
      for (const one of threads) void lookAt(one);
      pump();
    }, LOOK_EVERY).unref();
  }

  async function lookAt(thread: Thread): Promise<void> {
    const { worker, running } = thread;
    if (running.size === 0 || !thread.isStarted) return;
    const now = performance.now();
    if ([...running.values()].some(({ since }) => now - since > MAX_TASK_TIME))
      return lose(thread, "time");
    if (thread.isAsked) return;
    thread.isAsked = true;
    // A thread that has just ended answers neither.
    const usage = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()])
      .catch(() => null)
      .finally(() => (thread.isAsked = false));
    if (usage === null || !threads.has(thread)) return;
    const [used, heap] = usage;
    thread.cpu = (used.user + used.system) / 1000;
    if ([...running.values()].some(({ cpuBefore }) => thread.cpu - cpuBefore > cpu))
      lose(thread, "time");
    else if (heap.used_heap_size + heap.external_memory > memory * 1e6) lose(thread, "memory");
  }

  /**
   * Ends a thread. What took its time there by itself was at fault; of several, and where others may have left the memory
   * full, each shows in a thread of its own whether it was.
   */
  function lose(thread: Thread, over: TaskOverBudget["over"], cause?: Error): void {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    const jobs = [...thread.running.values()].map(({ job }) => job);
    thread.running.clear();
    rest(thread);
    for (const job of jobs) {
      if (!thread.isStarted) job.reject(new Error("no thread could be started", { cause }));
      else if (job.isAlone || (over === "time" && jobs.length === 1))
        job.reject(new TaskOverBudget(over, { cause }));
      else {
        job.isAlone = true;
        void enqueue(job);
      }
    }
    if (!isClosed && jobs.length > 0)
      log.warn(
        { over, err: cause, tasks: jobs.map(({ module }) => module) },
        "worker thread terminated",
      );
    pump();
  }

  async function enqueue(job: Job): Promise<void> {
    try {
      const input = await job.input();
      if (isClosed) throw new Error("the pool is closed");
      waiting.push({ job, input, since: performance.now() });
    } catch (error) {
      job.reject(error as Error);
      return;
    }
    pump();
  }

  return {
    run(task, input, ask = NOBODY) {
      return new Promise((resolve, reject) => {
        void enqueue({
          module: task.module,
          input,
          ask,
          resolve: resolve as (output: unknown) => void,
          reject,
          isAlone: false,
        });
      });
    },
    async close() {
      isClosed = true;
      if (looking !== null) clearInterval(looking);
      const ended = [...threads].map(({ worker }) => worker);
      for (const { job } of waiting.splice(0)) job.reject(new Error("the pool is closed"));
      for (const thread of threads) {
        for (const { job } of thread.running.values()) job.reject(new Error("the pool is closed"));
        thread.running.clear();
      }
      threads.clear();
      await Promise.all(ended.map((worker) => worker.terminate()));
    },
  };
}
