import { expect, test } from "vitest";
import { runBreaker } from "./break-runs.ts";

const broken = (...texts: string[]): string => texts.map(runBreaker()).join("");

test("signs on one letter, and letters without a space, are broken into pieces", () => {
  expect(
    broken(`a${"\u0301".repeat(65)}b`)
      .split("\u200b")
      .map((part) => part.length),
  ).toEqual([33, 32, 2]);
  expect(
    broken("ก".repeat(600))
      .split("\u200b")
      .map((part) => part.length),
  ).toEqual([250, 250, 100]);
});

test("… also where they stand in many elements", () => {
  const parts = Array.from({ length: 100 }, () => "\u0301");
  expect(
    broken("a", ...parts)
      .split("\u200b")
      .map((part) => part.length),
  ).toEqual([33, 32, 32, 4]);
});

test("ordinary text stays as it is", () => {
  for (const text of ["안녕하세요, Ünïcode e\u0301", "สวัสดีครับ ผมชื่อ", "👩‍👩‍👧 नमस्ते", ""])
    expect(broken(text, text)).toBe(text + text);
});
