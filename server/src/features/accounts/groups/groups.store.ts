import { sql } from "kysely";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/** People who are meant together. With an address it is also a mail group. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** Ids of persons, of shared accounts and of other groups. */
  readonly members: readonly string[];
  readonly memberCount: number;
}

/** These groups, or all of them, by name. */
export async function readGroups(
  db: Db | Tx,
  ids: readonly string[] | null = null,
  { limit, withMembers = true }: { readonly limit?: number; readonly withMembers?: boolean } = {},
): Promise<Group[]> {
  const chosen = ids === null ? null : [...ids];
  const { rows } = await sql<Group>`
    select g.id, g.name,
      (select address from mail_address a where a.account_id = g.account_id and a.owner_id = g.id
        order by a.is_primary desc limit 1) as address,
      (select count(*) from person_group_member m
        where m.account_id = g.account_id and m.group_id = g.id) as "memberCount",
      array(select member_id from person_group_member m
        where ${withMembers} and m.account_id = g.account_id and m.group_id = g.id
        order by member_id) as members
    from person_group g
    where g.account_id = ${ORGANISATION} and (${chosen}::text[] is null or g.id = any(${chosen}::text[]))
    order by g.name, g.id limit ${limit ?? null}`.execute(db);
  return rows;
}

/** Keeps what a group is called; its address and members are kept apart. */
export async function writeGroup(
  tx: Tx,
  { id, name }: Pick<Group, "id" | "name">,
  now: Date,
): Promise<void> {
  await sql`insert into person_group (account_id, id, name, created_at)
    values (${ORGANISATION}, ${id}, ${name}, ${now})
    on conflict (account_id, id) do update set name = excluded.name`.execute(tx);
}

/** @throws Refusal `invalid` when one of the added is nobody. */
export async function changeMembers(
  { tx, now }: Pick<UnitOfWork, "tx" | "now">,
  id: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  await sql`delete from person_group_member where account_id = ${ORGANISATION} and group_id = ${id}
    and member_id = any(${[...removed]}::text[])`.execute(tx);
  const { rows } = await sql<{ member_id: string }>`
    insert into person_group_member (account_id, group_id, member_id, since)
    select ${ORGANISATION}, ${id}, m, ${now} from unnest(${[...added]}::text[]) m
    where m <> ${id} and (
      exists (select 1 from person p where p.account_id = ${ORGANISATION} and p.id = m) or
      exists (select 1 from shared_account s where s.account_id = ${ORGANISATION} and s.id = m) or
      exists (select 1 from person_group g where g.account_id = ${ORGANISATION} and g.id = m))
    returning member_id`.execute(tx);
  if (rows.length < added.length) refuse("invalid", "no such member", { properties: ["members"] });
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("share_grant").where("principal_id", "=", id).execute();
  for (const [table, column] of [
    ["person_group_member", "group_id"],
    ["person_group_member", "member_id"],
    ["mail_address", "owner_id"],
    ["person_group", "id"],
  ] as const)
    await sql`delete from ${sql.table(table)}
      where account_id = ${ORGANISATION} and ${sql.ref(column)} = ${id}`.execute(tx);
}
