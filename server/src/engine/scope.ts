import type { TypeDescription } from "@atrium/contract/types/define";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { reachOf } from "./reach.ts";
import type { Actor, Call, Served } from "./serve.ts";

/** Whether an actor may use a capability (`Actor.scope`). The core (RFC 8620) is everyone's. */
export const isInScope = ({ scope }: Pick<Actor, "scope">, capability: string): boolean =>
  scope === undefined || capability === CAPABILITY.core || scope.has(capability);

/** Whether there is such a thing for the actor, in whatever account. */
export const isOpenTo = (
  actor: Actor,
  {
    capability,
    access,
  }: { readonly capability: string; readonly access?: TypeDescription["access"] | undefined },
): boolean =>
  isInScope(actor, capability) && (access === undefined || actor.browserSession !== undefined);

/**
 * The capabilities that only browsers have.
 * @throws Error for one whose types disagree.
 */
export function browserCapabilities(types: readonly Served[]): ReadonlySet<string> {
  const isFor = new Map<string, TypeDescription["access"]>();
  for (const { type } of types) {
    const { name, capability, access } = type;
    if (isFor.has(capability) && isFor.get(capability) !== access)
      throw new Error(`${name} and another type of ${capability} are not for the same clients`);
    isFor.set(capability, access);
  }
  return new Set([...isFor].filter(([, access]) => access !== undefined).map(([urn]) => urn));
}

/** The types whose records and states an actor may see in any account. */
export const typesSeenBy = (actor: Actor, types: readonly Served[]): readonly string[] => {
  const accountIds = [...Object.keys(actor.accounts), ...Object.keys(actor.partialAccounts ?? {})];
  return types
    .filter(
      (served) =>
        isOpenTo(actor, served.type) &&
        accountIds.some((accountId) => reachOf(served, actor, accountId) !== null),
    )
    .map(({ type }) => type.name);
};

/** Whether an actor may hear of a type's states: it is in scope, and none that only others may read. */
export function stateFilter(types: readonly Served[]): (actor: Actor, type: string) => boolean {
  const served = new Set(types.map(({ type }) => type.name));
  const known = new WeakMap<Actor, ReadonlySet<string>>();
  return (actor, type) => {
    let seen = known.get(actor);
    if (seen === undefined) known.set(actor, (seen = new Set(typesSeenBy(actor, types))));
    return seen.has(type) || (actor.scope === undefined && !served.has(type));
  };
}

/** The types that the actor may read in the account and whose records are found by the blobs that they refer to. */
export const typesWithBlobs = (
  actor: Actor,
  accountId: string,
  types: readonly Served[],
): readonly Served[] =>
  types.filter(
    (served) =>
      served.store.findByBlobs !== undefined &&
      isOpenTo(actor, served.type) &&
      reachOf(served, actor, accountId) !== null,
  );

/** The records of a type in the actor's reach that refer to blobs, by the blob's hash. */
export const recordsByBlobs = async (
  served: Served,
  { actor, accountId, db }: Pick<Call, "actor" | "accountId" | "db">,
  hashes: readonly string[],
): Promise<readonly { readonly hash: string; readonly id: string }[]> => {
  const reach = reachOf(served, actor, accountId);
  return reach === null ? [] : await served.store.findByBlobs!({ accountId, db, reach }, hashes);
};
