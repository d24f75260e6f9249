import { expect, it } from "vitest";
import { checkSetUp } from "./check.ts";

const good = {
  organisation: "Lanternfield",
  domain: "lanternfield.example",
  name: "Alice Hartley",
  localPart: "alice.hartley",
  password: "violet tractor seldom",
};

it("takes what is right, also in other scripts", () => {
  expect(checkSetUp(good)).toEqual({});
  expect(checkSetUp({ ...good, domain: "회사.한국", localPart: "지민" })).toEqual({});
});

it("names every field that is wrong", () => {
  const wrong = {
    organisation: "",
    domain: "localhost",
    name: "",
    localPart: "a b",
    password: "short",
  };
  expect(Object.keys(checkSetUp(wrong)).sort()).toEqual(Object.keys(good).sort());
  for (const domain of ["-a.org", "a..org", "a.org-", "https://a.org", "a@b.org"])
    expect(Object.keys(checkSetUp({ ...good, domain }))).toEqual(["domain"]);
  expect(Object.keys(checkSetUp({ ...good, localPart: ".alice" }))).toEqual(["localPart"]);
});

it("counts a password's characters, not its code units", () => {
  expect(checkSetUp({ ...good, password: "🗝".repeat(11) }).password).toBeDefined();
  expect(checkSetUp({ ...good, password: "🗝".repeat(12) })).toEqual({});
});
