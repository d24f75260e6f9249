import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

export interface SecondFactorRow {
  readonly sealedSecret: Buffer;
  /** Null while no code of it was typed yet. */
  readonly confirmedAt: Date | null;
}

export async function readSecondFactor(
  db: Db | Tx,
  personId: string,
): Promise<SecondFactorRow | null> {
  const row = await db
    .selectFrom("second_factor")
    .select(["sealed_secret", "confirmed_at"])
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at };
}

/** Keeps a secret that is yet to be confirmed. Answers false when the person has a confirmed one. */
export async function writePending(
  tx: Tx,
  personId: string,
  sealedSecret: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factor as f (account_id, person_id, sealed_secret, created_at)
    values (${ORGANISATION}, ${personId}, ${sealedSecret}, ${now})
    on conflict (account_id, person_id) do update
      set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null
    returning person_id`.execute(tx);
  return rows.length > 0;
}

/** Makes a secret count. Answers false when it is another one by now. */
export async function confirm(
  tx: Tx,
  personId: string,
  sealedSecret: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable("second_factor")
    .set({ confirmed_at: now })
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("sealed_secret", "=", sealedSecret)
    .returning("person_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a time step if none as new was taken before; of two at once one wins. */
export async function takeStep(db: Db | Tx, personId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("last_step", "<", step)
    .returning("person_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  personId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx
    .deleteFrom("recovery_code")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto("recovery_code")
    .values(
      hashes.map((hash) => ({ account_id: ORGANISATION, person_id: personId, code_hash: hash })),
    )
    .execute();
}

/** Takes a recovery code for good; of two at once one wins. */
export async function takeRecoveryCode(db: Db, personId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom("recovery_code")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("code_hash", "=", hash)
    .returning("person_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom("recovery_code")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Answers false when the person had none. */
export async function deleteSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  await replaceRecoveryCodes(tx, personId, []);
  const row = await tx
    .deleteFrom("second_factor")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return row?.confirmed_at != null;
}
