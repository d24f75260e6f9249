import type { SessionInfo } from "@atrium/contract/api/session";
import { keepsRecords } from "@atrium/state";
import { clearStartupSnapshot } from "./startup-snapshot/save.ts";

const KEY = "atrium.session";

/** Who was signed in here last and is still, as far as this browser knows: a window starts as that person when there is no network. */
export function rememberedSession(): SessionInfo | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as SessionInfo | null;
    return found?.personId === undefined ? undefined : found;
  } catch {
    return undefined;
  }
}

/** Null forgets; nothing is kept where the person wants nothing kept on this device. */
export function rememberSession(session: SessionInfo | null): void {
  try {
    if (rememberedSession()?.personId !== session?.personId || !keepsRecords())
      clearStartupSnapshot();
    if (session && keepsRecords()) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be full or forbidden; then there is no start without network.
  }
}
