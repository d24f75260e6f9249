import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/index.ts";
import { OCTETS_KEPT } from "./file-upload/parts.ts";

/** The octets of an account's files, and of what is being uploaded in parts. */
export async function fileOctetsOf(db: Db | Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ octets: number }>`
    select ((select coalesce(sum(size), 0) from file_node where account_id = ${accountId})
      + (select coalesce(sum(${OCTETS_KEPT}), 0) from file_upload u where u.account_id = ${accountId}))::int8
      as octets`.execute(db);
  return rows[0]!.octets;
}
