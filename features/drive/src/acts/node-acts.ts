import { FileNode, type FileNodeCreate } from "@atrium/contract/types/file-node";
import type { PatchObject } from "@atrium/contract/types/wire";
import type { DriveAccount, DriveClient } from "../client.ts";
import { isFolder, NODE_PROPERTIES, type DriveNode } from "../nodes/definitions.ts";
import { freeName, landIn, type AskCollisions } from "./collisions.ts";
import { tidyName } from "./names.ts";
import { NodeRefused } from "./refused.ts";

/** Where things are done. */
export interface Where {
  readonly client: DriveClient;
  readonly account: DriveAccount;
}

/** Records in one request. */
const PAGE = 200;

/** Creates one file or folder and answers its id. @throws NodeRefused */
export async function createNode(
  { client, account }: Where,
  record: FileNodeCreate,
): Promise<string> {
  const { created, notCreated } = await client.call("FileNode/set", {
    accountId: account.id,
    create: { node: record },
  });
  const refusal = notCreated?.["node"];
  if (refusal) throw new NodeRefused(refusal);
  await follow(account);
  return created!["node"]!.id!;
}

/** Gives a node another name. Rejects when the server refuses it; what was shown is then as it was. */
export function renameNode(account: DriveAccount, id: string, name: string): Promise<void> {
  return account.mutate({ type: FileNode, update: { [id]: { name: tidyName(name) } } });
}

/**
 * Deletes files and folders with all that is in them. Files go from the list at once, and from the server as soon as that can be
 * reached; a folder goes when the server says so.
 */
export async function deleteNodes(
  { client, account }: Where,
  nodes: readonly Pick<DriveNode, "id" | "nodeType">[],
): Promise<void> {
  const files = nodes.filter((node) => !isFolder(node)).map(({ id }) => id);
  const folders = nodes.filter(isFolder).map(({ id }) => id);
  if (files.length > 0) await account.mutate({ type: FileNode, destroy: files, persist: true });
  for (let at = 0; at < folders.length; at += PAGE) {
    const { notDestroyed } = await client.call("FileNode/set", {
      accountId: account.id,
      destroy: folders.slice(at, at + PAGE),
      onDestroyRemoveChildren: true,
    });
    const refused = Object.values(notDestroyed ?? {}).find(({ type }) => type !== "notFound");
    if (refused) {
      await follow(account);
      throw new NodeRefused(refused);
    }
  }
  if (folders.length > 0) await follow(account);
}

/** How what was moved gets back to where it was. */
export interface Moved {
  readonly nodes: readonly Pick<DriveNode, "id" | "name" | "parentId">[];
}

/** Moves nodes into a folder. What has a name that is taken there is asked about. @returns what was moved; `undefined` when the person gave up. */
export async function moveNodes(
  { client, account }: Where,
  nodes: readonly DriveNode[],
  parentId: string | null,
  ask: AskCollisions,
): Promise<Moved | undefined> {
  const coming = nodes.filter((node) => node.parentId !== parentId);
  const landings = await landIn(client, account.id, parentId, coming.map(asThing), ask);
  if (landings === undefined) return undefined;
  const going = coming.flatMap((node, at) =>
    landings[at] ? [{ node, landing: landings[at] }] : [],
  );
  const update: Record<string, PatchObject> = {};
  const replacing: { readonly id: string; readonly name: string; readonly old: string }[] = [];
  for (const { node, landing } of going) {
    const { name, replaces } = landing;
    // The old one goes when the new one is there, so that at no time both are gone.
    const first = replaces ? await freeName(client, account.id, parentId, name) : name;
    update[node.id] = { parentId, ...(first !== node.name && { name: first }) };
    if (replaces) replacing.push({ id: node.id, name, old: replaces });
  }
  if (going.length > 0) await account.mutate({ type: FileNode, update });
  for (const { id, name, old } of replacing) {
    await deleteNodes({ client, account }, [{ id: old, nodeType: "file" }]);
    await renameNode(account, id, name);
  }
  return {
    nodes: going.map(({ node: { id, name, parentId: from } }) => ({ id, name, parentId: from })),
  };
}

