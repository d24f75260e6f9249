import type { Selectable } from "kysely";
import type { Db, Tables, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

type Row = Selectable<Tables["recovery_address"]>;

/** A person's address elsewhere. */
export interface RecoveryRow {
  /** `null`: none that was confirmed. */
  readonly address: string | null;
  /** One whose code was not typed yet. */
  readonly pending: string | null;
  /** Of that code; `null`: none was sent yet. */
  readonly codeHash: Buffer | null;
  readonly codeExpiresAt: Date | null;
  readonly codeFailures: number;
  /** The address before, as long as nobody wrote to it. */
  readonly former: string | null;
  /** Messages to any of them since then. */
  readonly sentCount: number;
  readonly sentSince: Date;
}

const rowOf = (row: Row): RecoveryRow => ({
  address: row.address,
  pending: row.pending,
  codeHash: row.code_hash,
  codeExpiresAt: row.code_expires_at,
  codeFailures: row.code_failures,
  former: row.former,
  sentCount: row.sent_count,
  sentSince: row.sent_since,
});

export async function readRecoveryAddress(
  db: Db | Tx,
  personId: string,
): Promise<RecoveryRow | null> {
  const row = await db
    .selectFrom("recovery_address")
    .selectAll()
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row === undefined ? null : rowOf(row);
}

/** Replaces all that is known. */
export async function writeRecoveryAddress(
  tx: Tx,
  personId: string,
  row: RecoveryRow,
): Promise<void> {
  const set = {
    address: row.address,
    pending: row.pending,
    code_hash: row.codeHash,
    code_expires_at: row.codeExpiresAt,
    code_failures: row.codeFailures,
    former: row.former,
    sent_count: row.sentCount,
    sent_since: row.sentSince,
  };
  await tx
    .insertInto("recovery_address")
    .values({ account_id: ORGANISATION, person_id: personId, ...set })
    .onConflict((conflict) => conflict.columns(["account_id", "person_id"]).doUpdateSet(set))
    .execute();
}

export async function deleteRecoveryAddress(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom("recovery_address")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .execute();
}

/** Forgets those of which nothing is left but what was sent before a time. */
export async function deleteEmptyRecoveryAddresses(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("recovery_address")
    .where("account_id", "=", ORGANISATION)
    .where("address", "is", null)
    .where("former", "is", null)
    .where("sent_since", "<=", before)
    .execute();
}
