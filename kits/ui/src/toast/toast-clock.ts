/** Milliseconds. */
const TICK = 250;

/**
 * Calls back after some time in which the person could have seen a toast: what passes while `isPaused` does not count. Asked
 * again and again, not noted: who leaves a thing that is taken away from under a pointer or the focus says so to nobody.
 * The answer stops it.
 */
export function startToastClock(
  duration: number,
  isPaused: () => boolean,
  onEnd: () => void,
): () => void {
  let left = duration;
  const timer = setInterval(() => {
    if (isPaused()) return;
    left -= TICK;
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  }, TICK);
  return () => clearInterval(timer);
}

/** For so many milliseconds a mouse that rests counts as still being looked with. */
const REST = 5000;
let movedAt = -Infinity;

/** A mouse moves over toasts; a finger that touched one is not there afterwards. */
export function notePointer({ pointerType }: { readonly pointerType: string }): void {
  if (pointerType !== "touch") movedAt = Date.now();
}

/** Whether a person has the focus in the toasts or the mouse on them, or does not see the window at all. */
export function isAttended(region: HTMLElement): boolean {
  return (
    document.hidden ||
    region.contains(document.activeElement) ||
    (region.matches(":hover") && Date.now() - movedAt < REST)
  );
}
