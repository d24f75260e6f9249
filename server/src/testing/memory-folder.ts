import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
/** Bytes that a run of all tests needs there at the most, with as much again to spare. */
const ROOM = 4 * 2 ** 30;

/**
 * Has all temporary folders of the run in memory, where this machine has the room, and answers their folder: hundreds of
 * databases are copied file by file, which costs a disk several times as much. Null where they stay on the disk, as where
 * `TMPDIR` names a place for them.
 */
export function useMemoryFolder(): string | null {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return null;
  const folder = mkdtempSync(join(MEMORY, "atrium-"));
  // Some programs that tests start are another user's.
  chmodSync(folder, 0o1777);
  if (!mayRunPrograms(folder)) {
    rmSync(folder, { recursive: true });
    return null;
  }
  process.env["TMPDIR"] = folder;
  return folder;
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM && process.availableMemory() >= 2 * ROOM;
}

/** Some tests run what they have written; in containers this is often forbidden there. */
function mayRunPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
