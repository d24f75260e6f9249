import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { identities, identityOf, type Identity } from "../identity/identity.store.ts";
import type { Owner } from "../organisation/note.ts";
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

/** A session counts while it is older than neither, and no older than the policy lets it be. */
export interface Cutoffs {
  readonly createdAfter: Date;
  readonly seenAfter: Date;
  /** When the policy is looked at; null: not at all. */
  readonly policyAt: Date | null;
}

/** Whether the policy ends a session at a time, with the table's name in the statement. */
const outlived = (session: string, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from policy where policy.account_id = ${sql.ref(session)}.account_id and policy.name = 'sessions'
    and (${sql.ref(session)}.created_at
        <= ${now}::timestamptz - make_interval(secs => (policy.value->>'sessionMax')::float8)
      or ${sql.ref(session)}.last_seen_at
        <= ${now}::timestamptz - make_interval(secs => (policy.value->>'sessionIdle')::float8)))`;

/** Whether a session counts: also in connections that stand open nothing else decides it. */
const counts = (
  session: string,
  { createdAfter, seenAfter, policyAt }: Cutoffs,
): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(session)}.created_at > ${createdAfter} and ${sql.ref(session)}.last_seen_at > ${seenAfter}
  and ${
    policyAt === null
      ? sql`true`
      : sql`${sql.ref(session)}.ended_at is null and not ${outlived(session, policyAt)}`
  })`;

/** Ends for good the sessions that last longer than the policy lets them. Answers how many. */
export async function markOutlived(tx: Tx, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("sign_in_session")
    .set({ ended_at: now })
    .where("account_id", "=", ORGANISATION)
    .where("ended_at", "is", null)
    .where(outlived("sign_in_session", now))
    .executeTakeFirst();
  return Number(numUpdatedRows);
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
    .where("ended_at", "is", null)
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
    .where(counts("session", cutoffs))
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

/** Whether a token's session still exists and its user is enabled. */
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

/** The person's sessions, the last seen first; those that time has ended until it is noted. */
export async function listSessions(
  db: Db | Tx,
  personId: string,
  { ids = null, limit }: { readonly ids?: readonly string[] | null; readonly limit?: number } = {},
): Promise<SessionRow[]> {
  let query = db
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
    .where("is_listed", "=", true)
    .where("ended_at", "is", null)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc");
  if (ids !== null) query = query.where("id", "=", sql<string>`any(${[...ids]})`);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(sessionOf);
}

/** Not of one that has ended for good, which would come back unseen. */
export async function touchSession(db: Db, id: string, now: Date, ip: string): Promise<void> {
  await db
    .updateTable("sign_in_session")
    .set({ last_seen_at: now, ip })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .where("ended_at", "is", null)
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

/** A session that was deleted. */
export interface EndedSession {
  readonly id: string;
  /** Whether its person saw it until then. */
  readonly isListed: boolean;
}

interface RawEnded {
  id: string;
  is_listed: boolean;
}

const endedOf = ({ id, is_listed: isListed }: RawEnded): EndedSession => ({ id, isListed });

/** Deletes sessions of a person. Answers those that were there. */
export async function deleteSessions(
  tx: Tx,
  personId: string,
  which: WhichSessions = {},
): Promise<EndedSession[]> {
  let query = tx
    .deleteFrom("sign_in_session")
    .where("account_id", "=", ORGANISATION)
    .where("person_id", "=", personId);
  if (which.only !== undefined) query = query.where("id", "=", which.only);
  if (which.except !== undefined) query = query.where("id", "!=", which.except);
  if (which.passkeys !== undefined) query = query.where("passkey_id", "in", which.passkeys);
  return (await query.returning(["id", "is_listed"]).execute()).map(endedOf);
}

/** Deletes the person's sessions that no longer count, and the least recently seen beyond `keep`. */
export async function pruneSessions(
  tx: Tx,
  personId: string,
  cutoffs: Cutoffs,
  keep: number,
): Promise<EndedSession[]> {
  const { rows } = await sql<RawEnded>`
    delete from sign_in_session where account_id = ${ORGANISATION} and id in (
      select id from (
        select id, created_at, last_seen_at, row_number() over (order by last_seen_at desc, id desc) as place
        from sign_in_session where account_id = ${ORGANISATION} and person_id = ${personId}
      ) ranked
      where place > ${keep} or created_at <= ${cutoffs.createdAfter} or last_seen_at <= ${cutoffs.seenAfter}
    ) returning id, is_listed`.execute(tx);
  return rows.map(endedOf);
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
    .where(counts("session", cutoffs))
    .execute();
  return new Map(
    rows.map(({ id, passkey_id, proved_at, created_at }) => [
      id,
      { isByPasskey: passkey_id !== null, provedAt: proved_at ?? created_at },
    ]),
  );
}

const isOver = (cutoffs: Cutoffs): RawBuilder<boolean> =>
  sql<boolean>`not ${counts("sign_in_session", cutoffs)}`;

/** Those who see sessions in their list that no longer count. */
export async function ownersOfOver(db: Db, cutoffs: Cutoffs): Promise<Owner[]> {
  const { rows } = await sql<{ id: string; account: string }>`
    select p.id, p.personal_account_id as account from person p where p.account_id = ${ORGANISATION} and p.id in (
      select person_id from sign_in_session where account_id = ${ORGANISATION} and is_listed and ${isOver(cutoffs)})
    order by p.id`.execute(db);
  return rows.map(({ id, account }) => ({ personId: id, accountId: account }));
}

/** Ends for good the sessions of a person that no longer count, and takes them from the list. Answers which. */
export async function unlistOver(
  tx: Tx,
  personId: string,
  cutoffs: Cutoffs,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sign_in_session set is_listed = false, ended_at = coalesce(ended_at, ${now})
    where account_id = ${ORGANISATION} and person_id = ${personId} and is_listed and ${isOver(cutoffs)}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes everyone's sessions that no longer count, of those that nobody sees. */
export async function deleteExpired(db: Db, cutoffs: Cutoffs): Promise<void> {
  await sql`delete from sign_in_session where account_id = ${ORGANISATION} and not is_listed
    and ${isOver(cutoffs)}`.execute(db);
}
