import type { ChangePassword } from "@atrium/contract/api/session";
import type { BeganSecondFactor, PasswordAgain } from "@atrium/contract/api/security";
import type { PasskeyCreation } from "@atrium/contract/api/passkeys";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Access } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { Passkeys } from "../passkeys/passkeys.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import { writePassword } from "../persons/persons.store.ts";
import type { SecondFactor } from "../second-factor/second-factor.ts";
import type { Client, Sessions } from "../sessions/sessions.ts";
import type { SignedIn } from "../identity/identity.ts";
import type { SigningIn } from "./sign-in.ts";
import { endSessions } from "../sessions/end-sessions.ts";

/** What people change about themselves. What opens a lasting way in, or takes a hurdle away, asks for the password again, and for a code where a second factor is on (ASVS 5.0, 7.5.1). */
export function createOwnAccount(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  sessions: Sessions;
  access: Access;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  signingIn: SigningIn;
}) {
  const { db, engine, clock, sessions, access } = options;
  const { secondFactor, passkeys, signingIn } = options;

  /**
   * Answers when the password was set that was right.
   * @throws Refusal `wrongCredentials`, `secondFactorRequired` or `wrongCode`.
   */
  async function prove(
    { info, sessionId }: SignedIn,
    { password, code }: PasswordAgain,
    client: Client,
  ): Promise<number> {
    const given = { address: info.address, password, ...(code === undefined ? {} : { code }) };
    const { passwordOf } = await signingIn.verify(given, client);
    await sessions.noteProof(sessionId);
    return passwordOf;
  }

  return {
    /** Proves again who it is, for what asks for a proof that is not old (`wantProof`). */
    prove: async (signedIn: SignedIn, proof: PasswordAgain, client: Client): Promise<void> => {
      await prove(signedIn, proof, client);
    },

    /** Refuses a user whose last proof is old: a session that was left open opens no ways in to others (ASVS 5.0, 7.5.1). */
    wantProof: ({ actor: { browserSession } }: SignedIn): void => {
      if (browserSession === undefined || browserSession.provedUntil <= clock.now())
        refuse("proofRequired");
    },

    /** Ends every other session. Answers the new token of this one: whoever had copied the old one is out as well. */
    async changePassword(
      signedIn: SignedIn,
      { current, next }: ChangePassword,
      client: Client,
    ): Promise<string> {
      const given = { address: signedIn.info.address, password: current };
      const { identity, passwordOf } = await signingIn.verifyPassword(given, client);
      const { sessionId } = signedIn;
      const { name, address, organisation, personId } = identity;
      await checkPassword(db, next, { name, addresses: [address], organisation });
      const hash = await hashPassword(next);
      const token = await engine.write([ORGANISATION, signedIn.actor.accountId], async (w) => {
        await sessions.hold(w.tx, { personId, sessionId }, passwordOf);
        await writePassword(w.tx, personId, hash, w.now);
        await endSessions(w, signedIn.actor, { except: sessionId });
        await recordAct(w, signedIn.actor, { verb: "person.change-password", thing: personId });
        return sessions.renew(w.tx, sessionId);
      });
      access.changed(personId);
      return token;
    },

    /** For who is asked for a second factor and reaches nothing else yet; see `passkeys` for the rest. */
    async beginPasskey(
      signedIn: SignedIn,
      proof: PasswordAgain,
      { origin, client }: { readonly origin: string; readonly client: Client },
    ): Promise<PasskeyCreation> {
      if (signedIn.info.owesSecondFactor === undefined) refuse("forbidden");
      await prove(signedIn, proof, client);
      return passkeys.begin(signedIn.actor, origin);
    },

    async beginSecondFactor(
      signedIn: SignedIn,
      proof: PasswordAgain,
      client: Client,
    ): Promise<BeganSecondFactor> {
      await prove(signedIn, proof, client);
      return secondFactor.begin(signedIn);
    },

    async renewRecoveryCodes(
      signedIn: SignedIn,
      proof: PasswordAgain,
      client: Client,
    ): Promise<string[]> {
      await prove(signedIn, proof, client);
      return secondFactor.renewRecoveryCodes(signedIn.actor);
    },

    async turnOffSecondFactor(
      signedIn: SignedIn,
      proof: PasswordAgain,
      client: Client,
    ): Promise<void> {
      await prove(signedIn, proof, client);
      await secondFactor.turnOff(signedIn.actor);
    },
  };
}
