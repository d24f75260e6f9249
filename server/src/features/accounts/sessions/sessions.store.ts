import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { identities, identityOf, type Identity } from "../identity/identity.store.ts";
import "../tables.ts";

export interface SessionRow {
  readonly id: string;
  readonly personId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
  readonly ip: string;
  /** The passkey that was shown in it. */
  readonly passkeyId: string | null;
  /** When the person last proved in it who they are. */
  readonly provedAt: Date;
}

/** A session counts while it is older than neither. */
export interface Cutoffs {
  readonly createdAfter: Date;
  readonly seenAfter: Date;
}

export async function insertSession(
  tx: Db | Tx,
  session: SessionRow & { readonly tokenHash: Buffer },
): Promise<void> {
  await tx
    .insertInto("sign_in_session")
    .values({
      account_id: ORGANISATION,
      id: session.id,
      token_hash: session.tokenHash,
      person_id: session.personId,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      user_agent: session.userAgent,
      ip: session.ip,
      passkey_id: session.passkeyId,
      proved_at: session.provedAt,
    })
    .execute();
}

/** Notes that the person proved again who they are. */
export async function writeProof(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable("sign_in_session")
    .set({ proved_at: at })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}

/** Notes that a passkey was shown in a session that began otherwise. Answers false when the session has ended. */
export async function noteShownPasskey(tx: Tx, id: string, passkeyId: string): Promise<boolean> {
  const row = await tx
    .updateTable("sign_in_session")
    .set({ passkey_id: passkeyId })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A passkey was removed in a session that it began. */
export async function forgetShownPasskey(tx: Tx, id: string, passkeyId: string): Promise<void> {
  await tx
    .updateTable("sign_in_session")
    .set({ passkey_id: null })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .where("passkey_id", "=", passkeyId)
    .execute();
}

/** Whether a session is still there. Until the transaction ends nobody ends it. */
export async function holdSession(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("sign_in_session")
    .select("id")
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The session of a token and whose it is; null when it has ended or its person is disabled. */
export async function readSession(
  db: Db,
  tokenHash: Buffer,
  cutoffs: Cutoffs,
): Promise<{ session: SessionRow; identity: Identity } | null> {
  const row = await identities(db)
    .innerJoin("sign_in_session as session", (join) =>
      join
        .onRef("session.account_id", "=", "person.account_id")
        .onRef("session.person_id", "=", "person.id"),
    )
    .where("session.token_hash", "=", tokenHash)
    .where("session.created_at", ">", cutoffs.createdAfter)
    .where("session.last_seen_at", ">", cutoffs.seenAfter)
    .select([
      "session.id",
      "session.created_at",
      "session.last_seen_at",
      "session.user_agent",
      "session.ip",
      "session.passkey_id",
      "session.proved_at",
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { session: sessionOf(row), identity: identityOf(row) };
}

/** Whether a token's session is still written down, its person being enabled. */
export async function isRemembered(db: Db, tokenHash: Buffer, cutoffs: Cutoffs): Promise<boolean> {
  return (await readSession(db, tokenHash, cutoffs)) !== null;
}

interface RawSession {
  id: string;
  person_id: string;
  created_at: Date;
  last_seen_at: Date;
  user_agent: string;
  ip: string;
  passkey_id: string | null;
  proved_at: Date | null;
}

const sessionOf = (row: RawSession): SessionRow => ({
  id: row.id,
  personId: row.person_id,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  userAgent: row.user_agent,
  ip: row.ip,
  passkeyId: row.passkey_id,
  provedAt: row.proved_at ?? row.created_at,
});

/** The person's sessions that count, the last seen first. */
export async function listSessions(
  db: Db,
  personId: string,
  cutoffs: Cutoffs,
): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("sign_in_session")
    .select([
      "id",
      "person_id",
      "created_at",
      "last_seen_at",
      "user_agent",
      "ip",
      "passkey_id",
      "proved_at",
    ])
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId)
    .where("created_at", ">", cutoffs.createdAfter)
    .where("last_seen_at", ">", cutoffs.seenAfter)
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.map(sessionOf);
}

export async function touchSession(db: Db, id: string, now: Date, ip: string): Promise<void> {
  await db
    .updateTable("sign_in_session")
    .set({ last_seen_at: now, ip })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}

/** Answers false when the session has ended. */
export async function replaceToken(tx: Tx, id: string, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable("sign_in_session")
    .set({ token_hash: tokenHash })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Which sessions of a person: all of them, but for what is given. */
export interface WhichSessions {
  readonly only?: string;
  readonly except?: string;
  /** In which one of these passkeys was shown. */
  readonly passkeys?: readonly string[];
}

/** Deletes sessions of a person. Answers the ids of those that were there. */
export async function deleteSessions(
  db: Db | Tx,
  personId: string,
  which: WhichSessions = {},
): Promise<string[]> {
  let query = db
    .deleteFrom("sign_in_session")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId);
  if (which.only !== undefined) query = query.where("id", "=", which.only);
  if (which.except !== undefined) query = query.where("id", "!=", which.except);
  if (which.passkeys !== undefined) query = query.where("passkey_id", "in", which.passkeys);
  const rows = await query.returning("id").execute();
  return rows.map(({ id }) => id);
}

/** Deletes the person's sessions that no longer count, and the least recently seen beyond `keep`. */
export async function pruneSessions(
  db: Db | Tx,
  personId: string,
  cutoffs: Cutoffs,
  keep: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sign_in_session where account_id = ${ORGANISATION} and id in (
      select id from (
        select id, created_at, last_seen_at, row_number() over (order by last_seen_at desc, id desc) as place
        from sign_in_session where account_id = ${ORGANISATION} and person_id = ${personId}
      ) ranked
      where place > ${keep} or created_at <= ${cutoffs.createdAfter} or last_seen_at <= ${cutoffs.seenAfter}
    ) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What others need to know of a session that still counts. */
export interface LivingSession {
  /** Whether a passkey was shown in it. */
  readonly isByPasskey: boolean;
  readonly provedAt: Date;
}

/** Which of these sessions still count, their persons being enabled, and whether a passkey was shown in each. */
export async function livingSessions(
  db: Db,
  ids: readonly string[],
  cutoffs: Cutoffs,
): Promise<Map<string, LivingSession>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("sign_in_session as session")
    .innerJoin("person", (join) =>
      join
        .onRef("person.account_id", "=", "session.account_id")
        .onRef("person.id", "=", "session.person_id"),
    )
    .select(["session.id", "session.passkey_id", "session.proved_at", "session.created_at"])
    .where("session.account_id", "=", ORGANISATION)
    .where(sql<boolean>`session.id = any(${[...ids]})`)
    .where("person.disabled_at", "is", null)
    .where("session.created_at", ">", cutoffs.createdAfter)
    .where("session.last_seen_at", ">", cutoffs.seenAfter)
    .execute();
  return new Map(
    rows.map(({ id, passkey_id, proved_at, created_at }) => [
      id,
      { isByPasskey: passkey_id !== null, provedAt: proved_at ?? created_at },
    ]),
  );
}

/** Deletes everybody's sessions that no longer count. */
export async function deleteExpired(db: Db, cutoffs: Cutoffs): Promise<void> {
  await sql`delete from sign_in_session where account_id = ${ORGANISATION}
    and (created_at <= ${cutoffs.createdAfter} or last_seen_at <= ${cutoffs.seenAfter})`.execute(
    db,
  );
}
