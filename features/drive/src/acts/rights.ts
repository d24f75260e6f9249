import type { FileNodeRights } from "@atrium/contract/types/file-node";
import type { DriveAccount } from "../client.ts";
import { wayTo } from "../nodes/use-way.ts";
import type { DriveNode } from "../nodes/definitions.ts";

/** What may be done with all of these. */
export interface May {
  readonly restore: boolean;
  readonly copy: boolean;
  readonly rename: boolean;
  readonly remove: boolean;
  readonly move: boolean;
  /** One alone, and nothing in the trash: what was shared is suspended there. */
  readonly share: boolean;
}

const holds = (nodes: readonly DriveNode[], right: keyof FileNodeRights): boolean =>
  nodes.length > 0 && nodes.every(({ myRights }) => myRights[right]);

export const mayWith = (nodes: readonly DriveNode[]): May => ({
  restore: nodes.length > 0 && nodes.every(({ inTrash }) => inTrash) && holds(nodes, "mayDelete"),
  copy: nodes.length > 0 && nodes.every(({ inTrash }) => !inTrash),
  rename: nodes.length === 1 && holds(nodes, "mayRename"),
  remove: holds(nodes, "mayDelete"),
  move: holds(nodes, "mayDelete") && nodes.every(({ inTrash }) => !inTrash),
  share: nodes.length === 1 && holds(nodes, "mayShare") && !nodes[0]!.inTrash,
});

/** Whether a folder takes something; the top is asked for by `mayAddAtTop`. */
export const mayAddTo = (folder: DriveNode | null | undefined): boolean =>
  folder?.myRights.mayAddChildren === true;

/** Whether a folder is one of these, or lies in one: nothing goes into itself. */
export function isWithin(
  account: Pick<DriveAccount, "get">,
  folderId: string | null,
  ids: readonly string[],
): boolean {
  return wayTo(account, folderId).nodes.some(({ id }) => ids.includes(id));
}
