import { sql, type Insertable } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tables, Tx } from "../../../platform/db/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { RightsByPrincipal } from "../tables.ts";
import type { Container, Share } from "./shares.store.ts";

/** The job that tells people what is shared with them, for whoever has something to tell. */
export const TELL_OF_SHARES = { name: "shares.tell", retry: 10 };

/** Rows that one statement writes: PostgreSQL takes no more than 65,535 values. */
const IN_ONE_STATEMENT = 1000;

/** What became of the shares of a container. */
export interface NewChange extends Container {
  /** Who did it; `null`: they ended by themselves. */
  readonly by: string | null;
  /** Since when they have held no more, if not since now: who came into a group later did not have it. */
  readonly overSince?: Date | undefined;
  readonly was: readonly Pick<Share, "principalId" | "rights">[];
  readonly is: readonly Pick<Share, "principalId" | "rights">[];
  /** The shares of the containers that it lies in, which stay. */
  readonly above: readonly Pick<Share, "principalId" | "rights">[];
  /** What it was called until then. */
  readonly wasCalled: string;
  readonly name: string;
}

/** One that people are still to be told of. */
export interface ShareChange extends Container {
  readonly changeId: string;
  readonly at: Date;
  /** Who came into a group later is not told. */
  readonly membersAt: Date;
  readonly by: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
  } | null;
  readonly was: RightsByPrincipal;
  readonly is: RightsByPrincipal;
  readonly above: RightsByPrincipal;
  readonly wasCalled: string;
  readonly name: string;
}

function byPrincipal(shares: NewChange["was"]): RightsByPrincipal {
  const all = new Map<string, Set<string>>();
  for (const { principalId, rights } of shares)
    all.set(principalId, new Set([...(all.get(principalId) ?? []), ...rights]));
  return Object.fromEntries(
    [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, rights]) => [id, [...rights].sort()]),
  );
}

/** By each unit of work, the ids of the changes noted in it, by their containers. */
const noted = new WeakMap<UnitOfWork, Map<string, string>>();

/**
 * Has those told whom the changes concern, if and only if they are made: by a job, since none of their accounts is locked
 * here, and there may be many of them. Those of one container in one unit are one change, so that nobody hears of what was
 * given and taken away again in it.
 * @param changes each of another container
 */
export async function noteChanges(w: UnitOfWork, changes: readonly NewChange[]): Promise<void> {
  const ids = noted.get(w) ?? new Map<string, string>();
  noted.set(w, ids);
  const idOf = (container: string): string => {
    const id = ids.get(container) ?? w.newId("w");
    ids.set(container, id);
    return id;
  };
  const rows = changes.flatMap((change) => {
    const [was, is] = [byPrincipal(change.was), byPrincipal(change.is)].map((one) =>
      JSON.stringify(one),
    );
    if (was === is) return [];
    return {
      account_id: change.accountId,
      id: idOf(`${change.accountId} ${change.type} ${change.id}`),
      at: w.now,
      members_at: change.overSince ?? w.now,
      by_id: change.by,
      type: change.type,
      container_id: change.id,
      was_called: change.wasCalled,
      name: change.name,
      was: was!,
      is: is!,
      above: JSON.stringify(byPrincipal(change.above)),
    };
  });
  if (rows.length === 0) return;
  for (let at = 0; at < rows.length; at += IN_ONE_STATEMENT)
    await writeChanges(w.tx, rows.slice(at, at + IN_ONE_STATEMENT));
  await enqueue(w.tx, TELL_OF_SHARES);
}

/** Of one that the unit has noted before, the beginning stays; if that was part of what was refused, there is none. */
async function writeChanges(
  tx: Tx,
  rows: readonly Insertable<Tables["share_change"]>[],
): Promise<void> {
  const written = await tx
    .insertInto("share_change")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["account_id", "id"]).doUpdateSet((row) => ({
        by_id: row.ref("excluded.by_id"),
        name: row.ref("excluded.name"),
        is: row.ref("excluded.is"),
        above: row.ref("excluded.above"),
      })),
    )
    .returning(["account_id as accountId", "id as changeId", sql<boolean>`was = "is"`.as("isNone")])
    .execute();
  for (const change of written) if (change.isNone) await deleteChange(tx, change);
}

