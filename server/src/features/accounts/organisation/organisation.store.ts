import type { Unverified } from "@atrium/contract/types/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import "../tables.ts";

/**
 * The account of the organisation. One store serves one organisation; a fixed id lets the key of its row decide
 * between two set-ups at once.
 */
export const ORGANISATION = "organisation";

export interface Organisation {
  readonly accountId: string;
  readonly name: string;
  readonly createdAt: Date;
}

export async function readOrganisation(db: Db | Tx): Promise<Organisation | null> {
  const row = await db
    .selectFrom("organisation")
    .select(["account_id", "name", "created_at"])
    .where("account_id", "=", ORGANISATION)
    .executeTakeFirst();
  return row ? { accountId: row.account_id, name: row.name, createdAt: row.created_at } : null;
}

/** Answers false when there is an organisation already. */
export async function insertOrganisation(tx: Tx, name: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto("organisation")
    .values({ account_id: ORGANISATION, name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface Domain {
  /** ASCII (IDNA). */
  readonly name: string;
  readonly createdAt: Date;
  /** What is done with mail from outside that claims to be from it and does not prove it. */
  readonly unverified: Unverified;
}

/** These domains, or all of them, by name. */
export async function readDomains(
  db: Db | Tx,
  names: readonly string[] | null = null,
  limit?: number,
): Promise<Domain[]> {
  const rows = await db
    .selectFrom("domain")
    .select(["name", "created_at", "unverified"])
    .where("account_id", "=", ORGANISATION)
    .$if(names !== null, (query) => query.where("name", "=", sql<string>`any(${[...names!]})`))
    .orderBy("name")
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return rows.map(({ name, created_at, unverified }) => ({
    name,
    createdAt: created_at,
    unverified,
  }));
}

/** Whether a person, a group or a shared account has an address in the domain. */
export async function hasAddresses(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from mail_address
      where account_id = ${ORGANISATION} and right(address, ${name.length + 1}) = ${`@${name}`}) as found`.execute(
    tx,
  );
  return rows[0]!.found;
}

export async function hasDomain(db: Db | Tx, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("domain")
    .select("name")
    .where("account_id", "=", ORGANISATION)
    .where("name", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers false when there is no such domain. */
export async function updateDomain(
  tx: Tx,
  name: string,
  changes: { readonly unverified: Unverified },
): Promise<boolean> {
  const row = await tx
    .updateTable("domain")
    .set(changes)
    .where("account_id", "=", ORGANISATION)
    .where("name", "=", name)
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers false when the domain is there already. */
export async function insertDomain(tx: Tx, name: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto("domain")
    .values({ account_id: ORGANISATION, name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDomain(tx: Tx, name: string): Promise<void> {
  await tx
    .deleteFrom("domain")
    .where("account_id", "=", ORGANISATION)
    .where("name", "=", name)
    .execute();
}
