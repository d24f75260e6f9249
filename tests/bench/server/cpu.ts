import { readdirSync, readFileSync } from "node:fs";
import { parentOf, processes, statOf, TICK } from "../proc.ts";

/** Milliseconds of processor time since its start. */
export interface Cpu {
  /** The server process, with all its threads. */
  readonly server: number;
  /** Everything of PostgreSQL: the backends, and what writes and cleans up behind them. */
  readonly postgres: number;
}

/** Reads what Linux knows of the two. @param postmaster the process id of PostgreSQL's first process. */
export function readCpu(server: number, postmaster: number): Cpu {
  let postgres = threads(postmaster);
  // Backends that have ended are only in their parent's sum.
  const [cutime, cstime] = statOf(postmaster)!.slice(15, 17).map(Number) as [number, number];
  postgres += (cutime + cstime) * TICK;
  for (const pid of processes()) if (parentOf(pid) === postmaster) postgres += threads(pid);
  return { server: threads(server), postgres };
}

export const lessCpu = (after: Cpu, before: Cpu): Cpu => ({
  server: after.server - before.server,
  postgres: after.postgres - before.postgres,
});

/** Of all threads, to the nanosecond. */
function threads(pid: number): number {
  let sum = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  } catch (error) {
    if (!/ENOENT|ESRCH/.test(String(error))) throw error;
  }
  return sum / 1e6;
}
