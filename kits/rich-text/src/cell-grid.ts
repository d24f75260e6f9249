import { MAX_GRID_PLACES } from "./limits.ts";

/** What is to be known of a cell (`td`, `th`). */
export interface Spanning {
  readonly colSpan: number;
  /** 0: down to the end of its part of the table. */
  readonly rowSpan: number;
}

interface RowOf<Cell> {
  readonly cells: Iterable<Cell>;
  /** The part of the table that it is in: no cell reaches beyond it. */
  readonly parentNode: unknown;
}

/** A cell where it stands in the grid, and how many rows and columns of it there are. */
export interface Placed<Cell> {
  readonly cell: Cell;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** What covers each place, by row and column; a row may end early. */
export type Grid<Cell> = readonly (readonly (Placed<Cell> | undefined)[])[];

/** A step of a change; rows by their index before it. */
export type Step<Cell> =
  | {
      readonly kind: "span";
      readonly cell: Cell;
      readonly name: "colSpan" | "rowSpan";
      readonly to: number;
    }
  | { readonly kind: "remove"; readonly cell: Cell }
  /** An empty cell like another one, or that one itself. */
  | {
      readonly kind: "make" | "move";
      readonly cell: Cell;
      readonly row: number;
      readonly before: Cell | undefined;
    };

/** The grid of a table's cells (HTML, "forming a table"); `undefined`: it is too large. */
export function gridOf<Cell extends Spanning>(
  rows: readonly RowOf<Cell>[],
): Grid<Cell> | undefined {
  const grid: (Placed<Cell> | undefined)[][] = rows.map(() => []);
  const ends = endsOf(rows);
  let room = MAX_GRID_PLACES;
  for (const [row, { cells }] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]![column] !== undefined) column += 1;
      const most = ends[row]! - row;
      const height = cell.rowSpan === 0 ? most : Math.min(cell.rowSpan, most);
      const placed = { cell, row, column, rows: height, columns: cell.colSpan };
      room -= placed.rows * placed.columns;
      if (room < 0) return undefined;
      for (let y = row; y < row + placed.rows; y += 1)
        for (let x = column; x < column + placed.columns; x += 1) grid[y]![x] ??= placed;
      column += placed.columns;
    }
  }
  return grid;
}

/** For each row the first one that is in another part of the table. */
function endsOf(rows: readonly RowOf<unknown>[]): readonly number[] {
  const ends: number[] = [];
  for (let row = rows.length - 1; row >= 0; row -= 1)
    ends[row] = rows[row]!.parentNode === rows[row + 1]?.parentNode ? ends[row + 1]! : row + 1;
  return ends;
}

/** A new column before this one; what reaches across there becomes wider. */
export function addedColumn<Cell>(grid: Grid<Cell>, column: number): Step<Cell>[] {
  const widened = new Set<Placed<Cell>>();
  return grid.flatMap((places, row): Step<Cell>[] => {
    const [left, right] = [places[column - 1], places[column]];
    const like = left ?? right;
    if (like === undefined) return [];
    if (left !== right) {
      const before = firstFrom(grid, row, column);
      return [{ kind: "make", cell: like.cell, row, before }];
    }
    if (widened.has(like)) return [];
    widened.add(like);
    return [{ kind: "span", cell: like.cell, name: "colSpan", to: like.columns + 1 }];
  });
}

/** This column goes; what reaches across it becomes narrower. */
export function deletedColumn<Cell>(grid: Grid<Cell>, column: number): Step<Cell>[] {
  const gone = new Set(grid.flatMap((places) => places[column] ?? []));
  return [...gone].map(({ cell, columns }) =>
    columns > 1
      ? { kind: "span", cell, name: "colSpan", to: columns - 1 }
      : { kind: "remove", cell },
  );
}

/**
 * A new row before this one, like the one above or below it: what reaches across there becomes higher, and `cells` are those
 * that the new ones are like, in their order.
 */
export function addedRow<Cell>(
  grid: Grid<Cell>,
  row: number,
  isLikeAbove: boolean,
): { readonly steps: readonly Step<Cell>[]; readonly cells: readonly Cell[] } {
  const [above, below] = [grid[row - 1] ?? [], grid[row] ?? []];
  const [first, second] = isLikeAbove ? [above, below] : [below, above];
  const steps: Step<Cell>[] = [];
  const cells: Cell[] = [];
  for (let column = 0; column < Math.max(above.length, below.length);) {
    const like = first[column] ?? second[column];
    column += Math.max(1, like === undefined ? 1 : like.column + like.columns - column);
    if (like === undefined) continue;
    if (above[like.column] === like && below[like.column] === like)
      steps.push({ kind: "span", cell: like.cell, name: "rowSpan", to: like.rows + 1 });
    else cells.push(like.cell);
  }
  return { steps, cells };
}

/** This row goes: what reaches into it becomes lower, and what reaches down from it moves to the next. */
export function deletedRow<Cell>(grid: Grid<Cell>, row: number): Step<Cell>[] {
  return [...new Set(grid[row])].flatMap((placed): Step<Cell>[] => {
    if (placed === undefined || placed.rows === 1) return [];
    const { cell, column } = placed;
    const lower = { kind: "span", cell, name: "rowSpan", to: placed.rows - 1 } as const;
    if (placed.row < row) return [lower];
    return [lower, { kind: "move", cell, row: row + 1, before: firstFrom(grid, row + 1, column) }];
  });
}

/** The first cell that begins in this row, at this column or behind it. */
function firstFrom<Cell>(grid: Grid<Cell>, row: number, column: number): Cell | undefined {
  return grid[row]?.slice(column).find((placed) => placed?.row === row && placed.column >= column)
    ?.cell;
}
