import type { PrincipalFilter, PrincipalRecord } from "@atrium/contract/types/principal";
import type { Comparator } from "@atrium/contract/types/define";
import { sql, type RawBuilder } from "kysely";
import { holdsWord, whereOf } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";

/** Persons, groups and shared accounts (of which several people are behind one address) as one list. */
const directory = sql`(
  select p.id, 'individual' as type, p.name, p.personal_account_id as mail_account_id,
    (select a.address from mail_address a
      where a.account_id = p.account_id and a.owner_id = p.id and a.is_primary) as email
  from person p where p.account_id = ${ORGANISATION} and p.disabled_at is null
  union all
  select g.id, 'group', g.name, null,
    (select a.address from mail_address a
      where a.account_id = g.account_id and a.owner_id = g.id and a.is_primary)
  from person_group g where g.account_id = ${ORGANISATION}
  union all
  select s.id, 'group', s.name, s.id,
    (select a.address from mail_address a
      where a.account_id = s.account_id and a.owner_id = s.id and a.is_primary)
  from shared_account s where s.account_id = ${ORGANISATION} and s.removed_at is null
) d`;

export interface DirectoryRow {
  readonly id: string;
  readonly type: PrincipalRecord["type"];
  readonly name: string;
  readonly email: string | null;
  readonly mail_account_id: string | null;
}

export async function readDirectory(
  db: Db | Tx,
  ids: readonly string[] | null,
  limit: number,
): Promise<DirectoryRow[]> {
  const chosen = ids === null ? null : [...ids];
  const { rows } = await sql<DirectoryRow>`
    select id, type, name, email, mail_account_id from ${directory}
    where ${chosen}::text[] is null or id = any(${chosen}::text[])
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Ids of everyone who matches, in order. */
export async function searchDirectory(
  db: Db | Tx,
  filter: PrincipalFilter | null,
  sort: readonly Comparator[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${directory} where ${condition(filter)}
    order by ${sql.join([...sort.map(order), sql`id`])}`.execute(db);
  return rows.map(({ id }) => id);
}

const COLUMNS: Readonly<Record<string, string>> = { name: "name", email: "email", type: "type" };

function order({ property, isAscending = true }: Comparator): RawBuilder<unknown> {
  const column = sql.ref(COLUMNS[property]!);
  return isAscending
    ? sql`lower(${column}) asc nulls first`
    : sql`lower(${column}) desc nulls last`;
}

/** RFC 9670 §2.3; words of `name`, `email` and `text` match anywhere, whatever their case. */
const condition = (filter: PrincipalFilter | null): RawBuilder<boolean> =>
  whereOf(filter, ({ accountIds, email, name, text, type, timeZone }) => [
    ...(accountIds === undefined ? [] : [sql`mail_account_id = any(${[...accountIds]}::text[])`]),
    ...(email === undefined ? [] : [holdsWord(EMAIL, email)]),
    ...(name === undefined ? [] : [holdsWord(NAME, name)]),
    ...(text === undefined ? [] : [sql`(${holdsWord(NAME, text)} or ${holdsWord(EMAIL, text)})`]),
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    // Nobody has said where they are yet.
    ...(timeZone === undefined ? [] : [sql`false`]),
  ]);

const NAME = sql.ref("name");
const EMAIL = sql.ref("email");
