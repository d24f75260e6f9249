import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Actor, Served } from "./serve.ts";

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
    ({ type, store, access }) =>
      store.findByBlobs !== undefined &&
      isInScope(actor, type.capability) &&
      access(actor, "read", accountId),
  );
