import { sql, type ExpressionBuilder, type Expression, type SqlBool } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import "./tables.ts";

/** What colleagues may know of someone who is away: neither what is answered nor since when. */
export interface Absence {
  /** `null` without an end. */
  readonly toDate: Date | null;
  readonly subject: string | null;
}

/** Rows of `vacation_response` that answer at a moment. */
export const isAwayAt =
  (at: Date) =>
  (where: ExpressionBuilder<Tables, "vacation_response">): Expression<SqlBool> =>
    where.and([
      where("is_enabled", "=", true),
      where.or([where("from_date", "is", null), where("from_date", "<=", at)]),
      where.or([where("to_date", "is", null), where("to_date", ">", at)]),
    ]);

/** Those of these accounts whose people are away at a moment, in one statement. */
export async function readAbsences(
  db: Db | Tx,
  accountIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Absence>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("vacation_response")
    .select(["account_id", "to_date", "subject"])
    .where("account_id", "=", sql<string>`any(${[...accountIds]}::text[])`)
    .where(isAwayAt(at))
    .execute();
  return new Map(
    rows.map(({ account_id, to_date, subject }) => [account_id, { toDate: to_date, subject }]),
  );
}
