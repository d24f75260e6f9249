/**
 * One of all windows of a browser does something for all of them: the first, and when it closes another one.
 * @param begin answers how to end it; it is told whether another window did it before.
 */
export function asTheOne(name: string, begin: (isTakeover: boolean) => () => void): () => void {
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
  // Left while another window was the one.
  take().catch(() => undefined);
  return () => {
    if (end) end();
    else leaving.abort();
  };
}

const LOOKED_AT = "atrium looked at";

/** Lets other windows know, from now on, while somebody looks at this one. */
export function tellLooks(): () => void {
  let stop: (() => void) | undefined;
  const look = (): void => {
    const isLooked = document.hasFocus() && document.visibilityState === "visible";
    if (isLooked && !stop) {
      const leaving = new AbortController();
      let release: (() => void) | undefined;
      void navigator.locks
        .request(
          LOOKED_AT,
          { mode: "shared", signal: leaving.signal },
          () => new Promise<void>((resolve) => (release = resolve)),
        )
        .catch(() => undefined);
      stop = () => {
        if (release) release();
        else leaving.abort();
      };
    } else if (!isLooked) {
      stop?.();
      stop = undefined;
    }
  };
  look();
  addEventListener("focus", look);
  addEventListener("blur", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    removeEventListener("focus", look);
    removeEventListener("blur", look);
    document.removeEventListener("visibilitychange", look);
    stop?.();
  };
}

/** Whether somebody looks at any window of the suite in this browser. */
export async function isLookedAt(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOOKED_AT);
}
