import { FileNode, type FileNodeCreate } from "@atrium/contract/types/file-node";
import type { PatchObject } from "@atrium/contract/types/wire";
import type { DriveAccount, DriveClient } from "../client.ts";
import { isFolder, NODE_PROPERTIES, type DriveNode } from "../nodes/definitions.ts";
import { landIn, type AskCollisions } from "./collisions.ts";
import { tidyName } from "./names.ts";
import { NodeRefused } from "./refused.ts";

/** Where things are done. */
export interface Where {
  readonly client: DriveClient;
  readonly account: DriveAccount;
}

/** Records in one request. */
export const PAGE = 200;

/** `replace`: what has the name goes into the trash. */
export type OnExists = "replace" | null;

/** Creates one file or folder and answers its id. @throws NodeRefused */
export async function createNode(
  { client, account }: Where,
  record: FileNodeCreate,
  onExists: OnExists = null,
): Promise<string> {
  const { created, notCreated } = await client.call("FileNode/set", {
    accountId: account.id,
    create: { node: record },
    onExists,
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

/** How what was moved gets back to where it was. */
export interface Moved {
  readonly nodes: readonly Pick<DriveNode, "id" | "name" | "parentId">[];
  /** What went into the trash to make room. */
  readonly replaced?: readonly Pick<DriveNode, "id" | "name" | "parentId">[];
}

/** Moves nodes into a folder. What has a name that is taken there is asked about. @returns what was moved; `undefined` when the person gave up. */
export async function moveNodes(
  where: Where,
  nodes: readonly DriveNode[],
  parentId: string | null,
  ask: AskCollisions,
): Promise<Required<Moved> | undefined> {
  const { client, account } = where;
  const coming = nodes.filter((node) => node.parentId !== parentId);
  const landings = await landIn(client, account.id, parentId, coming.map(asThing), ask);
  if (landings === undefined) return undefined;
  const update: Record<string, PatchObject> = {};
  const replacing: Record<string, PatchObject> = {};
  const moved: Moved["nodes"][number][] = [];
  const replaced: Moved["nodes"][number][] = [];
  for (const [at, { id, name, parentId: from }] of coming.entries()) {
    const landing = landings[at];
    if (!landing) continue;
    moved.push({ id, name, parentId: from });
    if (landing.replaces === undefined)
      update[id] = { parentId, ...(landing.name !== name && { name: landing.name }) };
    else {
      replacing[id] = { parentId };
      replaced.push({ id: landing.replaces, name: landing.name, parentId });
    }
  }
  if (Object.keys(update).length > 0) await account.mutate({ type: FileNode, update });
  await updateAll(where, replacing, "replace");
  return { nodes: moved, replaced };
}

/** Puts back what was moved, and then what had made room for it. */
export async function moveBack(
  account: DriveAccount,
  { nodes, replaced = [] }: Moved,
): Promise<void> {
  for (const some of [nodes, replaced])
    if (some.length > 0)
      await account.mutate({
        type: FileNode,
        update: Object.fromEntries(some.map(({ id, name, parentId }) => [id, { name, parentId }])),
      });
}

/** Updates nodes, a page at a time. @throws NodeRefused */
export async function updateAll(
  { client, account }: Where,
  update: Readonly<Record<string, PatchObject>>,
  onExists: "rename" | "replace",
): Promise<void> {
  const patches = Object.entries(update);
  for (let at = 0; at < patches.length; at += PAGE) {
    const { notUpdated } = await client.call("FileNode/set", {
      accountId: account.id,
      update: Object.fromEntries(patches.slice(at, at + PAGE)),
      onExists,
    });
    const refusal = Object.values(notUpdated ?? {})[0];
    if (refusal) throw new NodeRefused(refusal);
  }
  if (patches.length > 0) await follow(account);
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
    // A copy in the place of what it was made of is what is there.
    if (landing.replaces === node.id) continue;
    const onExists = landing.replaces === undefined ? null : "replace";
    made.push(await copyNode(where, copyOf(node, parentId, landing.name), node, onExists));
  }
  await follow(account);
  return made;
}

/** Copies one node, a folder with all that is in it. A folder must not go into itself: its copy would be copied again without an end. */
async function copyNode(
  where: Where,
  copy: FileNodeCreate,
  node: DriveNode,
  onExists: OnExists,
): Promise<string> {
  const [id] = await createAll(where, [copy], onExists);
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
  onExists: OnExists = null,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < records.length; at += PAGE) {
    const page = records.slice(at, at + PAGE);
    const { created, notCreated } = await client.call("FileNode/set", {
      accountId: account.id,
      create: Object.fromEntries(page.map((record, index) => [`n${index}`, record])),
      onExists,
    });
    const refusal = Object.values(notCreated ?? {})[0];
    if (refusal) throw new NodeRefused(refusal);
    ids.push(...page.map((_, index) => created![`n${index}`]!.id!));
  }
  return ids;
}

/** Everything in a folder. */
export async function childrenOf(
  { client, account }: Where,
  parentId: string,
): Promise<DriveNode[]> {
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

export const asThing = (node: DriveNode) => ({ name: node.name, isFolder: isFolder(node) });

/** It is done; a list that could not follow does so later. */
export const follow = (account: DriveAccount): Promise<void> =>
  account.sync().catch(() => undefined);
