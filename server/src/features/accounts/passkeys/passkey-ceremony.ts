import type { CreatedPasskey, PasskeyCreation } from "@atrium/contract/api/passkeys";
import { refuse, type Actor } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { readIdentity } from "../identity/identity.store.ts";
import { sessionIdOf } from "../identity/identity.ts";
import type { Limits } from "../limits.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";
import {
  ALGORITHMS,
  CeremonyFailed,
  challengeOf,
  readCreated,
  siteOf,
  type MadeKey,
} from "./ceremony.ts";
import { createChallenges } from "./challenges.ts";
import { checkRoom } from "./passkey-changes.ts";
import { listPasskeys, type PasskeyRow } from "./passkeys.store.ts";

const named = ({ credentialId }: PasskeyRow) => ({ type: "public-key", id: credentialId }) as const;

/**
 * What an authenticator's answer was read to be; one that is not what was asked for is refused in the same words whatever it is.
 * @throws Refusal `wrongPasskey`
 */
export function readAnswer<T>(work: () => T, note: (reason: string) => void): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CeremonyFailed)) throw error;
    note(error.message);
    return refuse(ACCOUNT_REFUSALS.wrongPasskey);
  }
}

/** How a device makes a passkey for someone who is signed in: what it is asked for, and what its answer is worth. */
export function passkeyCeremony(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, "sign" | "verify">;
  readonly log: Log;
  readonly limits: Limits;
}) {
  const { db, log, limits } = parts;
  const challenges = createChallenges(parts);

  /** @throws Refusal `notSignedIn` for programs. */
  const askedBy = (by: Actor) => ({
    what: "add" as const,
    of: sessionIdOf(by) ?? refuse(ACCOUNT_REFUSALS.notSignedIn),
  });

  return {
    /** What a device is asked to make. Whether it is the person must be known. */
    async begin(by: Actor, origin: string): Promise<PasskeyCreation> {
      const asked = askedBy(by);
      const identity = await readIdentity(db, by.personId);
      if (identity === null) return refuse(ACCOUNT_REFUSALS.notSignedIn);
      const has = await listPasskeys(db, by.personId);
      checkRoom(has, limits);
      return {
        challenge: challenges.make(asked),
        rp: { id: siteOf(origin), name: identity.organisation },
        user: {
          // Says nothing of the person, as it may be read from the device (§14.6.1).
          id: Buffer.from(by.personId).toString("base64url"),
          name: identity.address,
          displayName: identity.name,
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

    /** What the device made, if it is what the same session was asked for, which then counts no more. */
    async read(by: Actor, created: CreatedPasskey, origin: string): Promise<MadeKey> {
      const asked = askedBy(by);
      const challenge = challengeOf(created);
      const note = (reason: string): void =>
        log.warn({ person: by.personId, reason }, "passkey refused");
      if (!(await challenges.take(asked, challenge))) {
        note("the challenge is unknown or used");
        refuse(ACCOUNT_REFUSALS.wrongPasskey);
      }
      return readAnswer(() => readCreated(created, { origin, challenge }), note);
    },
  };
}
