/** CSS pixels. */
const TILE = { width: 176, height: 132, gap: 12 };
/** Rows of tiles that are drawn above and below those in sight. */
const AROUND = 2;

export interface TileView {
  readonly columns: number;
  readonly width: number;
  readonly tileHeight: number;
  /** Of the scrolled element. */
  readonly height: number;
  /** Those in sight and around, in order. */
  readonly indexes: readonly number[];
  readonly rowsInView: number;
  readonly placeOf: (index: number) => {
    readonly left: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** Which of the tiles are drawn in a box that is scrolled so far, and where. */
export function tilesInView(
  { width, height, top }: { readonly width: number; readonly height: number; readonly top: number },
  count: number,
): TileView {
  const { gap, height: tileHeight } = TILE;
  const inside = Math.max(0, width - 2 * gap);
  const columns = Math.max(2, Math.floor((inside + gap) / (TILE.width + gap)));
  const tileWidth = Math.max(0, (inside - (columns - 1) * gap) / columns);
  const pitch = tileHeight + gap;
  const rows = Math.ceil(count / columns);
  const firstRow = Math.max(0, Math.floor((top - gap) / pitch) - AROUND);
  const lastRow = Math.min(rows - 1, Math.ceil((top + height) / pitch) + AROUND);
  const first = firstRow * columns;
  const end = Math.min(count, (lastRow + 1) * columns);
  return {
    columns,
    width: tileWidth,
    tileHeight,
    height: rows === 0 ? 0 : rows * pitch + gap,
    indexes: Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step),
    rowsInView: Math.max(1, Math.floor(height / pitch)),
    placeOf(index) {
      const y = gap + Math.floor(index / columns) * pitch;
      return { left: gap + (index % columns) * (tileWidth + gap), top: y, bottom: y + pitch };
    },
  };
}

/** Where a key leads among tiles; `undefined` when it is none that moves. */
export function tileStep(
  key: string,
  active: number,
  { columns, rowsInView }: Pick<TileView, "columns" | "rowsInView">,
  count: number,
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active < 0 ? 0 : active + columns,
    ArrowUp: active - columns,
    PageDown: active + rowsInView * columns,
    PageUp: active - rowsInView * columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  if (to === undefined) return undefined;
  // Up and down keep their column, and stop where there is none.
  if (key === "ArrowUp" && to < 0) return Math.max(0, active);
  if (key === "ArrowDown" && to >= count)
    return Math.floor(active / columns) < Math.floor((count - 1) / columns) ? count - 1 : active;
  return Math.max(0, Math.min(count - 1, to));
}
