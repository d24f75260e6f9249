import type { Role } from "@atrium/contract/api/session";
import { describe, expect, test } from "vitest";
import type { Actor } from "../../engine/index.ts";
import { may, type Thing, type Verb } from "./policy.ts";

const actor = (...roles: Role[]): Actor => ({
  personId: "p1",
  accountId: "a1",
  roles,
  accounts: {
    a1: { name: "me", isPersonal: true, isReadOnly: false },
    a2: { name: "shared", isPersonal: false, isReadOnly: true },
  },
});
const VERBS: readonly Verb[] = ["read", "create", "change", "remove"];
const LOOKED_AFTER = ["people", "groups", "shared-accounts", "domains", "queue"] as const;
const things = (type: (typeof LOOKED_AFTER)[number]): Thing => ({ type });

describe.each(LOOKED_AFTER)("%s", (type) => {
  test("are looked after by administrators and the machine", () => {
    for (const verb of VERBS) {
      expect(may(actor("member", "administrator"), verb, things(type))).toBe(true);
      expect(may("system", verb, things(type))).toBe(true);
    }
  });
  test.each(["member", "auditor", "security-officer", "help-editor"] as const)(
    "are not for a %s",
    (role) => {
      for (const verb of VERBS) expect(may(actor(role), verb, things(type))).toBe(false);
    },
  );
});

test("nobody changes what administrators did, and only they read it", () => {
  const acts: Thing = { type: "admin-acts" };
  expect(may(actor("administrator"), "read", acts)).toBe(true);
  expect(may(actor("auditor"), "read", acts)).toBe(false);
  expect(may(actor("administrator"), "remove", acts)).toBe(false);
});

test("everyone reads the directory and nobody writes it there", () => {
  expect(may(actor("member"), "read", { type: "directory" })).toBe(true);
  expect(may(actor("administrator"), "change", { type: "directory" })).toBe(false);
});

test.each(["sessions", "password", "preferences", "credentials", "passkeys"] as const)(
  "%s are the person's own, also against an administrator",
  (type) => {
    expect(may(actor("member"), "change", { type, personId: "p1" })).toBe(true);
    expect(may(actor("administrator"), "change", { type, personId: "p2" })).toBe(false);
    expect(may(actor("administrator"), "read", { type, personId: "p2" })).toBe(false);
  },
);

test("a second factor is the person's own; an administrator only takes it away", () => {
  const own: Thing = { type: "second-factor", personId: "p1" };
  const other: Thing = { type: "second-factor", personId: "p2" };
  for (const verb of VERBS) {
    expect(may(actor("member"), verb, own)).toBe(true);
    expect(may(actor("member", "auditor", "security-officer"), verb, other)).toBe(false);
    expect(may(actor("administrator"), verb, other)).toBe(verb === "remove");
  }
});

test("records are for those who have the account; a role opens none", () => {
  const own: Thing = { type: "records", accountId: "a1" };
  const shared: Thing = { type: "records", accountId: "a2" };
  const foreign: Thing = { type: "records", accountId: "a3" };
  for (const verb of VERBS) expect(may(actor("member"), verb, own)).toBe(true);
  expect(may(actor("member"), "read", shared)).toBe(true);
  expect(may(actor("member"), "change", shared)).toBe(false);
  for (const role of ["administrator", "auditor", "security-officer"] as const)
    expect(may(actor(role), "read", foreign)).toBe(false);
  expect(may("system", "read", own)).toBe(false);
});
