import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/** A guest that gets in. */
export interface Guest {
  readonly id: string;
  readonly name: string;
  /** Whoever has another one is out. */
  readonly secretHash: Buffer;
  /** Another one whenever something else is shared with it; `null` while nothing ever was. */
  readonly version: string | null;
}

/** By what a guest is found: the secret that it shows, or its id. */
type By = { readonly secretHash: Buffer } | { readonly id: string };

/** The guest, while it has not ended and the person whose account it is may sign in; `null` otherwise. */
export async function findGuest(db: Db, by: By, now: Date): Promise<Guest | null> {
  const found = "id" in by ? sql`g.id = ${by.id}` : sql`g.secret_hash = ${by.secretHash}`;
  const { rows } = await sql<{
    id: string;
    name: string;
    secret_hash: Buffer;
    version: string | null;
  }>`
    select g.id, g.name, g.secret_hash, (select s.version::text from share_principal s
      where s.account_id = ${ORGANISATION} and s.principal_id = g.id) as version
    from share_guest g
    join person p on p.account_id = ${ORGANISATION} and p.personal_account_id = g.account_id
      and p.disabled_at is null
    where ${found} and g.secret_hash is not null and (g.until is null or g.until > ${now})`.execute(
    db,
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { id, name, secret_hash: secretHash, version } = row;
  return { id, name, secretHash, version };
}

/** Answers whether there is such a guest. */
export async function writeSecret(
  tx: Tx,
  accountId: string,
  id: string,
  secretHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("share_guest")
    .set({ secret_hash: secretHash })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes for all guests of an account that they may be out. */
export async function noteGuests(w: UnitOfWork, accountId: string): Promise<void> {
  const rows = await w.tx
    .selectFrom("share_guest")
    .select("id")
    .where("account_id", "=", accountId)
    .execute();
  for (const { id } of rows) accessChanged(w, id);
}

/** Guests that are over, at most `limit` of them; none of accounts that were deleted. */
export async function overGuests(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ accountId: string; id: string }[]> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    select g.account_id as "accountId", g.id from share_guest g
    join account a on a.account_id = g.account_id
    where g.until <= ${now} order by g.until, g.account_id, g.id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes a guest that is over; answers whether it still was. */
export async function deleteOver(
  { tx, now }: Pick<UnitOfWork, "tx" | "now">,
  accountId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("share_guest")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("until", "<=", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
