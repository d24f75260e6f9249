import { expect, test } from "vitest";
import {
  addedColumn,
  addedRow,
  deletedColumn,
  deletedRow,
  gridOf,
  type Grid,
  type Step,
} from "./cell-grid.ts";

interface Cell {
  name: string;
  colSpan: number;
  rowSpan: number;
}
interface Row {
  readonly cells: Cell[];
  readonly parentNode: unknown;
}

/** `a2x3` reaches over two columns and three rows; a line that begins with `/` is in another part of the table. */
function table(...lines: readonly string[]): Row[] {
  let part = 0;
  return lines.map((line) => {
    if (line.startsWith("/")) part += 1;
    const cells = line.replace("/", "").trim().split(/\s+/).filter(Boolean);
    return {
      parentNode: part,
      cells: cells.map((cell) => {
        const [, name = "", columns, rows] = /^([a-z+]+)(?:(\d+)x(\d+))?$/.exec(cell)!;
        return { name, colSpan: Number(columns ?? 1), rowSpan: Number(rows ?? 1) };
      }),
    };
  });
}

/** Each place by the name of what covers it. */
const drawn = (rows: readonly Row[]): string[] =>
  gridOf(rows)!.map((places) => places.map((placed) => placed?.cell.name ?? ".").join(" "));

/** The rows once the steps are done; what is made is `+`. */
function done(rows: readonly Row[], steps: readonly Step<Cell>[]): readonly Row[] {
  const rowOf = (cell: Cell): Row => rows.find(({ cells }) => cells.includes(cell))!;
  for (const step of steps) {
    if (step.kind === "span") step.cell[step.name] = step.to;
    else if (step.kind === "remove")
      rowOf(step.cell).cells.splice(rowOf(step.cell).cells.indexOf(step.cell), 1);
    else {
      if (step.kind === "move") done(rows, [{ kind: "remove", cell: step.cell }]);
      const { cells } = rows[step.row]!;
      const cell = step.kind === "make" ? { name: "+", colSpan: 1, rowSpan: 1 } : step.cell;
      cells.splice(step.before ? cells.indexOf(step.before) : cells.length, 0, cell);
    }
  }
  return rows;
}
const change = (rows: Row[], plan: (grid: Grid<Cell>) => readonly Step<Cell>[]): string[] =>
  drawn(done(rows, plan(gridOf(rows)!)));
function withRow(rows: Row[], at: number, isLikeAbove: boolean): string[] {
  const { steps, cells } = addedRow(gridOf(rows)!, at, isLikeAbove);
  const beside = rows[isLikeAbove ? at - 1 : at]!;
  done(rows, steps);
  const made = cells.map(({ colSpan }) => ({ name: "+", colSpan, rowSpan: 1 }));
  return drawn(rows.toSpliced(at, 0, { cells: made, parentNode: beside.parentNode }));
}
const withoutRow = (rows: Row[], at: number): string[] =>
  drawn(done(rows, deletedRow(gridOf(rows)!, at)).toSpliced(at, 1));

const merged = () => table("a2x1 b", "c1x2 d e", "f g");

test("cells stand where the rows before leave room, and end with their part of the table", () => {
  expect(drawn(merged())).toEqual(["a a b", "c d e", "c f g"]);
  expect(drawn(table("a1x9 b", "c", "/ d e"))).toEqual(["a b", "a c", "d e"]);
  expect(drawn(table("a1x0 b", "c", "d"))).toEqual(["a b", "a c", "a d"]);
});

test("a new column is one column of the grid", () => {
  const column = (at: number) => change(merged(), (grid) => addedColumn(grid, at));
  expect(column(0)).toEqual(["+ a a b", "+ c d e", "+ c f g"]);
  expect(column(1)).toEqual(["a a a b", "c + d e", "c + f g"]);
  expect(column(2)).toEqual(["a a + b", "c d + e", "c f + g"]);
  expect(column(3)).toEqual(["a a b +", "c d e +", "c f g +"]);
  // What reaches across several rows grows once.
  expect(change(table("a2x2 b", "c"), (grid) => addedColumn(grid, 1))).toEqual([
    "a a a b",
    "a a a c",
  ]);
  // A row that ends before it stays as it is.
  expect(change(table("a b c", "d"), (grid) => addedColumn(grid, 3))).toEqual(["a b c +", "d"]);
});

test("a column that goes is one column of the grid", () => {
  const column = (at: number) => change(merged(), (grid) => deletedColumn(grid, at));
  expect(column(0)).toEqual(["a b", "d e", "f g"]);
  expect(column(1)).toEqual(["a b", "c e", "c g"]);
  expect(column(2)).toEqual(["a a", "c d", "c f"]);
  expect(change(table("a", "b"), (grid) => deletedColumn(grid, 0))).toEqual(["", ""]);
});

test("a new row is one row of the grid", () => {
  expect(withRow(merged(), 0, false)).toEqual(["+ + +", "a a b", "c d e", "c f g"]);
  expect(withRow(merged(), 1, true)).toEqual(["a a b", "+ + +", "c d e", "c f g"]);
  expect(withRow(merged(), 2, false)).toEqual(["a a b", "c d e", "c + +", "c f g"]);
  expect(withRow(merged(), 3, true)).toEqual(["a a b", "c d e", "c f g", "+ + +"]);
  expect(withRow(table("a", "b c"), 1, true)).toEqual(["a", "+ +", "b c"]);
  // As many cells as the row that it is like.
  const { cells } = addedRow(gridOf(merged())!, 1, true);
  expect(cells.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("of a row that goes what reaches down stays", () => {
  expect(withoutRow(merged(), 0)).toEqual(["c d e", "c f g"]);
  expect(withoutRow(merged(), 1)).toEqual(["a a b", "c f g"]);
  expect(withoutRow(merged(), 2)).toEqual(["a a b", "c d e"]);
  expect(withoutRow(table("a b1x2 c1x2", "d"), 0)).toEqual(["d b c"]);
});

test("a table that claims more than anybody could write is left alone", () => {
  expect(gridOf(table("a1000x1", "b1000x1"))).toBeDefined();
  expect(gridOf(table(...Array.from({ length: 200 }, () => "a1000x1")))).toBeUndefined();
});
