import type { StateChange } from "@atrium/contract/types/wire";
import type { PushListener } from "./transport.ts";

/** Seconds between the server's signs of life. A connection that is silent for longer than two of them is dead. */
const PING = 30;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/**
 * Receives the server's pushes over EventSource (RFC 8620 §7.3). The browser reconnects by itself after a network
 * failure but not after an error answer, and it does not notice a connection that died silently; both are done here.
 */
export function openPush(template: string, listener: PushListener): () => void {
  const url = template
    .replace("{types}", "*")
    .replace("{closeafter}", "no")
    .replace("{ping}", String(PING));
  let source: EventSource | undefined;
  let wait = FIRST_WAIT;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;

  const alive = (): void => {
    clearTimeout(silence);
    silence = setTimeout(reopen, PING * 2500);
  };
  const open = (): void => {
    source = new EventSource(url);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT;
      alive();
      if (wasOpen) listener.reconnected();
      else listener.opened();
      wasOpen = true;
    });
    source.addEventListener("ping", alive);
    source.addEventListener("state", ({ data }: MessageEvent<string>) => {
      alive();
      listener.changed((JSON.parse(data) as StateChange).changed);
    });
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      listener.refused();
      // Spread out, so that a restarted server is not met by every window in the same moment.
      retry = setTimeout(reopen, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  };
  const reopen = (): void => {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
    open();
  };
  const online = (): void => {
    if (source?.readyState !== EventSource.OPEN) reopen();
  };
  const shown = (): void => {
    if (document.visibilityState === "visible") online();
  };

  open();
  addEventListener("online", online);
  document.addEventListener("visibilitychange", shown);
  return () => {
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", shown);
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
  };
}
