import { expect, test } from "vitest";
import { ruleFor } from "./rule-for.ts";

const ANN = [{ name: "Ann", email: "Ann@x.example" }];

test("a rule begins with the list or the sender, and the subject", () => {
  expect(ruleFor({ from: ANN, subject: "Re: Invoice 7" }, null).conditions).toEqual([
    { on: "from", how: "is", values: ["ann@x.example"], isNot: false },
    { on: "subject", how: "contains", values: ["Invoice 7"], isNot: false },
  ]);
  expect(ruleFor({ from: ANN, subject: null }, "News <news.x.example>").conditions).toEqual([
    { on: "list", how: "contains", values: ["news.x.example"], isNot: false },
  ]);
});

test("what no rule can compare is left out", () => {
  expect(ruleFor({ from: ANN, subject: "${a}" }, null).conditions).toHaveLength(1);
  expect(ruleFor({ from: null, subject: "" }, null).conditions).toMatchObject([{ values: [] }]);
});
