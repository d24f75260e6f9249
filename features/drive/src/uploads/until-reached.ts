/** Milliseconds before the server is tried again: at first, and at most. The network's coming back is not waited for longer. */
const AGAIN = { first: 1000, most: 30_000 };

/**
 * Does something until the server has answered it.
 * @throws what else goes wrong, and when it is given up meanwhile
 */
export async function untilReached<Result>(
  act: () => Promise<Result>,
  {
    signal,
    onStalled,
  }: { readonly signal: AbortSignal; readonly onStalled: (isStalled: boolean) => void },
): Promise<Result> {
  for (let pause = AGAIN.first; ; pause = Math.min(2 * pause, AGAIN.most)) {
    try {
      const result = await act();
      if (pause > AGAIN.first) onStalled(false);
      return result;
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      onStalled(true);
      await backOrAfter(pause, signal);
    }
  }
}

/** The host's client says so by the name alone: drive has classes of its own. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && error.name === "Unreachable";

/** @throws the signal's reason */
function backOrAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener("online", go);
      signal.removeEventListener("abort", stop);
    };
    const go = (): void => {
      end();
      resolve();
    };
    const stop = (): void => {
      end();
      reject(signal.reason as Error);
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener("online", go);
    signal.addEventListener("abort", stop);
  });
}
