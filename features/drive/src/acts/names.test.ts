import { expect, test } from "vitest";
import { faultOf, MAX_NAME, numbered, octetsOf, splitName, tidyName } from "./names.ts";

test("a name is kept in NFC, without space around it", () => {
  expect(tidyName("  re\u0301sume\u0301 \n")).toBe("résumé");
  expect(tidyName("\u1112\u1161\u11ab\u1100\u1173\u11af")).toBe("한글");
});

test.each([
  ["", "nameEmpty"],
  [" \t ", "nameEmpty"],
  ["..", "nameSlash"],
  ["a/b", "nameSlash"],
  ["a\u0000b", "nameSlash"],
  ["half \ud83d", "nameSlash"],
  ["가".repeat(86), "nameTooLong"],
  ["a".repeat(256), "nameTooLong"],
  ["가".repeat(85), undefined],
  ["a".repeat(255), undefined],
  [".profile", undefined],
] as const)("%j: %s", (name, fault) => {
  expect(faultOf(name)).toBe(fault);
});

test("a copy has its number before the extension", () => {
  expect(numbered("plan.pdf", 1)).toBe("plan.pdf");
  expect(numbered("plan.pdf", 2)).toBe("plan (2).pdf");
  expect(numbered(".profile", 3)).toBe(".profile (3)");
  expect(numbered("1. A long title without an extension", 2)).toBe(
    "1. A long title without an extension (2)",
  );
});

test("a copy's name fits, and no character of it is cut in two", () => {
  const copy = numbered(`${"😀".repeat(62)}.txt`, 2);
  expect(octetsOf(copy)).toBeLessThanOrEqual(MAX_NAME);
  expect(copy.isWellFormed()).toBe(true);
  expect(copy.endsWith("😀 (2).txt")).toBe(true);
});

test("an extension is what stands behind the last dot, if it is short", () => {
  expect(splitName("a.tar.gz")).toEqual({ base: "a.tar", extension: ".gz" });
  expect(splitName("notes")).toEqual({ base: "notes", extension: "" });
});
