import { expect, test } from "vitest";
import { qrCode, type Matrix } from "./matrix.ts";

const drawn = (matrix: Matrix): string[] =>
  matrix.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

test("a short text: as other readers read it", () => {
  expect(drawn(qrCode("Atrium"))).toEqual([
    "#######...##..#######",
    "#.....#..####.#.....#",
    "#.###.#.#..##.#.###.#",
    "#.###.#.#.#...#.###.#",
    "#.###.#.#####.#.###.#",
    "#.....#.##..#.#.....#",
    "#######.#.#.#.#######",
    "........##.##........",
    "#.#####..##.#.#####..",
    "#...##......#..#.####",
    "##..###..###.#..#.##.",
    "..##.#.#.#.....#####.",
    ".#.##.####.#.#..##...",
    "........########..#..",
    "#######..##.#.##...#.",
    "#.....#.#######..##.#",
    "#.###.#.#...#...#..#.",
    "#.###.#.#...#..##....",
    "#.###.#.####.#...##..",
    "#.....#...#......##..",
    "#######.##.#.#...#.#.",
  ]);
});

test.each([
  [1, 14, 21],
  [2, 15, 25],
  [5, 84, 37],
  [7, 122, 45],
  [10, 213, 57],
  [20, 666, 97],
])("version %i takes %i bytes, in %i modules to a side", (_, bytes, size) => {
  const matrix = qrCode("x".repeat(bytes));
  expect(matrix).toHaveLength(size);
  for (const row of matrix) expect(row).toHaveLength(size);
});

test("letters that are no ASCII count as their bytes", () => {
  expect(qrCode("한".repeat(4))).toHaveLength(21);
  expect(qrCode("한".repeat(5))).toHaveLength(25);
});

test("the three finders are where readers look for them", () => {
  const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
  for (const text of ["x", "x".repeat(300)]) {
    const rows = drawn(qrCode(text));
    expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
    expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
  }
});

test("what is longer than a screen can show is refused", () => {
  expect(() => qrCode("x".repeat(667))).toThrow(RangeError);
});
