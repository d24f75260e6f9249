import { setOf } from "@atrium/contract/types/set";
import { expect, test } from "vitest";
import { membersPatch } from "./members-patch.ts";

test("only what differs is patched, each member by itself", () => {
  const before = setOf(["a@demo.test", "b/c~d@demo.test"]);
  const after = setOf(["a@demo.test", "e@demo.test"]);
  expect(membersPatch("aliases", before, after)).toEqual({
    "aliases/b~1c~0d@demo.test": null,
    "aliases/e@demo.test": true,
  });
  expect(membersPatch("aliases", after, before)).toEqual({
    "aliases/b~1c~0d@demo.test": true,
    "aliases/e@demo.test": null,
  });
  expect(membersPatch("aliases", before, before)).toEqual({});
});
