import { expect, test } from "vitest";
import { alsoInto, asJunk, effective, into, muted, seen } from "./patches.ts";

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

test("what changes nothing is no action", () => {
  expect(effective(email, seen(false))).toBeUndefined();
  expect(effective(email, alsoInto("work"))).toBeUndefined();
});

test("junk is marked as such, and undoing unmarks it", () => {
  expect(effective(email, asJunk("junk"))?.inverse).toMatchObject({
    "keywords/$junk": null,
    "mailboxIds/in": true,
  });
});

test("what leaves all its folders ends being snoozed, and undoing says until when it was", () => {
  const snoozed = { until: "2026-12-01T08:00:00Z", moveToMailboxId: null };
  const asleep = { ...email, mailboxIds: { later: true as const }, snoozed };
  expect(effective(asleep, into("archive"))).toEqual({
    patch: { "mailboxIds/later": null, "mailboxIds/archive": true, snoozed: null },
    inverse: { "mailboxIds/later": true, "mailboxIds/archive": null, snoozed },
  });
  expect(effective(asleep, alsoInto("work"))?.patch).toEqual({ "mailboxIds/work": true });
});

test("muting files what is in the inbox, and leaves alone what is elsewhere", () => {
  expect(effective(email, muted(true, "in", "archive"))?.patch).toEqual({
    "keywords/$muted": true,
    "mailboxIds/in": null,
    "mailboxIds/archive": true,
  });
  expect(effective(email, muted(true, "inbox", "archive"))?.patch).toEqual({
    "keywords/$muted": true,
  });
  expect(
    effective({ ...email, keywords: { $muted: true } }, muted(false, "in", "archive")),
  ).toEqual({
    patch: { "keywords/$muted": null },
    inverse: { "keywords/$muted": true },
  });
});
