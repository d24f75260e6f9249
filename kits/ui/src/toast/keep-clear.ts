/** What toasts may not cover, such as a message that is being written, or the button that sends it. */
const KEPT_CLEAR = "[data-keep-clear]";
/** What they stand beside, such as the folders, where it has a place of its own at the start of the window. */
const BESIDE = "[data-toasts-beside]";
/** Pixels between toasts and what they keep clear of. */
const GAP = 8;

/**
 * Puts the toasts of a region beside the sidebar, and raises them above what they would cover.
 * @param raised pixels by which they are raised so far
 * @returns by how many they are raised now
 */
export function keepClear(region: HTMLElement, raised: number): number {
  const beside = [...document.querySelectorAll(BESIDE)].map((one) => one.getBoundingClientRect());
  const start = startBeside(beside, innerWidth);
  region.style.insetInlineStart = start === undefined ? "" : `${start}px`;
  const cards = [...region.querySelectorAll(".a-toast")].map((one) => one.getBoundingClientRect());
  if (cards.length === 0) return raised;
  const kept = [...document.querySelectorAll(KEPT_CLEAR)].map((one) => one.getBoundingClientRect());
  const now = raiseAbove(
    {
      left: Math.min(...cards.map(({ left }) => left)),
      right: Math.max(...cards.map(({ right }) => right)),
      top: Math.min(...cards.map(({ top }) => top)) + raised,
      bottom: Math.max(...cards.map(({ bottom }) => bottom)) + raised,
    },
    kept,
  );
  if (now !== raised) region.style.translate = now === 0 ? "" : `0 ${-now}px`;
  return now;
}

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** How far from the window's start toasts are, beside a sidebar; `undefined` without one. */
export function startBeside(sidebars: readonly Box[], width: number): number | undefined {
  // One that fills the window, as on a phone, has no room beside it.
  const ends = sidebars.filter(({ right, bottom }) => bottom > 0 && right > 0 && right < width / 2);
  return ends.length === 0 ? undefined : Math.max(...ends.map(({ right }) => right)) + 2 * GAP;
}

/** By how many pixels a box goes up so that it covers none of the others. Where there is no room above, it stays: to be seen. */
export function raiseAbove(box: Box, others: readonly Box[]): number {
  const height = box.bottom - box.top;
  const beside = others
    .filter(({ left, right, top, bottom }) => bottom > top && left < box.right && right > box.left)
    .toSorted((one, other) => other.bottom - one.bottom);
  let foot = box.bottom;
  for (const { top, bottom } of beside) if (top < foot && bottom > foot - height) foot = top - GAP;
  return foot - height > 0 ? box.bottom - foot : 0;
}
