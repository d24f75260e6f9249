import { atRest, useApp, type DriveHandle } from "@atrium/shell";
import { useEffect, useMemo } from "react";

/** This window's drive remote. Federation comes with it, and not before. */
export function useDrive(): DriveHandle {
  const { driveManifest } = useApp();
  return useMemo(
    () => ({
      load: async () => {
        const { loadDrive } = await import("@atrium/shell/federation");
        return loadDrive(driveManifest);
      },
    }),
    [driveManifest],
  );
}

/** Goes on loading what the entry began, once the window shows what it was opened for (`shown`). */
export function useDriveAhead(shown: Promise<unknown>): void {
  const drive = useDrive();
  useEffect(() => {
    // A failure is one debug line, and a card for who opens drive.
    void atRest(shown).then(() => drive.load().catch(() => undefined));
  }, [drive, shown]);
}
