import type { CredentialAccess, CredentialKind } from "@atrium/contract/types/client-credential";
import { sql, type Selectable } from "kysely";
import type { Db, Tables, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { identities, identityOf, type Identity } from "../identity/identity.store.ts";
import type { Owner } from "../organisation/note.ts";
import "../tables.ts";

export interface CredentialRow extends CredentialAccess {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = [
  "id",
  "kind",
  "name",
  "scope",
  "is_read_only",
  "created_at",
  "expires_at",
  "last_used_at",
] as const;

type Columns = Pick<Selectable<Tables["client_credential"]>, (typeof COLUMNS)[number]>;
type AccessColumns = Pick<Columns, "scope" | "is_read_only">;

const accessOf = ({ scope, is_read_only: isReadOnly }: AccessColumns): CredentialAccess => ({
  scope,
  isReadOnly,
});

const credentialOf = (row: Columns): CredentialRow => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  ...accessOf(row),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

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
      scope: credential.scope,
      is_read_only: credential.isReadOnly,
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
): Promise<{
  id: string;
  lastUsedAt: Date | null;
  identity: Identity;
  access: CredentialAccess;
} | null> {
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
    .select([
      "credential.id",
      "credential.last_used_at",
      "credential.scope",
      "credential.is_read_only",
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, last_used_at: lastUsedAt } = row;
  return { id, lastUsedAt, identity: identityOf(row), access: accessOf(row) };
}

/** The person's credentials, also those that have expired, the newest first. */
export async function listCredentials(
  db: Db | Tx,
  personId: string,
  { ids = null, limit }: { readonly ids?: readonly string[] | null; readonly limit?: number } = {},
): Promise<CredentialRow[]> {
  let query = db
    .selectFrom("client_credential")
    .select(COLUMNS)
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  if (ids !== null) query = query.where("id", "=", sql<string>`any(${[...ids]})`);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(credentialOf);
}

/** Changes what one is called and opens; `undefined` when the person has none of that id. */
export async function updateCredential(
  tx: Tx,
  personId: string,
  id: string,
  { name, scope, isReadOnly }: CredentialAccess & { readonly name: string },
): Promise<CredentialRow | undefined> {
  const row = await tx
    .updateTable("client_credential")
    .set({ name, scope, is_read_only: isReadOnly })
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && credentialOf(row);
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
): Promise<{ id: string; kind: CredentialKind; name: string }[]> {
  let query = tx
    .deleteFrom("client_credential")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId);
  if (id !== undefined) query = query.where("id", "=", id);
  return await query.returning(["id", "kind", "name"]).execute();
}

/** Which of a person's credentials count at this time, and what they open, by their id. */
export async function livingCredentials(
  db: Db,
  personId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, CredentialAccess>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<AccessColumns & { id: string }>`
    select id, scope, is_read_only from client_credential where account_id = ${ORGANISATION} and person_id = ${personId}
      and id = any(${[...ids]}) and (expires_at is null or expires_at > ${now})`.execute(db);
  return new Map(rows.map((row) => [row.id, accessOf(row)]));
}

/** Those of whom some expired before a time. */
export async function ownersOfExpired(db: Db, before: Date): Promise<Owner[]> {
  const rows = await db
    .selectFrom("client_credential as credential")
    .innerJoin("person", (join) =>
      join
        .onRef("person.account_id", "=", "credential.account_id")
        .onRef("person.id", "=", "credential.person_id"),
    )
    .select(["person.id as personId", "person.personal_account_id as accountId"])
    .distinct()
    .where("credential.account_id", "=", ORGANISATION)
    .where("credential.expires_at", "<", before)
    .execute();
  return rows;
}

/** Deletes a person's that expired before a time. Answers which. */
export async function deleteExpiredCredentials(
  tx: Tx,
  personId: string,
  before: Date,
): Promise<string[]> {
  const rows = await tx
    .deleteFrom("client_credential")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("expires_at", "<", before)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
