import { useCallback, useEffect, useState } from "react";

/** Something that is asked for and may fail. */
export interface Tries {
  /** The last try did, and no other is under way. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * Does it when the component comes, again when it failed and the user asks for it, and by itself when the network is
 * back. @param work the same function while it is the same work; its signal says that nobody waits any more.
 */
export function useTries(work: (signal: AbortSignal) => Promise<unknown>): Tries {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<{ readonly work: unknown; readonly attempt: number }>();
  const hasFailed = failed?.work === work && failed.attempt === attempt;
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    const leave = new AbortController();
    work(leave.signal).catch(() => {
      if (!leave.signal.aborted) setFailed({ work, attempt });
    });
    return () => leave.abort();
  }, [work, attempt]);
  useEffect(() => {
    if (!hasFailed) return undefined;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [hasFailed, retry]);
  return { hasFailed, retry };
}
