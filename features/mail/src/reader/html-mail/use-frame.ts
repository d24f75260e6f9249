import { useEffect, useState, type SyntheticEvent } from "react";

/** The document into which an HTML mail is written. */
export interface Frame {
  /** Its window, as soon as it is there. */
  readonly page: Window | null;
  /** Something else came instead: without network a browser's own page, or a proxy's that says what is wrong. */
  readonly hasFailed: boolean;
  /** Another try takes another frame. */
  readonly attempt: number;
  readonly onLoad: (event: SyntheticEvent<HTMLIFrameElement>) => void;
  readonly retry: () => void;
}

/** Follows how the frame loads, and tries again by itself when the network is back. */
export function useFrame(): Frame {
  const [page, setPage] = useState<Window | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<number>();
  const hasFailed = failed === attempt;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const again = (): void => setAttempt(attempt + 1);
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [hasFailed, attempt]);
  return {
    page,
    hasFailed,
    attempt,
    onLoad({ currentTarget: { contentDocument, contentWindow } }) {
      // Ours is empty; what is not ours cannot be looked into, or says something.
      const isOurs = contentDocument?.body.childElementCount === 0;
      setPage(isOurs ? contentWindow : null);
      setFailed(isOurs ? undefined : attempt);
    },
    retry: () => setAttempt(attempt + 1),
  };
}
