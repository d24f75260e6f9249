import type { CredentialAccess } from "@atrium/contract/types/client-credential";
import type { Actor } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import { livingCredentials } from "../credentials/credentials.store.ts";
import { EVERYTHING } from "../identity/scopes.ts";
import { readPassword } from "../persons/persons.store.ts";
import { guestActor, guestCredential, guestOf } from "../guests/guests.ts";
import { findGuest } from "../guests/guests.store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import {
  actorOf,
  asInBrowser,
  mustEnrol,
  mustShowPasskey,
  sessionIdOf,
} from "../identity/identity.ts";
import { readIdentity } from "../identity/identity.store.ts";

/** For what lives longer than a request: sockets, streams, push subscriptions. */
export function createRefresh({
  db,
  clock,
  sessions,
}: {
  db: Db;
  clock: Clock;
  sessions: Sessions;
}) {
  /**
   * Which of a person's credentials (`Actor.credential`) still let a user in, the person being enabled, and what each of
   * them opens.
   */
  async function living(
    personId: string,
    credentials: readonly string[],
  ): Promise<Map<string, CredentialAccess>> {
    const asked = credentials.map((credential) => {
      const colon = credential.indexOf(":");
      return { credential, kind: credential.slice(0, colon), id: credential.slice(colon + 1) };
    });
    const idsOf = (...kinds: string[]): string[] =>
      asked.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    const [identity, ofSessions, ofClients, stored] = await Promise.all([
      readIdentity(db, personId),
      sessions.living(idsOf("session")),
      livingCredentials(db, personId, idsOf("app-password", "token"), clock.now()),
      idsOf("password").length === 0 ? null : readPassword(db, personId),
    ]);
    if (identity === null) return new Map();
    // What stands on the password alone is not enough for who has to have, or to set up, a second factor.
    const now = clock.now();
    const wantsPasskey = mustShowPasskey(identity, now);
    const passwordOf = stored?.hasSecondFactor === false ? String(stored.changedAt.getTime()) : "";
    const counts = ({ kind, id }: (typeof asked)[number]): boolean => {
      if (ofClients.has(id)) return true;
      if (mustEnrol(identity, now)) return false;
      if (kind === "password") return id === passwordOf && !wantsPasskey;
      return wantsPasskey ? ofSessions.get(id)?.isByPasskey === true : ofSessions.has(id);
    };
    return new Map(
      asked
        .filter(counts)
        .map(({ credential, id }) => [credential, ofClients.get(id) ?? EVERYTHING]),
    );
  }

  /** A guest as it is by now; null when it has ended, or has another secret. */
  async function refreshGuest(id: string, credential: string): Promise<Actor | null> {
    const guest = await findGuest(db, { id }, clock.now());
    return guest !== null && guestCredential(guest) === credential ? guestActor(guest) : null;
  }

  return {
    living,

    /** The actor as it is by now; null when what it signed in with has ended, or the person is disabled. */
    async refresh({
      personId,
      credential = "",
    }: Pick<Actor, "personId" | "credential">): Promise<Actor | null> {
      const guestId = guestOf(credential);
      if (guestId !== undefined) return await refreshGuest(guestId, credential);
      const access = (await living(personId, [credential])).get(credential);
      if (access === undefined) return null;
      const identity = await readIdentity(db, personId);
      if (identity === null) return null;
      const actor = actorOf(identity, credential, undefined, access);
      const id = sessionIdOf({ credential });
      const session = id === undefined ? undefined : (await sessions.living([id])).get(id);
      return session ? asInBrowser(actor, sessions.provedUntil(session.provedAt)) : actor;
    },
  };
}
