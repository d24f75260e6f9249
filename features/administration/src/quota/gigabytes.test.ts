import { expect, test } from "vitest";
import { countOf, gigabytesOf, octetsOf } from "./gigabytes.ts";

test.each([
  ["", null],
  ["  ", null],
  ["2", 2_000_000_000],
  ["2.5", 2_500_000_000],
  ["2,5", 2_500_000_000],
  ["0", 0],
  ["-1", undefined],
  ["1e9", undefined],
  ["99999999999", undefined],
  ["1.2.3", undefined],
])("%j gigabytes are %j octets", (typed, octets) => expect(octetsOf(typed)).toBe(octets));

test.each([
  ["", null],
  ["100", 100],
  ["1.5", undefined],
  ["many", undefined],
])("%j messages are %j", (typed, count) => expect(countOf(typed)).toBe(count));

test("what is shown is what was typed", () => {
  for (const typed of ["", "0", "10", "2.5", "0.001", "0.000000001"])
    expect(gigabytesOf(octetsOf(typed)!)).toBe(typed);
});
