import {
  addedColumn,
  addedRow,
  deletedColumn,
  deletedRow,
  gridOf,
  type Grid,
  type Placed,
  type Step,
} from "./cell-grid.ts";
import type { Squire } from "./engine.ts";

/** The most that the bar makes of either; more comes by adding. */
export const MOST_ROWS = 8;
export const MOST_COLUMNS = 8;

const TABLE = "border-collapse: collapse; margin: 4px 0";
/** As mail programs draw it that know no style sheets. */
const CELL =
  "border: 1px solid #9aa1ad; padding: 4px 8px; min-width: 48px; text-align: left; vertical-align: top";

/** Puts an empty table in where the caret stands, with the caret in its first cell. */
export function insertTable(squire: Squire, rows: number, columns: number): void {
  const root = squire.getRoot();
  const before = new Set(root.querySelectorAll("table"));
  const cells = `<td style="${CELL}"><br></td>`.repeat(columns);
  squire.insertHTML(
    `<table style="${TABLE}"><tbody>${`<tr>${cells}</tr>`.repeat(rows)}</tbody></table>`,
  );
  const made = [...root.querySelectorAll("table")].find((table) => !before.has(table));
  if (made?.rows[0]?.cells[0]) moveInto(squire, made.rows[0].cells[0]);
  squire.focus();
}

export type TableAct =
  | "rowAbove"
  | "rowBelow"
  | "columnBefore"
  | "columnAfter"
  | "deleteRow"
  | "deleteColumn"
  | "deleteTable";

/** Changes the table that the caret is in; rows and columns are those of its grid, whatever cells reach across. */
export function changeTable(squire: Squire, act: TableAct): void {
  const cell = cellAt(squire);
  const table = cell?.closest("table");
  if (!cell || !table) return;
  const grid = gridOf([...table.rows]);
  const at = grid?.flat().find((placed) => placed?.cell === cell);
  if (act === "deleteTable") {
    squire.saveUndoState();
    remove(squire, table);
  } else if (grid && at) {
    squire.saveUndoState();
    change(squire, act, { table, grid, at });
  }
  squire.focus();
}

interface Change {
  readonly table: HTMLTableElement;
  readonly grid: Grid<HTMLTableCellElement>;
  /** The cell that the caret is in. */
  readonly at: Placed<HTMLTableCellElement>;
}

function change(
  squire: Squire,
  act: Exclude<TableAct, "deleteTable">,
  { table, grid, at }: Change,
): void {
  const { row, column } = at;
  switch (act) {
    case "rowAbove":
    case "rowBelow": {
      const made = addRow(table, grid, at, act === "rowBelow");
      moveInto(squire, cellIn(table, made, column) ?? at.cell);
      break;
    }
    case "columnBefore":
    case "columnAfter": {
      const to = act === "columnAfter" ? column + at.columns : column;
      apply(table, addedColumn(grid, to));
      moveInto(squire, cellIn(table, row, to) ?? at.cell);
      break;
    }
    case "deleteRow": {
      apply(table, deletedRow(grid, row));
      table.rows[row]?.remove();
      goNear(squire, table, row, column);
      break;
    }
    default: {
      apply(table, deletedColumn(grid, column));
      goNear(squire, table, row, column);
    }
  }
}

/** The cell at this place of the table as it is now. */
function cellIn(
  table: HTMLTableElement,
  row: number,
  column: number,
): HTMLTableCellElement | undefined {
  return gridOf([...table.rows])?.[row]?.[column]?.cell;
}

/** To what has taken a place, or is nearest to it; a table without any cell goes. */
function goNear(squire: Squire, table: HTMLTableElement, row: number, column: number): void {
  const grid = gridOf([...table.rows]) ?? [];
  const places = grid[row] ?? grid[row - 1] ?? [];
  const near = places[column] ?? places[column - 1] ?? grid.flat().find((one) => one !== undefined);
  if (near) moveInto(squire, near.cell);
  else remove(squire, table);
}

/** Goes on to the next cell, or back; behind the last one there is a new row. False: the caret is in no table, or leaves it. */
export function moveCell(squire: Squire, isBack: boolean): boolean {
  const cell = cellAt(squire);
  const table = cell?.closest("table");
  if (!cell || !table) return false;
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  const at = cells.indexOf(cell) + (isBack ? -1 : 1);
  if (at < 0) return false;
  const target = cells[at];
  if (target) moveInto(squire, target);
  else {
    const grid = gridOf([...table.rows]);
    const last = grid?.at(-1)?.[0];
    if (!grid || !last) return false;
    squire.saveUndoState();
    moveInto(squire, cellIn(table, addRow(table, grid, last, true), 0) ?? cell);
  }
  return true;
}

export function cellAt(squire: Squire): HTMLTableCellElement | null {
  const { startContainer } = squire.getSelection();
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const found = element?.closest<HTMLTableCellElement>("td, th") ?? null;
  return found && squire.getRoot().contains(found) ? found : null;
}

/** Adds a row above or below what a cell covers; answers which one it is. */
function addRow(
  table: HTMLTableElement,
  grid: Grid<HTMLTableCellElement>,
  { row, rows }: Placed<HTMLTableCellElement>,
  isBelow: boolean,
): number {
  const at = isBelow ? row + rows : row;
  const beside = table.rows[isBelow ? at - 1 : at]!;
  const { steps, cells } = addedRow(grid, at, isBelow);
  apply(table, steps);
  const made = beside.cloneNode(false) as HTMLTableRowElement;
  made.append(
    ...cells.map((cell) => {
      const own = emptyCell(cell);
      setSpan(own, "colSpan", cell.colSpan);
      return own;
    }),
  );
  if (isBelow) beside.after(made);
  else beside.before(made);
  return at;
}

function apply(table: HTMLTableElement, steps: readonly Step<HTMLTableCellElement>[]): void {
  const rows = [...table.rows];
  for (const step of steps)
    if (step.kind === "remove") step.cell.remove();
    else if (step.kind === "span") setSpan(step.cell, step.name, step.to);
    else {
      const cell = step.kind === "make" ? emptyCell(step.cell) : step.cell;
      rows[step.row]!.insertBefore(cell, step.before ?? null);
    }
}

function setSpan(cell: HTMLTableCellElement, name: "colSpan" | "rowSpan", to: number): void {
  if (to === 1) cell.removeAttribute(name);
  else cell[name] = to;
}

/** A cell that looks like another one, in one row and column. */
function emptyCell(like: HTMLTableCellElement): HTMLTableCellElement {
  const made = like.cloneNode(false) as HTMLTableCellElement;
  made.removeAttribute("rowspan");
  made.removeAttribute("colspan");
  made.append(document.createElement("br"));
  return made;
}

/** Takes a table away; the caret goes to where it stood. */
function remove(squire: Squire, table: HTMLTableElement): void {
  const line = squire.createDefaultBlock();
  table.replaceWith(line);
  moveInto(squire, line);
}

function moveInto(squire: Squire, element: HTMLElement): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  // Behind what is written in it; an empty one has only its line end.
  range.collapse(element.textContent === "");
  squire.setSelection(range);
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}
