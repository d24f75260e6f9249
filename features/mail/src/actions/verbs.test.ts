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
  "junk",
];
const label = { name: "Work", keyword: "work" };

test.each<[MailAction, readonly (MailboxRole | null | undefined)[]]>([
  [{ kind: "archive" }, LISTS],
  [{ kind: "trash" }, LISTS],
  [{ kind: "report", as: "junk" }, LISTS.slice(0, -1)],
  [{ kind: "report", as: "phishing" }, LISTS.slice(0, -1)],
  [{ kind: "report", as: "notJunk" }, [undefined, "junk"]],
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
  [{ kind: "followUp", until: "2027-01-01T00:00:00Z" }, []],
  [
    { kind: "steps", name: "S", parts: [{ kind: "read", isRead: true }, { kind: "archive" }] },
    LISTS,
  ],
  [{ kind: "steps", name: "S", parts: [{ kind: "star", isOn: true }] }, []],
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
    { kind: "report", as: "junk" },
    { kind: "move", folder: "f" },
    { kind: "file", folder: "f" },
  ] satisfies MailAction[])
    expect(verbOf(action, none as never).changes).toBeUndefined();
  expect(verbOf({ kind: "destroy" }, none as never).changes).toBe("destroy");
});

test("a quick step is one change of a message with all of its parts, or none", () => {
  const archive = { id: "b2" };
  const some = { list: [], byId: () => undefined, byRole: () => archive };
  const parts = [
    { kind: "read", isRead: true },
    { kind: "label", label, isOn: true },
    { kind: "archive" },
  ] as const;
  const { changes } = verbOf({ kind: "steps", name: "S", parts }, some as never);
  expect(changes).toEqual([
    { do: "setKeyword", keyword: "$seen", isOn: true },
    { do: "setKeyword", keyword: "work", isOn: true },
    { do: "moveTo", mailboxId: "b2" },
  ]);
  const none = { ...some, byRole: () => undefined };
  expect(verbOf({ kind: "steps", name: "S", parts }, none as never).changes).toBeUndefined();
});
