import { sql, type RawBuilder } from "kysely";

/** The rows of an account, or those of them with one of these ids. */
export const rowsOf = (accountId: string, ids: readonly string[] | null): RawBuilder<boolean> =>
  ids === null
    ? sql`account_id = ${accountId}`
    : sql`account_id = ${accountId} and id = any(${ids})`;
