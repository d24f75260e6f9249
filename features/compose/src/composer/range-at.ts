/** The place in the text below a point of the window. */
export function rangeAt(x: number, y: number): Range | undefined {
  const found = document.caretPositionFromPoint?.(x, y);
  if (!found) return undefined;
  const range = document.createRange();
  range.setStart(found.offsetNode, found.offset);
  return range;
}
