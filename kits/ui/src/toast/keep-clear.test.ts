import { expect, test } from "vitest";
import { raiseAbove, startBeside } from "./keep-clear.ts";

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
});
const toast = box(16, 840, 316, 884);

test("toasts stay where they are beside what is being written", () => {
  expect(raiseAbove(toast, [])).toBe(0);
  expect(raiseAbove(toast, [box(700, 300, 1400, 900)])).toBe(0);
  expect(raiseAbove(toast, [box(0, 100, 400, 700)])).toBe(0);
});

test("toasts stand above what they would cover, however much of that there is", () => {
  expect(raiseAbove(toast, [box(300, 840, 900, 900)])).toBe(52);
  const sendBar = box(0, 830, 390, 900);
  const head = box(0, 790, 390, 834);
  expect(raiseAbove(toast, [head, sendBar])).toBe(884 - 782);
});

test("toasts stay in sight where nothing is left free above", () => {
  expect(raiseAbove(toast, [box(0, 20, 900, 900)])).toBe(0);
  // Not in the document's flow, such as what is folded away.
  expect(raiseAbove(toast, [box(0, 0, 900, 0)])).toBe(0);
});

test("toasts stand beside a sidebar, unless it fills the window", () => {
  expect(startBeside([], 1440)).toBeUndefined();
  expect(startBeside([box(56, 0, 272, 900)], 1440)).toBe(288);
  expect(startBeside([box(0, 0, 390, 844)], 390)).toBeUndefined();
  // Not in the document's flow.
  expect(startBeside([box(0, 0, 0, 0)], 1440)).toBeUndefined();
});
