import { expect, test } from "vitest";
import { secondsLeft } from "./pace.ts";

test("the time left follows the pace since the window saw it first", () => {
  const first = { at: 10_000, done: 500 };
  expect(secondsLeft(first, { done: 500, total: 1000, now: 20_000 })).toBeUndefined();
  expect(secondsLeft(first, { done: 600, total: 1000, now: 10_500 })).toBeUndefined();
  expect(secondsLeft(first, { done: 600, total: 1000, now: 12_000 })).toBe(8);
});
