import type { TypeDescription } from "@atrium/contract/types/define";
import type { Actor, Container, Served } from "./serve.ts";

/**
 * What an actor may see of a type in an account: everything, or what lies in containers (RFC 9670), by their ids with the
 * rights in each. Containers of several types are together, as no two of them have one id.
 */
export type Reach = "everything" | ReadonlyMap<string, ReadonlySet<string>>;

/** An account of which a person sees no more than the containers that are shared with that person. */
export interface PartialAccount {
  readonly name: string;
  readonly isReadOnly: boolean;
  /** By the name of the containers' type. */
  readonly reach: Readonly<Record<string, ReadonlyMap<string, ReadonlySet<string>>>>;
}

const NOTHING: Reach = new Map();

export const partialAccountOf = (
  { partialAccounts = {} }: Actor,
  accountId: string,
): PartialAccount | undefined =>
  Object.hasOwn(partialAccounts, accountId) ? partialAccounts[accountId] : undefined;

/** Whether it is the account of the person who asks. Guests have none. */
export const isOwnAccount = ({ accountId: own, accounts }: Actor, accountId: string): boolean =>
  accountId === own && Object.hasOwn(accounts, accountId);

/** What the actor sees of a type in an account; `null` when the type is nothing to the actor there. */
export function reachOf(
  {
    access,
    container,
    worksInPartialAccounts,
  }: Pick<Served, "access" | "container" | "worksInPartialAccounts">,
  actor: Actor,
  accountId: string,
): Reach | null {
  if (Object.hasOwn(actor.accounts, accountId))
    return access(actor, "read", accountId) ? "everything" : null;
  const part = partialAccountOf(actor, accountId);
  if (part === undefined) return null;
  if (worksInPartialAccounts) return NOTHING;
  return container === undefined ? null : reachThrough(container, part);
}

function reachThrough(
  { within }: Pick<Container<TypeDescription>, "within">,
  { reach }: PartialAccount,
): Reach | null {
  const types = Object.entries(within).filter(([type]) => Object.hasOwn(reach, type));
  if (types.length === 0) return null;
  const containers = types.flatMap(([type, right]) =>
    [...reach[type]!].filter(([, rights]) => rights.has(right)),
  );
  return new Map(containers);
}

/** The containers of a reach that is not everything. */
export const containersOf = (reach: Exclude<Reach, "everything">): string[] => [...reach.keys()];
