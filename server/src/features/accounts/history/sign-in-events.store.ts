import type { Selectable } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

export type SignInEventRow = Omit<Selectable<Tables["sign_in_event"]>, "account_id">;

export async function insertSignInEvent(db: Db, event: SignInEventRow): Promise<void> {
  await db
    .insertInto("sign_in_event")
    .values({ account_id: ORGANISATION, ...event })
    .execute();
}

/** The person's, the newest first. */
export async function listSignInEvents(
  db: Db,
  personId: string,
  limit: number,
): Promise<SignInEventRow[]> {
  return db
    .selectFrom("sign_in_event")
    .select(["id", "person_id", "at", "result", "way", "ip", "user_agent"])
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function deleteSignInEvents(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("sign_in_event")
    .where("account_id", "=", ORGANISATION)
    .where("at", "<", before)
    .execute();
}
