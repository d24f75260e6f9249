import { FileLink } from "@atrium/contract/types/file-link";
import { sql } from "kysely";
import type { Container, Need, UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { descendantsOf, sharedAbove } from "../file-node/tree.ts";

interface Place {
  readonly db: Db | Tx;
  readonly accountId: string;
}

/** By each link, the node that it is to. */
async function nodesOf(
  { db, accountId }: Place,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; node: string }>`
    select id, file_node_id as node from file_link
    where account_id = ${accountId} and id = any(${[...ids]})`.execute(db);
  return new Map(rows.map(({ id, node }) => [id, node]));
}

/** The links to nodes. */
export async function linksTo(
  { db, accountId }: Place,
  nodeIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from file_link where account_id = ${accountId} and file_node_id = any(${[...nodeIds]})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

const toShare = (fileNodeId: string): Need => ({
  id: fileNodeId,
  type: "FileNode",
  right: "mayShare",
});

/** Who may share a node sees and changes the links to it. */
export const fileLinkContainer: Container<typeof FileLink> = {
  within: { FileNode: "mayShare" },

  async above(call, ids) {
    const nodes = await nodesOf(call, ids);
    const places = await sharedAbove(call, [...new Set(nodes.values())]);
    return new Map(
      [...nodes].flatMap(([id, node]) => {
        const found = places.get(node);
        return found === undefined ? [] : [[id, found] as const];
      }),
    );
  },

  async below(call, { id }) {
    const nodes = await descendantsOf(call, id);
    return linksTo(call, [id, ...nodes.map((node) => node.id)]);
  },

  needs: (change) =>
    change.verb === "create"
      ? [{ ...toShare(change.after.fileNodeId), property: "fileNodeId" }]
      : [toShare(change.before.fileNodeId)],
};

/** Notes a change of a link that no client has asked for by `/set`, for whoever has it in reach. */
export async function noteLink(w: UnitOfWork, accountId: string, id: string): Promise<void> {
  if (!w.isShared(accountId)) return w.changed(accountId, FileLink.name, id, "updated");
  const places = (await fileLinkContainer.above({ accountId, db: w.tx }, [id])).get(id) ?? [];
  w.changed(accountId, FileLink.name, id, "updated", null, { was: places, is: places });
}
