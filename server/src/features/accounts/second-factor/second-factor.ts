import type { BeganSecondFactor, SecondFactorState } from "@atrium/contract/api/security";
import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { hashOf, plainWord, randomWord } from "../credentials/secrets.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { holdSignIns } from "../sessions/proofs.store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SignedIn } from "../identity/identity.ts";
import type { Throttle } from "../throttle/throttle.ts";
import {
  confirm,
  countRecoveryCodes,
  deleteSecondFactor,
  readSecondFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  writePending,
} from "./second-factor.store.ts";
import { newSecret, otpauthUri, stepOf, typedSecret } from "./totp.ts";
import { notePerson } from "../organisation/note.ts";
import { readPersons } from "../persons/persons.store.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { resetSecondFactor } from "./reset.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

const PURPOSE = "second-factor";
const RECOVERY_CODES = 10;
/** Characters of a recovery code: 140 bits, for which a plain hash will do (ASVS 5.0, 6.5.2). */
const RECOVERY_CODE_LENGTH = 28;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** The second step of signing in: codes of an authenticator app, and one-time codes for when it is lost. */
export function createSecondFactor(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  secrets: Secrets;
  sessions: Sessions;
  throttle: Throttle;
}) {
  const { db, engine, clock, secrets, sessions, throttle } = options;

  const allow = (by: ActorOrSystem, verb: "change" | "remove", personId: string): void => {
    if (!may(by, verb, { type: "second-factor", personId })) refuse("forbidden");
  };

  /** Whether a code of the app is good; if so, neither it nor an older one is from now on. */
  async function takeCode(personId: string, sealed: Buffer, code: string): Promise<boolean> {
    const secret = secrets.open(PURPOSE, sealed);
    const step = stepOf(secret, code.replace(/\s/g, ""), clock.now());
    return step !== null && (await takeStep(db, personId, step));
  }

  const newCodes = (): string[] =>
    Array.from({ length: RECOVERY_CODES }, () => randomWord(RECOVERY_CODE_LENGTH));
  const hashed = (codes: readonly string[]): Buffer[] =>
    codes.map((code) => hashOf(plainWord(code)));

  return {
    async read(personId: string): Promise<SecondFactorState> {
      const factor = await readSecondFactor(db, personId);
      return {
        since: factor?.confirmedAt?.toISOString() ?? null,
        recoveryCodesLeft: await countRecoveryCodes(db, personId),
      };
    },

    /**
     * Lets in whoever has the app, or a recovery code. Guesses are counted for the person, wherever they come from:
     * who gets here knows the password.
     * @throws Refusal `wrongCode` or `tooManyRequests`.
     */
    async check(personId: string, code: string): Promise<void> {
      await throttle.attemptCode(personId);
      const factor = await readSecondFactor(db, personId);
      const good =
        (factor !== null && (await takeCode(personId, factor.sealedSecret, code))) ||
        (await takeRecoveryCode(db, personId, hashOf(plainWord(code))));
      if (!good) refuse(ACCOUNT_REFUSALS.wrongCode);
      await throttle.succeededCode(personId);
    },

    /** A new secret for the person's app. It counts once a code of it was confirmed. */
    async begin({ actor, info }: SignedIn): Promise<BeganSecondFactor> {
      const { personId } = actor;
      allow(actor, "change", personId);
      const secret = newSecret();
      const sealed = secrets.seal(PURPOSE, secret);
      await engine.write([ORGANISATION], async (w) => {
        if (!(await writePending(w.tx, personId, sealed, w.now)))
          refuse("alreadyExists", "the second factor is on");
      });
      return {
        secret: typedSecret(secret),
        uri: otpauthUri(secret, info.organisation, info.address),
      };
    },

    /** Turns it on, and ends what was signed in without it: every other session. Answers the recovery codes. */
    async confirm({ actor, sessionId }: SignedIn, code: string): Promise<string[]> {
      const { personId } = actor;
      allow(actor, "change", personId);
      const before = await readSecondFactor(db, personId);
      if (before === null) refuse("notFound", "begin first");
      if (before.confirmedAt !== null) refuse("alreadyExists", "the second factor is on");
      await throttle.attemptCode(personId);
      if (!(await takeCode(personId, before.sealedSecret, code)))
        refuse(ACCOUNT_REFUSALS.wrongCode);
      await throttle.succeededCode(personId);
      const codes = newCodes();
      await engine.write([ORGANISATION, actor.accountId], async (w) => {
        await sessions.hold(w.tx, { personId, sessionId });
        await holdSignIns(w.tx, personId);
        if (!(await confirm(w.tx, personId, before.sealedSecret, w.now))) refuse("notFound");
        await replaceRecoveryCodes(w.tx, personId, hashed(codes));
        await recordAct(w, actor, { verb: "second-factor.on", thing: personId });
        await endSessions(w, actor, { except: sessionId });
        notePerson(w, personId);
        accessChanged(w, personId);
      });
      return codes;
    },

    /** New recovery codes; the old ones are worth nothing from then on. */
    async renewRecoveryCodes(actor: Actor): Promise<string[]> {
      const { personId } = actor;
      allow(actor, "change", personId);
      const codes = newCodes();
      await engine.write([ORGANISATION], async (w) => {
        if ((await readSecondFactor(w.tx, personId))?.confirmedAt == null) refuse("notFound");
        await replaceRecoveryCodes(w.tx, personId, hashed(codes));
        await recordAct(w, actor, { verb: "second-factor.recovery-codes", thing: personId });
      });
      return codes;
    },

    async turnOff(actor: Actor): Promise<void> {
      const { personId } = actor;
      allow(actor, "remove", personId);
      await engine.write([ORGANISATION], async (w) => {
        if (!(await deleteSecondFactor(w.tx, personId))) refuse("notFound");
        await recordAct(w, actor, { verb: "second-factor.off", thing: personId });
        notePerson(w, personId);
        accessChanged(w, personId);
      });
    },

    async reset(by: ActorOrSystem, personId: string): Promise<void> {
      allow(by, "remove", personId);
      const [person] = await readPersons(db, [personId]);
      if (person === undefined) return refuse("notFound");
      const { accountId } = person;
      await engine.write([ORGANISATION, accountId], (w) =>
        resetSecondFactor(w, by, { personId, accountId }),
      );
    },
  };
}
