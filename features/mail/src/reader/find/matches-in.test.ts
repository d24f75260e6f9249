import { expect, test } from "vitest";
import { growth, many } from "../../../../../formats/src/testing/growth.ts";
import { BLOCK_BREAK, matchesIn } from "./matches-in.ts";

const found = (text: string, query: string, most = 100): readonly string[] =>
  matchesIn(text, query, most).map(({ start, end }) => text.slice(start, end));

test("words are found in whatever case, and with whatever space between them", () => {
  expect(found("The Budget\u00a0 2027, budget\n2027, budget-2027", "budget 2027")).toEqual([
    "Budget\u00a0 2027",
    "budget\n2027",
  ]);
  expect(found("ÉTÉ", "été")).toEqual(["ÉTÉ"]);
});

test("Korean is found composed and in single letters", () => {
  const loose = "회의록".normalize("NFD");
  expect(found(`회의록 ${loose}`, "회의록")).toEqual(["회의록", loose]);
  expect(found("회의록", loose)).toEqual(["회의록"]);
});

test("what means something in an expression is looked for as it is", () => {
  const text = "a.b (c) [d] {e} f* g+ h? ^i $j k|l m\\n o/p q-r";
  for (const word of text.split(" ")) expect(found(text, word)).toEqual([word]);
});

test("nothing reaches from one block into the next, and nothing is found for nothing", () => {
  expect(found(`one${BLOCK_BREAK}two`, "one two")).toEqual([]);
  expect(found("any", "  ")).toEqual([]);
});

test("no more are looked for than are marked", () => {
  expect(found("a".repeat(500), "a", 30)).toHaveLength(30);
});

test.each([
  [" ", "a b"],
  ["a ", "a b"],
  ["a", "aaab"],
  ["a  \n", "a a a b"],
  ["\0", "a"],
])("twice as long a text of %j is at most triple work", (part, query) => {
  expect(growth((text) => matchesIn(text, query, 1000), many(part))).toBeLessThanOrEqual(3);
});
