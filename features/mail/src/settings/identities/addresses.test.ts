import { expect, test } from "vitest";
import { formatAddresses, hasCopy, parseAddresses, withCopy } from "./addresses.ts";

test("what is typed is read, and written back the same way", () => {
  const text = "Ann Lee <ann@example.org>, ben@example.org";
  const list = parseAddresses(text);
  expect(list).toEqual([
    { name: "Ann Lee", email: "ann@example.org" },
    { name: null, email: "ben@example.org" },
  ]);
  expect(formatAddresses(list!)).toBe(text);
});

test.each([
  ['"Ann" <ann@example.org>', "Ann"],
  ["지민 <jimin@demo.test>", "지민"],
  ["<ann@example.org>", null],
])("%s has the name %s", (text, name) => {
  expect(parseAddresses(text)).toMatchObject([{ name }]);
});

test("nothing is no address, and something else is refused", () => {
  expect(parseAddresses("  ")).toBe(null);
  expect(formatAddresses(null)).toBe("");
  for (const text of ["ann", "ann@", "a b@c", "ann@example.org, ben", "<>"])
    expect(parseAddresses(text), text).toBe(undefined);
});

test("a copy to oneself is added and taken away beside others", () => {
  const others = [{ name: "Archive", email: "archive@demo.test" }];
  const both = withCopy(others, "ann@demo.test", true);
  expect(hasCopy(both, "Ann@demo.test")).toBe(true);
  expect(withCopy(both, "ann@demo.test", true)).toHaveLength(2);
  expect(withCopy(both, "ANN@demo.test", false)).toEqual(others);
  expect(withCopy(withCopy(null, "ann@demo.test", true), "ann@demo.test", false)).toBe(null);
  expect(hasCopy(null, "ann@demo.test")).toBe(false);
});
