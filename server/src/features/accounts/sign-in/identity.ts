import type { SessionInfo } from "@atrium/contract/api/session";
import type { Actor } from "../../../engine/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { Identity } from "./identity.store.ts";

/** Somebody who is signed in. */
export interface SignedIn {
  readonly sessionId: string;
  readonly actor: Actor;
  readonly info: SessionInfo;
}

/** Somebody as a session shows it. */
export const signedInAs = (identity: Identity, sessionId: string): SignedIn => ({
  sessionId,
  actor: actorOf(identity, `session:${sessionId}`),
  info: infoOf(identity),
});

/** The accounts that a person sees: the own one, shared ones, and the organisation's, where the directory is. */
export function actorOf(identity: Identity, credential: string): Actor {
  return {
    personId: identity.personId,
    accountId: identity.accountId,
    roles: identity.roles,
    credential,
    accounts: {
      [identity.accountId]: {
        kind: "personal",
        name: identity.address,
        isPersonal: true,
        isReadOnly: false,
      },
      ...Object.fromEntries(
        identity.shared.map(({ accountId, name, mayWrite }) => [
          accountId,
          { kind: "shared" as const, name, isPersonal: false, isReadOnly: !mayWrite },
        ]),
      ),
      [ORGANISATION]: {
        kind: "organisation",
        name: identity.organisation,
        isPersonal: false,
        isReadOnly: true,
      },
    },
  };
}

export function infoOf(identity: Identity): SessionInfo {
  const { personId, accountId, name, address, roles, organisation, preferences } = identity;
  return { ...preferences, personId, accountId, name, address, roles, organisation };
}
