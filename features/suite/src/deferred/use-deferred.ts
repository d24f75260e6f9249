import { useEffect, useState } from "react";

/** Milliseconds after the window stands: what it shows comes first. */
const LATER = 4000;

/** Whether a while has gone since the component came. */
export function useDeferred(after = LATER): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, after, true);
    return () => clearTimeout(timer);
  }, [after]);
  return isLater;
}
