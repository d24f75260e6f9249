import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { silentLog } from "../log/index.ts";
import type { Hostility } from "./hostile.fixture.ts";
import { createWorkerPool, task, TaskOverBudget, type Ask, type WorkerPool } from "./index.ts";

const HOSTILE = task<Hostility, unknown>(new URL("./hostile.fixture.ts", import.meta.url));

const pools: WorkerPool[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const pool of pools.splice(0)) await pool.close();
});

/** Small, so that what is too much is so soon. */
function pool(options: { threads?: number; cpu?: number } = {}) {
  const made = createWorkerPool({ log: silentLog, threads: 1, cpu: 1000, memory: 64, ...options });
  pools.push(made);
  return (input: Hostility, ask?: Ask) => made.run(HOSTILE, () => ({ value: input }), ask);
}

/** `time`, `memory`, `crash`, or what else became of it. */
async function endOf(work: Promise<unknown>): Promise<unknown> {
  return await work.catch((error: unknown) =>
    error instanceof TaskOverBudget ? error.over : error,
  );
}

test("a task answers, asks and throws as a function does", async () => {
  const run = pool();
  expect(await run({ does: "answer", value: { at: new Date(0) } })).toEqual({ at: new Date(0) });
  expect(await run({ does: "ask", question: "who?" }, async (who) => `me, ${String(who)}`)).toBe(
    "me, who?",
  );
  const refused = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  await expect(run({ does: "ask", question: 1 }, () => Promise.reject(refused))).rejects.toThrow(
    expect.objectContaining({ message: "no such name", code: "ENOTFOUND" }),
  );
  await expect(run({ does: "throw" })).rejects.toMatchObject({ code: "ETHROWN" });
});

test("what is no data fails by itself, in either direction and as an answer", async () => {
  const run = pool();
  const noData = { does: "answer", value: () => 1 } as const;
  const all = await Promise.allSettled([
    run({ does: "answer", value: 1 }),
    run(noData),
    run({ does: "answerNoData" }),
    run({ does: "ask", question: 1 }, async () => () => 1),
    run({ does: "answer", value: 2 }),
  ]);
  expect(all.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
});

test("one that hangs, fills the memory or ends its thread is given up, and the next one runs", async () => {
  const hanging = pool();
  expect(await endOf(hanging({ does: "hang" }))).toBe("time");
  expect(await hanging({ does: "answer", value: 1 })).toBe(1);
  // More time, which filling takes, too, where the machine has much else to do.
  const run = pool({ cpu: 30_000 });
  expect(await endOf(run({ does: "fill" }))).toBe("memory");
  expect(await run({ does: "answer", value: 2 })).toBe(2);
  expect(await endOf(run({ does: "fillAtOnce" }))).toBe("memory");
  expect(await run({ does: "answer", value: "again" })).toBe("again");
  expect(await endOf(run({ does: "exit" }))).toBe("crash");
  expect(await run({ does: "answer", value: 3 })).toBe(3);
});

test("a thread knows nothing of the server's environment, and what Node made of its modules is kept", async () => {
  const NODE_COMPILE_CACHE = await mkdtemp(join(tmpdir(), "atrium-compiled-"));
  vi.stubEnv("NODE_COMPILE_CACHE", NODE_COMPILE_CACHE);
  vi.stubEnv("ATRIUM_TEST_SECRET", "secret");
  expect(await pool()({ does: "readEnvironment" })).toEqual({ NODE_COMPILE_CACHE });
  // Written while the thread is there still, which the next one would otherwise repeat.
  const kept = await readdir(NODE_COMPILE_CACHE, { recursive: true, withFileTypes: true });
  expect(kept.filter((one) => one.isFile()).length).toBeGreaterThan(0);
  await rm(NODE_COMPILE_CACHE, { recursive: true });
});

test("the event loop goes on beside one that hangs", async () => {
  const run = pool();
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  expect(await endOf(run({ does: "hang" }))).toBe("time");
  clearImmediate(next);
  expect(turns).toBeGreaterThan(1000);
});

test("a thread whose task waits takes others, and one of them that hangs takes none with it", async () => {
  const run = pool();
  const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>();
  const asking = run({ does: "ask", question: 1 }, () => answered);
  expect(await run({ does: "answer", value: "meanwhile" })).toBe("meanwhile");
  const hanging = endOf(run({ does: "askAndHang", question: 2 }, async () => null));
  // It runs there beside the one that waits; both are begun again, each by itself.
  answer("late");
  expect(await asking).toBe("late");
  expect(await hanging).toBe("time");
});

test("what waits for its turn gets it, and input is asked for when the turn comes again", async () => {
  const made = createWorkerPool({ log: silentLog, threads: 2, cpu: 300, memory: 64 });
  pools.push(made);
  let inputs = 0;
  const all = Array.from({ length: 50 }, (_each, index) =>
    made.run(HOSTILE, () => {
      inputs += 1;
      return { value: { does: "answer", value: index } as const };
    }),
  );
  expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, (_each, index) => index));
  expect(inputs).toBe(50);
});

test("small work waits for no large work, and large work for no small work", async () => {
  const made = createWorkerPool({ log: silentLog, threads: 1 });
  pools.push(made);
  const give = (octets: number, ended: Promise<unknown>): Promise<unknown> => {
    const bytes = new Uint8Array(octets);
    const value = { does: "ask", question: bytes } as const;
    return made.run(
      HOSTILE,
      () => ({ value, transfer: [bytes.buffer] }),
      () => ended,
    );
  };
  const { promise: isOver, resolve: end } = Promise.withResolvers<unknown>();
  // More than a thread has room for.
  const large = Array.from({ length: 100 }, () => give(1_000_001, isOver));
  expect(await give(1_000_000, Promise.resolve("small"))).toBe("small");
  end("over");
  await Promise.all(large);
  const { promise: isLater, resolve: endLater } = Promise.withResolvers<unknown>();
  const small = Array.from({ length: 100 }, () => give(1, isLater));
  expect(await give(1_000_001, Promise.resolve("large"))).toBe("large");
  endLater("over");
  await Promise.all(small);
});

test("a pool that is closed refuses what it was given and what it is given", async () => {
  const made = createWorkerPool({ log: silentLog, threads: 1 });
  const give = (): Promise<unknown> =>
    endOf(made.run(HOSTILE, () => ({ value: { does: "wait", milliseconds: 1e6 } as const })));
  const given = [give(), give()];
  await new Promise((resolve) => setImmediate(resolve));
  await made.close();
  for (const end of [...given, give()])
    expect(await end).toMatchObject({ message: "the pool is closed" });
});
