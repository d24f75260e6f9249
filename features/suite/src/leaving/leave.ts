import type { SessionInfo } from "@atrium/contract/api/session";
import { signOut } from "@atrium/shell";
import { toast } from "@atrium/ui";
import { useSyncExternalStore } from "react";
import { t } from "../strings/index.ts";

/** Milliseconds in which pending changes may still arrive before the user is asked. */
const PATIENCE = 2500;
const LOOK_AGAIN = 150;

let isAsked = false;
const listeners = new Set<() => void>();

/** Whether the person has to say what becomes of what has not reached the server. */
export function useLeaving(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function askLeaving(isOpen: boolean): void {
  isAsked = isOpen;
  for (const listener of listeners) listener();
}

/** Ends the session, in every window of this browser; asks first when something of the person's would be lost. */
export async function leave(session: SessionInfo): Promise<void> {
  try {
    const { unsaved } = await import("./unsaved.ts");
    const end = performance.now() + PATIENCE;
    while ((await unsaved(session)) > 0) {
      if (performance.now() > end) {
        askLeaving(true);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  } catch {
    // The chunk did not come: then nothing new is said to the server either.
  }
  await leaveNow();
}

/** Ends the session whatever is lost by it. */
export async function leaveNow(): Promise<void> {
  try {
    await signOut(async () => {
      const { tidy } = await import("./tidy.ts");
      await tidy();
    });
  } catch {
    toast({ severity: "danger", message: t("signOutFailed") });
  }
}
