import type { Db, Tx } from "../../platform/db/index.ts";

/** The octets of an account's files. */
export async function fileOctetsOf(db: Db | Tx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("file_node")
    .select(({ fn }) => fn.sum("size").as("octets"))
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return Number(row?.octets ?? 0);
}
