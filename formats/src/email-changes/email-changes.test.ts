import { expect, test } from "vitest";
import type { EmailChange } from "@atrium/contract/types/email-change";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import { reversalOf, type MailboxRoles, type Marked } from "./index.ts";

const all: readonly { readonly id: string; readonly role: MailboxRole | null }[] = [
  { id: "in", role: "inbox" },
  { id: "later", role: "snoozed" },
  { id: "archive", role: "archive" },
  { id: "sent", role: "sent" },
  { id: "trash", role: "trash" },
  { id: "work", role: null },
];
const mailboxes: MailboxRoles = {
  byId: (id) => all.find((one) => one.id === id),
  byRole: (role) => all.find((one) => one.role === role),
};
const effective = (one: Marked, changes: readonly EmailChange[], known = mailboxes) =>
  reversalOf(one, changes, known);
const into = (mailboxId: string): EmailChange[] => [{ do: "moveTo", mailboxId }];
const alsoInto = (mailboxId: string): EmailChange[] => [{ do: "addTo", mailboxId }];
const keyword = (name: string, isOn: boolean): EmailChange => ({
  do: "setKeyword",
  keyword: name,
  isOn,
});
const seen = (isRead: boolean): EmailChange[] => [keyword("$seen", isRead)];
const muted = (isOn: boolean, from: string, to: string): EmailChange[] => [
  keyword("$muted", isOn),
  ...(isOn ? [{ do: "move", from, to } as const] : []),
];

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

const until = "2026-12-01T08:00:00Z";
const letter = (...folders: string[]): Marked => ({
  id: folders.join("-"),
  mailboxIds: Object.fromEntries(folders.map((id) => [id, true])),
  keywords: {},
  snoozed: null,
});
const snooze: EmailChange[] = [{ do: "snooze", until }];
const snoozeOf = (one: Marked) => effective(one, snooze)?.patch;

test("what is in the inbox or the archive leaves that and comes back to the inbox", () => {
  for (const folder of ["in", "archive"])
    expect(snoozeOf(letter(folder))).toEqual({
      [`mailboxIds/${folder}`]: null,
      "mailboxIds/later": true,
      snoozed: { until, moveToMailboxId: null },
    });
  // Filed somewhere too, it stays filed.
  expect(snoozeOf(letter("work", "in"))).toEqual({
    "mailboxIds/in": null,
    "mailboxIds/later": true,
    snoozed: { until, moveToMailboxId: null },
  });
});

test("what is in a folder of one's own comes back to that, and what was sent stays", () => {
  expect(snoozeOf(letter("work"))).toEqual({
    "mailboxIds/work": null,
    "mailboxIds/later": true,
    snoozed: { until, moveToMailboxId: "work" },
  });
  expect(snoozeOf(letter("sent"))).toEqual({
    "mailboxIds/later": true,
    snoozed: { until, moveToMailboxId: null },
  });
  expect(snoozeOf(letter("trash"))).toBeUndefined();
});

test("another hour changes nothing but the hour", () => {
  const asleep = {
    ...letter("later"),
    snoozed: { until: "2026-11-30T08:00:00Z", moveToMailboxId: "work" },
  };
  expect(snoozeOf(asleep)).toEqual({ snoozed: { until, moveToMailboxId: "work" } });
  expect(effective(asleep, snooze)?.inverse).toEqual({
    snoozed: asleep.snoozed,
  });
});

test("ending it brings mail where its hour would have, or to the inbox when that is gone", () => {
  const asleep = (moveToMailboxId: string | null): Marked => ({
    ...letter("later"),
    snoozed: { until, moveToMailboxId },
  });
  const wake = (one: Marked) => effective(one, [{ do: "unsnooze" }])?.patch;
  expect(wake(asleep("work"))).toMatchObject({ "mailboxIds/work": true, snoozed: null });
  expect(wake(asleep("gone"))).toMatchObject({ "mailboxIds/in": true });
  expect(wake(asleep(null))).toMatchObject({ "mailboxIds/in": true, "mailboxIds/later": null });
  expect(wake(letter("in"))).toBeUndefined();
});

test("without a folder for it nothing is snoozed", () => {
  const none: MailboxRoles = { byId: () => undefined, byRole: () => undefined };
  expect(effective(letter("in"), snooze, none)).toBeUndefined();
  expect(effective(letter("in"), [{ do: "unsnooze" }], none)).toBeUndefined();
});

test("out of some folders goes what lies in them, and elsewhere what lies in no other", () => {
  const out: EmailChange[] = [{ do: "takeFrom", mailboxIds: ["work", "in"], elseTo: "trash" }];
  expect(effective(letter("work", "archive"), out)?.patch).toEqual({ "mailboxIds/work": null });
  expect(effective(letter("work", "in"), out)?.patch).toEqual({
    "mailboxIds/work": null,
    "mailboxIds/in": null,
    "mailboxIds/trash": true,
  });
});

test("several changes are one, each of what the one before has made", () => {
  expect(effective(letter("in"), [...into("work"), ...into("archive"), ...seen(true)])).toEqual({
    patch: { "mailboxIds/in": null, "mailboxIds/archive": true, "keywords/$seen": true },
    inverse: { "mailboxIds/in": true, "mailboxIds/archive": null, "keywords/$seen": null },
  });
});

test("a reminder takes the place of one that came, and undoing brings that back", () => {
  const at = "2027-01-01T00:00:00Z";
  const followedUp = (until: string | null): EmailChange[] => [
    { do: "followUp", at: until },
    keyword("$followup", false),
  ];
  const unanswered = { ...email, followUpAt: null, keywords: { $followup: true as const } };
  expect(effective(unanswered, followedUp(at))).toEqual({
    patch: { followUpAt: at, "keywords/$followup": null },
    inverse: { followUpAt: null, "keywords/$followup": true },
  });
  expect(effective({ ...email, followUpAt: at }, followedUp(null))).toEqual({
    patch: { followUpAt: null },
    inverse: { followUpAt: at },
  });
  expect(effective(unanswered, into("archive"))?.patch).toMatchObject({
    "keywords/$followup": null,
  });
});
