/**
 * One window of the browser does something for all of them: the first, and when it closes another one.
 * @param begin answers how to end it; `isTakeover` where another window did it before.
 */
export function electLeader(name: string, begin: (isTakeover: boolean) => () => void): () => void {
  const leaving = new AbortController();
  let end: (() => void) | undefined;
  const work = (isTakeover: boolean) => (): Promise<void> => {
    const stop = begin(isTakeover);
    return new Promise<void>((resolve) => {
      end = () => {
        stop();
        resolve();
      };
    });
  };
  const take = async (): Promise<void> => {
    const isDone = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !leaving.signal.aborted) await work(false)();
      return lock !== null;
    });
    if (!isDone) await navigator.locks.request(name, { signal: leaving.signal }, work(true));
  };
  // Left while another window was the leader.
  take().catch(() => undefined);
  return () => {
    if (end) end();
    else leaving.abort();
  };
}

const FOCUSED = "atrium looked at";

/** Lets other windows know, from now on, while this one has the focus. */
export function reportFocus(): () => void {
  let stop: (() => void) | undefined;
  const report = (): void => {
    const isFocused = document.hasFocus() && document.visibilityState === "visible";
    if (isFocused && !stop) {
      const leaving = new AbortController();
      let release: (() => void) | undefined;
      void navigator.locks
        .request(
          FOCUSED,
          { mode: "shared", signal: leaving.signal },
          () => new Promise<void>((resolve) => (release = resolve)),
        )
        .catch(() => undefined);
      stop = () => {
        if (release) release();
        else leaving.abort();
      };
    } else if (!isFocused) {
      stop?.();
      stop = undefined;
    }
  };
  report();
  addEventListener("focus", report);
  addEventListener("blur", report);
  document.addEventListener("visibilitychange", report);
  return () => {
    removeEventListener("focus", report);
    removeEventListener("blur", report);
    document.removeEventListener("visibilitychange", report);
    stop?.();
  };
}

/** Whether a window of the suite in this browser has the focus. */
export async function hasFocusedWindow(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === FOCUSED);
}