/** Puts back what was moved. */
export function moveBack(account: DriveAccount, { nodes }: Moved): Promise<void> {
  return account.mutate({
    type: FileNode,
    update: Object.fromEntries(nodes.map(({ id, name, parentId }) => [id, { name, parentId }])),
  });
}

/** Copies nodes, folders with all that is in them, into a folder. @returns the ids of the copies; `undefined` when the person gave up. */
export async function copyNodes(
  where: Where,
  nodes: readonly DriveNode[],
  parentId: string | null,
  ask: AskCollisions,
): Promise<readonly string[] | undefined> {
  const { client, account } = where;
  const landings = await landIn(client, account.id, parentId, nodes.map(asThing), (names) =>
    // A copy beside what it was made of is what was meant.
    nodes.every((node) => node.parentId === parentId) ? Promise.resolve("keepBoth") : ask(names),
  );
  if (landings === undefined) return undefined;
  const made: string[] = [];
  for (const [at, node] of nodes.entries()) {
    const landing = landings[at];
    if (!landing) continue;
    if (landing.replaces !== undefined) {
      const { blobId, type, modified } = node;
      const update = { [landing.replaces]: { blobId, type, modified } };
      if (landing.replaces !== node.id) await account.mutate({ type: FileNode, update });
    } else made.push(await copyNode(where, node, parentId, landing.name));
  }
  await follow(account);
  return made;
}

/** Copies one node under a name. A folder must not go into itself: its copy would be copied again without an end. */
async function copyNode(
  where: Where,
  node: DriveNode,
  parentId: string | null,
  name: string,
): Promise<string> {
  const [id] = await createAll(where, [copyOf(node, parentId, name)]);
  if (!isFolder(node)) return id!;
  let level = [{ from: node.id, to: id! }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { from, to } of level) {
      const children = await childrenOf(where, from);
      const ids = await createAll(
        where,
        children.map((child) => copyOf(child, to, child.name)),
      );
      next.push(
        ...children.flatMap((child, at) =>
          isFolder(child) ? [{ from: child.id, to: ids[at]! }] : [],
        ),
      );
    }
    level = next;
  }
  return id!;
}

const copyOf = (node: DriveNode, parentId: string | null, name: string): FileNodeCreate => ({
  name,
  parentId,
  ...(isFolder(node)
    ? { nodeType: "directory" }
    : { blobId: node.blobId, type: node.type, modified: node.modified }),
});

/** Creates nodes and answers their ids in the same order. @throws NodeRefused */
async function createAll(
  { client, account }: Where,
  records: readonly FileNodeCreate[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < records.length; at += PAGE) {
    const page = records.slice(at, at + PAGE);
    const { created, notCreated } = await client.call("FileNode/set", {
      accountId: account.id,
      create: Object.fromEntries(page.map((record, index) => [`n${index}`, record])),
    });
    const refusal = Object.values(notCreated ?? {})[0];
    if (refusal) throw new NodeRefused(refusal);
    ids.push(...page.map((_, index) => created![`n${index}`]!.id!));
  }
  return ids;
}

/** Everything in a folder. */
async function childrenOf({ client, account }: Where, parentId: string): Promise<DriveNode[]> {
  const children: DriveNode[] = [];
  for (;;) {
    const { ids } = await client.call("FileNode/query", {
      accountId: account.id,
      filter: { parentId },
      sort: [{ property: "name", isAscending: true }],
      position: children.length,
      limit: PAGE,
    });
    if (ids.length === 0) return children;
    children.push(...(await nodesOf({ client, account }, ids)));
    if (ids.length < PAGE) return children;
  }
}

/** Nodes as the server has them, in the order of the ids; those that are gone are left out. */
export async function nodesOf(
  { client, account }: Where,
  ids: readonly string[],
): Promise<DriveNode[]> {
  const nodes: DriveNode[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    const { list } = await client.call("FileNode/get", {
      accountId: account.id,
      ids: page,
      properties: NODE_PROPERTIES,
    });
    const found = new Map(list.map((node) => [node.id, node as DriveNode]));
    nodes.push(...page.flatMap((id) => found.get(id) ?? []));
  }
  return nodes;
}

const asThing = (node: DriveNode) => ({ name: node.name, isFolder: isFolder(node) });

/** It is done; a list that could not follow does so later. */
const follow = (account: DriveAccount): Promise<void> => account.sync().catch(() => undefined);
