import { readdirSync, readFileSync } from "node:fs";

export const MIB = 2 ** 20;
/** Between two looks (milliseconds). */
const STEP = 2000;

/** What a process holds of the machine's memory, in octets. */
export function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1024;
}

/** What PostgreSQL holds for the data folder, shared memory counted once, in octets. */
export function databaseMemory(data: string): number {
  const [pid] = readFileSync(`${data}/pg/postmaster.pid`, "utf8").split("\n", 1);
  const isOurs = (process: string): boolean => {
    try {
      const parent = / \S (\d+) /.exec(readFileSync(`/proc/${process}/stat`, "utf8"))?.[1];
      return process === pid || parent === pid;
    } catch {
      return false;
    }
  };
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOurs(name));
  const share = (process: string): number => {
    try {
      const text = readFileSync(`/proc/${process}/smaps_rollup`, "utf8");
      return Number(/^Pss:\s+(\d+) kB$/m.exec(text)![1]) * 1024;
    } catch {
      return 0;
    }
  };
  return processes.map(share).reduce((sum, one) => sum + one, 0);
}

interface Sample {
  /** Seconds since the watch began. */
  readonly at: number;
  readonly octets: number;
}

export interface MemoryWatch {
  /** Ends it, and answers what was seen. */
  end(): readonly Sample[];
}

/** Looks at the memory of a process again and again. */
export function watchMemory(pid: number): MemoryWatch {
  const samples: Sample[] = [];
  const began = performance.now();
  const look = (): void => {
    samples.push({ at: (performance.now() - began) / 1000, octets: residentOf(pid) });
  };
  look();
  const timer = setInterval(look, STEP);
  return {
    end() {
      clearInterval(timer);
      look();
      return samples;
    },
  };
}

/**
 * By how many octets an hour the memory grows: the slope of the least squares through the least that was held in each
 * minute, since what the collector has not looked at yet goes up and down.
 */
export function growth(samples: readonly Sample[]): number {
  const minutes = new Map<number, number>();
  for (const { at, octets } of samples) {
    const minute = Math.floor(at / 60);
    minutes.set(minute, Math.min(minutes.get(minute) ?? Infinity, octets));
  }
  const points = [...minutes];
  if (points.length < 2) return 0;
  const mean = (at: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const under = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return (over / under) * 60;
}
