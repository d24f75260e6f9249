import type { Db, Tx } from "../../../platform/db/index.ts";
import "../tables.ts";

/** Where the bytes of an email lie, for features that hand them on. Null when the account has no such email. */
export async function findMessage(
  db: Db | Tx,
  accountId: string,
  emailId: string,
): Promise<{ readonly hash: string; readonly size: number; readonly threadId: string } | null> {
  const row = await db
    .selectFrom("email")
    .select(["blob_hash", "size", "thread_id"])
    .where("account_id", "=", accountId)
    .where("id", "=", emailId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { hash: row.blob_hash, size: row.size, threadId: row.thread_id };
}
