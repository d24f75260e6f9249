/**
 * What one turn of this process's event loop costs, in the CPU time of its own thread: other programs of the machine do
 * not count, nor do worker threads.
 *
 * A timer that is due in each turn reads the thread's CPU time. What lies between two readings is one turn, and at most a
 * millisecond of those before it. Collections of garbage interrupt a turn whatever it does; their time is taken off and
 * reported by itself.
 */
import { PerformanceObserver } from "node:perf_hooks";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { setTimeout as pause } from "node:timers/promises";

/** Turns are remembered from here on (milliseconds of CPU time). */
const NOTED = 10;
/** Between two looks of the profiler (microseconds). */
const SAMPLES_EVERY = 500;
const FRAMES_TOLD = 12;
/** What `work` takes on the machine that the bound was chosen on (milliseconds of CPU time). */
const WORK_TOOK = 4;

/** Milliseconds. */
export interface Reading {
  /** The longest turn, without collections. */
  readonly longest: number;
  readonly withCollections: number;
  readonly longestCollection: number;
}

export interface Probe {
  /** Forgets what was. */
  reset(): void;
  /** Since the last reset. */
  read(): Promise<Reading>;
  /** How many times slower this thread is now than it was where the bound was chosen; 1 when it is faster. */
  pace(): number;
  startProfile(): Promise<void>;
  /** Where the time went since then: the heaviest stack, the innermost function first. */
  endProfile(): Promise<string>;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly cpu: number;
}

export function startProbe(): Probe {
  let turns: Span[] = [];
  let collections: Span[] = [];
  let session: Session | null = null;
  const note = (entries: readonly { startTime: number; duration: number }[]): void => {
    for (const { startTime, duration } of entries)
      collections.push({ from: startTime, to: startTime + duration, cpu: duration });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });

  const cpuNow = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [cpu, at] = [cpuNow(), performance.now()];
  function turn(): void {
    const [cpuThen, then] = [cpu, at];
    [cpu, at] = [cpuNow(), performance.now()];
    if (cpu - cpuThen >= NOTED) turns.push({ from: then, to: at, cpu: cpu - cpuThen });
    setTimeout(turn, 1).unref();
  }
  turn();

  return {
    reset() {
      observer.takeRecords();
      [turns, collections] = [[], []];
      [cpu, at] = [cpuNow(), performance.now()];
    },
    async read() {
      // The turn under way ends, and so do the collections' entries.
      await pause(5);
      note(observer.takeRecords());
      const clean = turns.map((turn) => turn.cpu - within(turn, collections));
      return {
        longest: Math.max(0, ...clean),
        withCollections: Math.max(0, ...turns.map((turn) => turn.cpu)),
        longestCollection: Math.max(0, ...collections.map((one) => one.cpu)),
      };
    },
    pace() {
      const took = Array.from({ length: 5 }, () => {
        const start = cpuNow();
        work();
        return cpuNow() - start;
      });
      return Math.max(1, Math.min(...took) / WORK_TOOK);
    },
    async startProfile() {
      session = new Session();
      session.connect();
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: SAMPLES_EVERY });
      await session.post("Profiler.start");
    },
    async endProfile() {
      const { profile } = await session!.post("Profiler.stop");
      session!.disconnect();
      return heaviest(profile);
    },
  };
}

/** Something of what a server does: texts, patterns, objects. */
function work(): number {
  let found = 0;
  for (let at = 0; at < 200; at += 1) {
    const text = JSON.stringify({
      at,
      list: Array.from({ length: 100 }, (_, index) => `word ${index * at}`),
    });
    found += Object.keys(JSON.parse(text) as object).length + text.split(/\W+/).length;
  }
  return found;
}

/** How much of a turn its collections were. */
const within = ({ from, to }: Span, collections: readonly Span[]): number =>
  collections
    .filter((one) => one.from >= from && one.to <= to)
    .reduce((sum, one) => sum + one.cpu, 0);

function heaviest({ nodes, samples = [] }: Profiler.Profile): string {
  const own = new Map<number, number>();
  for (const sample of samples) own.set(sample, (own.get(sample) ?? 0) + 1);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const total = new Map<number, number>();
  const sum = (id: number): number => {
    const below = byId.get(id)!.children ?? [];
    const all = (own.get(id) ?? 0) + below.reduce((so, child) => so + sum(child), 0);
    total.set(id, all);
    return all;
  };
  sum(nodes[0]!.id);
  const path: string[] = [];
  let at = nodes[0];
  while (at !== undefined) {
    const { functionName, url, lineNumber } = at.callFrame;
    if (url !== "")
      path.unshift(
        `${functionName || "(anonymous)"} ${url.split("/").slice(-3).join("/")}:${lineNumber + 1}`,
      );
    const children = (at.children ?? [])
      .map((id) => byId.get(id)!)
      .filter(
        ({ callFrame }) => !/^\((idle|program|garbage collector)\)$/.test(callFrame.functionName),
      );
    at = children.toSorted((a, b) => total.get(b.id)! - total.get(a.id)!)[0];
  }
  return path.slice(0, FRAMES_TOLD).join(" < ");
}
