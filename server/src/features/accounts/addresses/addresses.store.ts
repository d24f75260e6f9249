import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/**
 * Makes these the addresses of a person or group, the first one being the primary one. Answers the first that belongs
 * to another user, or null when all is well.
 */
export async function replaceAddresses(
  tx: Tx,
  ownerId: string,
  addresses: readonly string[],
): Promise<string | null> {
  await tx
    .deleteFrom("mail_address")
    .where("account_id", "=", ORGANISATION)
    .where("owner_id", "=", ownerId)
    .execute();
  if (addresses.length === 0) return null;
  const rows = await tx
    .insertInto("mail_address")
    .values(
      addresses.map((address, index) => ({
        account_id: ORGANISATION,
        address,
        owner_id: ownerId,
        is_primary: index === 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("address")
    .execute();
  const mine = new Set(rows.map(({ address }) => address));
  return addresses.find((address) => !mine.has(address)) ?? null;
}

/** Who an address belongs to. Of several spellings the first that is known counts. */
export async function ownerOf(db: Db | Tx, spellings: readonly string[]): Promise<string | null> {
  const owners = await ownersOf(db, spellings);
  for (const spelling of spellings) {
    const owner = owners.get(spelling);
    if (owner !== undefined) return owner;
  }
  return null;
}

/** Whom those of the addresses belong to that are a user's; they are in canonical form. */
export async function ownersOf(
  db: Db | Tx,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("mail_address")
    .select(["address", "owner_id"])
    .where("account_id", "=", ORGANISATION)
    .where("address", "=", sql<string>`any(${addresses})`)
    .execute();
  return new Map(rows.map(({ address, owner_id: owner }) => [address, owner]));
}

/** Everything that an account may be written to at, the primary address first. */
export async function addressesOf(db: Db | Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select a.address from mail_address a
    where a.account_id = ${ORGANISATION} and a.owner_id in (
      select p.id from person p
        where p.account_id = ${ORGANISATION} and p.personal_account_id = ${accountId}
      union all select ${accountId})
    order by a.is_primary desc, a.address`.execute(db);
  return rows.map(({ address }) => address);
}

/** What the person or shared account that an account belongs to is called; empty when it is nobody's. */
export async function ownerNameOf(db: Db | Tx, accountId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from person
    where account_id = ${ORGANISATION} and personal_account_id = ${accountId}
    union all
    select name from shared_account where account_id = ${ORGANISATION} and id = ${accountId}`.execute(
    db,
  );
  return rows[0]?.name ?? "";
}

/** An account as a receiver of mail. */
export interface Recipient {
  readonly accountId: string;
  /** `null`: a shared account. */
  readonly personId: string | null;
  /** Whether it may keep something else than all. */
  readonly hasOwnQuota: boolean;
  /** The group that was written to, if it was one; not those inside it. */
  readonly group: { readonly id: string; readonly name: string } | null;
}

/**
 * The person or shared account, or everyone in the group and the groups inside it, each once. Disabled persons and removed
 * accounts get no mail.
 */
export const expand = (db: Db, ownerId: string): Promise<Recipient[]> =>
  expandOwner(db, sql`select ${ownerId}::text collate "C" as id`);

/** The same of whoever has an address of a domain of ours; of several spellings the first that is known counts. */
export const recipientsOf = (
  db: Db,
  domain: string,
  spellings: readonly string[],
): Promise<Recipient[]> =>
  expandOwner(
    db,
    sql`select a.owner_id as id from mail_address a
      where a.account_id = ${ORGANISATION} and a.address = any(${spellings}::text[])
        and exists (select from domain d where d.account_id = ${ORGANISATION} and d.name = ${domain})
      order by array_position(${spellings}::text[], a.address) limit 1`,
  );

const hasOwnQuota = (accountId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from account c where c.account_id = ${sql.ref(accountId)}
    and (c.quota_octets is not null or c.quota_emails is not null))`;

async function expandOwner(db: Db, owner: RawBuilder<unknown>): Promise<Recipient[]> {
  // UNION, not UNION ALL: groups that contain each other end.
  const { rows } = await sql<
    Omit<Recipient, "group"> & { groupId: string; groupName: string | null }
  >`
    with recursive owner as (${owner}), written as (
      select owner.id, (select g.name from person_group g
        where g.account_id = ${ORGANISATION} and g.id = owner.id) as name
      from owner
    ), member(id) as (
      select id from owner
      union
      select m.member_id from person_group_member m join member on m.group_id = member.id
      where m.account_id = ${ORGANISATION}
    )
    select p.personal_account_id as "accountId", p.id as "personId",
      ${hasOwnQuota("p.personal_account_id")} as "hasOwnQuota", written.id as "groupId", written.name as "groupName"
    from written cross join member join person p on p.id = member.id
    where p.account_id = ${ORGANISATION} and p.disabled_at is null
    union all
    select s.id, null, ${hasOwnQuota("s.id")}, written.id, written.name from written
      cross join member join shared_account s on s.id = member.id
    where s.account_id = ${ORGANISATION} and s.removed_at is null
    order by 1`.execute(db);
  return rows.map(({ groupId, groupName, ...row }) => ({
    ...row,
    group: groupName === null ? null : { id: groupId, name: groupName },
  }));
}

export const administrators = (db: Db): Promise<Recipient[]> =>
  enabledPersons(db)
    .where(sql<boolean>`'administrator' = any(roles)`)
    .orderBy("id")
    .execute()
    .then((rows) => rows.map(asRecipient));

/** Who has been here longest; null while there is nobody. */
export async function firstPerson(db: Db): Promise<Recipient | null> {
  const row = await enabledPersons(db)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : asRecipient(row);
}

const enabledPersons = (db: Db) =>
  db
    .selectFrom("person")
    .select([
      "id",
      "personal_account_id",
      hasOwnQuota("person.personal_account_id").as("has_own_quota"),
    ])
    .where("account_id", "=", ORGANISATION)
    .where("disabled_at", "is", null);

const asRecipient = (row: {
  readonly id: string;
  readonly personal_account_id: string;
  readonly has_own_quota: boolean;
}): Recipient => ({
  accountId: row.personal_account_id,
  personId: row.id,
  hasOwnQuota: row.has_own_quota,
  group: null,
});
