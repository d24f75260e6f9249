import { expect, it } from "vitest";
import { findMoved, LONGEST, reveal, scaleOf } from "./scale.ts";

it("leaves a list that fits as it is", () => {
  expect(scaleOf(100_000 * 36, 600)).toEqual({ height: 3_600_000, ratio: 1 });
});

it("reaches the last row of a list longer than browsers can lay out", () => {
  const total = 1_000_000 * 44;
  const { height, ratio } = scaleOf(total, 600);
  expect(height).toBe(LONGEST);
  expect((height - 600) * ratio).toBeCloseTo(total - 600);
});

it("moves only as far as a row needs", () => {
  expect(reveal(5, 40, 0, 400)).toBeUndefined();
  expect(reveal(10, 40, 0, 400)).toBe(40);
  expect(reveal(2, 40, 100, 400)).toBe(80);
});

it("finds a row again after others came above it", () => {
  const rows = ["new", "a", "b", "c"];
  expect(findMoved("b", 1, (index) => rows[index])).toBe(2);
  expect(findMoved("gone", 1, (index) => rows[index])).toBeUndefined();
});
