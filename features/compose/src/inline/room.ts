/** In pixels, on each side of what stands at the foot of the window. */
const MARGIN = 16;
/** With less than this a message cannot be written, and it covers what stands beside the reader. */
const LEAST = 352;

/** What may be covered: where one reads. */
let reader: HTMLElement | undefined;
const listeners = new Set<() => void>();
let observer: ResizeObserver | undefined;

/** The reader stands here: messages that are written at the foot of the window keep to its width, and leave the list alone. */
export function dockRoom(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  reader = element;
  observer ??= new ResizeObserver(tell);
  observer.observe(element);
  tell();
  return () => {
    observer?.unobserve(element);
    if (reader !== element) return;
    reader = undefined;
    tell();
  };
}

/** Pixels that are left free at either side of the window. */
export function roomNow(): { readonly start: number; readonly end: number } {
  const found = reader?.getBoundingClientRect();
  // Hidden, as under another application.
  if (!found || found.width === 0) return { start: MARGIN, end: MARGIN };
  const isRtl = document.documentElement.dir === "rtl";
  const end = (isRtl ? found.left : innerWidth - found.right) + MARGIN;
  const start = (isRtl ? innerWidth - found.right : found.left) + MARGIN;
  return { start: Math.max(MARGIN, Math.min(start, innerWidth - end - LEAST)), end };
}

export function watchRoom(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("resize", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("resize", listener);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
