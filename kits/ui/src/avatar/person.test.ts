import { expect, it } from "vitest";
import { hueOf, initialsOf } from "./person.ts";

it("takes first and last word of a Latin name", () => {
  expect(initialsOf("Anna de Vries", 2)).toBe("AV");
  expect(initialsOf("bob", 2)).toBe("B");
  expect(initialsOf("Marie-Luise O’Neil (Sales)", 2)).toBe("MO");
  expect(initialsOf("Anna de Vries", 1)).toBe("A");
});

it("takes the given name of a Korean name", () => {
  expect(initialsOf("김지민", 2)).toBe("지민");
  expect(initialsOf("지민", 2)).toBe("지민");
  expect(initialsOf("남궁 민수", 2)).toBe("민수");
  expect(initialsOf("김지민", 1)).toBe("지");
});

it("takes the first syllables of a Korean organisation's name", () => {
  expect(initialsOf("다솜물류", 2)).toBe("다솜");
  expect(initialsOf("다솜 물류", 2)).toBe("다솜");
  expect(initialsOf("한국전력공사", 2)).toBe("한국");
  expect(initialsOf("총무팀", 2)).toBe("총무");
  expect(initialsOf("다솜물류", 1)).toBe("다");
});

it("takes one letter of an address and none of signs", () => {
  expect(initialsOf("alice@demo.test", 2)).toBe("A");
  expect(initialsOf("***", 2)).toBe("");
});

it("gives one person one hue, whatever the case of the address", () => {
  expect(hueOf("Alice@demo.test")).toBe(hueOf("alice@demo.test "));
  const hues = new Set(
    Array.from({ length: 200 }, (_, index) => hueOf(`person${index}@demo.test`)),
  );
  expect([...hues].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
