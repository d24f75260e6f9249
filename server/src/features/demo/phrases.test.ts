import { expect, test } from "vitest";
import { fill } from "./phrases.ts";
import { createRandom } from "./random.ts";
import { MAILING_LISTS, NEWSLETTERS, SET_PIECES, SHOPS, THREADS } from "./texts/index.ts";

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

test("texts say only what the code that reads them knows", () => {
  const { scenarios } = THREADS.en;
  const all = [...scenarios, ...THREADS.ko.scenarios];
  const steps = all.flatMap((scenario) => scenario.steps);
  const values = (list: readonly unknown[]) => new Set(list.filter((one) => one !== undefined));
  const casts = ["team", "supplier", "client-asks", "supplier-asks"];
  expect(values(all.map(({ cast }) => cast))).toEqual(new Set(casts));
  expect(values(steps.map(({ by }) => by))).toEqual(new Set(["a", "b", "c"]));
  const files = ["quote", "minutes", "plan", "photo", "numbers", "schedule"];
  expect(files).toEqual(expect.arrayContaining([...values(steps.map(({ attach }) => attach))]));
  for (const { wait } of steps) if (wait) expect(wait).toHaveLength(2);
  const styles = ["card", "journal", "shop", "letter"];
  expect(values(NEWSLETTERS.map(({ style }) => style))).toEqual(new Set(styles));
  const pairs = [...MAILING_LISTS.map((list) => list.writers), ...SHOPS.map(({ goods }) => goods)];
  for (const pair of [...pairs.flat(), ...NEWSLETTERS.flatMap(({ items }) => items)])
    expect(pair).toHaveLength(2);
  expect(values(SET_PIECES.map(({ language }) => language))).toEqual(new Set(["en", "ko"]));
});
