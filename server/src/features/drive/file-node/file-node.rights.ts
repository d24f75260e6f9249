import { FILE_NODE_RIGHTS, TRASH_ID, type FileNodeRights } from "@atrium/contract/types/file-node";
import type { Need } from "../../../engine/index.ts";

type Right = keyof FileNodeRights;

/**
 * What doing something to a node asks for in the folder that it lies in, besides the right to the node. What was shared by
 * itself stays where its owner has put it, under its name: what is beside it is out of reach.
 */
const ABOVE: Partial<Record<Right, Right>> = { mayRename: "mayRead", mayDelete: "mayDelete" };

/** The rights to a node that being shared by itself does not give. */
export const FROM_ABOVE: readonly Right[] = FILE_NODE_RIGHTS.filter((right) => ABOVE[right]);

/** A node as somebody sees it: without a folder that is out of reach. */
interface Placed {
  readonly id: string;
  readonly parentId: string | null;
}

/** What a right to a node asks for, all in all. */
export function needsOf(right: Right, { id, parentId }: Placed): Need[] {
  const above = ABOVE[right];
  return [{ id, right }, ...(above === undefined ? [] : [{ id: parentId, right: above }])];
}

/** Those who have everything in reach have all rights, or none but to read. */
export const rightsOfAll = (mayWrite: boolean): FileNodeRights =>
  Object.fromEntries(
    FILE_NODE_RIGHTS.map((right) => [right, mayWrite || right === "mayRead"]),
  ) as unknown as FileNodeRights;

/** What is in the trash is restored or destroyed, and nothing else; things are put into the trash, and it stays as it is. */
export const rightsInTrash = (id: string, mayWrite: boolean): FileNodeRights => ({
  ...rightsOfAll(false),
  ...(id === TRASH_ID ? { mayAddChildren: mayWrite } : { mayDelete: mayWrite }),
});

/**
 * The rights to a node with part of the account in reach.
 * @param roots the shared nodes that it lies in, itself among them if it is one
 */
export function rightsWithin(
  node: Placed,
  roots: readonly string[],
  reach: ReadonlyMap<string, ReadonlySet<string>>,
): FileNodeRights {
  const isGiven = ({ id, right }: Need): boolean =>
    id !== null &&
    roots.some((root) => (root !== node.id || id === node.id) && reach.get(root)?.has(right));
  const rights = FILE_NODE_RIGHTS.map((right) => [right, needsOf(right, node).every(isGiven)]);
  return Object.fromEntries(rights);
}
