import type { ClientCredential } from "@atrium/contract/api/security";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { identities, identityOf, type Identity } from "../identity/identity.store.ts";
import "../tables.ts";

export type CredentialKind = ClientCredential["kind"];

export interface CredentialRow {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export async function insertCredential(
  tx: Tx,
  credential: Omit<CredentialRow, "lastUsedAt"> & {
    readonly personId: string;
    readonly secretHash: Buffer;
  },
): Promise<void> {
  await tx
    .insertInto("client_credential")
    .values({
      account_id: ORGANISATION,
      id: credential.id,
      person_id: credential.personId,
      kind: credential.kind,
      name: credential.name,
      secret_hash: credential.secretHash,
      created_at: credential.createdAt,
      expires_at: credential.expiresAt,
      last_used_at: null,
      last_used_ip: null,
    })
    .execute();
}

/** A secret that counts at this time, and whose it is; null when there is none, or its person is disabled. */
export async function findCredential(
  db: Db,
  kind: CredentialKind,
  secretHash: Buffer,
  now: Date,
): Promise<{ id: string; lastUsedAt: Date | null; identity: Identity } | null> {
  const row = await identities(db)
    .innerJoin("client_credential as credential", (join) =>
      join
        .onRef("credential.account_id", "=", "person.account_id")
        .onRef("credential.person_id", "=", "person.id"),
    )
    .where("credential.kind", "=", kind)
    .where("credential.secret_hash", "=", secretHash)
    .where((is) =>
      is.or([is("credential.expires_at", "is", null), is("credential.expires_at", ">", now)]),
    )
    .select(["credential.id", "credential.last_used_at"])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { id: row.id, lastUsedAt: row.last_used_at, identity: identityOf(row) };
}

/** The person's credentials, also those that have expired, the newest first. */
export async function listCredentials(db: Db | Tx, personId: string): Promise<CredentialRow[]> {
  const rows = await db
    .selectFrom("client_credential")
    .select(["id", "kind", "name", "created_at", "expires_at", "last_used_at"])
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

export async function touchCredential(db: Db, id: string, now: Date, ip: string): Promise<void> {
  await db
    .updateTable("client_credential")
    .set({ last_used_at: now, last_used_ip: ip })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}

/** Deletes one, or all, of a person's. Answers what there was. */
export async function deleteCredentials(
  tx: Tx,
  personId: string,
  id?: string,
): Promise<{ kind: CredentialKind; name: string }[]> {
  let query = tx
    .deleteFrom("client_credential")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId);
  if (id !== undefined) query = query.where("id", "=", id);
  return await query.returning(["kind", "name"]).execute();
}

/** Which of a person's credentials count at this time. */
export async function livingCredentials(
  db: Db,
  personId: string,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from client_credential where account_id = ${ORGANISATION} and person_id = ${personId}
      and id = any(${[...ids]}) and (expires_at is null or expires_at > ${now})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes everybody's that expired before a time. */
export async function deleteExpiredCredentials(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("client_credential")
    .where("account_id", "=", ORGANISATION)
    .where("expires_at", "<", before)
    .execute();
}
