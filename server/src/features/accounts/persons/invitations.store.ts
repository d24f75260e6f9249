import type { InvitationKind } from "@atrium/contract/api/session";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

export interface NewInvitation {
  readonly personId: string;
  readonly kind: InvitationKind;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** An earlier one of the kind is worth nothing from then on. */
export async function writeInvitation(
  tx: Tx,
  { personId, kind, tokenHash, expiresAt }: NewInvitation,
): Promise<void> {
  const set = { token_hash: tokenHash, expires_at: expiresAt };
  await tx
    .insertInto("invitation")
    .values({ account_id: ORGANISATION, person_id: personId, kind, ...set })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "person_id", "kind"]).doUpdateSet(set),
    )
    .execute();
}

export interface FoundInvitation extends Pick<NewInvitation, "personId" | "kind"> {
  readonly hasSecondFactor: boolean;
}

/** Whom a token invites; `null` for nobody, or no longer. */
export async function readInvitation(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundInvitation | null> {
  const { rows } = await sql<FoundInvitation>`
    select i.person_id as "personId", i.kind, exists (select from second_factor f
      where f.account_id = i.account_id and f.person_id = i.person_id and f.confirmed_at is not null)
      as "hasSecondFactor"
    from invitation i
    where i.account_id = ${ORGANISATION} and i.token_hash = ${tokenHash} and i.expires_at > ${now}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Takes it away. Answers false when someone was faster. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .deleteFrom("invitation")
    .where("account_id", "=", ORGANISATION)
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .returning("person_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Of all kinds. */
export async function deleteInvitations(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom("invitation")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .execute();
}

/** Takes away the link that was sent to an address which is the person's no more. */
export async function deleteRecovery(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom("invitation")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("kind", "=", "recovery")
    .execute();
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("invitation")
    .where("account_id", "=", ORGANISATION)
    .where("expires_at", "<=", now)
    .execute();
}
