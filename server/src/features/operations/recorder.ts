import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { CountedFigure } from "@atrium/contract/types/operations";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Log } from "../../platform/log/index.ts";
import { VERSION } from "../../platform/version.ts";
import { addFaults, type Faults } from "./errors.store.ts";
import { addCounts, type Amount } from "./figures.store.ts";
import {
  DETAIL_LENGTH,
  FAULTS_KEPT,
  MINUTES_KEPT,
  startOf,
  STOP_WITHIN,
  WRITE_EVERY,
} from "./limits.ts";
import { forgetProcess, noteProcess, type ProcessIdentity } from "./processes.store.ts";
import type { ProcessFacts } from "./tables.ts";

/** Facts about the process, read when its figures are recorded. */
type ReadFacts = () => Promise<Partial<Omit<ProcessFacts, "cpu" | "memory" | "loopDelay">>>;

/**
 * Keeps in memory what happens and writes it down now and then, in one transaction: nothing is written for a single
 * mail. A process that is killed loses what it counted since the last time.
 */
export interface Recorder {
  count(figure: CountedFigure): void;
  fault(source: Faults["source"], code: string, detail: string): void;
  /** Adds facts about the process. */
  addFacts(read: ReadFacts): void;
  /** Writes down what there is, now. @throws what the database throws; nothing is lost then. */
  write(): Promise<void>;
  /** Starts writing periodically. */
  start(): void;
  /** Writes the last of it, and that the process has ended. */
  stop(): Promise<void>;
}

/** Resolution with which the event loop is watched (milliseconds); it is part of what the watch measures. */
const LOOP_RESOLUTION = 20;

export function createRecorder(options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}): Recorder {
  const { db, clock, ids, log } = options;
  const self: ProcessIdentity = {
    id: ids.next("s"),
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    startedAt: new Date(clock.now().getTime() - process.uptime() * 1000),
  };
  const sources: ReadFacts[] = [];
  const measure = measureProcess();
  let counts = new Map<string, Amount<CountedFigure>>();
  let faults = new Map<string, Faults>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function add({ figure, at, amount }: Amount<CountedFigure>): void {
    const key = `${at} ${figure}`;
    counts.set(key, { figure, at, amount: (counts.get(key)?.amount ?? 0) + amount });
  }

  function addFault(fault: Faults): void {
    const key = `${fault.source} ${fault.code}`;
    const before = faults.get(key);
    if (before === undefined && faults.size >= FAULTS_KEPT) return;
    faults.set(key, { ...fault, amount: (before?.amount ?? 0) + fault.amount });
  }

  async function writeNow(): Promise<void> {
    const now = clock.now();
    const [counted, failed] = [counts, faults];
    [counts, faults] = [new Map(), new Map()];
    try {
      const facts = await factsOf();
      await db.transaction().execute(async (tx) => {
        await addCounts(tx, [...counted.values()]);
        await addFaults(tx, [...failed.values()]);
        await noteProcess(tx, self, facts, now);
      });
    } catch (error) {
      const oldest = now.getTime() - MINUTES_KEPT * 60_000;
      for (const amount of counted.values()) if (amount.at >= oldest) add(amount);
      for (const fault of failed.values()) addFault(fault);
      throw error;
    }
  }

  async function factsOf(): Promise<ProcessFacts> {
    const facts: ProcessFacts = {
      connections: { busy: 0, idle: 0, wanted: 0 },
      pushed: 0,
      disk: null,
      certificateEndsAt: null,
      certificateIsOwn: false,
      ...measure(),
    };
    return Object.assign(facts, ...(await Promise.all(sources.map((read) => read()))));
  }

  function write(): Promise<void> {
    // Whoever asks meanwhile wants what has happened since, too.
    writing = writing.catch(() => undefined).then(writeNow);
    return writing;
  }

  const writeOrLog = (): Promise<void> =>
    write().catch((err: unknown) => log.warn({ err }, "could not write metrics"));

  return {
    count: (figure) => add({ figure, at: startOf("minute", clock.now().getTime()), amount: 1 }),
    fault: (source, code, detail) =>
      addFault({ source, code, amount: 1, detail: withoutAddresses(detail), lastAt: clock.now() }),
    addFacts: (read) => void sources.push(read),
    write,
    start() {
      timer = setInterval(() => void writeOrLog(), WRITE_EVERY);
      timer.unref();
      void writeOrLog();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      const last = writeOrLog().then(() => forgetProcess(db, self.id));
      // Where the database is away, the end does not wait for it.
      await Promise.race([
        last.catch(() => undefined),
        pause(STOP_WITHIN, undefined, { ref: false }),
      ]);
    },
  };
}

/** Whose mailbox it was is nobody's business for the next 30 days. */
function withoutAddresses(text: string): string {
  return text
    .replace(/<?[^\s<>]+>?/g, (word) => (/[^<]@[^>]/.test(word) ? "<…>" : word))
    .slice(0, DETAIL_LENGTH);
}

/** Answers how the process has been since the answer was last asked for. */
function measureProcess(): () => Pick<ProcessFacts, "cpu" | "memory" | "loopDelay"> {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION });
  loop.enable();
  let since = performance.now();
  let used = process.cpuUsage();
  let last = { cpu: 0, memory: 0, loopDelay: 0 };
  return () => {
    const now = performance.now();
    // Of a shorter time nothing can be said.
    if (now - since < 1000 && last.memory > 0) return last;
    const { user, system } = process.cpuUsage(used);
    const late = loop.count === 0 ? 0 : loop.percentile(99) / 1e6 - LOOP_RESOLUTION;
    last = {
      cpu: (user + system) / 1000 / Math.max(1, now - since),
      memory: process.memoryUsage.rss(),
      loopDelay: Math.max(0, late) / 1000,
    };
    since = now;
    used = process.cpuUsage();
    loop.reset();
    return last;
  };
}
