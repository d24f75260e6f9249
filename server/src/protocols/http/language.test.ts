import { expect, test } from "vitest";
import { languageOf } from "./language.ts";

test.each([
  ["ko-KR,ko;q=0.9,en;q=0.8", "ko"],
  ["en-GB,en;q=0.9,ko;q=0.8", "en"],
  ["en;q=0.5, ko", "ko"],
  ["fr, ko;q=0.7", "ko"],
  ["kok, fr", "en"],
  ["ko;q=0", "en"],
  ["", "en"],
  [undefined, "en"],
] as const)("%s asks for %s", (header, expected) => expect(languageOf(header)).toBe(expected));
