import { sql, type RawBuilder } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";
import { noteChanges } from "./share-changes.store.ts";
import { noteVersions } from "./shared-with.store.ts";

/** What is shared, and with whom. */
export interface Container {
  readonly accountId: string;
  /** The name of its type, such as `FileNode`. */
  readonly type: string;
  readonly id: string;
}

export interface Share {
  /** A person, a group or a guest. */
  readonly principalId: string;
  readonly rights: readonly string[];
  /** `null`: until it is taken back. */
  readonly until: Date | null;
}

/** A share as somebody gave it. A principal has the rights of all that it was given of a container. */
export interface Grant extends Share {
  /** The person who passed on what was shared with them; `OWNER` for whoever has the whole account. */
  readonly givenBy: string;
}

/** Gives what needs nobody else to have it. */
export const OWNER = "";

/** What was given of the records, or of all in the account, by their ids. */
export async function grantsOf(
  db: Db | Tx,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[] | null,
): Promise<Map<string, Grant[]>> {
  const which = ids === null ? sql`true` : sql`container_id = any(${[...ids]})`;
  const { rows } = await sql<Grant & { readonly id: string }>`
    select container_id as id, principal_id as "principalId", rights, until, given_by as "givenBy"
    from share_grant where account_id = ${accountId} and type = ${type} and ${which}
    order by principal_id, given_by`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

/** Which of the records are shared, and with whom, by their ids. */
export async function sharesOf(
  db: Db | Tx,
  container: Omit<Container, "id">,
  ids: readonly string[],
): Promise<Map<string, Share[]>> {
  const grants = await grantsOf(db, container, ids);
  return new Map([...grants].map(([id, of]) => [id, sharesIn(of)]));
}

/** With whom something is shared by all that was given of it: until the last of that ends. */
export const sharesIn = (grants: readonly Grant[]): Share[] =>
  [...Map.groupBy(grants, ({ principalId }) => principalId)].map(([principalId, given]) => ({
    principalId,
    rights: [...new Set(given.flatMap(({ rights }) => rights))],
    until: given.map(({ until }) => until).reduce(laterEnd),
  }));

/** The later of two ends, of which `null` is none. */
export const laterEnd = (a: Date | null, b: Date | null): Date | null =>
  a === null || b === null ? null : a > b ? a : b;

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

/** How many grants an account has, those that are suspended among them, and how many are with each of these. */
export async function countGrants(
  db: Db | Tx,
  accountId: string,
  principalIds: readonly string[],
): Promise<{ all: number; byPrincipal: ReadonlyMap<string, number> }> {
  const { rows } = await sql<{ id: string; count: number; all: number }>`
    with given as (
      select principal_id from share_grant where account_id = ${accountId}
      union all
      select principal_id from share_suspended where account_id = ${accountId}
    )
    select p.id, (select count(*)::int from given g where g.principal_id = p.id) as count,
      (select count(*)::int from given) as all
    from unnest(${[...principalIds]}::text[]) p (id)`.execute(db);
  return { all: rows[0]?.all ?? 0, byPrincipal: new Map(rows.map(({ id, count }) => [id, count])) };
}

/** Whether anything of a type in an account is shared with anybody, or the record of this id: a condition in a statement. */
export const isShared = (
  { accountId, type }: Omit<Container, "id">,
  id?: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select from share_grant g where g.account_id = ${accountId} and g.type = ${type}
    ${id === undefined ? sql`` : sql`and g.container_id = ${id}`})`;

/** Which of the ids are groups', people's or those of guests of the account, but for who is removed and whose account it is. */
export async function principalsAmong(
  db: Db | Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, "person" | "group" | "guest">> {
  const { rows } = await sql<{ id: string; kind: "person" | "group" | "guest" }>`
    select id, 'person' as kind from person where account_id = ${ORGANISATION} and id = any(${[...ids]})
      and personal_account_id <> ${accountId} and removed_at is null
    union all
    select id, 'group' from person_group where account_id = ${ORGANISATION} and id = any(${[...ids]})
    union all
    select id, 'guest' from share_guest where account_id = ${accountId} and id = any(${[...ids]})`.execute(
    db,
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** The notification about a change of shares. */
export interface ToTell {
  /** Who does it; `null`: they end by themselves. */
  readonly by: string | null;
  /** Since when what is taken away has held no more, if not since now. */
  readonly overSince?: Date | undefined;
  /** What the container is called now; as before unless given. */
  readonly name?: string | undefined;
  /** Of the containers that it lies in. */
  readonly above: readonly Share[];
}

/** Gives this of a record and nothing else, from the commit on. */
export async function writeGrants(
  w: UnitOfWork,
  container: Container,
  grants: readonly Grant[],
  { by, overSince, name: given, above }: ToTell,
): Promise<void> {
  const { accountId, type, id } = container;
  const gone = await deleteGrants(w, container, [id]);
  const wasCalled = gone[0]?.name ?? given ?? "";
  const name = given ?? wasCalled;
  if (grants.length > 0) {
    await w.tx
      .insertInto("share_grant")
      .values(
        grants.map(({ principalId, givenBy, rights, until }) => ({
          account_id: accountId,
          type,
          container_id: id,
          principal_id: principalId,
          given_by: givenBy,
          rights: [...rights],
          until,
          granted_at: w.now,
          name,
        })),
      )
      .execute();
    w.share(accountId);
  }
  noteAccess(
    w,
    [...gone, ...grants].map(({ principalId }) => principalId),
  );
  await noteChanges(w, [
    { ...container, by, overSince, was: gone, is: grants, above, wasCalled, name },
  ]);
}

/** Shares records with nobody any more, as they are destroyed. */
export async function removeShares(
  w: UnitOfWork,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  await takeShares(w, { accountId, type }, ids, by);
  await sql`
    delete from share_suspended where account_id = ${accountId} and type = ${type}
      and container_id = any(${[...ids]})`.execute(w.tx);
}

/** Takes all shares of records away, and has those told whom that concerns. */
export async function takeShares(
  w: UnitOfWork,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  const gone = await deleteGrants(w, { accountId, type }, ids);
  noteAccess(
    w,
    gone.map(({ principalId }) => principalId),
  );
  const changes = Map.groupBy(gone, ({ id }) => id);
  await noteChanges(
    w,
    [...changes].map(([id, was]) => {
      const { name } = was[0]!;
      return { accountId, type, id, by, was, is: [], above: [], wasCalled: name, name };
    }),
  );
}

interface Gone {
  readonly id: string;
  readonly principalId: string;
  readonly rights: readonly string[];
  readonly name: string;
}

async function deleteGrants(
  { tx }: UnitOfWork,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
): Promise<Gone[]> {
  const { rows } = await sql<Gone>`
    delete from share_grant where account_id = ${accountId} and type = ${type}
      and container_id = any(${[...ids]})
    returning container_id as id, principal_id as "principalId", rights, name`.execute(tx);
  return rows;
}

/** Keeps what a shared record is called, for whom it is taken from later. */
export async function nameShares(
  { tx }: UnitOfWork,
  { accountId, type, id }: Container,
  name: string,
): Promise<void> {
  await tx
    .updateTable("share_grant")
    .set({ name })
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("container_id", "=", id)
    .execute();
}

/** Those of the containers that a record lies in, of which `places` are all. */
export async function sharesAbove(
  db: Db | Tx,
  { accountId, type, id }: Container,
  places: readonly string[],
): Promise<Share[]> {
  const above = places.filter((place) => place !== id);
  return above.length === 0
    ? []
    : [...(await sharesOf(db, { accountId, type }, above)).values()].flat();
}

/** Takes from principals what is shared with them in an account; its owner sees that of each record. */
export async function removeSharesWith(
  w: UnitOfWork,
  accountId: string,
  principalIds: readonly string[],
): Promise<void> {
  const gone = await w.tx
    .deleteFrom("share_grant")
    .where("account_id", "=", accountId)
    .where("principal_id", "=", sql<string>`any(${[...principalIds]})`)
    .returning(["type", "container_id"])
    .execute();
  await w.tx
    .deleteFrom("share_suspended")
    .where("account_id", "=", accountId)
    .where("principal_id", "=", sql<string>`any(${[...principalIds]})`)
    .execute();
  noteAccess(w, principalIds);
  for (const { type, container_id: id } of gone)
    w.changed(accountId, type, id, "updated", null, { was: [], is: [] });
}

/** Notes for everyone with whom something in an account is shared that it may be out of reach. */
export async function noteSharesIn(w: UnitOfWork, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct principal_id as id from share_grant where account_id = ${accountId}`.execute(
    w.tx,
  );
  noteAccess(
    w,
    rows.map(({ id }) => id),
  );
}

