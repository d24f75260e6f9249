import { noRows, toggleRow, type RowSelection } from "@atrium/ui";
import { expect, test } from "vitest";
import { rowAfter } from "./use-going-on.ts";

const list = ["a", "b", "c", "d", undefined];
const view = { length: list.length, idAt: (row: number) => list[row] };
const going = (...ids: string[]): RowSelection => ids.reduce(toggleRow, noRows);

test("the row below what goes comes next", () => {
  expect(rowAfter(view, 1, going("b"), 1)).toBe(2);
  expect(rowAfter(view, 1, going("b", "c"), 1)).toBe(3);
});

test("at the end of what is here it is the row above", () => {
  expect(rowAfter(view, 3, going("c", "d"), 1)).toBe(1);
});

test("upwards when that is wished", () => {
  expect(rowAfter(view, 2, going("c"), -1)).toBe(1);
  expect(rowAfter(view, 0, going("a"), -1)).toBe(1);
});

test("when everything goes there is none", () => {
  expect(rowAfter(view, 1, { all: true, ids: new Set() }, 1)).toBe(-1);
});
