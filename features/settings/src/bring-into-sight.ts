/** Pixels that stay free above and below. */
const ROOM = 40;

/**
 * Scrolls the pane around an element as far as the element is out of sight. `scrollIntoView` would also move the place
 * from which the first Tab goes on, and with it past the link that skips to the content.
 */
export function bringIntoSight(element: HTMLElement): void {
  let pane = element.parentElement;
  while (pane && getComputedStyle(pane).overflowY !== "auto") pane = pane.parentElement;
  const place = element.getBoundingClientRect();
  if (!pane || place.height === 0) return;
  const seen = pane.getBoundingClientRect();
  const above = place.top - seen.top - ROOM;
  const below = place.bottom - seen.bottom + ROOM;
  if (above < 0) pane.scrollTop += above;
  else if (below > 0) pane.scrollTop += below;
}
