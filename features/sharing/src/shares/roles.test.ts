import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";
import { expect, test } from "vitest";
import { FILE_ROLES, givable, rightsOf, roleOf } from "./roles.ts";

const names = (roles: readonly { readonly name: string }[]) => roles.map(({ name }) => name);

test("each role is found again by its rights, and has those of the ones before it", () => {
  for (const role of FILE_ROLES) expect(roleOf(FILE_ROLES, rightsOf(role))).toBe(role);
  for (const [at, { rights }] of FILE_ROLES.entries())
    for (const less of FILE_ROLES.slice(0, at))
      expect(rights).toEqual(expect.arrayContaining([...less.rights]));
  expect(FILE_ROLES.at(-1)!.rights).toEqual(FILE_NODE_RIGHTS);
});

test.each([
  ["rights that are none", { mayRead: true, mayShare: false, mayRename: undefined }, "viewer"],
  ["a right more", { mayRead: true, mayAddChildren: true }, undefined],
  ["a right that is not known", { mayRead: true, mayPrint: true }, undefined],
  ["no rights", {}, undefined],
])("%s: %o", (_what, rights, name) => {
  expect(roleOf(FILE_ROLES, rights)?.name).toBe(name);
});

test.each([
  // Of a file, which takes no children, and of what was shared, which is not renamed by others.
  ["all that apply", { mayRead: true, mayModifyContent: true, mayShare: true }, 3],
  ["all but to share", { mayRead: true, mayModifyContent: true }, 2],
  ["to read and to share", { mayRead: true, mayShare: true }, 1],
])("who has %s gives that and less", (_what, rights, count) => {
  expect(names(givable(FILE_ROLES, rights))).toEqual(names(FILE_ROLES.slice(0, count)));
});
