import { keyLabels } from "../label/keys.ts";

export type TooltipSide = "top" | "bottom" | "left" | "right";

export interface TooltipRequest {
  readonly anchor: HTMLElement;
  readonly text: string;
  readonly shortcut: string | undefined;
  readonly side: TooltipSide;
  readonly describe: boolean;
}

const GAP = 6;
const EDGE = 4;
/** After one tooltip was seen, its neighbours show at once. */
const WARM = 400;

let layer: HTMLElement | undefined;
let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let lastHidden = 0;

/** One element for the whole window: a list of a thousand icon buttons costs no more than one. */
function element(): HTMLElement {
  if (layer !== undefined) return layer;
  layer = document.createElement("div");
  layer.className = "a-tooltip";
  layer.id = "a-tooltip";
  layer.role = "tooltip";
  layer.popover = "manual";
  layer.addEventListener("pointerenter", () => clearTimeout(leaving));
  layer.addEventListener("pointerleave", () => hideTooltip());
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") close();
    },
    true,
  );
  window.addEventListener("scroll", close, { capture: true, passive: true });
  document.body.append(layer);
  return layer;
}

export function scheduleTooltip(request: TooltipRequest, delay: number): void {
  clearTimeout(timer);
  clearTimeout(leaving);
  const warm = shown !== undefined || performance.now() - lastHidden < WARM;
  timer = setTimeout(() => open(request), warm ? 0 : delay);
}

/** Takes the tooltip away: after a moment, or at once when its anchor leaves the page. */
export function hideTooltip(gone?: Element | null): void {
  clearTimeout(timer);
  if (gone === undefined) {
    clearTimeout(leaving);
    leaving = setTimeout(close, 100);
  } else if (gone === shown) close();
}

function open({ anchor, text, shortcut, side, describe }: TooltipRequest): void {
  if (!anchor.isConnected || anchor.getAttribute("aria-expanded") === "true") return;
  const tip = element();
  shown?.removeAttribute("aria-describedby");
  tip.replaceChildren(text, ...(shortcut === undefined ? [] : keys(shortcut)));
  tip.showPopover();
  place(tip, anchor.getBoundingClientRect(), side);
  if (describe) anchor.setAttribute("aria-describedby", tip.id);
  shown = anchor;
}

function close(): void {
  clearTimeout(timer);
  if (shown === undefined) return;
  if (shown.getAttribute("aria-describedby") === layer?.id)
    shown.removeAttribute("aria-describedby");
  shown = undefined;
  lastHidden = performance.now();
  layer?.hidePopover();
}

function keys(shortcut: string): HTMLElement[] {
  return keyLabels(shortcut).map((label) => {
    const key = document.createElement("kbd");
    key.textContent = label;
    return key;
  });
}

/** Beside the anchor, on the other side when there is no room, never over the window's edge. */
function place(tip: HTMLElement, at: DOMRect, side: TooltipSide): void {
  const { offsetWidth: width, offsetHeight: height } = tip;
  const { innerWidth, innerHeight } = window;
  const beside = side === "left" || side === "right";
  const after = side === "right" || side === "bottom";
  const [start, end, size, room] = beside
    ? [at.left, at.right, width, innerWidth]
    : [at.top, at.bottom, height, innerHeight];
  const fitsAfter = end + GAP + size <= room - EDGE;
  const fitsBefore = start - GAP - size >= EDGE;
  const main = (after ? fitsAfter || !fitsBefore : !fitsBefore && fitsAfter)
    ? end + GAP
    : start - GAP - size;
  const cross = beside
    ? clamp(at.top + (at.height - height) / 2, innerHeight - height)
    : clamp(at.left + (at.width - width) / 2, innerWidth - width);
  tip.style.left = `${Math.round(beside ? main : cross)}px`;
  tip.style.top = `${Math.round(beside ? cross : main)}px`;
}

function clamp(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most - EDGE));
}
