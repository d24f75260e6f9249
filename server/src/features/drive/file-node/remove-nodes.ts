import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { removeShares } from "../../accounts/index.ts";
import { removeLinks } from "../end-links.ts";

/** Deletes nodes, with all below them among these. One statement: PostgreSQL looks at references to a parent only when all are gone. */
export async function removeNodes(
  w: UnitOfWork,
  accountId: string,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  const gone = await w.tx
    .deleteFrom("file_node")
    .where("account_id", "=", accountId)
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .returning("size")
    .execute();
  await removeLinks(w, accountId, ids);
  if (w.isShared(accountId)) await removeShares(w, { accountId, type: "FileNode" }, ids, by);
  w.used(accountId, { octets: -gone.reduce((sum, { size }) => sum + (size ?? 0), 0) });
}
