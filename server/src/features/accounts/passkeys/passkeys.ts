import type {
  AddPasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from "@atrium/contract/api/passkeys";
import { refuse, type Actor, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { accessChanged } from "../access/access.ts";
import { notePerson } from "../organisation/note.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import type { Attempt } from "../history/sign-in-events.ts";
import type { Limits } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkName } from "../name.rules.ts";
import { may, type Verb } from "../policy.ts";
import { forgetShownPasskey, noteShownPasskey } from "../sessions/sessions.store.ts";
import type { SignedIn } from "../identity/identity.ts";
import {
  ALGORITHMS,
  CeremonyFailed,
  challengeOf,
  readCreated,
  readShown,
  siteOf,
} from "./ceremony.ts";
import { createChallenges, type Asked } from "./challenges.ts";
import {
  countUse,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  type PasskeyRow,
} from "./passkeys.store.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

const named = ({ credentialId }: PasskeyRow) => ({ type: "public-key", id: credentialId }) as const;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Keys that a device or a password manager keeps, each of which lets its person in without the password (WebAuthn). */
export function createPasskeys(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  secrets: Secrets;
  log: Log;
  limits: Limits;
}) {
  const { db, engine, clock, log, limits } = options;
  const challenges = createChallenges(options);

  const allow = (by: Actor, verb: Verb): void => {
    if (!may(by, verb, { type: "passkeys", personId: by.personId })) refuse("forbidden");
  };

  function checkRoom(has: readonly PasskeyRow[]): void {
    if (has.length >= limits.passkeysPerPerson) refuse("forbidden", "there are too many already");
  }

  /** What an authenticator's answer was read to be; one that is not what was asked for is refused in the same words whatever it is. */
  function read<T>(work: () => T, note: (reason: string) => void): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CeremonyFailed)) throw error;
      note(error.message);
      return refuse(ACCOUNT_REFUSALS.wrongPasskey);
    }
  }

  async function change(
    by: Actor,
    verb: "add" | "remove" | "rename",
    name: string,
    work: (w: UnitOfWork) => Promise<void>,
  ): Promise<void> {
    await engine.write([ORGANISATION], async (w) => {
      await work(w);
      await recordAct(w, by, { verb: `passkey.${verb}`, thing: by.personId, detail: { name } });
      notePerson(w, by.personId);
    });
  }

  return {
    list: (personId: string): Promise<PasskeyRow[]> => listPasskeys(db, personId),

    /** What a device is asked to make. Whether it is the person must be known. */
    async begin({ actor, info, sessionId }: SignedIn, origin: string): Promise<PasskeyCreation> {
      allow(actor, "create");
      const has = await listPasskeys(db, actor.personId);
      checkRoom(has);
      return {
        challenge: challenges.make({ what: "add", of: sessionId }),
        rp: { id: siteOf(origin), name: info.organisation },
        user: {
          // Says nothing of the person, as it may be read from the device (§14.6.1).
          id: Buffer.from(actor.personId).toString("base64url"),
          name: info.address,
          displayName: info.name,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        timeout: limits.passkeyChallenge,
        excludeCredentials: has.map(named),
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      };
    },

    /** Keeps what the device made. The session that did it has shown a passkey by it. */
    async add(
      { actor, sessionId }: SignedIn,
      { name, created }: AddPasskey,
      origin: string,
    ): Promise<PasskeyRow> {
      allow(actor, "create");
      const { personId } = actor;
      const clean = checkName(name);
      const challenge = challengeOf(created);
      const note = (reason: string): void =>
        log.warn({ person: personId, reason }, "a passkey was not taken");
      if (!(await challenges.take({ what: "add", of: sessionId }, challenge))) {
        note("the challenge is not good");
        refuse(ACCOUNT_REFUSALS.wrongPasskey);
      }
      const key = read(() => readCreated(created, { origin, challenge }), note);
      const { credentialId } = key;
      const row = { credentialId, name: clean, createdAt: clock.now(), lastUsedAt: null };
      let id = "";
      await change(actor, "add", clean, async (w) => {
        id = w.newId("k");
        checkRoom(await listPasskeys(w.tx, personId));
        if (!(await insertPasskey(w.tx, { ...row, ...key, id, personId }))) refuse("alreadyExists");
        if (!(await noteShownPasskey(w.tx, sessionId, id))) refuse(ACCOUNT_REFUSALS.notSignedIn);
        accessChanged(w, personId);
      });
      return { ...row, id };
    },

    async rename(by: Actor, id: string, name: string): Promise<void> {
      allow(by, "change");
      const clean = checkName(name);
      await change(by, "rename", clean, async (w) => {
        if (!(await renamePasskey(w.tx, by.personId, id, clean))) refuse("notFound");
      });
    },

    /**
     * It lets nobody in from then on, and the sessions that it began end, but for the one that removes it. Whether it is
     * the person must be known.
     */
    async remove({ actor: by, sessionId }: SignedIn, id: string): Promise<void> {
      allow(by, "remove");
      const gone = (await listPasskeys(db, by.personId)).find((one) => one.id === id);
      if (gone === undefined) return refuse("notFound");
      return change(by, "remove", gone.name, async (w) => {
        if ((await deletePasskeys(w.tx, by.personId, id)).length === 0) refuse("notFound");
        const which = { passkeys: [id], except: sessionId };
        await endSessions(w, by.personId, which);
        await forgetShownPasskey(w.tx, sessionId, id);
        accessChanged(w, by.personId);
      });
    },

    /** What a device is asked to show: any passkey for this site, and its owner's finger, face or code. */
    ask: (asked: Asked, origin: string): PasskeyRequest => ({
      challenge: challenges.make(asked),
      rpId: siteOf(origin),
      timeout: limits.passkeyChallenge,
      userVerification: "required",
      allowCredentials: [],
    }),

    /**
     * Whose passkey was shown. Only an answer to our own challenge counts, once, and only what the passkey itself signed.
     * @throws Refusal `wrongPasskey`.
     */
    async check(
      shown: ShownPasskey,
      { asked, origin }: { readonly asked: Asked; readonly origin: string },
      attempt: Attempt,
    ): Promise<{ personId: string; passkeyId: string }> {
      const fail = (reason: string): never => {
        attempt.reason = reason;
        return refuse(ACCOUNT_REFUSALS.wrongPasskey);
      };
      const challenge = challengeOf(shown);
      if (!(await challenges.take(asked, challenge))) fail("the challenge is not good");
      const key = await findPasskey(db, shown.id);
      if (key === null) return fail("nobody has this passkey");
      attempt.personId = key.personId;
      const owner = Buffer.from(shown.response.userHandle, "base64url").toString();
      if (owner !== key.personId) fail("it names somebody else as its owner");
      const { counter } = read(
        () => readShown(shown, key.publicKey, { origin, challenge }),
        (reason) => (attempt.reason = reason),
      );
      if (!(await countUse(db, key.id, counter, clock.now())))
        fail("its counter did not go up: somebody may have a copy of it");
      return { personId: key.personId, passkeyId: key.id };
    },

    sweep: (): Promise<void> => challenges.sweep(),
  };
}
