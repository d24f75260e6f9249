import { expect, it } from "vitest";
import { addRows, allRows, isSelected, noRows, selectionCount, toggleRow } from "./selection.ts";

it("toggles rows in and out without touching the old selection", () => {
  const one = toggleRow(noRows, "a");
  expect(isSelected(one, "a")).toBe(true);
  expect(isSelected(noRows, "a")).toBe(false);
  expect(selectionCount(toggleRow(one, "a"), 10)).toBe(0);
});

it("knows all rows, loaded or not, and those left out", () => {
  const most = toggleRow(allRows, "a");
  expect(isSelected(most, "never loaded")).toBe(true);
  expect(isSelected(most, "a")).toBe(false);
  expect(selectionCount(most, 1_000_000)).toBe(999_999);
  expect(isSelected(addRows(most, ["a"]), "a")).toBe(true);
});

it("adds a range to what is selected", () => {
  const range = addRows(toggleRow(noRows, "a"), ["b", "c", "a"]);
  expect([...range.ids]).toEqual(["a", "b", "c"]);
});
