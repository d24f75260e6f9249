/** Pixels that stay free above and below. */
const ROOM = 24;

/** Scrolls to a place in a conversation, also when it is in the frame of a mail. */
export function reveal(range: Range, pane: HTMLElement): void {
  const document = range.startContainer.ownerDocument!;
  const frame = document.defaultView?.frameElement;
  // Of a very long mail the frame scrolls, too.
  if (frame && document.documentElement.scrollHeight > frame.clientHeight + 1)
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
  const place = range.getBoundingClientRect();
  const above = frame ? frame.getBoundingClientRect().top : 0;
  const top = place.top + above;
  const seen = pane.getBoundingClientRect();
  if (top >= seen.top + ROOM && place.bottom + above <= seen.bottom - ROOM) return;
  pane.scrollTop += top - seen.top - seen.height / 3;
}

/** The first of these that is in sight or below it, from the top. */
export function firstBelow(ranges: readonly Range[], pane: HTMLElement): number {
  const { top } = pane.getBoundingClientRect();
  const first = ranges.findIndex((range) => {
    const frame = range.startContainer.ownerDocument?.defaultView?.frameElement;
    const above = frame ? frame.getBoundingClientRect().top : 0;
    return range.getBoundingClientRect().top + above >= top;
  });
  return Math.max(0, first);
}
