import { useEffect, useState } from "react";

/** Milliseconds that the window has for what was asked of it. */
const FIRST = 1000;
const LONGEST = 3000;

/** Does something once the window has nothing better to do; the answer calls it off. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act, 2 * FIRST);
    return () => clearTimeout(timer);
  }
  let idle = 0;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(act, { timeout: LONGEST });
  }, FIRST);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}

/** Whether that moment has come. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
