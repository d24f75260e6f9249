import { useEffect, useState, type RefObject } from "react";

/** Whether a box holds more than it shows. What scrolls has to be within reach of the keyboard (WCAG 2.1.1). */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => setScrolls(element.scrollHeight > element.clientHeight);
    const watch = new ResizeObserver(look);
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => watch.disconnect();
  }, [box]);
  return scrolls;
}
