import { createHash, randomBytes } from "node:crypto";
import { SignInSession } from "@atrium/contract/types/sign-in-session";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db, Notify, Tx } from "../../../platform/db/index.ts";
import type { Limits } from "../limits.ts";
import { hasSecondFactor, stillHasPasskey, stillHolds } from "./proofs.store.ts";
import {
  deleteExpired,
  holdSession,
  insertSession,
  isRemembered,
  listSessions,
  livingSessions,
  ownersOfOver,
  pruneSessions,
  readSession,
  replaceToken,
  touchSession,
  unlistOver,
  writeProof,
  type Cutoffs,
  type LivingSession,
  type SessionRow,
  type WhichSessions,
} from "./sessions.store.ts";
import type { Identity } from "../identity/identity.store.ts";
import { noteWaysIn, type Owner } from "../organisation/note.ts";
import { endSessions, noteEnded, SESSION_ENDED, SESSIONS_ENDED } from "./end-sessions.ts";
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
  engine: Engine;
  clock: Clock;
  notify: Notify;
  limits: Limits;
}) {
  const { db, engine, clock, notify, limits } = options;

  const within = (now: number) => ({
    createdAfter: new Date(now - limits.sessionMax),
    seenAfter: new Date(now - limits.sessionIdle),
  });
  const cutoffs = (): Cutoffs => ({ ...within(clock.now().getTime()), policyAt: clock.now() });
  /** Those that still count, and those that time ended not long ago. */
  const remembered = (): Cutoffs => ({
    ...within(clock.now().getTime() - limits.sessionRemembered),
    policyAt: null,
  });

  /**
   * Notes for their persons which sessions time or a policy has ended, which are neither listed nor come back from then on.
   * @throws the signal's reason when it is aborted; the rest is for the next time.
   */
  async function noteOver(signal?: AbortSignal): Promise<void> {
    const over = cutoffs();
    for (const whose of await ownersOfOver(db, over)) {
      signal?.throwIfAborted();
      await engine.write([whose.accountId], async (w) => {
        const ids = await unlistOver(w.tx, whose.personId, over, w.now);
        noteWaysIn(w, whose, SignInSession, ids, "destroyed");
      });
    }
  }

  return {
    /**
     * Starts one on the strength of what a user just proved.
     * @throws Refusal `wrongCredentials` when that was changed or removed, or the person disabled, in the meantime;
     * `secondFactorRequired` when a second factor was turned on.
     */
    async start(
      whose: Owner,
      client: Client,
      proved?: Proved,
    ): Promise<{ token: string; id: string }> {
      const { personId } = whose;
      const token = newToken();
      const id = await engine.write([whose.accountId], async (w) => {
        if (proved !== undefined) await holdProof(w.tx, personId, proved);
        const started = w.newId("s");
        await insertSession(w.tx, {
          id: started,
          personId,
          tokenHash: hashToken(token),
          createdAt: w.now,
          lastSeenAt: w.now,
          userAgent: client.userAgent.slice(0, USER_AGENT_MAX),
          ip: client.ip,
          provedAt: w.now,
          passkeyId: proved !== undefined && "passkeyId" in proved ? proved.passkeyId : null,
        });
        noteWaysIn(w, whose, SignInSession, [started], "created");
        const most = limits.sessionsPerPerson;
        noteEnded(w, whose, await pruneSessions(w.tx, personId, remembered(), most));
        return started;
      });
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
      isRemembered(db, hashToken(token), remembered()),

    /** Until when a proof counts that the person gave just now, or then. */
    provedUntil: (provedAt = clock.now()): Date => new Date(provedAt.getTime() + limits.proofKept),

    /** Notes that the person proved in it again who they are. */
    noteProof: (id: string): Promise<void> => writeProof(db, id, clock.now()),

    list: (personId: string): Promise<SessionRow[]> => listSessions(db, personId),

    /** Ends a person's sessions: all, `only` one, or all `except` one. */
    async end(whose: Owner, which: Omit<WhichSessions, "passkeys"> = {}): Promise<void> {
      await engine.write([whose.accountId], (w) => endSessions(w, whose, which));
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

    noteOver,

    /** Notes which ones are over, and forgets those for whose browsers it was long enough ago. */
    async sweep(): Promise<void> {
      await noteOver();
      await deleteExpired(db, remembered());
    },

    /** Those of these sessions that still count. */
    living: (sessionIds: readonly string[]): Promise<ReadonlyMap<string, LivingSession>> =>
      livingSessions(db, sessionIds, cutoffs()),

    /**
     * Receives sessions that were ended by any process. `missed` is called when there may be others, since news was lost or
     * very many ended at once: ask `living`. Returns the end of listening.
     */
    onEnded: (ended: (sessionId: string) => void, missed: () => void): (() => void) =>
      notify.listen(SESSION_ENDED, (id) => (id === SESSIONS_ENDED ? missed() : ended(id)), missed),
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
