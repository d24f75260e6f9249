import type { Rule, RulePart, RuleScript } from "@atrium/formats/sieve-rules";
import { expect, test } from "vitest";
import { appendRule, insertRule, moveRule, removeRule, replaceRule, stepFrom } from "./edits.ts";
import { ScriptChanged } from "./script.ts";

const rule = (name: string): Rule => ({
  name,
  isEnabled: true,
  match: "all",
  conditions: [],
  actions: [{ do: "stop" }],
});
const text = (code: string): RulePart => ({ kind: "text", text: code });
const script = (...names: readonly string[]): RuleScript => ({
  head: "",
  parts: names.map((name) =>
    name.endsWith(";") || name.trim() === "" ? text(name) : { kind: "rule", rule: rule(name) },
  ),
});
const namesOf = ({ parts }: RuleScript): readonly string[] =>
  parts.map((part) => (part.kind === "rule" ? part.rule.name : part.text));

const ABC = script("a", "keep;", "b", "\n", "c");

test("a rule is added, replaced and removed, and other code stays", () => {
  expect(namesOf(appendRule(rule("d"))(ABC))).toEqual(["a", "keep;", "b", "\n", "c", "d"]);
  expect(namesOf(insertRule({ rule: rule("d"), at: 2 })(ABC))[2]).toBe("d");
  expect(namesOf(replaceRule({ rule: rule("b"), at: 2 }, rule("x"))(ABC))[2]).toBe("x");
  expect(namesOf(removeRule({ rule: rule("a"), at: 0 })(ABC))).toEqual(["keep;", "b", "\n", "c"]);
});

test("a rule is found where others were added before it", () => {
  expect(namesOf(removeRule({ rule: rule("c"), at: 0 })(ABC))).toEqual(["a", "keep;", "b", "\n"]);
});

test("of two equal rules the one at the place is meant", () => {
  const twice = script("a", "keep;", "a");
  expect(namesOf(replaceRule({ rule: rule("a"), at: 2 }, rule("x"))(twice))).toEqual([
    "a",
    "keep;",
    "x",
  ]);
});

test("a rule that was changed elsewhere is not overwritten", () => {
  expect(() => replaceRule({ rule: rule("z"), at: 0 }, rule("x"))(ABC)).toThrow(ScriptChanged);
  expect(() => removeRule({ rule: rule("z"), at: 0 })(ABC)).toThrow(ScriptChanged);
});

test("a rule moves by what people see, and back", () => {
  expect(stepFrom(ABC.parts, 2, 1)).toBe(4);
  expect(stepFrom(ABC.parts, 4, 1)).toBeUndefined();
  expect(stepFrom(ABC.parts, 0, -1)).toBeUndefined();
  const moved = moveRule({ rule: rule("b"), at: 2 }, 4)(ABC);
  expect(namesOf(moved)).toEqual(["a", "keep;", "\n", "c", "b"]);
  expect(moveRule({ rule: rule("b"), at: 4 }, 2)(moved)).toEqual(ABC);
});
