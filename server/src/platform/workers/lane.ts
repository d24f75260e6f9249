import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Log } from "../log/index.ts";
import {
  LOOK_EVERY,
  MAX_TASK_TIME,
  MAX_TASKS_PER_THREAD,
  MAX_THREAD_HEAP,
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
import { TaskOverBudget, threadFile, type Ask, type TaskInput } from "./task.ts";

export interface LaneOptions {
  readonly log: Log;
  /** At most. */
  readonly threads: number;
  /** Milliseconds of processor time for one task. */
  readonly cpu: number;
  /** MB. */
  readonly memory: number;
}

/** Threads that take tasks in the order in which they come. */
export interface Lane {
  /** @param input what was asked for already, for the first time that it is begun. */
  add(job: Job, input: TaskInput<unknown>): void;
  close(): Promise<void>;
}

export interface Job {
  readonly module: string;
  /** What it gets; asked for again when it has to be begun again. */
  readonly input: () => Promise<TaskInput<unknown>> | TaskInput<unknown>;
  readonly ask: Ask;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Waiting {
  readonly job: Job;
  /** Its thread ended, maybe by what others had left there: next it has one to itself, so that its own fault is seen. */
  readonly isAlone: boolean;
  readonly input: TaskInput<unknown>;
  readonly since: number;
}

interface Running extends Pick<Waiting, "job" | "isAlone"> {
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

const THREAD = threadFile(new URL("./thread.ts", import.meta.url));

// Node strips the types of what a thread loads in WebAssembly, whose calls of JavaScript V8 compiles after so many of them,
// in a cache that all threads share. When two do that at once, V8 (13.6) may end the process: "Check failed:
// jit_page.has_value()". They are never compiled; stripping takes no longer for it.
setFlagsFromString(`--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`);

/** Nothing of the server's settings and secrets is a thread's business, but where to find what Node made of our TypeScript. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

/** Starts its threads when there is work for them. */
export function createLane({ log, threads: most, cpu, memory }: LaneOptions): Lane {
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
      env: threadEnvironment(),
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
    return [...running.values()].every(({ questions, isAlone }) => questions > 0 && !isAlone);
  }

  function pump(): void {
    while (waiting[0] !== undefined) {
      const thread = waiting[0].isAlone ? newThread() : threadFor(waiting[0].since);
      if (thread === null) return;
      begin(thread, waiting.shift()!);
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

  function begin(thread: Thread, { job, input, isAlone }: Waiting): void {
    const { value, transfer = [] } = input;
    lastId += 1;
    thread.send({ kind: "run", id: lastId, module: job.module, input: value }, transfer);
    thread.running.set(lastId, {
      job,
      isAlone,
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
    const lost = [...thread.running.values()];
    thread.running.clear();
    rest(thread);
    for (const { job, isAlone } of lost) {
      if (!thread.isStarted) job.reject(new Error("no thread could be started", { cause }));
      else if (isAlone || (over === "time" && lost.length === 1))
        job.reject(new TaskOverBudget(over, { cause }));
      else void beginAgain(job);
    }
    if (!isClosed && lost.length > 0)
      log.warn(
        { over, err: cause, tasks: lost.map(({ job }) => job.module) },
        "worker thread terminated",
      );
    pump();
  }

  function add(next: Omit<Waiting, "since">): void {
    if (isClosed) return next.job.reject(closed());
    waiting.push({ ...next, since: performance.now() });
    pump();
  }

  async function beginAgain(job: Job): Promise<void> {
    try {
      add({ job, input: await job.input(), isAlone: true });
    } catch (error) {
      job.reject(error as Error);
    }
  }

  return {
    add: (job, input) => add({ job, input, isAlone: false }),
    async close() {
      isClosed = true;
      if (looking !== null) clearInterval(looking);
      const ended = [...threads].map(({ worker }) => worker);
      for (const { job } of waiting.splice(0)) job.reject(closed());
      for (const thread of threads) {
        for (const { job } of thread.running.values()) job.reject(closed());
        thread.running.clear();
      }
      threads.clear();
      await Promise.all(ended.map((worker) => worker.terminate()));
    },
  };
}

const closed = (): Error => new Error("the pool is closed");
