import type { EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { asMailboxes } from "../mailboxes/use-mailboxes.ts";
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
