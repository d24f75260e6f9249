const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Whether the server can be reached, and when to try again what failed for want of it. */
export interface Reachability {
  readonly isUnavailable: boolean;
  /** A request was not answered. */
  failed(): void;
  /** A request was answered, whatever it said. */
  reached(): void;
  /** Called when the server is away or back, and whenever trying again is worthwhile. Until the answer is called. */
  watch(listener: () => void): () => void;
  close(): void;
}

/** Tries again after growing pauses, spread out so that a restarted server is not met by everybody at once. */
export function createReachability(): Reachability {
  const listeners = new Set<() => void>();
  let isAway = false;
  /** The browser says that it has no network. Nobody had to ask the server for that, and an answer says otherwise. */
  let isCut = false;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wake = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) listener();
  };
  const online = (): void => {
    wait = FIRST_WAIT;
    if (!isAway && !isCut) return;
    isCut = false;
    wake();
  };
  const offline = (): void => {
    isCut = true;
    for (const listener of listeners) listener();
  };
  globalThis.addEventListener?.("online", online);
  globalThis.addEventListener?.("offline", offline);

  return {
    get isUnavailable() {
      return isAway || isCut;
    },
    failed() {
      const wasAway = isAway || isCut;
      isAway = true;
      if (!timer) {
        timer = setTimeout(wake, wait * (0.5 + Math.random()));
        wait = Math.min(wait * 2, LONGEST_WAIT);
      }
      if (!wasAway) for (const listener of listeners) listener();
    },
    reached() {
      wait = FIRST_WAIT;
      if (!isAway && !isCut) return;
      isAway = false;
      isCut = false;
      wake();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      clearTimeout(timer);
      listeners.clear();
      globalThis.removeEventListener?.("online", online);
      globalThis.removeEventListener?.("offline", offline);
    },
  };
}
