import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** How long one waits for files that are being written to be closed (milliseconds). */
const PATIENCE = 20_000;

/** Why disks cannot be mounted here; null when they can. */
export function whyNoMounts(): string | null {
  if (process.platform !== "linux") return "disks are mounted on Linux alone";
  return process.getuid!() === 0 ? null : "mounting a disk takes root";
}

const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });

/** A disk in memory, of so many octets. */
export const mountMemory = (folder: string, size: number): void =>
  run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder);

export const resize = (folder: string, size: number): void =>
  run("mount", "-o", `remount,size=${size}`, folder);

/** A disk in a file, of so many octets; once made, it is mounted again as it was left. */
export function makeDisk(file: string, size: number): void {
  writeFileSync(file, "");
  truncateSync(file, size);
  run("mkfs.ext4", "-q", file);
}
export const mountDisk = (file: string, folder: string): void =>
  run("mount", "-o", "loop", file, folder);

/** What the system does to a disk with errors: from now on nothing is written, also to files that are open. */
export const breakDisk = (folder: string): void => run("mount", "-o", "remount,abort", folder);

/** Succeeds only in a moment when nobody has a file open for writing. */
export const makeReadOnly = (folder: string): Promise<void> =>
  again(() => run("mount", "-o", "remount,ro", folder));
export const makeWritable = (folder: string): void => run("mount", "-o", "remount,rw", folder);

export const unmount = (folder: string): Promise<void> => again(() => run("umount", folder));

async function again(attempt: () => void): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await pause(2)) {
    try {
      return attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
