/**
 * Browsers cut off elements above some 17 to 33 million pixels: a list of a million rows is longer.
 * Beyond `LONGEST` the scroll bar stands for a longer list than the page is, and offsets are translated.
 */
export const LONGEST = 8_000_000;

export interface Scale {
  /** Height of the scrolled element, CSS pixels. */
  readonly height: number;
  /** List pixels for one pixel of the scroll bar; 1 for lists that fit. */
  readonly ratio: number;
}

export function scaleOf(total: number, viewport: number): Scale {
  if (total <= LONGEST) return { height: total, ratio: 1 };
  return { height: LONGEST, ratio: (total - viewport) / (LONGEST - viewport) };
}

/** Where to scroll so that the row is whole in sight, or `undefined` when it is already. */
export function reveal(
  index: number,
  rowHeight: number,
  offset: number,
  viewport: number,
): number | undefined {
  const start = index * rowHeight;
  if (start < offset) return start;
  if (start + rowHeight > offset + viewport) return start + rowHeight - viewport;
  return undefined;
}

/** How far to look for a row that moved when others came or went. */
const NEAR = 400;

/** The new index of the row that stood at `index`, when it is near; rows that came above move it down. */
export function findMoved(
  id: string,
  index: number,
  rowId: (index: number) => string | undefined,
): number | undefined {
  for (let step = 0; step <= NEAR; step += 1) {
    if (rowId(index + step) === id) return index + step;
    if (index - step >= 0 && rowId(index - step) === id) return index - step;
  }
  return undefined;
}
