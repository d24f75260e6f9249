import { LOAD_ERROR_CODES } from "@atrium/contract/errors";
import { describe, expect, test } from "vitest";
import { LOAD_ERROR_EXPLANATIONS } from "./explanations.ts";
import { LOAD_ERROR_SENTENCES } from "./sentences.ts";

const HANGUL = /[가-힣]/;

describe.each(["en", "ko"] as const)("the catalogue in %s", (language) => {
  test("holds exactly the closed list", () => {
    expect(Object.keys(LOAD_ERROR_SENTENCES[language])).toEqual([...LOAD_ERROR_CODES]);
    expect(Object.keys(LOAD_ERROR_EXPLANATIONS[language])).toEqual([...LOAD_ERROR_CODES]);
  });

  test.each(LOAD_ERROR_CODES)("%s has cause, sentence and help in its language", (code) => {
    const { cause, notRaised = cause, help } = LOAD_ERROR_EXPLANATIONS[language][code];
    const texts = [LOAD_ERROR_SENTENCES[language][code], cause, notRaised, ...help];
    expect(texts.length).toBeGreaterThanOrEqual(5);
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(10);
      expect(HANGUL.test(text)).toBe(language === "ko");
    }
  });

  test("every code has a cause of its own", () => {
    const causes = Object.values(LOAD_ERROR_EXPLANATIONS[language]).map(({ cause }) => cause);
    expect(new Set(causes).size).toBe(LOAD_ERROR_CODES.length);
  });
});
