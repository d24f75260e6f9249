import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/** What is shared, and with whom. */
export interface Container {
  readonly accountId: string;
  /** The name of its type, such as `FileNode`. */
  readonly type: string;
  readonly id: string;
}

export interface Share {
  /** A person or a group. */
  readonly principalId: string;
  readonly rights: readonly string[];
  /** `null`: until it is taken back. */
  readonly until: Date | null;
}

/** Which of the records are shared, and with whom, by their ids. */
export async function sharesOf(
  db: Db | Tx,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
): Promise<Map<string, Share[]>> {
  const { rows } = await sql<{
    container_id: string;
    principal_id: string;
    rights: string[];
    until: Date | null;
  }>`
    select container_id, principal_id, rights, until from share_grant
    where account_id = ${accountId} and type = ${type} and container_id = any(${[...ids]})
    order by principal_id`.execute(db);
  const shares = new Map<string, Share[]>();
  for (const { container_id: id, principal_id: principalId, rights, until } of rows)
    shares.set(id, [...(shares.get(id) ?? []), { principalId, rights, until }]);
  return shares;
}

/** The ids of all records of a type in an account that are shared with anybody. */
export async function sharedIn(
  db: Db | Tx,
  { accountId, type }: Omit<Container, "id">,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct container_id as id from share_grant
    where account_id = ${accountId} and type = ${type}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of the ids are groups' or people's, but for the person whose account it is. */
export async function principalsAmong(
  db: Db | Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from person where account_id = ${ORGANISATION} and id = any(${[...ids]})
      and personal_account_id <> ${accountId}
    union all
    select id from person_group where account_id = ${ORGANISATION} and id = any(${[...ids]})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Shares a record with these and nobody else, from the commit on. */
export async function writeShares(
  w: UnitOfWork,
  container: Container,
  shares: readonly Share[],
): Promise<void> {
  const { accountId, type, id } = container;
  await removeShares(w, container, [id]);
  if (shares.length === 0) return;
  await w.tx
    .insertInto("share_grant")
    .values(
      shares.map(({ principalId, rights, until }) => ({
        account_id: accountId,
        type,
        container_id: id,
        principal_id: principalId,
        rights: [...rights],
        until,
        granted_at: w.now,
      })),
    )
    .execute();
  w.share(accountId);
  await noteAccess(
    w,
    shares.map(({ principalId }) => principalId),
  );
}

/** Shares records with nobody any more. */
export async function removeShares(
  w: UnitOfWork,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
): Promise<void> {
  const gone = await w.tx
    .deleteFrom("share_grant")
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("container_id", "=", sql<string>`any(${[...ids]})`)
    .returning("principal_id")
    .execute();
  await noteAccess(
    w,
    gone.map(({ principal_id: principalId }) => principalId),
  );
}

/** Notes for everybody with whom something in an account is shared that it may be out of reach. */
export async function noteSharesIn(w: UnitOfWork, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct principal_id as id from share_grant where account_id = ${accountId}`.execute(
    w.tx,
  );
  await noteAccess(
    w,
    rows.map(({ id }) => id),
  );
}

/** The accounts, types and ids of shares that are over, at most `limit` of them. */
export async function overShares(db: Db, now: Date, limit: number): Promise<Container[]> {
  const { rows } = await sql<Container>`
    select distinct account_id as "accountId", type, container_id as id from share_grant
    where until <= ${now} order by 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}

/** Notes for everybody behind these principals, in groups within groups too, that they may see something else than before. */
export async function noteAccess(
  w: Pick<UnitOfWork, "tx" | "hint">,
  principalIds: readonly string[],
): Promise<void> {
  if (principalIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with recursive behind (id) as (
      select unnest(${[...principalIds]}::text[]) collate "C"
      union
      select m.member_id from person_group_member m join behind on m.group_id = behind.id
      where m.account_id = ${ORGANISATION}
    )
    select p.id from person p join behind on behind.id = p.id
    where p.account_id = ${ORGANISATION}`.execute(w.tx);
  for (const { id } of rows) accessChanged(w, id);
}
