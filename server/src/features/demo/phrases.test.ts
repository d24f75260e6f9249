import { expect, test } from "vitest";
import { fill } from "./phrases.ts";
import { createRandom } from "./random.ts";

const random = createRandom(1);

test("choices may be nested and slots are filled after them", () => {
  const seen = new Set(
    Array.from({ length: 200 }, () => fill("[a|b [c|{d}]]!", { d: "[x|y]" }, random)),
  );
  expect(seen).toEqual(new Set(["a!", "b c!", "b [x|y]!"]));
});

test.each([
  ["{w:을}", "조명", "조명을"],
  ["{w:을}", "펜던트", "펜던트를"],
  ["{w:은}", "갤러리", "갤러리는"],
  ["{w:이}", "백자실", "백자실이"],
  ["{w:으로}", "백자실", "백자실로"],
  ["{w:으로}", "조명", "조명으로"],
  ["{w:과}", "도면", "도면과"],
])("in %s the particle fits %s", (template, word, expected) =>
  expect(fill(template, { w: word }, random)).toBe(expected),
);

test("a slot without a word is a mistake of the template", () => {
  expect(() => fill("{nobody}", {}, random)).toThrow("no word");
  expect(() => fill("[a", {}, random)).toThrow("unbalanced");
});
