import { expect, test } from "vitest";
import { growth, many } from "../testing/growth.ts";
import { isSameName, looksLike } from "./index.ts";

test.each([
  ["dernotest.test", "demotest.test"],
  ["dem0test.test", "demotest.test"],
  ["demotest.example", "demotest.test"],
  ["demotest-login.example", "demotest.test"],
  ["demotets.test", "demotest.test"],
  ["dmotest.test", "demotest.test"],
  ["demоtest.test", "demotest.test"],
  ["paypaI.example", "paypal.example"],
])("%s looks like %s", (domain, known) => expect(looksLike(domain, known)).toBe(true));

test.each([
  ["demotest.test", "demotest.test"],
  ["mail.demotest.test", "demotest.test"],
  ["elsewhere.example", "demotest.test"],
  ["demand.test", "demo.test"],
  ["tempo.test", "demo.test"],
  ["co.kr", "demo.co.kr"],
  ["", "demo.test"],
])("%j does not look like %s", (domain, known) => expect(looksLike(domain, known)).toBe(false));

test("names are the same however they are written", () => {
  expect(isSameName("Archer, Alice", "alice archer")).toBe(true);
  expect(isSameName("김지민", "김지민")).toBe(true);
  expect(isSameName("José García", "Jose Garcia")).toBe(true);
  expect(isSameName("Alice", "Alice Archer")).toBe(false);
  expect(isSameName("", "")).toBe(false);
});

test("the work grows with the length of what is compared", () => {
  for (const part of ["rn", "clvv", "a-", "a."])
    expect(growth((text) => looksLike(`${text}x.test`, `${text}.test`), many(part))).toBeLessThan(
      3,
    );
});
