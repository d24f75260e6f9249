import type { Rule } from "@atrium/formats/sieve-rules";
import { expect, test } from "vitest";
import {
  draftOf,
  faultsOf,
  newAction,
  newCondition,
  ruleOf,
  type ConditionDraft,
} from "./draft.ts";

const RULE: Rule = {
  name: "A rule",
  isEnabled: false,
  match: "any",
  conditions: [
    { on: "from", how: "domain", values: ["a.example", "b.example"], isNot: true },
    { on: "header", name: "X-Kind", how: "is", values: ["bulk"], isNot: false },
    { on: "size", how: "over", octets: 1_234_567, isNot: false },
    { on: "attachment", isNot: true },
    { on: "body", how: "contains", values: ["hello"], isNot: false },
  ],
  actions: [
    { do: "star" },
    { do: "label", keyword: "l1" },
    { do: "forward", address: "me@x.example" },
    { do: "move", mailboxId: "m1", mailbox: "Work" },
  ],
};

test("what is not touched stays as it is", () => {
  expect(ruleOf(draftOf(RULE))).toEqual(RULE);
  expect(faultsOf(draftOf(RULE))).toBeNull();
});

test("what is typed is understood as it is meant", () => {
  const draft = draftOf(RULE);
  const typed = (change: Partial<ConditionDraft>): unknown =>
    ruleOf({ ...draft, conditions: [{ ...newCondition(), ...change }] }).conditions[0];
  expect(typed({ how: "domain", text: " @a.example \n\n b.example" })).toMatchObject({
    values: ["a.example", "b.example"],
  });
  expect(typed({ on: "size", how: "over", text: "1,5" })).toMatchObject({ octets: 1_500_000 });
  expect(typed({ on: "header", how: "contains", header: "X-Kind:", text: "a" })).toMatchObject({
    name: "X-Kind",
  });
});

test.each<[Partial<ConditionDraft>, string]>([
  [{ text: " \n" }, "empty"],
  [{ text: "not an address" }, "address"],
  [{ how: "domain", text: "a@b.example" }, "domain"],
  [{ on: "subject", how: "contains", text: "${a}" }, "value"],
  [{ on: "subject", how: "contains", text: "a".repeat(1001) }, "value"],
  [{ on: "header", how: "contains", header: "subject", text: "a" }, "header"],
  [{ on: "header", how: "contains", header: "", text: "a" }, "header"],
  [{ on: "size", how: "over", text: "" }, "size"],
  [{ on: "size", how: "over", text: "much" }, "size"],
])("the condition %j is at fault: %s", (change, fault) => {
  const condition = { ...newCondition(), ...change };
  const faults = faultsOf({ ...draftOf(RULE), conditions: [condition] });
  expect(faults?.conditions.get(condition.key)).toBe(fault);
});

test("actions and names have their faults", () => {
  const draft = draftOf(RULE);
  expect(faultsOf({ ...draft, actions: [] })).toMatchObject({ noActions: true });
  expect(faultsOf({ ...draft, name: "a".repeat(101) })).toMatchObject({ name: true });
  for (const [kind, fault] of [
    ["move", "folder"],
    ["label", "label"],
    ["forward", "address"],
  ] as const) {
    const action = newAction(kind);
    expect(faultsOf({ ...draft, actions: [action] })?.actions.get(action.key)).toBe(fault);
  }
});
