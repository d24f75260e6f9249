import type { Properties } from "@atrium/contract/types/define";
import { ACCOUNT_ARGUMENT } from "@atrium/contract/types/standard-arguments";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Db } from "../../platform/db/index.ts";
import type { Budget } from "../budget.ts";
import { refuse } from "../errors.ts";
import type { Actor, ActorAccount, Call, Invoke, Served, Services, Verb } from "../serve.ts";
import { isOwnAccount, partialAccountOf, reachOf, type Reach } from "../reach.ts";
import { readStateIn, readStates } from "../states.ts";
import type { Write } from "../unit-of-work.ts";

/** What the standard methods work with, the same for all calls of one request. */
export interface RequestContext {
  readonly actor: Actor;
  readonly db: Db;
  readonly write: Write;
  readonly states: States;
  readonly services: Services;
  /** Ids of what the request has created so far, by creation id (RFC 8620 §3.3). */
  readonly createdIds: Map<string, string>;
  /** The capabilities that the request names (RFC 8620 §3.3). */
  readonly using: ReadonlySet<string>;
  /** What all calls of the request may use together. */
  readonly budget: Budget;
  /** Calls a method that another one brings about. */
  readonly invoke: Invoke;
  /** The actor with what is shared with it in these accounts. */
  readonly actorIn: ActorIn;
}

export type ActorIn = (...accountIds: readonly unknown[]) => Promise<Actor>;

/** Reads what is shared with the actor once for all calls that name the same accounts. */
export function createActorIn({
  actor,
  db,
  services,
}: Pick<RequestContext, "actor" | "db" | "services">): ActorIn {
  const known = new Map<string, Promise<Actor>>();
  return (...named) => {
    const accountIds = named.filter((id) => typeof id === "string");
    const key = JSON.stringify(accountIds);
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = services.withShares(actor, accountIds, db)));
    return found;
  };
}

/**
 * The states of types, read once for several calls that only read: to what one of them answers a state may be older than
 * the records, whose change /changes then reports again, but never newer.
 */
export interface States {
  of(accountId: string, type: string, reach: Reach): Promise<string>;
  /** They are read again; after a write, and where a newer one is returned. */
  forget(): void;
}

export function createStates({
  db,
  actor,
  services,
}: Pick<RequestContext, "db" | "actor" | "services">): States {
  const known = new Map<string, Promise<Readonly<Record<string, string>>>>();
  return {
    async of(accountId, type, reach) {
      if (reach !== "everything") {
        const modseq = await readStateIn(db, accountId, type, reach);
        return services.stateTexts.write({ actor, accountId, reach }, type, modseq);
      }
      let states = known.get(accountId);
      if (states === undefined) known.set(accountId, (states = readStates(db, accountId)));
      return (await states)[type] ?? "0";
    },
    forget: () => known.clear(),
  };
}

/**
 * The account that a call is about: the one that it names; the person's own for what belongs to no account.
 * @throws Refusal `forbidden` for guests, who have none.
 */
export function accountIdOf(served: Served, actor: Actor, args: JsonObject): string {
  if (!served.withoutAccount) return accountNamed(args, "accountId");
  return isOwnAccount(actor, actor.accountId)
    ? actor.accountId
    : refuse("forbidden", "guests cannot do this");
}

/** @throws Refusal `invalidArguments` */
export function accountNamed(args: JsonObject, name: "accountId" | "fromAccountId"): string {
  const accountId = args[name];
  return typeof accountId === "string"
    ? accountId
    : refuse("invalidArguments", `"${name}" is missing`);
}

/** What is expected as, and answered about, the account of a call. */
export const accountArgument = (served: Served): Properties =>
  served.withoutAccount ? {} : ACCOUNT_ARGUMENT;

/** The account that a call names. @throws Refusal `accountNotFound`, `accountReadOnly` */
export function accountOf(actor: Actor, accountId: string, verb: Verb): ActorAccount {
  const account = Object.hasOwn(actor.accounts, accountId) ? actor.accounts[accountId] : undefined;
  if (account === undefined) refuse("accountNotFound");
  if (verb !== "read" && account.isReadOnly) refuse("accountReadOnly");
  return account;
}

/**
 * What the actor sees of the type in the account that a call names.
 * @throws Refusal `accountNotFound`, `accountReadOnly`, `accountNotSupportedByMethod`
 */
export function reachIn(served: Served, actor: Actor, accountId: string, verb: Verb): Reach {
  const part = partialAccountOf(actor, accountId);
  if (part === undefined) accountOf(actor, accountId, verb);
  else if (verb !== "read" && part.isReadOnly) refuse("accountReadOnly");
  return reachOf(served, actor, accountId) ?? refuse("accountNotSupportedByMethod");
}

/** Whether the actor may try it at all; with part of an account in reach, rights to each record decide. */
export const mayTry = (served: Served, { actor, accountId, reach }: Call, verb: Verb): boolean =>
  reach !== "everything" || served.access(actor, verb, accountId);

/** For types that want it of who changes them so. @throws Refusal `proofRequired` */
export function wantProof(
  { type: { proof } }: Served,
  { actor, services }: Call,
  verbs: readonly Verb[],
): void {
  if (proof === undefined) return;
  if (proof !== true && !verbs.some((verb) => (proof as readonly Verb[]).includes(verb))) return;
  const until = actor.browserSession?.provedUntil;
  if (until === undefined || until <= services.clock.now()) refuse("proofRequired");
}

/** Checks account and access, in this order, before anything about the call's content is said. */
export async function readCall(
  served: Served,
  context: RequestContext,
  args: JsonObject,
): Promise<Call> {
  const { db, services, using, budget } = context;
  const accountId = accountIdOf(served, context.actor, args);
  const actor = await context.actorIn(accountId);
  const reach = reachIn(served, actor, accountId, "read");
  return { actor, accountId, reach, db, args, services, using, budget };
}
