import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { ownQuotaOf } from "../quota/own-quota.ts";
import "../tables.ts";

/** An account that is nobody's own and that some people work in together. */
export interface SharedAccount {
  /** The account's id, which is also its id in the directory. */
  readonly accountId: string;
  readonly name: string;
  /** Canonical, as are the aliases. */
  readonly address: string;
  readonly aliases: readonly string[];
  readonly members: readonly SharedMember[];
  readonly createdAt: Date;
  /** Since when it is removed, and can be restored. */
  readonly removedAt: Date | null;
  /** What it may keep where that is not what all may; `null`: as all. */
  readonly quotaOctets: number | null;
  readonly quotaEmails: number | null;
}

export interface SharedMember {
  readonly personId: string;
  readonly name: string;
  readonly address: string;
  /** Otherwise the person only reads. */
  readonly mayWrite: boolean;
}

/** These shared accounts, or all of them, by name. Disabled members stand in the list as well. */
export async function readSharedAccounts(
  db: Db | Tx,
  ids: readonly string[] | null = null,
  limit?: number,
): Promise<SharedAccount[]> {
  const chosen = ids === null ? null : [...ids];
  const { rows } = await sql<{
    id: string;
    name: string;
    created_at: Date;
    removed_at: Date | null;
    addresses: string[];
    members: SharedMember[];
    quota_octets: number | null;
    quota_emails: number | null;
  }>`
    select s.id, s.name, s.created_at, s.removed_at, c.quota_octets, c.quota_emails,
      array(select a.address from mail_address a where a.account_id = s.account_id and a.owner_id = s.id
        order by a.is_primary desc, a.address) as addresses,
      coalesce((
        select json_agg(json_build_object('personId', p.id, 'name', p.name, 'mayWrite', g.may_write,
          'address', (select a.address from mail_address a
            where a.account_id = p.account_id and a.owner_id = p.id and a.is_primary))
          order by p.name, p.id)
        from shared_account_grant g
        join person p on p.account_id = g.account_id and p.id = g.person_id
        where g.account_id = s.account_id and g.shared_account_id = s.id), '[]') as members
    from shared_account s left join account c on c.account_id = s.id
    where s.account_id = ${ORGANISATION} and (${chosen}::text[] is null or s.id = any(${chosen}::text[]))
    order by s.name, s.id limit ${limit ?? null}`.execute(db);
  return rows.map(({ id, name, created_at, removed_at, addresses, members, ...row }) => ({
    accountId: id,
    name,
    address: addresses[0] ?? "",
    aliases: addresses.slice(1),
    members,
    createdAt: created_at,
    removedAt: removed_at,
    ...ownQuotaOf(row),
  }));
}

export async function insertSharedAccount(
  tx: Tx,
  account: { readonly accountId: string; readonly name: string; readonly createdAt: Date },
): Promise<void> {
  await tx
    .insertInto("shared_account")
    .values({
      account_id: ORGANISATION,
      id: account.accountId,
      name: account.name,
      created_at: account.createdAt,
    })
    .execute();
}

export async function renameSharedAccount(tx: Tx, id: string, name: string): Promise<void> {
  await sql`update shared_account set name = ${name}
    where account_id = ${ORGANISATION} and id = ${id}`.execute(tx);
}

/** Answers false when there is no such person. */
export async function writeGrant(
  tx: Tx,
  accountId: string,
  { personId, mayWrite }: Pick<SharedMember, "personId" | "mayWrite">,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into shared_account_grant (account_id, shared_account_id, person_id, may_write, granted_at)
    select account_id, ${accountId}, id, ${mayWrite}, ${now} from person
    where account_id = ${ORGANISATION} and id = ${personId}
    on conflict (account_id, shared_account_id, person_id) do update set may_write = excluded.may_write
    returning person_id`.execute(tx);
  return rows.length > 0;
}

/** Answers false when the person had none. */
export async function deleteGrant(tx: Tx, accountId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from shared_account_grant where account_id = ${ORGANISATION}
      and shared_account_id = ${accountId} and person_id = ${personId}
    returning person_id`.execute(tx);
  return rows.length > 0;
}

/** Since when it is removed; `null`: it is not. */
export async function markRemoved(tx: Tx, id: string, removedAt: Date | null): Promise<void> {
  await tx
    .updateTable("shared_account")
    .set({ removed_at: removedAt })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}

/** The ids of those that were removed before a time. */
export async function removedBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("shared_account")
    .select("id")
    .where("account_id", "=", ORGANISATION)
    .where("removed_at", "<=", before)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the account away with its addresses and grants. What lies in it is left alone. */
export async function deleteSharedAccount(tx: Tx, accountId: string): Promise<void> {
  for (const [table, column] of [
    ["person_group_member", "member_id"],
    ["shared_account_grant", "shared_account_id"],
    ["mail_address", "owner_id"],
    ["shared_account", "id"],
  ] as const)
    await sql`delete from ${sql.table(table)}
      where account_id = ${ORGANISATION} and ${sql.ref(column)} = ${accountId}`.execute(tx);
}
