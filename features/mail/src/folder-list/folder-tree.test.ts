import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { mayLieIn, withInner } from "./folder-tree.ts";

const folder = (
  id: string,
  parentId: string | null = null,
  role: MailboxRole | null = null,
): MailboxRecord =>
  ({
    id,
    parentId,
    role,
    myRights: { mayRename: true, mayCreateChild: true },
  }) as unknown as MailboxRecord;
const [a, b, c, d] = [folder("a"), folder("b", "a"), folder("c", "b"), folder("d")];
const [inbox, trash] = [folder("in", null, "inbox"), folder("trash", null, "trash")];
const list = [a, b, c, d, inbox, trash];

test("a folder comes after all that lies in it", () => {
  expect(withInner(list, "a").map(({ id }) => id)).toEqual(["c", "b", "a"]);
  expect(withInner(list, "d").map(({ id }) => id)).toEqual(["d"]);
});

test("a folder lies in neither itself nor what is inside it, and moving it to where it is means nothing", () => {
  expect(mayLieIn(list, a, a)).toBe(false);
  expect(mayLieIn(list, a, c)).toBe(false);
  expect(mayLieIn(list, b, a)).toBe(false);
  expect(mayLieIn(list, a, null)).toBe(false);
  expect(mayLieIn(list, a, d)).toBe(true);
  expect(mayLieIn(list, c, null)).toBe(true);
  expect(mayLieIn(list, c, inbox)).toBe(true);
});

test("the folders that every account has stay, and nothing is kept in Trash", () => {
  expect(mayLieIn(list, inbox, d)).toBe(false);
  expect(mayLieIn(list, d, trash)).toBe(false);
});
