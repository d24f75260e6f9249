import type { EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { asMailboxes } from "../mailboxes/use-mailboxes.ts";
import { effective } from "./patches.ts";
import { snoozing, unsnoozing, worthSnoozing } from "./snooze.ts";

const box = (id: string, role: MailboxRole | null): MailboxRecord =>
  ({ id, role, name: id }) as unknown as MailboxRecord;
const mailboxes = asMailboxes([
  box("in", "inbox"),
  box("later", "snoozed"),
  box("archive", "archive"),
  box("sent", "sent"),
  box("trash", "trash"),
  box("work", null),
]);
const until = "2026-12-01T08:00:00Z";
const letter = (...folders: string[]): EmailRecord =>
  ({
    id: folders.join("-"),
    threadId: "t",
    mailboxIds: Object.fromEntries(folders.map((id) => [id, true])),
    keywords: {},
    snoozed: null,
  }) as unknown as EmailRecord;
const patchOf = (email: EmailRecord) => effective(email, snoozing(until, mailboxes)!)?.patch;

test("what is in the inbox or the archive leaves that and comes back to the inbox", () => {
  for (const folder of ["in", "archive"])
    expect(patchOf(letter(folder))).toEqual({
      [`mailboxIds/${folder}`]: null,
      "mailboxIds/later": true,
      snoozed: { until, moveToMailboxId: null },
    });
  // Filed somewhere too, it stays filed.
  expect(patchOf(letter("work", "in"))).toEqual({
    "mailboxIds/in": null,
    "mailboxIds/later": true,
    snoozed: { until, moveToMailboxId: null },
  });
});

test("what is in a folder of one's own comes back to that, and what was sent stays", () => {
  expect(patchOf(letter("work"))).toEqual({
    "mailboxIds/work": null,
    "mailboxIds/later": true,
    snoozed: { until, moveToMailboxId: "work" },
  });
  expect(patchOf(letter("sent"))).toEqual({
    "mailboxIds/later": true,
    snoozed: { until, moveToMailboxId: null },
  });
  expect(patchOf(letter("trash"))).toBeUndefined();
});

test("another hour changes nothing but the hour", () => {
  const asleep = {
    ...letter("later"),
    snoozed: { until: "2026-11-30T08:00:00Z", moveToMailboxId: "work" },
  };
  expect(patchOf(asleep)).toEqual({ snoozed: { until, moveToMailboxId: "work" } });
  expect(effective(asleep, snoozing(until, mailboxes)!)?.inverse).toEqual({
    snoozed: asleep.snoozed,
  });
});

test("ending it brings mail where its hour would have, or to the inbox when that is gone", () => {
  const asleep = (moveToMailboxId: string | null): EmailRecord => ({
    ...letter("later"),
    snoozed: { until, moveToMailboxId },
  });
  const wake = unsnoozing(mailboxes)!;
  expect(wake(asleep("work"))).toMatchObject({ "mailboxIds/work": true, snoozed: null });
  expect(wake(asleep("gone"))).toMatchObject({ "mailboxIds/in": true });
  expect(wake(asleep(null))).toMatchObject({ "mailboxIds/in": true, "mailboxIds/later": null });
  expect(wake(letter("in"))).toEqual({});
});

test("of a conversation what came in is snoozed, and one's own answers only when there is nothing else", () => {
  const [come, filed, answer] = [letter("in"), letter("work"), letter("sent")];
  expect(worthSnoozing([come, filed, answer], mailboxes)).toEqual([come]);
  expect(worthSnoozing([filed, answer], mailboxes)).toEqual([filed]);
  expect(worthSnoozing([answer], mailboxes)).toEqual([answer]);
});

test("without a folder for it nothing is snoozed", () => {
  const none = asMailboxes([box("in", "inbox")]);
  expect(snoozing(until, none)).toBeUndefined();
  expect(unsnoozing(none)).toBeUndefined();
});
