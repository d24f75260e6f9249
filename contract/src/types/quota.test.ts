import { expect, test } from "vitest";
import { fullnessOf } from "./quota.ts";

const octets = (used: number, hardLimit: number) =>
  fullnessOf({ used, hardLimit, warnLimit: Math.floor(hardLimit * 0.9), resourceType: "octets" });

test("an account is full where an ordinary message finds no room, although usage never reaches the limit", () => {
  expect(octets(0, 1e9)).toBe("fine");
  expect(octets(899_999_999, 1e9)).toBe("fine");
  expect(octets(900_000_000, 1e9)).toBe("near");
  expect(octets(999_899_999, 1e9)).toBe("near");
  expect(octets(999_900_000, 1e9)).toBe("full");
  expect(octets(9_899, 10_000)).toBe("near");
  expect(octets(9_900, 10_000)).toBe("full");
});

test("messages are counted one by one", () => {
  const count = (used: number) =>
    fullnessOf({ used, hardLimit: 10, warnLimit: null, resourceType: "count" });
  expect([count(9), count(10)]).toEqual(["fine", "full"]);
});
