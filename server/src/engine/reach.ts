import type { TypeDescription } from "@atrium/contract/types/define";
import type { Db, Tx } from "../platform/db/index.ts";
import type { Actor, Container, Served } from "./serve.ts";

/**
 * What an actor may see of a type in an account: everything, or what lies in containers (RFC 9670), by their ids with the
 * rights in each. Containers of several types are together, as no two of them have one id.
 */
export type Reach = "everything" | ReadonlyMap<string, ReadonlySet<string>>;

/** An account of which a person sees no more than the containers that are shared with that person. */
export interface PartialAccount {
  readonly name: string;
  /** The principal whose account it is. */
  readonly ownerId: string;
  readonly isReadOnly: boolean;
  /** By the name of the containers' type. */
  readonly reach: Readonly<Record<string, ReadonlyMap<string, ReadonlySet<string>>>>;
}

/** One with whom something is shared, and what is another one whenever it is something else. */
export interface PrincipalVersion {
  readonly id: string;
  readonly version: string;
}

/** Reads the accounts of which an actor has part in reach: those of the ones that are asked for, or all (`null`). */
export type ReadShares = (
  db: Db | Tx,
  actor: Pick<Actor, "accountId" | "accounts"> & {
    readonly principals: readonly PrincipalVersion[];
  },
  accountIds: readonly string[] | null,
) => Promise<NonNullable<Actor["partialAccounts"]>>;

/**
 * The actor with what is shared with it in these accounts, or in all (`null`). Nothing is read where they are the actor's
 * as a whole.
 */
export type WithShares = (
  actor: Actor,
  accountIds: readonly string[] | null,
  db: Db | Tx,
) => Promise<Actor>;

export const createWithShares =
  (read: ReadShares): WithShares =>
  async (actor, accountIds, db) => {
    const { partialAccounts: _before, ...own } = actor;
    const { accounts, principals } = own;
    const asked = accountIds?.filter((id) => !Object.hasOwn(accounts, id)) ?? null;
    if (principals === undefined || asked?.length === 0) return actor;
    const partialAccounts = await read(db, { ...own, principals }, asked);
    return Object.keys(partialAccounts).length === 0 ? own : { ...own, partialAccounts };
  };

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

/** What was found out before of an account that stays the same. */
const known = new WeakMap<PartialAccount, Map<string, Reach | null>>();

function reachThrough(
  { within }: Pick<Container<TypeDescription>, "within">,
  part: PartialAccount,
): Reach | null {
  const key = JSON.stringify(within);
  const ofPart = known.get(part) ?? new Map<string, Reach | null>();
  known.set(part, ofPart);
  let reach = ofPart.get(key);
  if (reach === undefined) ofPart.set(key, (reach = findReach(within, part)));
  return reach;
}

function findReach(
  within: Container<TypeDescription>["within"],
  { reach }: PartialAccount,
): Reach | null {
  const types = Object.entries(within).filter(([type]) => Object.hasOwn(reach, type));
  if (types.length === 0) return null;
  const [[type, right]] = types as [[string, string]];
  // Most often all of them, of which there may be very many.
  if (types.length === 1 && reach[type]!.values().every((rights) => rights.has(right)))
    return reach[type]!;
  const containers = types.flatMap(([type, right]) =>
    [...reach[type]!].filter(([, rights]) => rights.has(right)),
  );
  return new Map(containers);
}

/** The containers of a reach that is not everything. */
export const containersOf = (reach: Exclude<Reach, "everything">): string[] => [...reach.keys()];