/** The oldest that someone is still to be told of. */
export async function oldestChange(db: Db): Promise<ShareChange | undefined> {
  const { rows } = await sql<ShareChange>`
    select c.account_id as "accountId", c.id as "changeId", c.at, c.members_at as "membersAt", c.type, c.container_id as id,
      c.was_called as "wasCalled", c.name, c.was, c."is", c.above,
      (select json_build_object('id', p.id, 'name', p.name, 'email', (select a.address from mail_address a
        where a.account_id = p.account_id and a.owner_id = p.id and a.is_primary))
        from person p where p.account_id = ${ORGANISATION} and p.id = c.by_id) as by
    from share_change c order by c.at, c.id limit 1`.execute(db);
  return rows[0];
}

/** Someone whom a change concerns. */
export interface Concerned {
  readonly personId: string;
  /** The own account. */
  readonly accountId: string;
  /** By which of the principals: the person, and groups that the person is in. */
  readonly principals: readonly string[];
}

/**
 * The people who were behind these principals by then and still are, in the order of their ids, but for whoever did it and
 * whose account it is, alone or with others.
 */
export async function peopleBehind(
  db: Db,
  principals: readonly string[],
  {
    by,
    membersAt,
    accountId,
    limit,
    withGroups,
  }: Pick<ShareChange, "membersAt"> & {
    readonly by: string | null;
    readonly accountId: string;
    readonly limit: number;
    readonly withGroups: boolean;
  },
): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    with recursive behind (id, root) as (
      select p collate "C", p collate "C" from unnest(${[...principals]}::text[]) p
      union
      select m.member_id, b.root from person_group_member m join behind b on m.group_id = b.id
      where m.account_id = ${ORGANISATION} and m.since <= ${membersAt} and ${withGroups}
    )
    select p.id as "personId", p.personal_account_id as "accountId", array_agg(b.root) as principals
    from person p join behind b on b.id = p.id
    where p.account_id = ${ORGANISATION} and p.removed_at is null
      and p.id is distinct from ${by} and p.personal_account_id <> ${accountId}
      and not exists (select from shared_account_grant s where s.account_id = p.account_id
        and s.shared_account_id = ${accountId} and s.person_id = p.id)
    group by p.id, p.personal_account_id order by p.id limit ${limit}`.execute(db);
  return rows;
}

/** The principals with whom a container is shared now. */
export async function sharedNow(
  db: Db,
  { accountId, type, id }: Container,
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select g.principal_id as id from share_grant g join account a on a.account_id = g.account_id
    where g.account_id = ${accountId} and g.type = ${type} and g.container_id = ${id}
      and (g.until is null or g.until > ${now})`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Locks a change, and returns the last user notified of it; `undefined` when all have been. */
export async function lockChange(
  tx: Tx,
  { accountId, changeId }: ShareChange,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom("share_change")
    .select("told")
    .where("account_id", "=", accountId)
    .where("id", "=", changeId)
    .forUpdate()
    .executeTakeFirst();
  return row?.told;
}

export async function noteTold(
  tx: Tx,
  { accountId, changeId }: ShareChange,
  personId: string,
): Promise<void> {
  await tx
    .updateTable("share_change")
    .set({ told: personId })
    .where("account_id", "=", accountId)
    .where("id", "=", changeId)
    .execute();
}

export async function deleteChange(
  db: Db,
  { accountId, changeId }: Pick<ShareChange, "accountId" | "changeId">,
): Promise<void> {
  await db
    .deleteFrom("share_change")
    .where("account_id", "=", accountId)
    .where("id", "=", changeId)
    .execute();
}
