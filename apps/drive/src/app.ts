import type { DriveContext } from "@atrium/shell";
import { showPlainCard } from "@atrium/shell/plain-card";

/**
 * What drive exposes. The page itself, and with it the libraries shared with the host, is asked for when it is
 * first shown: loading the remote at the host's start costs next to nothing.
 */
export function mount(element: HTMLElement, context: DriveContext): () => void {
  let unmount: (() => void) | undefined;
  let gone = false;
  const show = async (): Promise<void> => {
    try {
      const { mountDrive } = await import("@atrium/feature-drive");
      if (!gone) unmount = mountDrive(element, context);
    } catch (error) {
      if (!gone) showPlainCard(element, error, () => void show());
    }
  };
  void show();
  return () => {
    gone = true;
    unmount?.();
  };
}
