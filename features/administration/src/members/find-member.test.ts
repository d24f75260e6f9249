import { expect, test } from "vitest";
import { candidatesFor } from "./find-member.tsx";

const ALL = [
  { id: "p1", name: "Alice Archer", address: "alice@demo.test" },
  { id: "p2", name: "김지민", address: "jimin@demo.test" },
  ...Array.from({ length: 20 }, (_, at) => ({
    id: `x${at}`,
    name: `Extra ${at}`,
    address: `extra${at}@demo.test`,
  })),
];
const found = (query: string, ...members: string[]) =>
  candidatesFor(ALL, new Set(members), query).map(({ id }) => id);

test("people are found by name or address, and who is in is not offered again", () => {
  expect(found("ARCHER")).toEqual(["p1"]);
  expect(found("지민")).toEqual(["p2"]);
  expect(found("jimin@")).toEqual(["p2"]);
  expect(found("archer", "p1")).toEqual([]);
});

test("nobody is offered unasked, and never more than fit", () => {
  expect(found("  ")).toEqual([]);
  expect(found("extra")).toHaveLength(6);
});
