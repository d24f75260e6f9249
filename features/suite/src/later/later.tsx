import { lazyPart } from "@atrium/shell";
import { useEffect, useState, type ReactNode } from "react";

/** Milliseconds after the window stands: what it shows comes first. */
const LATER = 4000;

const SuiteLater = lazyPart(() => import("./suite-later.tsx").then((module) => module.SuiteLater));

/** Whether a while has gone since the component came. */
export function useLater(after = LATER): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, after, true);
    return () => clearTimeout(timer);
  }, [after]);
  return isLater;
}

export function Later(): ReactNode {
  return useLater() && <SuiteLater />;
}
