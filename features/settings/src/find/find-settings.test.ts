import { expect, test } from "vitest";
import { findSettings } from "./find-settings.ts";

const PAGES = [
  { slug: "security", title: "Security", holds: ["Change password", "Two-step sign-in"] },
  { slug: "people", title: "People", holds: ["Set new password", "Rôle"] },
  { slug: "passwords", title: "Password rules", holds: [] },
  { slug: "absence", title: "부재중 응답", holds: ["자동 응답"] },
];
const found = (query: string) =>
  findSettings(PAGES, query).map(({ page, by }) => (by === "" ? page.slug : `${page.slug}: ${by}`));

test("a section is found by its title first, then by what it holds", () => {
  expect(found("password")).toEqual([
    "passwords",
    "security: Change password",
    "people: Set new password",
  ]);
});

test("all words have to be there, in whatever case, order and accent", () => {
  expect(found("PASSWORD change")).toEqual(["security: Change password"]);
  expect(found("role")).toEqual(["people: Rôle"]);
  expect(found("security password")).toEqual(["security"]);
  expect(found("password nonsense")).toEqual([]);
});

test("parts of Korean words are enough", () => {
  expect(found("부재")).toEqual(["absence"]);
  expect(found("자동")).toEqual(["absence: 자동 응답"]);
});

test("nothing asked is nothing found", () => {
  expect(found("   ")).toEqual([]);
});
