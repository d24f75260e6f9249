import type { Comparator } from "@atrium/contract/types/define";
import type { Choices } from "@atrium/contract/types/preferences";
import type { PersonFilter } from "@atrium/contract/types/person";
import { holdsWord, whereOf } from "../../../engine/index.ts";
import type { Role } from "@atrium/contract/api/session";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { deleteInvitations } from "./invitations.store.ts";
import { ownQuotaOf } from "../quota/own-quota.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

/** A user of the organisation. */
export interface Person {
  readonly id: string;
  /** The person's own account. */
  readonly accountId: string;
  readonly name: string;
  /** Canonical, as are the aliases. */
  readonly address: string;
  readonly aliases: readonly string[];
  readonly roles: readonly Role[];
  /** Whether sign-ins ask for a code. */
  readonly secondFactor: boolean;
  /** How many there are. */
  readonly passkeys: number;
  /** Until when a link lets the person set a password. */
  readonly invitedUntil: Date | null;
  readonly disabled: boolean;
  /** Since when the person is removed, and can be restored; disabled as well then. */
  readonly removedAt: Date | null;
  readonly createdAt: Date;
  /** What they may keep where that is not what all may; `null`: as all. */
  readonly quotaOctets: number | null;
  readonly quotaEmails: number | null;
}

/** These people, or all of them, by name. */
export async function readPersons(
  db: Db | Tx,
  ids: readonly string[] | null = null,
  limit?: number,
): Promise<Person[]> {
  const chosen = ids === null ? null : [...ids];
  const { rows } = await sql<{
    id: string;
    personal_account_id: string;
    name: string;
    roles: Role[];
    disabled_at: Date | null;
    removed_at: Date | null;
    created_at: Date;
    invited_until: Date | null;
    quota_octets: number | null;
    quota_emails: number | null;
    addresses: string[];
    second_factor: boolean;
    passkeys: number;
  }>`
    select p.id, p.personal_account_id, p.name, p.roles, p.disabled_at, p.removed_at, p.created_at,
      c.quota_octets, c.quota_emails,
      (select i.expires_at from invitation i
        where i.account_id = p.account_id and i.person_id = p.id and i.kind = 'invitation')
        as invited_until,
      array(select a.address from mail_address a where a.account_id = p.account_id and a.owner_id = p.id
        order by a.is_primary desc, a.address) as addresses,
      exists (select 1 from second_factor f where f.account_id = p.account_id and f.person_id = p.id
        and f.confirmed_at is not null) as second_factor,
      (select count(*) from passkey k where k.account_id = p.account_id and k.person_id = p.id) as passkeys
    from person p left join account c on c.account_id = p.personal_account_id
    where p.account_id = ${ORGANISATION} and (${chosen}::text[] is null or p.id = any(${chosen}::text[]))
    order by p.name, p.id limit ${limit ?? null}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.personal_account_id,
    name: row.name,
    address: row.addresses[0] ?? "",
    aliases: row.addresses.slice(1),
    roles: row.roles,
    secondFactor: row.second_factor,
    passkeys: row.passkeys,
    invitedUntil: row.invited_until,
    disabled: row.disabled_at !== null,
    removedAt: row.removed_at,
    createdAt: row.created_at,
    ...ownQuotaOf(row),
  }));
}

/** The own accounts of these people. */
export async function accountsOf(db: Db | Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("person")
    .select("personal_account_id")
    .where("account_id", "=", ORGANISATION)
    .where("id", "in", [...ids])
    .execute();
  return rows.map((row) => row.personal_account_id);
}

const SORTED_BY: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`lower(p.name)`,
  address: sql`(select a.address from mail_address a
    where a.account_id = p.account_id and a.owner_id = p.id and a.is_primary)`,
  createdAt: sql`p.created_at`,
};

/** Ids of everyone whom a filter means, in order. */
export async function searchPersons(
  db: Db | Tx,
  filter: PersonFilter | null,
  sort: readonly Comparator[],
): Promise<string[]> {
  const where = whereOf(filter, ({ text, role, isDisabled, isRemoved }) => [
    ...(text === undefined
      ? []
      : [
          sql`(${holdsWord(sql`p.name`, text)} or exists (
            select 1 from mail_address a where a.account_id = p.account_id and a.owner_id = p.id
              and ${holdsWord(sql`a.address`, text)}))`,
        ]),
    ...(role === undefined ? [] : [sql`${role} = any(p.roles)`]),
    ...(isDisabled === undefined ? [] : [sql`(p.disabled_at is not null) = ${isDisabled}`]),
    ...(isRemoved === undefined ? [] : [sql`(p.removed_at is not null) = ${isRemoved}`]),
  ]);
  const order = sort.map(
    ({ property, isAscending = true }) =>
      sql`${SORTED_BY[property]!} ${isAscending ? sql`asc` : sql`desc`}`,
  );
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where p.account_id = ${ORGANISATION} and ${where}
    order by ${sql.join([...order, sql`p.id`])}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertPerson(
  tx: Tx,
  person: Pick<Person, "id" | "accountId" | "name" | "roles" | "createdAt"> & {
    readonly preferences: Choices;
  },
): Promise<void> {
  await tx
    .insertInto("person")
    .values({
      account_id: ORGANISATION,
      id: person.id,
      personal_account_id: person.accountId,
      name: person.name,
      roles: [...person.roles],
      preferences: JSON.stringify(person.preferences),
      disabled_at: null,
      created_at: person.createdAt,
    })
    .execute();
}

export async function updatePerson(
  tx: Tx,
  id: string,
  change: {
    readonly name?: string;
    readonly roles?: readonly Role[];
    readonly disabledAt?: Date | null;
  },
): Promise<void> {
  const set = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.roles === undefined ? {} : { roles: [...change.roles] }),
    ...(change.disabledAt === undefined ? {} : { disabled_at: change.disabledAt }),
  };
  if (Object.keys(set).length === 0) return;
  await tx
    .updateTable("person")
    .set(set)
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}

/** Disables a person as well, who can be restored as before. */
export async function removePerson(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update person set removed_at = ${now}, disabled_at = coalesce(disabled_at, ${now})
    where account_id = ${ORGANISATION} and id = ${id}`.execute(tx);
}

