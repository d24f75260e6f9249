import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/** Containers to which one principal has the same rights in an account, by shares that hold now. */
export interface Held {
  readonly accountId: string;
  readonly principalId: string;
  /** What the account is called: for guests, as the person is whose account it is. */
  readonly name: string;
  /** The principal whose account it is. */
  readonly ownerId: string;
  readonly type: string;
  readonly rights: readonly string[];
  readonly ids: readonly string[];
}

/** Which shares: those with an end, by the database's own clock, or those without. */
const WHICH = {
  all: sql`(g.until is null or g.until > now())`,
  lasting: sql`g.until is null`,
  ending: sql`g.until > now()`,
} as const;

/** What the principals have in these accounts, or in all (`null`). */
export async function readHeld(
  db: Db | Tx,
  principalIds: readonly string[],
  accountIds: readonly string[] | null,
  which: keyof typeof WHICH,
): Promise<Held[]> {
  const there = accountIds === null ? sql`true` : sql`g.account_id = any(${[...accountIds]})`;
  const { rows } = await sql<Held>`
    select g.account_id as "accountId", g.principal_id as "principalId", g.type, g.rights,
      json_agg(g.container_id) as ids, coalesce((select p.name from share_guest v
        join person p on p.account_id = ${ORGANISATION} and p.personal_account_id = v.account_id
        where v.account_id = g.account_id and v.id = g.principal_id), a.name) as name,
      coalesce((select p.id from person p where p.account_id = ${ORGANISATION}
        and p.personal_account_id = g.account_id), g.account_id) as "ownerId"
    from share_grant g join account a on a.account_id = g.account_id
    where g.principal_id = any(${[...principalIds]}) and ${there} and ${WHICH[which]}
    group by g.account_id, g.principal_id, a.name, g.type, g.rights
    order by a.name, g.account_id, g.principal_id`.execute(db);
  return rows;
}

/**
 * Notes that something else is shared with principals than before, or that they are there no more. Their rows, which others
 * may be about to change too, are locked last and in the order of their ids.
 */
export function noteVersions(w: UnitOfWork, principalIds: readonly string[]): void {
  w.beforeCommit(moveVersions, principalIds);
}

async function moveVersions(
  { tx }: Pick<UnitOfWork, "tx">,
  principalIds: readonly string[],
): Promise<void> {
  if (principalIds.length === 0) return;
  await sql`
    insert into share_principal (account_id, principal_id, version)
    select ${ORGANISATION}, p.id, gen_random_uuid()
    from (select distinct id collate "C" as id from unnest(${[...principalIds]}::text[]) u (id) order by 1) p
    on conflict (account_id, principal_id) do update set version = excluded.version`.execute(tx);
  await forgetPrincipals(tx, principalIds);
}

/** Forgets the versions of those who are there no more among these, or of all (`null`). */
export async function forgetPrincipals(
  db: Db | Tx,
  principalIds: readonly string[] | null,
): Promise<void> {
  const which = principalIds === null ? sql`true` : sql`s.principal_id = any(${[...principalIds]})`;
  await sql`
    delete from share_principal s
    where ${which}
      and not exists (select from person p where p.account_id = s.account_id and p.id = s.principal_id)
      and not exists (select from person_group g where g.account_id = s.account_id and g.id = s.principal_id)
      and not exists (select from share_guest v where v.id = s.principal_id)`.execute(db);
}
