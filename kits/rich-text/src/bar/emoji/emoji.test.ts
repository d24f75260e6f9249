import { expect, test } from "vitest";
import { EMOJI, findEmoji } from "./emoji.ts";

const signs = (search: string): string[] => findEmoji(search).map(({ sign }) => sign);

test("emoji are found in English and in Korean, by all of the words", () => {
  expect(signs("birthday")).toEqual(["🎂"]);
  expect(signs("생일")).toEqual(["🎂"]);
  expect(signs(":thumbs UP")).toEqual(["👍"]);
  expect(signs("감사")).toEqual(["🙏", "🙇"]);
  // What begins with the word comes before what holds it.
  expect(signs("car").slice(0, 3)).toEqual(["💳", "🛒", "🚗"]);
  expect(signs("no such thing")).toEqual([]);
  expect(signs("")).toHaveLength(EMOJI.length);
});

test("each emoji is there once and has a name in both languages", () => {
  expect(new Set(EMOJI.map(({ sign }) => sign)).size).toBe(EMOJI.length);
  for (const { sign, en, ko } of EMOJI) {
    expect(sign, en).toMatch(/\p{Extended_Pictographic}|\p{Regional_Indicator}/u);
    expect(en, sign).toMatch(/^[a-z]/i);
    expect(ko, sign).toMatch(/\p{Script=Hangul}/u);
  }
});