/** Who was disabled before stays so. Answers whether the person is not. */
export async function restorePerson(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`update person set removed_at = null,
      disabled_at = case when disabled_at = removed_at then null else disabled_at end
    where account_id = ${ORGANISATION} and id = ${id}
    returning disabled_at is null as active`.execute(tx);
  return rows[0]?.active ?? false;
}

/** Who was removed before a time. */
export async function removedBefore(
  db: Db,
  before: Date,
): Promise<Pick<Person, "id" | "accountId">[]> {
  const { rows } = await sql<Pick<Person, "id" | "accountId">>`
    select id, personal_account_id as "accountId" from person
    where account_id = ${ORGANISATION} and removed_at <= ${before} order by id`.execute(db);
  return rows;
}

export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("share_grant").where("principal_id", "=", id).execute();
  for (const [table, column] of [
    ["person_group_member", "member_id"],
    ["shared_account_grant", "person_id"],
    ["client_credential", "person_id"],
    ["sign_in_event", "person_id"],
    ["account_notice", "person_id"],
    ["invitation", "person_id"],
    ["recovery_address", "person_id"],
    ["recovery_code", "person_id"],
    ["second_factor", "person_id"],
    ["passkey", "person_id"],
    ["mail_address", "owner_id"],
    ["person_password", "person_id"],
    ["person", "id"],
  ] as const)
    await sql`delete from ${sql.table(table)}
      where account_id = ${ORGANISATION} and ${sql.ref(column)} = ${id}`.execute(tx);
}

/** Enabled administrators other than this person. */
export async function countOtherAdministrators(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from person where account_id = ${ORGANISATION} and id <> ${id}
      and disabled_at is null and 'administrator' = any(roles)`.execute(tx);
  return rows[0]!.count;
}

export async function readPassword(
  db: Db,
  personId: string,
): Promise<{ hash: string; changedAt: Date; hasSecondFactor: boolean } | null> {
  const row = await db
    .selectFrom("person_password as password")
    .leftJoin("second_factor as factor", (join) =>
      join
        .onRef("factor.account_id", "=", "password.account_id")
        .onRef("factor.person_id", "=", "password.person_id")
        .on("factor.confirmed_at", "is not", null),
    )
    .select(["password.hash", "password.changed_at", "factor.confirmed_at"])
    .where("password.account_id", "=", ORGANISATION)
    .where("password.person_id", "=", personId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    hash: row.hash,
    changedAt: row.changed_at,
    hasSecondFactor: row.confirmed_at !== null,
  };
}

export async function hasPassword(db: Db | Tx, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("person_password")
    .select("person_id")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A link that lets the person set one is worth nothing from then on. */
export async function writePassword(
  tx: Tx,
  personId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await deleteInvitations(tx, personId);
  await tx
    .insertInto("person_password")
    .values({ account_id: ORGANISATION, person_id: personId, hash, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "person_id"]).doUpdateSet({ hash, changed_at: now }),
    )
    .execute();
}
