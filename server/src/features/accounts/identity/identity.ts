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
  const partialAccounts = partialAccountsOf(identity, isReadOnly);
  return {
    personId: identity.personId,
    accountId: identity.accountId,
    roles: identity.roles,
    credential,
    ...(ip !== undefined && { ip }),
    ...(capabilities !== undefined && { scope: capabilities }),
    ...(partialAccounts !== undefined && { partialAccounts }),
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

/** Accounts of others by what is shared in them; those that are shared as a whole are no partial ones. */
export function partialAccountsOf(
  { containers, shared }: Pick<Identity, "containers" | "shared">,
  isReadOnly: boolean,
): Actor["partialAccounts"] {
  if (containers.length === 0) return undefined;
  const whole = new Set(shared.map(({ accountId }) => accountId));
  const reach = new Map<string, Map<string, Map<string, Set<string>>>>();
  const names = new Map<string, string>();
  for (const { accountId, name, type, id, rights } of containers) {
    if (whole.has(accountId)) continue;
    names.set(accountId, name);
    const types = reach.get(accountId) ?? new Map<string, Map<string, Set<string>>>();
    const containers = types.get(type) ?? new Map<string, Set<string>>();
    const has = containers.get(id) ?? new Set<string>();
    for (const right of rights) if (!isReadOnly || isOfReaders(right)) has.add(right);
    reach.set(accountId, types.set(type, containers.set(id, has)));
  }
  return Object.fromEntries(
    [...reach].map(([accountId, types]) => {
      const changes = [...types.values()].some((containers) =>
        [...containers.values()].some((rights) => [...rights].some((one) => !isOfReaders(one))),
      );
      const name = names.get(accountId)!;
      return [accountId, { name, isReadOnly: !changes, reach: Object.fromEntries(types) }];
    }),
  );
}

/** RFC 9670 and RFC 8621 name the rights that change nothing so. */
const isOfReaders = (right: string): boolean => right.startsWith("mayRead");

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
