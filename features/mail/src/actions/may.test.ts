import type { MailboxRecord, MailboxRights, MailboxRole } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { asMailboxes } from "../mailboxes/use-mailboxes.ts";
import { mayAll, mayIn, mayWith } from "./may.ts";

const ALL: MailboxRights = {
  mayReadItems: true,
  mayAddItems: true,
  mayRemoveItems: true,
  maySetSeen: true,
  maySetKeywords: true,
  mayCreateChild: true,
  mayRename: true,
  mayDelete: true,
  maySubmit: true,
};
const READING = Object.fromEntries(
  Object.keys(ALL).map((name) => [name, name === "mayReadItems"]),
) as unknown as MailboxRights;

const folder = (role: MailboxRole, rights: Partial<MailboxRights> = {}): MailboxRecord => ({
  id: role,
  name: role,
  parentId: null,
  role,
  sortOrder: 0,
  totalEmails: 0,
  unreadEmails: 0,
  totalThreads: 0,
  unreadThreads: 0,
  isSubscribed: true,
  myRights: { ...ALL, ...rights },
});

const account = (rights: Partial<MailboxRights> = {}) =>
  asMailboxes((["inbox", "archive", "junk", "trash"] as const).map((role) => folder(role, rights)));

test("what waits for its hour is starred and labelled, and neither filed nor marked", () => {
  const mailboxes = asMailboxes([...account().list, folder("scheduled")]);
  const may = mayIn(mailboxes, [folder("scheduled")]);
  expect(Object.keys(may).filter((name) => may[name as keyof typeof may])).toEqual([
    "mark",
    "label",
    "answer",
  ]);
});

test("who has all rights may do everything, who may only read nothing", () => {
  expect(new Set(Object.values(mayIn(account())))).toEqual(new Set([true]));
  expect(new Set(Object.values(mayIn(account(READING))))).toEqual(new Set([false]));
  expect(new Set(Object.values(mayIn(account(), undefined, true)))).toEqual(new Set([false]));
});

test("a message in two folders may be changed as both of them allow", () => {
  const mailboxes = asMailboxes([
    folder("inbox"),
    folder("archive", { maySetSeen: false, mayRemoveItems: false }),
    folder("trash"),
  ]);
  expect(mayWith(mailboxes, { inbox: true })).toMatchObject({ read: true, remove: true });
  expect(mayWith(mailboxes, { inbox: true, archive: true })).toMatchObject({
    read: false,
    mark: true,
    remove: false,
    archive: false,
  });
});

test("nothing goes where it may not be put, but out of Trash it may go for good", () => {
  const inbox = folder("inbox");
  const trash = folder("trash", { mayAddItems: false });
  const mailboxes = asMailboxes([inbox, trash]);
  expect(mayIn(mailboxes, [inbox])).toMatchObject({ remove: false, archive: false, junk: false });
  expect(mayIn(mailboxes, [trash])).toMatchObject({ remove: true });
});

test("of several accounts that may be done which all of them allow", () => {
  const all = mayIn(account());
  const reading = mayIn(account(READING));
  expect(mayAll([all, all])).toEqual(all);
  expect(mayAll([all, reading])).toEqual(reading);
  expect(mayAll([])).toEqual(reading);
});
