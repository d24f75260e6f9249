import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of processor time since its start. */
export interface Cpu {
  /** The server process, with all its threads. */
  readonly server: number;
  /** Everything of PostgreSQL: the backends, and what writes and cleans up behind them. */
  readonly postgres: number;
}

/** `/proc/PID/stat` counts in hundredths of a second. */
const TICK = 10;

/** Reads what Linux knows of the two. @param postmaster the process id of PostgreSQL's first process. */
export function readCpu(server: number, postmaster: number): Cpu {
  let postgres = threads(postmaster);
  // Backends that have ended are only in their parent's sum.
  const [cutime, cstime] = statOf(postmaster).slice(15, 17).map(Number) as [number, number];
  postgres += (cutime + cstime) * TICK;
  for (const name of readdirSync("/proc"))
    if (/^\d+$/.test(name) && parentOf(name) === postmaster) postgres += threads(name);
  return { server: threads(server), postgres };
}

export const lessCpu = (after: Cpu, before: Cpu): Cpu => ({
  server: after.server - before.server,
  postgres: after.postgres - before.postgres,
});

/** The fields from the third on; the second is a name with spaces. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return ["", "", ...text.slice(text.lastIndexOf(")") + 2).split(" ")];
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(statOf(pid)[3]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}

/** Of all threads, to the nanosecond. */
function threads(pid: number | string): number {
  let sum = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  } catch (error) {
    if (!/ENOENT|ESRCH/.test(String(error))) throw error;
  }
  return sum / 1e6;
}
