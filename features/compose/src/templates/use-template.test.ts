import { expect, test } from "vitest";
import { findTemplates } from "./load-templates.ts";
import { firstNameOf } from "./use-template.ts";

test.each([
  ["Ann Archer", "Ann"],
  ["Archer, Ann Marie", "Ann"],
  ["Ann", "Ann"],
  ["김민수", "민수"],
  ["김 민수", "민수"],
  ["남궁민수", "민수"],
  ["김민", "김민"],
  ["남궁민", "남궁민"],
])("the first name of %s is %s", (name, first) => expect(firstNameOf(name)).toBe(first));

test("templates are found by how their names begin, then by what is in them", () => {
  const list = ["Offer", "Late payment", "Thanks for the offer", "견적 안내"].map(
    (name) => ({ name, subject: name === "Late payment" ? "Your offer" : "" }) as never,
  );
  const names = (typed: string) =>
    findTemplates(list, typed).map(({ name }: { name: string }) => name);
  expect(names("off")).toEqual(["Offer", "Thanks for the offer", "Late payment"]);
  expect(names("안내")).toEqual(["견적 안내"]);
  expect(names("")).toHaveLength(4);
  expect(names("nothing")).toEqual([]);
});
