import { useEffect, useMemo, useState } from "react";

let here: ((text: string) => boolean) | undefined;

/** Whether some plain text is laid out for letters of one width. What tells comes with the first one; until then none is. */
export function useIsLaidOut(texts: readonly string[]): boolean {
  const [isHere, setHere] = useState(here !== undefined);
  const isWanted = texts.length > 0;
  useEffect(() => {
    if (isHere || !isWanted) return undefined;
    let isOver = false;
    const load = async (): Promise<void> => {
      here = (await import("./is-laid-out.ts")).isLaidOut;
      if (!isOver) setHere(true);
    };
    // Without it the menu of the message still does it.
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isHere, isWanted]);
  return useMemo(() => isHere && texts.some((text) => here?.(text) === true), [isHere, texts]);
}
