import type { DriveHandle } from "@atrium/shell";

/** Starts loading the drive remote, through a chunk that only main's window asks for. Nobody waits for it. */
export function startDrive(): DriveHandle {
  const load = () => import("@atrium/shell/federation").then(({ loadDrive }) => loadDrive());
  // Whether drive came matters to whoever shows it; the failure's debug line is written below.
  load().catch(() => undefined);
  return { load };
}
