import { flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import {
  createOutbox,
  receivedError,
  sentError,
  type FromThread,
  type ToThread,
} from "./messages.ts";
import { movedBytes, type Ask, type TaskModule } from "./task.ts";

/** One thread of the pool: runs the tasks that it is sent, and passes their questions on. */

const port = parentPort!;
const modules = new Map<string, Promise<TaskModule<unknown, unknown>>>();
const questions = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let lastQuestion = 0;

const send = createOutbox<FromThread>(
  (messages, transfer) => port.postMessage(messages, transfer),
  (message, error) => {
    if (message.kind === "ask") questions.get(message.question)?.reject(error);
    else send({ kind: "failed", id: message.id, error: sentError(error), cpu: cpu() });
  },
);

/** Milliseconds of processor time that this thread has taken so far. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function asking(id: number): Ask {
  return (value) =>
    new Promise((resolve, reject) => {
      lastQuestion += 1;
      questions.set(lastQuestion, { resolve, reject });
      send({ kind: "ask", id, question: lastQuestion, value });
    });
}

/** The next thread finds what Node made of it; this one may be terminated before it would write that down by itself. */
async function load(module: string): Promise<TaskModule<unknown, unknown>> {
  const loaded = (await import(/* webpackIgnore: true */ module)) as TaskModule<unknown, unknown>;
  flushCompileCache();
  return loaded;
}

async function run({ id, module, input }: Extract<ToThread, { kind: "run" }>): Promise<void> {
  try {
    const known = modules.get(module) ?? load(module);
    modules.set(module, known);
    const output = await (await known).run(input, asking(id));
    // Bytes that are all of an answer go to whoever asked; other answers are copied.
    const { value, transfer = [] } =
      output instanceof Uint8Array ? movedBytes(output) : { value: output };
    send({ kind: "done", id, output: value, cpu: cpu() }, transfer);
  } catch (error) {
    send({ kind: "failed", id, error: sentError(error), cpu: cpu() });
  }
}

function receive(message: ToThread): void {
  if (message.kind === "run") {
    void run(message);
    return;
  }
  const asked = questions.get(message.question);
  questions.delete(message.question);
  if (message.kind === "answer") asked?.resolve(message.value);
  else asked?.reject(receivedError(message.error));
}

port.on("message", (messages: readonly ToThread[]) => {
  for (const message of messages) receive(message);
});
