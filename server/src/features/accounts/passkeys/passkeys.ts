import type {
  AddPasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from "@atrium/contract/api/passkeys";
import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import type { Attempt } from "../history/sign-in-events.ts";
import type { Limits } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";
import { challengeOf, readShown, siteOf } from "./ceremony.ts";
import { createChallenges, type Asked } from "./challenges.ts";
import { passkeyCeremony, readAnswer } from "./passkey-ceremony.ts";
import { passkeyChanges } from "./passkey-changes.ts";
import { countUse, findPasskey, listPasskeys, type PasskeyRow } from "./passkeys.store.ts";

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Keys that a device or a password manager keeps, each of which lets its person in without the password (WebAuthn). In
 * browsers they are the type `Passkey`.
 */
export function createPasskeys(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  secrets: Secrets;
  log: Log;
  limits: Limits;
}) {
  const { db, engine, clock, limits } = options;
  const challenges = createChallenges(options);
  const ceremony = passkeyCeremony(options);
  const changes = passkeyChanges(limits);

  return {
    list: (personId: string): Promise<PasskeyRow[]> => listPasskeys(db, personId),

    /** What a device is asked to make. Whether it is the person must be known. */
    begin: (by: Actor, origin: string): Promise<PasskeyCreation> => ceremony.begin(by, origin),

    /** Keeps what the device made. */
    async add(by: Actor, { name, created }: AddPasskey, origin: string): Promise<PasskeyRow> {
      const clean = checkName(name);
      const key = await ceremony.read(by, created, origin);
      return engine.write([ORGANISATION, by.accountId], (w) => changes.add(w, by, clean, key));
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
      if (!(await challenges.take(asked, challenge))) fail("the challenge is unknown or used");
      const key = await findPasskey(db, shown.id);
      if (key === null) return fail("unknown passkey");
      attempt.personId = key.personId;
      const owner = Buffer.from(shown.response.userHandle, "base64url").toString();
      if (owner !== key.personId) fail("it names another user as its owner");
      const { counter } = readAnswer(
        () => readShown(shown, key.publicKey, { origin, challenge }),
        (reason) => (attempt.reason = reason),
      );
      if (!(await countUse(db, key.id, counter, clock.now())))
        fail("its counter did not increase: it may have been copied");
      return { personId: key.personId, passkeyId: key.id };
    },

    sweep: (): Promise<void> => challenges.sweep(),
  };
}
