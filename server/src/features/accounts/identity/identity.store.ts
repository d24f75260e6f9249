import type { Role } from "@atrium/contract/api/session";
import type { Choices } from "@atrium/contract/types/preferences";
import { sql } from "kysely";
import type { PrincipalVersion } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { decidedBy, type PolicyRow } from "../organisation/policies.store.ts";
import { askedFrom, ruleOf } from "../organisation/second-factor-rule.ts";
import { choicesOf } from "../preferences/preferences.store.ts";
import "../tables.ts";

/** A person with what every signed-in request needs. */
export interface Identity {
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly address: string;
  readonly roles: readonly Role[];
  readonly preferences: Choices;
  readonly organisation: string;
  /** The organisation lets browsers keep mail. */
  readonly mayKeepOnDevice: boolean;
  /** From when on the organisation asks for a second factor that the person has not; null: it does not, or there is one. */
  readonly owesSecondFactorFrom: Date | null;
  /** From when on the password lets in only with a passkey, as the organisation asks for a second factor and there is no other. */
  readonly owesPasskeyFrom: Date | null;
  /** Why the organisation asks for a second factor, in its words. */
  readonly secondFactorReason: string;
  /** The shared accounts that the person has a grant for, by name. */
  readonly shared: readonly SharedGrant[];
  /** The person and the person's groups, at any depth, with whom something was ever shared. */
  readonly principals: readonly PrincipalVersion[];
}

export interface SharedGrant {
  readonly accountId: string;
  readonly name: string;
  readonly mayWrite: boolean;
}

/** The identity of an enabled person. */
export async function readIdentity(db: Db, personId: string): Promise<Identity | null> {
  const row = await identities(db).where("person.id", "=", personId).executeTakeFirst();
  return row === undefined ? null : identityOf(row);
}

/** Enabled persons, to be joined with what identifies them. */
export function identities(db: Db) {
  return db
    .selectFrom("person")
    .innerJoin("organisation", "organisation.account_id", "person.account_id")
    .innerJoin("mail_address", (join) =>
      join
        .onRef("mail_address.account_id", "=", "person.account_id")
        .onRef("mail_address.owner_id", "=", "person.id")
        .on("mail_address.is_primary", "=", true),
    )
    .where("person.account_id", "=", ORGANISATION)
    .where("person.disabled_at", "is", null)
    .select([
      "person.id as person_id",
      "person.personal_account_id",
      "person.name",
      "person.roles",
      "person.preferences",
      "mail_address.address",
      "organisation.name as organisation",
      sql<PolicyRow[]>`coalesce((
        select json_agg(json_build_object('name', y.name, 'value', y.value, 'reason', y.reason))
        from policy y where y.account_id = person.account_id), '[]')`.as("policies"),
      sql<boolean>`exists (
        select 1 from second_factor f
        where f.account_id = person.account_id and f.person_id = person.id and f.confirmed_at is not null)`.as(
        "has_second_factor",
      ),
      sql<boolean>`exists (
        select 1 from passkey k where k.account_id = person.account_id and k.person_id = person.id)`.as(
        "has_passkey",
      ),
      sql<SharedGrant[]>`coalesce((
        select json_agg(json_build_object('accountId', s.id, 'name', s.name, 'mayWrite', g.may_write)
          order by s.name, s.id)
        from shared_account_grant g
        join shared_account s on s.account_id = g.account_id and s.id = g.shared_account_id
        where g.account_id = person.account_id and g.person_id = person.id
          and s.removed_at is null), '[]')`.as("shared"),
      // Where nothing was ever shared, nobody's groups are looked up. What is shared is read by who asks for it.
      sql<PrincipalVersion[]>`case when exists (select from share_principal) then coalesce((
        with recursive mine (id) as (
          select person.id
          union
          select m.group_id from person_group_member m join mine on m.member_id = mine.id
          where m.account_id = person.account_id
        )
        select json_agg(json_build_object('id', s.principal_id, 'version', s.version::text) order by s.principal_id)
        from mine join share_principal s on s.account_id = person.account_id and s.principal_id = mine.id),
        '[]') else '[]' end`.as("principals"),
    ]);
}

interface IdentityRow {
  person_id: string;
  personal_account_id: string;
  name: string;
  roles: Role[];
  preferences: Readonly<Record<string, unknown>>;
  address: string;
  organisation: string;
  policies: PolicyRow[];
  has_second_factor: boolean;
  has_passkey: boolean;
  shared: SharedGrant[];
  principals: PrincipalVersion[];
}

export function identityOf(row: IdentityRow): Identity {
  const policies = decidedBy(row.policies);
  const owesFrom = row.has_second_factor ? null : askedFrom(ruleOf(policies), row.roles);
  return {
    personId: row.person_id,
    accountId: row.personal_account_id,
    name: row.name,
    address: row.address,
    roles: row.roles,
    preferences: choicesOf(row.preferences),
    organisation: row.organisation,
    mayKeepOnDevice: policies.mayKeepOnDevice,
    owesSecondFactorFrom: row.has_passkey ? null : owesFrom,
    owesPasskeyFrom: row.has_passkey ? owesFrom : null,
    secondFactorReason: policies.secondFactorReason,
    shared: row.shared,
    principals: row.principals,
  };
}
