import type { ChangePassword, ChangePreferences, SessionInfo } from "@atrium/contract/api/session";
import { refuse } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkPassword } from "../persons/person.rules.ts";
import { mergePreferences, writePassword } from "../persons/persons.store.ts";
import { readIdentity } from "./identity.store.ts";
import type { Client, Sessions } from "../sessions/sessions.ts";
import { infoOf, type SignedIn } from "./identity.ts";
import type { SigningIn } from "./sign-in.ts";

/** What people change about themselves. */
export function createOwnAccount(options: {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  signingIn: SigningIn;
}) {
  const { db, clock, sessions, signingIn } = options;
  return {
    /** Ends every other session. Answers the new token of this one: whoever had copied the old one is out as well. */
    async changePassword(
      { info, sessionId }: SignedIn,
      { current, next }: ChangePassword,
      client: Client,
    ): Promise<string> {
      const { identity } = await signingIn.verify(
        { address: info.address, password: current },
        client.ip,
      );
      const { name, address, organisation, personId } = identity;
      await checkPassword(db, next, { name, addresses: [address], organisation });
      const hash = await hashPassword(next);
      const { token, announce } = await db.transaction().execute(async (tx) => {
        await writePassword(tx, personId, hash, clock.now());
        const announce = await sessions.endIn(tx, personId, { except: sessionId });
        return { token: await sessions.renew(tx, sessionId), announce };
      });
      announce();
      return token;
    },

    async changePreferences(personId: string, patch: ChangePreferences): Promise<SessionInfo> {
      await mergePreferences(db, personId, patch);
      const identity = await readIdentity(db, personId);
      return identity === null ? refuse("notSignedIn") : infoOf(identity);
    },
  };
}
