import type { DriveHandle } from "@atrium/shell";

/** Starts loading the drive remote. Nobody waits for it. */
export function startDrive(): DriveHandle {
  // In main's own chunk: no window but main's needs it, and main's needs it at once.
  const federation = () => import(/* webpackChunkName: "main" */ "@atrium/shell/federation");
  const load = () => federation().then(({ loadDrive }) => loadDrive());
  // Whether drive came matters to whoever shows it; the failure's debug line is written below.
  load().catch(() => undefined);
  return { load };
}
