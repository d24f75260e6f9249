/** How much of the pane stays to what is answered, of 1. */
const ANSWERED = 0.35;
/** What is written is in sight by at least as much, in pixels. */
const WRITTEN = 360;
const GAP = 16;

/**
 * Scrolls down to what is written, also while that is still getting its parts; from the first key, turn of the wheel or press
 * on the pane is the person's.
 */
export function keepInSight(host: HTMLElement): () => void {
  const frame = host.firstElementChild;
  const pane = paneOf(host);
  if (!frame || !pane) return () => undefined;
  const end = (): void => {
    observer.disconnect();
    for (const type of ["keydown", "wheel", "pointerdown"]) pane.removeEventListener(type, end);
  };
  const observer = new ResizeObserver(() => bringIntoSight(host));
  observer.observe(frame);
  for (const type of ["keydown", "wheel", "pointerdown"])
    pane.addEventListener(type, end, { passive: true });
  return end;
}

const paneOf = (host: HTMLElement): Element | null => host.closest(".mail-reader-scroll");

/** As far as the end of what is answered stays in sight. */
export function bringIntoSight(host: HTMLElement): void {
  const pane = paneOf(host);
  const frame = host.firstElementChild;
  if (!pane || !frame) return;
  const seen = pane.getBoundingClientRect();
  const { top, bottom } = frame.getBoundingClientRect();
  const kept = Math.max(0, Math.min(seen.height * ANSWERED, seen.height - WRITTEN));
  const missing = bottom + GAP - seen.bottom;
  const most = top - seen.top - kept;
  if (top < seen.top) pane.scrollTop += most;
  else if (missing > 0 && most > 0) pane.scrollTop += Math.min(missing, most);
}
