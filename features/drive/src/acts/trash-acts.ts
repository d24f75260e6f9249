import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";
import type { DriveAccount } from "../client.ts";
import type { DriveNode } from "../nodes/definitions.ts";
import { follow, PAGE, updateAll, type Where } from "./node-acts.ts";
import { NodeRefused } from "./refused.ts";

/** Moves nodes into the trash: they go from the list at once, and from where they are on the server as soon as that can be reached. */
export function moveToTrash(
  account: DriveAccount,
  nodes: readonly Pick<DriveNode, "id">[],
): Promise<void> {
  const update = Object.fromEntries(nodes.map(({ id }) => [id, { parentId: TRASH_ID }]));
  return account.mutate({ type: FileNode, update, persist: true });
}

/**
 * Takes nodes out of the trash, to where they were, or to the top if that is gone. One whose name is taken there gets a number.
 * @throws NodeRefused
 */
export async function restoreNodes(
  where: Where,
  nodes: readonly Pick<DriveNode, "id" | "trashedFrom">[],
): Promise<void> {
  const folders = new Set(nodes.flatMap(({ trashedFrom }) => trashedFrom ?? []));
  const there = await foldersAmong(where, [...folders]);
  const patches = nodes.map(({ id, trashedFrom }) => {
    const isThere = trashedFrom !== null && there.has(trashedFrom);
    return [id, { parentId: isThere ? trashedFrom : null }] as const;
  });
  await updateAll(where, Object.fromEntries(patches), "rename");
}

/** Those of the folders that are there and not in the trash themselves. */
async function foldersAmong(
  { client, account }: Where,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += PAGE) {
    const { list } = await client.call("FileNode/get", {
      accountId: account.id,
      ids: ids.slice(at, at + PAGE),
      properties: ["id", "inTrash"],
    });
    for (const { id, inTrash } of list) if (!inTrash) found.add(id);
  }
  return found;
}

/** Permanently deletes nodes with all that is in them. @throws NodeRefused */
export async function destroyNodes(
  { client, account }: Where,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const { notDestroyed } = await client.call("FileNode/set", {
      accountId: account.id,
      destroy: ids.slice(at, at + PAGE),
      onDestroyRemoveChildren: true,
    });
    const refused = Object.values(notDestroyed ?? {}).find(({ type }) => type !== "notFound");
    if (refused) {
      await follow(account);
      throw new NodeRefused(refused);
    }
  }
  if (ids.length > 0) await follow(account);
}

/** Permanently deletes all that is in the trash. @throws NodeRefused */
export async function emptyTrash(where: Where): Promise<void> {
  const { client, account } = where;
  for (;;) {
    const { ids } = await client.call("FileNode/query", {
      accountId: account.id,
      filter: { parentId: TRASH_ID },
      limit: PAGE,
    });
    if (ids.length === 0) return;
    await destroyNodes(where, ids);
  }
}
