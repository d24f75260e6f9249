import { expect, test } from "vitest";
import { tilesInView, tileStep } from "./tiles.ts";

test("of 100,000 tiles only those around what is in sight are drawn", () => {
  const box = { width: 1000, height: 600, top: 1_000_000 };
  const { indexes, columns, placeOf } = tilesInView(box, 100_000);
  expect(columns).toBe(5);
  expect(indexes.length).toBeLessThan(80);
  expect(placeOf(indexes[0]!).bottom).toBeLessThan(box.top);
  expect(placeOf(indexes.at(-1)!).top).toBeGreaterThan(box.top + box.height);
});

test("tiles fill the width, at least two beside one another on a phone", () => {
  const { columns, width, placeOf } = tilesInView({ width: 360, height: 600, top: 0 }, 10);
  expect(columns).toBe(2);
  expect(placeOf(1).left + width).toBe(360 - 12);
  expect(placeOf(2).left).toBe(placeOf(0).left);
});

test("an empty folder has no tiles", () => {
  expect(tilesInView({ width: 900, height: 600, top: 0 }, 0)).toMatchObject({
    indexes: [],
    height: 0,
  });
});

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", -1, 0],
  ["ArrowDown", 1, 5],
  ["ArrowDown", 7, 9],
  ["ArrowDown", 9, 9],
  ["ArrowUp", 5, 1],
  ["ArrowUp", 2, 2],
  ["End", 3, 9],
  ["Home", 3, 0],
  ["PageDown", 1, 9],
  ["x", 1, undefined],
] as const)("%s leads from tile %i of ten in rows of four to %s", (key, from, to) => {
  expect(tileStep(key, from, { columns: 4, rowsInView: 3 }, 10)).toBe(to);
});
