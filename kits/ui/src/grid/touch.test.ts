import { expect, test } from "vitest";
import { isMeant, threshold } from "./touch.ts";

const PHONE = 390;

test("a swipe counts once it has covered a third of the row, and never needs more than a thumb reaches", () => {
  expect(threshold(PHONE)).toBe(132);
  expect(threshold(200)).toBe(70);
  expect(isMeant(140, 0, PHONE)).toBe(true);
  expect(isMeant(-140, 0, PHONE)).toBe(true);
  expect(isMeant(120, 0.1, PHONE)).toBe(false);
});

test("a quick one needs less way, and not in the other direction", () => {
  expect(isMeant(70, 0.9, PHONE)).toBe(true);
  expect(isMeant(-70, -0.9, PHONE)).toBe(true);
  expect(isMeant(-70, 0.9, PHONE)).toBe(false);
  expect(isMeant(30, 2, PHONE)).toBe(false);
});

test("who turns back at the end has thought better of it", () => {
  expect(isMeant(200, -0.8, PHONE)).toBe(false);
  expect(isMeant(200, -0.05, PHONE)).toBe(true);
});
