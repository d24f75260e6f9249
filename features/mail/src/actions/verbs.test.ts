import type { MailboxRole } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { isOfConversations, leavesList, verbOf, type MailAction } from "./verbs.ts";

const LISTS: readonly (MailboxRole | null | undefined)[] = [
  undefined,
  null,
  "inbox",
  "archive",
  "snoozed",
  "trash",
];
const label = { name: "Work", keyword: "work" };

test.each<[MailAction, readonly (MailboxRole | null | undefined)[]]>([
  [{ kind: "archive" }, LISTS],
  [{ kind: "trash" }, LISTS],
  [{ kind: "junk" }, LISTS],
  [{ kind: "move", folder: "f" }, LISTS],
  [{ kind: "destroy" }, LISTS],
  [{ kind: "file", folder: "f" }, []],
  [{ kind: "read", isRead: true }, []],
  [{ kind: "star", isOn: true }, []],
  [{ kind: "label", label, isOn: true }, []],
  [{ kind: "pin", isOn: true }, []],
  [{ kind: "mute", isOn: true }, ["inbox"]],
  [{ kind: "mute", isOn: false }, []],
  [{ kind: "snooze", until: "2027-01-01T00:00:00Z" }, [null, "inbox", "archive"]],
  [{ kind: "unsnooze" }, ["snoozed"]],
])("what %j is done with leaves the lists %j", (action, left) =>
  expect(LISTS.filter((role) => leavesList(action, role))).toEqual(left),
);

test("labels, quiet and no longer being on top are of whole conversations", () => {
  const whole: MailAction[] = [
    { kind: "label", label, isOn: false },
    { kind: "mute", isOn: true },
    { kind: "pin", isOn: false },
  ];
  expect(whole.map(isOfConversations)).toEqual([true, true, true]);
  expect(isOfConversations({ kind: "pin", isOn: true })).toBe(false);
  expect(isOfConversations({ kind: "trash" })).toBe(false);
});

test("a verb that leads to a folder does nothing where there is none", () => {
  const none = { list: [], byId: () => undefined, byRole: () => undefined };
  for (const action of [
    { kind: "archive" },
    { kind: "junk" },
    { kind: "move", folder: "f" },
    { kind: "file", folder: "f" },
  ] satisfies MailAction[])
    expect(verbOf(action, none as never).patch).toBeUndefined();
  expect(verbOf({ kind: "destroy" }, none as never).patch).toBe("destroy");
});
