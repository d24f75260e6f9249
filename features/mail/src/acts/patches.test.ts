import { expect, test } from "vitest";
import { alsoInto, asJunk, effective, into, seen } from "./patches.ts";

const email = { id: "e1", mailboxIds: { in: true as const, work: true as const }, keywords: {} };

test("moving takes a message out of all its folders, and back into all of them", () => {
  expect(effective(email, into("archive"))).toEqual({
    patch: { "mailboxIds/in": null, "mailboxIds/work": null, "mailboxIds/archive": true },
    inverse: { "mailboxIds/in": true, "mailboxIds/work": true, "mailboxIds/archive": null },
  });
});

test("moving to where it is already takes it out of the other folders alone", () => {
  expect(effective(email, into("in"))?.patch).toEqual({ "mailboxIds/work": null });
});

test("what changes nothing is no act", () => {
  expect(effective(email, seen(false))).toBeUndefined();
  expect(effective(email, alsoInto("work"))).toBeUndefined();
});

test("junk is marked as such, and undoing unmarks it", () => {
  expect(effective(email, asJunk("junk"))?.inverse).toMatchObject({
    "keywords/$junk": null,
    "mailboxIds/in": true,
  });
});
