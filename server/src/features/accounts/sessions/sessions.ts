import { createHash, randomBytes } from "node:crypto";
import { refuse } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db, Notify, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Limits } from "../limits.ts";
import { hasSecondFactor, stillHasPasskey, stillHolds } from "./proofs.store.ts";
import {
  deleteExpired,
  deleteSessions,
  holdSession,
  insertSession,
  isRemembered,
  listSessions,
  livingSessions,
  pruneSessions,
  readSession,
  replaceToken,
  touchSession,
  writeProof,
  type Cutoffs,
  type LivingSession,
  type SessionRow,
  type WhichSessions,
} from "./sessions.store.ts";
import type { Identity } from "../identity/identity.store.ts";
import { SESSION_ENDED } from "./end-sessions.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

/** From where a user signs in, as the sessions' list shows it. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/**
 * What a user proved to know or have: the password that was set at a time (epoch milliseconds), also with a code of the
 * second factor, or a passkey.
 */
export type Proved =
  | { readonly passwordOf: number; readonly withCode: boolean }
  | { readonly passkeyId: string };

const USER_AGENT_MAX = 400;

/** 256 random bits; the store keeps only its hash, so that who reads the store can't sign in. */
export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export type Sessions = ReturnType<typeof createSessions>;

/** Server-side sessions: each use moves the end, up to an absolute limit. */
export function createSessions(options: {
  db: Db;
  clock: Clock;
  ids: Ids;
  notify: Notify;
  log: Log;
  limits: Limits;
}) {
  const { db, clock, ids, notify, log, limits } = options;

  const cutoffs = (grace = 0): Cutoffs => {
    const now = clock.now().getTime() - grace;
    return {
      createdAfter: new Date(now - limits.sessionMax),
      seenAfter: new Date(now - limits.sessionIdle),
    };
  };

  const announce = (ended: readonly string[]): void => {
    for (const id of ended) notify.send(SESSION_ENDED, id);
  };
  const note = (person: string, ended: readonly string[]): void => {
    if (ended.length > 0) log.info({ person, sessions: ended }, "sessions ended");
    announce(ended);
  };

  return {
    /**
     * Starts one on the strength of what a user just proved.
     * @throws Refusal `wrongCredentials` when that was changed or removed, or the person disabled, in the meantime;
     * `secondFactorRequired` when a second factor was turned on.
     */
    async start(
      personId: string,
      client: Client,
      proved?: Proved,
    ): Promise<{ token: string; id: string }> {
      const token = newToken();
      const id = ids.next("s");
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        if (proved !== undefined) await holdProof(tx, personId, proved);
        await insertSession(tx, {
          id,
          personId,
          tokenHash: hashToken(token),
          createdAt: now,
          lastSeenAt: now,
          userAgent: client.userAgent.slice(0, USER_AGENT_MAX),
          ip: client.ip,
          provedAt: now,
          passkeyId: proved !== undefined && "passkeyId" in proved ? proved.passkeyId : null,
        });
      });
      const outdated = cutoffs(limits.sessionRemembered);
      announce(await pruneSessions(db, personId, outdated, limits.sessionsPerPerson));
      return { token, id };
    },

    /** The session of a token, which this use keeps alive; null when there is none. */
    async use(
      token: string,
      ip: string,
    ): Promise<{ session: SessionRow; identity: Identity } | null> {
      const found = await readSession(db, hashToken(token), cutoffs());
      if (found === null) return null;
      const now = clock.now();
      if (now.getTime() - found.session.lastSeenAt.getTime() >= limits.sessionSeenStep)
        await touchSession(db, found.session.id, now, ip);
      return found;
    },

    /** Whether time alone ended the session of this token: nobody signed out, and nobody ended it. */
    hasExpired: (token: string): Promise<boolean> =>
      isRemembered(db, hashToken(token), cutoffs(limits.sessionRemembered)),

    /** Until when a proof counts that the person gave just now, or then. */
    provedUntil: (provedAt = clock.now()): Date => new Date(provedAt.getTime() + limits.proofKept),

    /** Notes that the person proved in it again who they are. */
    noteProof: (id: string): Promise<void> => writeProof(db, id, clock.now()),

    list: (personId: string): Promise<SessionRow[]> => listSessions(db, personId, cutoffs()),

    /** Ends a person's sessions: all, `only` one, or all `except` one. Answers how many there were. */
    async end(personId: string, which: Omit<WhichSessions, "passkeys"> = {}): Promise<number> {
      const ended = await deleteSessions(db, personId, which);
      note(personId, ended);
      return ended.length;
    },

    /**
     * For what is done on the strength of a session, and of the password that was proved in it (set at `passwordOf`, epoch
     * milliseconds): looks at both again, which stay as they are until the transaction ends.
     * @throws Refusal `notSignedIn` or `wrongCredentials`.
     */
    async hold(
      tx: Tx,
      { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
      passwordOf?: number,
    ): Promise<void> {
      if (!(await holdSession(tx, sessionId))) refuse(ACCOUNT_REFUSALS.notSignedIn);
      if (passwordOf !== undefined && !(await stillHolds(tx, personId, new Date(passwordOf))))
        refuse(ACCOUNT_REFUSALS.wrongCredentials);
    },

    /** Gives a session a new token; the old one is worth nothing from then on. @throws Refusal `notSignedIn`. */
    async renew(tx: Tx, id: string): Promise<string> {
      const token = newToken();
      if (!(await replaceToken(tx, id, hashToken(token)))) refuse(ACCOUNT_REFUSALS.notSignedIn);
      return token;
    },

    sweep: (): Promise<void> => deleteExpired(db, cutoffs(limits.sessionRemembered)),

    /** Those of these sessions that still count. */
    living: (sessionIds: readonly string[]): Promise<ReadonlyMap<string, LivingSession>> =>
      livingSessions(db, sessionIds, cutoffs()),

    /**
     * Receives sessions that were ended by any process. `missed` is called when news may have been lost: ask `living`.
     * Returns the end of listening.
     */
    onEnded: (ended: (sessionId: string) => void, missed?: () => void): (() => void) =>
      notify.listen(SESSION_ENDED, ended, missed),
  };
}

/** Holds a person and what was proved as they are until the transaction ends. */
async function holdProof(tx: Tx, personId: string, proved: Proved): Promise<void> {
  const isHeld =
    "passkeyId" in proved
      ? await stillHasPasskey(tx, personId, proved.passkeyId)
      : await stillHolds(tx, personId, new Date(proved.passwordOf));
  if (!isHeld) refuse(ACCOUNT_REFUSALS.wrongCredentials);
  if ("passkeyId" in proved || proved.withCode) return;
  // A statement of its own sees a second factor that was turned on while the first one waited.
  if (await hasSecondFactor(tx, personId)) refuse(ACCOUNT_REFUSALS.secondFactorRequired);
}
