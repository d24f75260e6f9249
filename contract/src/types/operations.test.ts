import { expect, test } from "vitest";
import { hasLittleRoom } from "./operations.ts";

test("a disk has little room when a tenth or 5 GB is not left, whichever comes first", () => {
  expect(hasLittleRoom({ all: 1e12, free: 0.11e12 })).toBe(false);
  expect(hasLittleRoom({ all: 1e12, free: 0.09e12 })).toBe(true);
  expect(hasLittleRoom({ all: 20e9, free: 5e9 })).toBe(false);
  expect(hasLittleRoom({ all: 20e9, free: 4.9e9 })).toBe(true);
});
