import { expect, test } from "vitest";
import { marksOf } from "../search/marks.ts";
import { piecesWithoutReply, withoutReply } from "./subject.ts";

test("what every answer says is left out of a subject, unless it is all of it", () => {
  expect(withoutReply("Re: AW: 답장: Lunch")).toBe("Lunch");
  expect(withoutReply("Re:")).toBe("Re:");
  expect(withoutReply("Regarding lunch")).toBe("Regarding lunch");
});

test("a subject with marks reads as the one without", () => {
  const words = (html: string): string =>
    piecesWithoutReply(marksOf(html))
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join("");
  expect(words("Re: <mark>Lunch</mark> on Friday")).toBe("[Lunch] on Friday");
  expect(words("Re: Our <mark>lunch</mark>")).toBe("Our [lunch]");
  expect(words("<mark>Re</mark>: lunch")).toBe("[Re]: lunch");
});
