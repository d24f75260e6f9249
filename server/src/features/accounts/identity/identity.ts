import type { SessionInfo } from "@atrium/contract/api/session";
import type { CredentialAccess } from "@atrium/contract/types/client-credential";
import type { Actor } from "../../../engine/index.ts";
import { capabilitiesOf, EVERYTHING } from "./scopes.ts";
import { may } from "../policy.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { Identity } from "./identity.store.ts";

/** A user who is signed in. */
export interface SignedIn {
  readonly sessionId: string;
  readonly actor: Actor;
  readonly info: SessionInfo;
  /** Whether nothing is open to this session but to set up a second factor. */
  readonly mustEnrol: boolean;
}

/** A user as a session shows it. */
export const signedInAs = (
  identity: Identity,
  sessionId: string,
  now: Date,
  ip: string,
  provedUntil: Date,
): SignedIn => ({
  sessionId,
  actor: asInBrowser(actorOf(identity, `session:${sessionId}`, ip), provedUntil),
  info: infoOf(identity, now),
  mustEnrol: mustEnrol(identity, now),
});

/** The actor in a session of a browser, in which administrators look after the organisation. */
export const asInBrowser = (actor: Actor, provedUntil: Date): Actor => ({
  ...actor,
  browserSession: { provedUntil },
  accounts: {
    ...actor.accounts,
    [ORGANISATION]: {
      ...actor.accounts[ORGANISATION]!,
      isReadOnly: !may(actor, "change", { type: "people" }),
    },
  },
});

/** The session that someone is signed in with; `undefined` for programs. */
export const sessionIdOf = ({ credential = "" }: Pick<Actor, "credential">): string | undefined =>
  /^session:(.+)$/.exec(credential)?.[1];

const isDue = (from: Date | null, now: Date): boolean => from !== null && from <= now;

/** Whether the password alone is no longer enough for this person, and there is nothing besides it yet. */
export const mustEnrol = ({ owesSecondFactorFrom }: Identity, now: Date): boolean =>
  isDue(owesSecondFactorFrom, now);

/** Whether the password alone is no longer enough, and a passkey is what there is besides it. */
export const mustShowPasskey = ({ owesPasskeyFrom }: Identity, now: Date): boolean =>
  isDue(owesPasskeyFrom, now);

/**
 * A person with the accounts that the person sees: the own one, shared ones, and the organisation's, where the directory
 * is. `access` is what the credential opens of that.
 */
export function actorOf(
  identity: Identity,
  credential: string,
  ip?: string,
  { scope, isReadOnly }: CredentialAccess = EVERYTHING,
): Actor {
  const capabilities = capabilitiesOf(scope);
  return {
    personId: identity.personId,
    accountId: identity.accountId,
    roles: identity.roles,
    credential,
    ...(ip !== undefined && { ip }),
    ...(capabilities !== undefined && { scope: capabilities }),
    ...(identity.principals.length > 0 && { principals: identity.principals }),
    accounts: {
      [identity.accountId]: {
        kind: "personal",
        name: identity.address,
        isPersonal: true,
        isReadOnly,
      },
      ...Object.fromEntries(
        identity.shared.map(({ accountId, name, mayWrite }) => [
          accountId,
          { kind: "shared" as const, name, isPersonal: false, isReadOnly: isReadOnly || !mayWrite },
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

export function infoOf(identity: Identity, now: Date): SessionInfo {
  const { personId, accountId, name, address, roles, organisation, preferences } = identity;
  const { owesSecondFactorFrom: from, secondFactorReason: reason } = identity;
  return {
    ...(!identity.mayKeepOnDevice && { keepsNothing: true }),
    ...(from !== null && {
      owesSecondFactor: {
        from: from.toISOString(),
        isDue: mustEnrol(identity, now),
        ...(reason !== "" && { reason }),
      },
    }),
    preferences,
    personId,
    accountId,
    name,
    address,
    roles,
    organisation,
  };
}
