import { TRASH_ID } from "@atrium/contract/types/file-node";
import { expect, test } from "vitest";
import type { DriveAccount, DriveClient } from "../client.ts";
import { emptyTrash, restoreNodes } from "./trash-acts.ts";
import { NodeRefused } from "./refused.ts";

/** A server in memory: what is called, and ids by the folder that they lie in. */
function server(lying: Readonly<Record<string, readonly string[]>>, refuses = false) {
  const updates: Record<string, { readonly parentId: string | null }>[] = [];
  const trash = new Set(lying[TRASH_ID]);
  const call = async (method: string, args: object): Promise<unknown> => {
    const {
      ids = [],
      update,
      destroy,
      limit,
    } = args as {
      ids?: string[];
      update?: (typeof updates)[number];
      destroy?: string[];
      limit?: number;
    };
    if (method === "FileNode/query") return { ids: [...trash].slice(0, limit) };
    if (method === "FileNode/get")
      return {
        list: ids.flatMap((id) =>
          lying["top"]?.includes(id) || trash.has(id) ? [{ id, inTrash: trash.has(id) }] : [],
        ),
      };
    if (update) {
      expect(args).toMatchObject({ onExists: "rename" });
      updates.push(update);
      return {};
    }
    if (refuses) return { notDestroyed: { [destroy![0]!]: { type: "forbidden" } } };
    for (const id of destroy!) trash.delete(id);
    return { notDestroyed: { other: { type: "notFound" } } };
  };
  const account = { id: "a1", sync: async () => undefined } as unknown as DriveAccount;
  const client = { call } as unknown as DriveClient;
  return { where: { client, account }, updates, trash };
}

test("things are restored to where they were, or to the top where that is gone or deleted too", async () => {
  const { where, updates } = server({ top: ["here"], [TRASH_ID]: ["deleted"] });
  const nodes = ["here", "deleted", "gone", null].map((trashedFrom, at) => ({
    id: `n${at}`,
    trashedFrom,
  }));
  await restoreNodes(where, nodes);
  const places = Object.values(updates[0]!).map(({ parentId }) => parentId);
  expect(places).toEqual(["here", null, null, null]);
});

test("the trash is emptied page by page, and what is refused ends it", async () => {
  const many = Array.from({ length: 450 }, (_, at) => `n${at}`);
  const { where, trash } = server({ [TRASH_ID]: many });
  await emptyTrash(where);
  expect(trash.size).toBe(0);
  const locked = server({ [TRASH_ID]: ["n1"] }, true);
  await expect(emptyTrash(locked.where)).rejects.toThrow(NodeRefused);
});
