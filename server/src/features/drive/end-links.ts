import { FileLink } from "@atrium/contract/types/file-link";
import { sql } from "kysely";
import type { UnitOfWork } from "../../engine/index.ts";
import type { AccountRemoved } from "../accounts/index.ts";

/** Nobody but the owner sees what follows for the links to a node that is gone. */
const OF_OWNER = { was: [], is: [] };

/** Deletes the links to nodes, as those are destroyed or go to another account. */
export async function removeLinks(
  w: UnitOfWork,
  accountId: string,
  nodeIds: readonly string[],
): Promise<void> {
  const gone = await w.tx
    .deleteFrom("file_link")
    .where("account_id", "=", accountId)
    .where("file_node_id", "=", sql<string>`any(${[...nodeIds]})`)
    .returning("id")
    .execute();
  const within = w.isShared(accountId) ? OF_OWNER : undefined;
  for (const { id } of gone) w.changed(accountId, FileLink.name, id, "destroyed", null, within);
}

/**
 * Ends the links in an account that is removed, and those that its person has made elsewhere: as what is shared, they do not
 * work again when it is restored. The other accounts are not locked; nothing that clients see of a link changes.
 */
export const endLinks: AccountRemoved = async (w, { accountId, personId }) => {
  await sql`
    update file_link set token_hash = null
    where account_id = ${accountId} or created_by = ${personId}::text`.execute(w.tx);
};
