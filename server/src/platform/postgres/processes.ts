import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** A process that a postmaster started. */
export interface ServerProcess {
  pid: number;
  /** What it says it is: `startup recovering 0000000100000000000000A3`, `checkpointer` … */
  title: string;
  /** It computes, or waits for the disk. */
  isBusy: boolean;
  /** What it has used so far. While that stays the same, it does nothing. */
  used: string;
}

/** The processes of a server, seen from outside, since it answers nobody while it recovers; null where they cannot be seen. */
export const processesOf = async (postmaster: number): Promise<ServerProcess[] | null> =>
  fromProc(postmaster) ?? (await fromPs(postmaster));

/** The command line with which a process was started; null when there is none, or it cannot be seen. */
export async function commandOf(pid: number): Promise<string | null> {
  const words = readText(`/proc/${pid}/cmdline`);
  if (words !== null) return words.replaceAll("\0", " ").trim();
  return (await ps("command=", "-p", String(pid)))?.trim() ?? null;
}

/** What Linux shows in `/proc` (proc(5)). */
export function fromProc(postmaster: number): ServerProcess[] | null {
  const children = readText(`/proc/${postmaster}/task/${postmaster}/children`);
  if (children === null) return null;
  return children.split(" ").flatMap((pid) => {
    const stat = readText(`/proc/${pid}/stat`);
    const title = readText(`/proc/${pid}/cmdline`);
    // It has ended in between.
    if (pid === "" || stat === null || title === null) return [];
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Fields 14 and 15: its time in user mode and in the kernel. What it read and wrote is not shown to every user.
    const used = `${rest[10]} ${rest[11]} ${readText(`/proc/${pid}/io`) ?? ""}`;
    return [{ pid: Number(pid), title: titleIn(title), isBusy: /^[RD]/.test(state!), used }];
  });
}

/** The same where there is no such `/proc`; macOS writes a wait for the disk as U. */
export async function fromPs(postmaster: number): Promise<ServerProcess[] | null> {
  const lines = await ps("pid=,ppid=,stat=,time=,command=", "-A");
  if (lines === null) return null;
  return lines.split("\n").flatMap((line) => {
    const [pid, parent, state = "", used = "", ...title] = line.trim().split(/ +/);
    if (Number(parent) !== postmaster) return [];
    const isBusy = /^[RDU]/.test(state);
    return [{ pid: Number(pid), title: titleIn(title.join(" ")), isBusy, used }];
  });
}

/** PostgreSQL writes `postgres: TITLE` over the command line that a process has from its postmaster. */
function titleIn(command: string): string {
  const words = command.replaceAll("\0", " ").trim();
  return words.startsWith("postgres: ") ? words.slice("postgres: ".length) : "";
}

async function ps(columns: string, ...which: string[]): Promise<string | null> {
  const args = [...which, "-ww", "-o", columns];
  const env = { PATH: process.env["PATH"], LC_ALL: "C" };
  const { stdout } = await promisify(execFile)("ps", args, { env, maxBuffer: 64 * 1024 * 1024 })
    // There is no such process, or no such program.
    .catch(() => ({ stdout: null }));
  return stdout;
}

export function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
