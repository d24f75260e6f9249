import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

export interface PasskeyRow {
  readonly id: string;
  /** In base64url. */
  readonly credentialId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What an assertion is held against. */
export interface StoredKey {
  readonly id: string;
  readonly personId: string;
  readonly publicKey: Buffer;
}

/** Answers false when a user has it already. */
export async function insertPasskey(
  tx: Tx,
  passkey: PasskeyRow & {
    readonly personId: string;
    readonly publicKey: Buffer;
    readonly counter: number;
  },
): Promise<boolean> {
  const row = await tx
    .insertInto("passkey")
    .values({
      account_id: ORGANISATION,
      id: passkey.id,
      person_id: passkey.personId,
      credential_id: Buffer.from(passkey.credentialId, "base64url"),
      public_key: passkey.publicKey,
      counter: passkey.counter,
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
    })
    .onConflict((conflict) => conflict.columns(["account_id", "credential_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The person's, the newest first. */
export async function listPasskeys(
  db: Db | Tx,
  personId: string,
  { ids = null, limit }: { readonly ids?: readonly string[] | null; readonly limit?: number } = {},
): Promise<PasskeyRow[]> {
  let query = db
    .selectFrom("passkey")
    .select(["id", "credential_id", "name", "created_at", "last_used_at"])
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  if (ids !== null) query = query.where("id", "=", sql<string>`any(${[...ids]})`);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => ({
    id: row.id,
    credentialId: row.credential_id.toString("base64url"),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** By what the authenticator calls it, in base64url. */
export async function findPasskey(db: Db, credentialId: string): Promise<StoredKey | null> {
  const row = await db
    .selectFrom("passkey")
    .select(["id", "person_id", "public_key"])
    .where("account_id", "=", ORGANISATION)
    .where("credential_id", "=", Buffer.from(credentialId, "base64url"))
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id: row.id, personId: row.person_id, publicKey: row.public_key };
}

/**
 * Writes down a use. Answers false when the authenticator's counter did not go up from the last (WebAuthn, §7.2, step 22),
 * or the passkey is gone; of two uses with one count one wins.
 */
export async function countUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("passkey")
    .set({ counter, last_used_at: now })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .where((is) =>
      is.or([is("counter", "<", counter), is.and([is("counter", "=", 0), is.val(counter === 0)])]),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers false when the person has no such passkey. */
export async function renamePasskey(
  tx: Tx,
  personId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const row = await tx
    .updateTable("passkey")
    .set({ name })
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes one, or all, of a person's. Answers what there was. */
export async function deletePasskeys(
  tx: Tx,
  personId: string,
  id?: string,
): Promise<Pick<PasskeyRow, "id" | "name">[]> {
  let query = tx
    .deleteFrom("passkey")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId);
  if (id !== undefined) query = query.where("id", "=", id);
  return query.returning(["id", "name"]).execute();
}

/** Answers false when it was taken before; of two at once one wins. */
export async function takeChallenge(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into passkey_challenge (account_id, challenge_hash, expires_at)
    values (${ORGANISATION}, ${hash}, ${expiresAt})
    on conflict do nothing returning account_id`.execute(db);
  return rows.length > 0;
}

export async function deleteChallenges(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("passkey_challenge")
    .where("account_id", "=", ORGANISATION)
    .where("expires_at", "<=", before)
    .execute();
}
