import { describe, expect, it } from "vitest";
import { MAX_NAME } from "../limits.ts";
import { numberedName } from "./names.ts";

describe("a name with a number", () => {
  it.each([
    ["plan.pdf", "file", "plan (2).pdf"],
    ["plan", "file", "plan (2)"],
    [".profile", "file", ".profile (2)"],
    ["a.tar.gz", "file", "a.tar (2).gz"],
    ["Dr. No and the rest", "file", "Dr. No and the rest (2)"],
    ["2024.12", "directory", "2024.12 (2)"],
    ["plan .pdf", "file", "plan (2).pdf"],
    ["계획.pdf", "file", "계획 (2).pdf"],
  ] as const)("of %s, a %s, is %s", (name, nodeType, expected) => {
    expect(numberedName(name, 2, nodeType)).toBe(expected);
    expect(numberedName(name, 1, nodeType)).toBe(name);
  });

  it.each(["e\u0301", "e\u0323\u0302", "한", "👩‍👩‍👧", "🇰🇷", "a"])(
    "fits, and breaks no letter of many %s",
    (letter) => {
      for (const count of [2, 10, 99_999]) {
        const room = Math.floor((MAX_NAME - 4) / Buffer.byteLength(letter));
        const name = numberedName(`${letter.repeat(room)}.txt`, count, "file");
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME);
        const suffix = ` (${count}).txt`;
        expect(name.endsWith(suffix)).toBe(true);
        const stem = name.slice(0, -suffix.length);
        expect(stem.replaceAll(letter, "")).toBe("");
        expect(Buffer.byteLength(name + letter)).toBeGreaterThan(MAX_NAME);
      }
    },
  );

  it("of one letter with very many marks is cut within it, and stays text", () => {
    const name = numberedName(`a${"\u0323".repeat(125)}`, 2, "file");
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME);
    expect(name.isWellFormed()).toBe(true);
    expect(name).toMatch(/^a\u0323+ \(2\)$/u);
  });
});
