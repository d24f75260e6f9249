import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** How far a finger goes at least, in CSS pixels. */
const FAR = 56;

/** Turns to the next with a finger that goes to the left, and back with one that goes to the right. */
export function useSwipe(area: RefObject<HTMLElement | null>, turn: (step: 1 | -1) => void): void {
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  // Before it is seen: a finger may be there at once.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    let from: Touch | undefined;
    element.addEventListener(
      "touchstart",
      ({ touches, target }) => {
        // Two fingers zoom, and in what is wider than the window one moves it.
        const isFree =
          touches.length === 1 && !scrollsSideways(target) && (visualViewport?.scale ?? 1) < 1.05;
        from = isFree ? touches[0] : undefined;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      "touchend",
      ({ changedTouches }) => {
        const to = changedTouches[0];
        if (!from || !to) return;
        const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
        from = undefined;
        if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) latest.current(x < 0 ? 1 : -1);
      },
      { signal, passive: true },
    );
    return () => stop.abort();
  }, [area]);
}

/** Whether arrows and fingers move what is inside it. */
export function scrollsSideways(target: EventTarget | null): boolean {
  const box = target instanceof Element ? target.closest("[data-scrolls]") : null;
  return box !== null && box.scrollWidth > box.clientWidth + 1;
}
