import type { Role } from "@atrium/contract/api/session";
import { sql, type Insertable } from "kysely";
import type { Db, Tables, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { NoticeEvent } from "./notice-event.ts";
import "../tables.ts";

/** What one person, and of roles every administrator, is still to be told. */
export interface Notice {
  readonly id: string;
  readonly at: Date;
  /** Who did it; `null`: the command line, or someone who is gone. */
  readonly by: Reader | null;
  readonly event: NoticeEvent;
  readonly given: readonly Role[];
  readonly taken: readonly Role[];
  readonly detail: string | null;
  /** Whose account it is. */
  readonly person: Reader;
}

/** A recipient of notices. */
export interface Reader {
  readonly accountId: string;
  readonly name: string;
  readonly address: string;
  /** As chosen (`Preferences`); `null`: nothing was. */
  readonly locale: string | null;
  /** Of the IANA database; `null`: where they are is not known. */
  readonly timeZone: string | null;
}

export async function insertNotice(
  tx: Tx,
  row: Insertable<Tables["account_notice"]>,
): Promise<void> {
  await tx.insertInto("account_notice").values(row).execute();
}

const READER = sql`json_build_object('accountId', p.personal_account_id, 'name', p.name,
  'locale', p.preferences->>'locale', 'timeZone', p.preferences->>'timeZone', 'address', coalesce((select a.address from mail_address a
    where a.account_id = p.account_id and a.owner_id = p.id and a.is_primary), ''))`;

/** The oldest that nobody has been told. */
export async function readNotices(db: Db, limit: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select n.id, n.at, n.event, n.roles_given as given, n.roles_taken as taken, n.detail, ${READER} as person,
      (select ${READER} from person p where p.account_id = n.account_id and p.id = n.by_id) as by
    from account_notice n join person p on p.account_id = n.account_id and p.id = n.person_id
    where n.account_id = ${ORGANISATION} order by n.at, n.id limit ${limit}`.execute(db);
  return rows;
}

/** The administrators who can read notices. */
export async function readAdministrators(db: Db): Promise<Reader[]> {
  const { rows } = await sql<{ reader: Reader }>`
    select ${READER} as reader from person p
    where p.account_id = ${ORGANISATION} and p.disabled_at is null and 'administrator' = any(p.roles)
    order by p.id`.execute(db);
  return rows.map(({ reader }) => reader);
}

/** The people whose own accounts these are; none of who was disabled. */
export async function readReaders(db: Db, accountIds: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<{ reader: Reader }>`
    select ${READER} as reader from person p
    where p.account_id = ${ORGANISATION} and p.disabled_at is null
      and p.personal_account_id = any(${[...accountIds]}::text[])`.execute(db);
  return rows.map(({ reader }) => reader);
}

export async function deleteNotices(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("account_notice")
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .execute();
}
