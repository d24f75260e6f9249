import { expect, it } from "vitest";
import { seededRandom } from "../testing/random.ts";
import { differing } from "./differing.ts";
import { eachToken } from "./words.ts";

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  eachToken(text, 0, (lexeme) => tokens.push(lexeme) > 0);
  return tokens;
};

const stands = (phrase: readonly string[], tokens: readonly string[]): boolean =>
  tokens.some((_, at) =>
    phrase.every((token, n) => {
      const there = tokens[at + n];
      // A query asks for a character at the end of a text as the beginning of its pair.
      return there === token || (n === phrase.length - 1 && there?.startsWith(token) === true);
    }),
  );

it("every phrase of a text stands in the other one or in what differs", () => {
  const random = seededRandom(5);
  const piece = () => random.pick(["a", "b", "c", "회의", "록", "会議室", "x2", "𠮷野", "a회"]);
  const gap = () => random.pick([" ", "\n> ", "-", ", ", "", "😀"]);
  const write = (length: number): string[] => Array.from({ length }, () => piece() + gap());
  let smaller = 0;
  for (let n = 0; n < 300; n += 1) {
    const pieces = write(random.below(25));
    const changed = [...pieces];
    for (let changes = random.below(3); changes > 0; changes -= 1)
      changed.splice(random.below(changed.length + 1), random.below(3), ...write(random.below(3)));
    const [text, other] = [changed.join(""), pieces.join("")];
    const differs = differing(text, other, 4);
    if (differs.length < text.length) smaller += 1;
    const [tokens, there, kept] = [tokensOf(text), tokensOf(other), tokensOf(differs)];
    for (let from = 0; from < tokens.length; from += 1)
      for (let length = 1; length <= 5 && from + length <= tokens.length; length += 1) {
        const phrase = tokens.slice(from, from + length);
        expect(
          stands(phrase, there) || stands(phrase, kept),
          JSON.stringify({ text, other, differs, phrase }),
        ).toBe(true);
      }
  }
  expect(smaller).toBeGreaterThan(100);
});

it("texts that differ in spaces and signs alone do not differ", () => {
  expect(differing("one, *two*\n> three", "one two-three", 4)).toBe("");
  expect(differing("", "one", 4)).toBe("");
  expect(differing("one", "", 4)).toBe("one");
});
