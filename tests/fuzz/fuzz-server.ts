import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startNameServer } from "../../server/src/testing/name-server.ts";
import { NODE_COMPILE_CACHE } from "../../server/src/testing/program.ts";
import type { SeedKey, TestPerson } from "../../server/src/testing/suite.ts";
import { residentOf } from "../soak/memory.ts";
import { PATIENCE } from "./bounds.ts";
import type { Reading } from "./probe.ts";
import { ZONES } from "./zones.ts";

interface Ready {
  readonly dataDir: string;
  readonly url: string;
  readonly smtpPort: number;
  readonly submissionPort: number;
  readonly people: Readonly<Record<SeedKey, TestPerson>>;
  readonly supportId: string;
  /** Every method that is served. */
  readonly methods: readonly string[];
}

/** A server under fuzz. */
export interface FuzzServer extends Ready {
  /** Errors in its log since the last call. */
  faults(): string[];
  resetProbe(): Promise<void>;
  readProbe(): Promise<Reading>;
  /** How many times slower than the machine of the bounds it is just now. */
  pace(): Promise<number>;
  /** The heaviest stack of what it did meanwhile. */
  profile(work: () => Promise<unknown>): Promise<string>;
  /** Octets that it needs, after a collection. */
  inUse(): Promise<number>;
  /** Octets that it holds of the machine. */
  held(): number;
  isAlive(): boolean;
  close(): Promise<void>;
  /** Without asking it. */
  kill(): Promise<void>;
}

interface ServerMessage {
  readonly ready?: Ready;
  readonly fault?: string;
  readonly id?: number;
  readonly answer?: unknown;
}

export async function startFuzzServer(): Promise<FuzzServer> {
  const names = await startNameServer(ZONES);
  const child: ChildProcess = fork(
    fileURLToPath(new URL("server.ts", import.meta.url)),
    [JSON.stringify({ dns: { address: names.address, port: names.port } })],
    {
      execArgv: [],
      env: { ...process.env, NODE_COMPILE_CACHE },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    },
  );
  const ended = once(child, "exit");
  let faults: string[] = [];
  let lastWords = "";
  child
    .stderr!.setEncoding("utf8")
    .on("data", (text: string) => (lastWords = (lastWords + text).slice(-4000)));
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on("message", (message: ServerMessage) => {
      if (message.ready !== undefined) resolve(message.ready);
      if (message.fault !== undefined) faults.push(message.fault);
      if (message.id !== undefined) waiting.get(message.id)?.(message.answer);
    });
    child.once("exit", (code, signal) => {
      faults.push(`the server ended (${code ?? signal}): ${lastWords.slice(-500)}`);
      for (const answer of waiting.values()) answer(null);
      reject(new Error(lastWords));
    });
  });

  async function ask<T>(what: string): Promise<T> {
    if (!isAlive()) throw new Error("the server has ended");
    asked += 1;
    const id = asked;
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    child.send({ id, ask: what });
    const late = pause(PATIENCE, "late" as const, { ref: false });
    const first = await Promise.race([answer, late]);
    waiting.delete(id);
    if (first === "late") throw new Error("the server does not answer its parent");
    return first as T;
  }

  /** What a server that did not end by itself has left. */
  async function cleanUp(): Promise<void> {
    await names.close();
    try {
      const [pid] = readFileSync(join(ready.dataDir, "pg/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGQUIT");
    } catch {
      // It has ended.
    }
    await rm(ready.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  return {
    ...ready,
    isAlive,
    faults() {
      const said = faults;
      faults = [];
      return said;
    },
    resetProbe: () => ask("reset"),
    readProbe: () => ask("read"),
    pace: () => ask("pace"),
    async profile(work) {
      await ask("startProfile");
      await work();
      return await ask("endProfile");
    },
    inUse: () => ask("collect"),
    held: () => residentOf(child.pid!),
    async close() {
      if (isAlive()) {
        child.disconnect();
        await ended;
      }
      await cleanUp();
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
      await cleanUp();
    },
  };
}
