import { TRASH_ID } from "@atrium/contract/types/file-node";
import { expect, test } from "vitest";
import type { DriveAccount } from "../client.ts";
import type { DriveKind } from "../drives.ts";
import { mayDrop } from "./node-drag.ts";

/** Folders of which one takes something, with one in it. */
const NODES: Readonly<Record<string, object>> = {
  open: { id: "open", name: "Open", parentId: null, myRights: { mayAddChildren: true } },
  inner: { id: "inner", name: "Inner", parentId: "open", myRights: { mayAddChildren: true } },
  closed: { id: "closed", name: "Closed", parentId: null, myRights: { mayAddChildren: false } },
};

const drive = (kind: DriveKind, mayAddAtTop = kind !== "partial") => ({
  kind,
  mayAddAtTop,
  account: {
    id: "a1",
    get: (_: unknown, id: string) => NODES[id],
  } as unknown as Pick<DriveAccount, "id" | "get">,
});

const dragged = (accountId: string, ids = ["other"], mayMove = true) => ({
  accountId,
  ids,
  mayMove,
});

test.each([
  ["what may be moved goes into a folder", dragged("a1"), "open", true],
  ["and into the trash", dragged("a1"), TRASH_ID, true],
  ["not where nothing may be added", dragged("a1"), "closed", false],
  ["not into itself", dragged("a1", ["open"]), "inner", false],
  ["not where it lies", dragged("a1", ["inner"]), "open", false],
  ["not what may not leave", dragged("a1", ["other"], false), "open", false],
])("within an account: %s", (_, what, folder, may) => {
  expect(mayDrop(drive("partial"), folder, what)).toBe(may);
});

test.each([
  ["what may not leave is copied all the same", drive("own"), "open", true],
  ["to the top too", drive("shared"), null, true],
  ["not to that of one that is only read", drive("shared", false), null, false],
  ["not where nothing may be added", drive("own"), "closed", false],
  ["not into the trash", drive("own"), TRASH_ID, false],
  ["not into one of which only part is in reach", drive("partial"), "open", false],
])("from another account: %s", (_, to, folder, may) => {
  expect(mayDrop(to, folder, dragged("a2", ["other"], false))).toBe(may);
});
