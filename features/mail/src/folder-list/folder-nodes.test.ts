import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { mailboxTree } from "../mailboxes/mailbox-tree.ts";
import { read } from "./closed-folders.ts";
import { folderNode } from "./folder-nodes.tsx";

const folder = (id: string, unreadThreads: number, more: Partial<MailboxRecord> = {}) =>
  ({
    id,
    name: id,
    role: null,
    parentId: null,
    sortOrder: 0,
    totalEmails: 7,
    unreadThreads,
    ...more,
  }) as MailboxRecord;

const nodes = (list: readonly MailboxRecord[], ...closed: string[]) => {
  const { system, own } = mailboxTree(list);
  return [...system, ...own].map((node) => folderNode(node, new Set(closed)));
};

test("a folder that is closed counts what waits in those inside of it", () => {
  const list = [
    folder("a", 1),
    folder("b", 2, { parentId: "a" }),
    folder("c", 3, { parentId: "b" }),
  ];
  expect(nodes(list)[0]).toMatchObject({ count: 1, strong: true });
  expect(nodes(list, "a")[0]).toMatchObject({ count: 6 });
  expect(nodes(list, "b")[0]).toMatchObject({ count: 1, children: [{ count: 5 }] });
});

test("what waits for its hour is counted whole, and not pressed upon anybody", () => {
  const [scheduled] = nodes([folder("s", 0, { role: "scheduled" })]);
  expect(scheduled).toMatchObject({ count: 7, strong: false });
  const [trash] = nodes([folder("t", 4, { role: "trash" })]);
  expect(trash).toMatchObject({ count: 0, strong: false });
});

test("what another release kept is read as far as it is understood", () => {
  expect([...read('["a",1,"b"]')]).toEqual(["a", "b"]);
  for (const text of [null, "", "{}", "null", "no json"]) expect(read(text).size).toBe(0);
});
