/** The part of a page that stays in sight, so that the eye finds the line again. */
const OVERLAP = 48;

/** Scrolls the open conversation by a page; answers whether there was anything left to scroll. */
export function scrollReader(by: 1 | -1): boolean {
  const panes = [...document.querySelectorAll<HTMLElement>(".mail-reader-scroll")];
  // What is read next stands ready beside it, out of sight.
  const pane = panes.find((one) => one.checkVisibility());
  if (!pane) return false;
  const { scrollTop, clientHeight, scrollHeight } = pane;
  const end = by > 0 ? scrollHeight - clientHeight : 0;
  // Browsers keep fractions of a pixel.
  if (Math.abs(end - scrollTop) < 2) return false;
  pane.scrollTop = scrollTop + by * Math.max(clientHeight - OVERLAP, OVERLAP);
  return true;
}
