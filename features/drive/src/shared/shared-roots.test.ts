import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";
import { expect, test } from "vitest";
import type { DriveNode } from "../nodes/definitions.ts";
import { roleIn, sortRoots } from "./shared-roots.ts";

const rights = (...given: readonly string[]): Pick<DriveNode, "myRights"> => ({
  myRights: Object.fromEntries(
    FILE_NODE_RIGHTS.map((right) => [right, given.includes(right)]),
  ) as unknown as DriveNode["myRights"],
});

test.each([
  ["viewer", ["mayRead"]],
  ["editor", ["mayRead", "mayModifyContent"]],
  ["editor", ["mayRead", "mayModifyContent", "mayAddChildren"]],
  ["manager", ["mayRead", "mayModifyContent", "mayShare"]],
  [undefined, ["mayRead", "mayAddChildren"]],
])("a %s may %j", (role, given) => {
  expect(roleIn(rights(...given))).toBe(role);
});

test("folders stand first, and what is alike by its name", () => {
  const row = (name: string, owner: string, nodeType = "file") => ({
    drive: { owner },
    node: { name, nodeType, modified: "2026-01-01T00:00:00Z" } as DriveNode,
  });
  const rows = [
    row("b.txt", "Bob"),
    row("a.txt", "Carol"),
    row("Costs", "Carol", "directory"),
    row("c.txt", "Bob"),
  ];
  const names = (by: "name" | "owner" | "modified", isAscending: boolean) =>
    sortRoots(rows, { by, isAscending }).map(({ node }) => node.name);
  expect(names("name", true)).toEqual(["Costs", "a.txt", "b.txt", "c.txt"]);
  expect(names("name", false)).toEqual(["Costs", "c.txt", "b.txt", "a.txt"]);
  expect(names("owner", true)).toEqual(["Costs", "b.txt", "c.txt", "a.txt"]);
  expect(names("modified", false)).toEqual(["Costs", "a.txt", "b.txt", "c.txt"]);
});