/** The accounts, types and ids of shares that are over, at most `limit` of them; none of accounts that were deleted. */
export async function overShares(db: Db, now: Date, limit: number): Promise<Container[]> {
  const { rows } = await sql<Container>`
    select distinct g.account_id as "accountId", g.type, g.container_id as id from share_grant g
    join account a on a.account_id = g.account_id
    where g.until <= ${now} order by 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}

/** Notes for everyone behind these principals that they may see something else than before: once, however much is shared. */
export function noteAccess(w: UnitOfWork, principalIds: readonly string[]): void {
  w.beforeCommit(noteAccessBehind, principalIds);
  noteVersions(w, principalIds);
}

/** Notes for everyone who is behind these principals now, in groups within groups too, that they may see something else. */
export async function noteAccessBehind(
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
    where p.account_id = ${ORGANISATION}
    union
    select g.id from share_guest g where g.id = any(${[...principalIds]}::text[])`.execute(w.tx);
  for (const { id } of rows) accessChanged(w, id);
}

/** Whether anything is shared with a group, or with one that it is in, at any depth. */
export async function reachesShares(db: Db | Tx, groupId: string): Promise<boolean> {
  const { rows } = await sql<{ reaches: boolean }>`
    with recursive above (id) as (
      select ${groupId}::text collate "C"
      union
      select m.group_id from person_group_member m join above on m.member_id = above.id
      where m.account_id = ${ORGANISATION}
    )
    select exists (select from share_grant where principal_id in (select id from above)) as reaches`.execute(
    db,
  );
  return rows[0]!.reaches;
}
