import { readdirSync, readFileSync } from "node:fs";

/** `/proc/PID/stat` counts processor time in hundredths of a second. */
export const TICK = 10;

/** The ids of all processes. */
export const processes = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The fields of a process by their numbers in proc_pid_stat(5), less one; `undefined` when it has ended. */
export function statOf(pid: number): string[] | undefined {
  const text = read(pid, "stat");
  if (text === undefined) return undefined;
  // The second field is a name with spaces.
  return ["", "", ...text.slice(text.lastIndexOf(")") + 2).split(" ")];
}

export function parentOf(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat && Number(stat[3]);
}

export function commandOf(pid: number): string | undefined {
  return read(pid, "cmdline");
}

/** Kilobytes of memory, of what several processes share this one's part; `undefined` when it has ended. */
export function memoryOf(pid: number): number | undefined {
  const found = /^Pss: +(\d+) kB$/m.exec(read(pid, "smaps_rollup") ?? "");
  return found ? Number(found[1]) : undefined;
}

/** A process with all that it has started, and they. */
export function familyOf(root: number): number[] {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]));
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || belongs(parents.get(pid)));
  return [...parents.keys()].filter(belongs);
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (/ENOENT|ESRCH/.test(String(error))) return undefined;
    throw error;
  }
}
