import { FILE_NODE_RIGHTS, type FileNodeRights } from "@atrium/contract/types/file-node";
import { expect, test } from "vitest";
import { isShared, type DriveNode } from "../nodes/definitions.ts";
import { mayWith } from "./rights.ts";

const rights = (mayShare: boolean): FileNodeRights => ({
  ...(Object.fromEntries(
    FILE_NODE_RIGHTS.map((right) => [right, true]),
  ) as unknown as FileNodeRights),
  mayShare,
});
const node = (more: Partial<DriveNode> = {}): DriveNode =>
  ({ id: "n1", myRights: rights(true), inTrash: false, shareWith: null, ...more }) as DriveNode;

test.each([
  ["one", [node()], true],
  ["several", [node(), node()], false],
  ["nothing", [], false],
  ["what lies in the trash", [node({ inTrash: true })], false],
  ["what the person may not share", [node({ myRights: rights(false) })], false],
])("whether %s may be shared", (_what, nodes, may) => {
  expect(mayWith(nodes).share).toBe(may);
});

test("what is shared with nobody is not shared", () => {
  expect(isShared(node())).toBe(false);
  expect(isShared(node({ shareWith: {} }))).toBe(false);
  expect(isShared(node({ shareWith: { p1: { mayRead: true } } }))).toBe(true);
});
