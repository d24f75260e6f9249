import { useEffect, useState, type RefObject } from "react";

/**
 * Whether a bar has room for the most used actions only.
 * @param bar what is as wide as the bar
 * @param enough pixels with which every action has its button
 */
export function useIsTight(bar: RefObject<HTMLElement | null>, enough: number): boolean {
  const [isTight, setTight] = useState(false);
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setTight(element.clientWidth < enough));
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, enough]);
  return isTight;
}
