import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/index.ts";
import { ORGANISATION } from "../accounts/index.ts";

interface Stored {
  readonly octets: number;
  readonly emails: number;
  readonly accountCount: number;
}

/** What all accounts keep, as the engine has counted it. The organisation's own holds settings alone and is not one of them. */
export async function readStored(db: Db | Tx): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select coalesce(sum(used_octets), 0)::bigint octets, coalesce(sum(used_emails), 0)::bigint emails,
      count(*)::int "accountCount"
    from account where account_id <> ${ORGANISATION}`.execute(db);
  return rows[0]!;
}
