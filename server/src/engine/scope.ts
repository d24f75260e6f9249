import { CAPABILITY } from "@atrium/contract/types/wire";
import { reachOf } from "./reach.ts";
import type { Actor, Call, Served } from "./serve.ts";

/** Whether an actor may use a capability (`Actor.scope`). The core (RFC 8620) is everybody's. */
export const isInScope = ({ scope }: Pick<Actor, "scope">, capability: string): boolean =>
  scope === undefined || capability === CAPABILITY.core || scope.has(capability);

/** The types whose records and states an actor may see; `null` for all. */
export const typesInScope = (actor: Actor, types: readonly Served[]): readonly string[] | null =>
  actor.scope === undefined
    ? null
    : types.filter(({ type }) => isInScope(actor, type.capability)).map(({ type }) => type.name);

/** The types that the actor may read in the account and whose records are found by the blobs that they refer to. */
export const typesWithBlobs = (
  actor: Actor,
  accountId: string,
  types: readonly Served[],
): readonly Served[] =>
  types.filter(
    (served) =>
      served.store.findByBlobs !== undefined &&
      isInScope(actor, served.type.capability) &&
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
