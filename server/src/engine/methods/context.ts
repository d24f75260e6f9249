import type { JsonObject } from "@atrium/contract/types/wire";
import type { Db } from "../../platform/db/index.ts";
import { refuse } from "../errors.ts";
import type { Actor, ActorAccount, Call, Served, Services, Verb } from "../serve.ts";
import type { Write } from "../unit-of-work.ts";

/** What the standard methods work with, the same for all calls of one request. */
export interface RequestContext {
  readonly actor: Actor;
  readonly db: Db;
  readonly write: Write;
  readonly services: Services;
  /** Ids of what the request has created so far, by creation id (RFC 8620 §3.3). */
  readonly createdIds: Map<string, string>;
}

/** The account that a call names. @throws Refusal `accountNotFound`, `accountReadOnly` */
export function accountOf(actor: Actor, accountId: unknown, verb: Verb): ActorAccount {
  if (typeof accountId !== "string") refuse("invalidArguments", `"accountId" is missing`);
  const account = Object.hasOwn(actor.accounts, accountId) ? actor.accounts[accountId] : undefined;
  if (account === undefined) refuse("accountNotFound");
  if (verb !== "read" && account.isReadOnly) refuse("accountReadOnly");
  return account;
}

/** Checks account and access, in this order, before anything about the call's content is said. */
export function readCall(served: Served, context: RequestContext, args: JsonObject): Call {
  const { actor, db, services } = context;
  const accountId = args["accountId"] as string;
  accountOf(actor, accountId, "read");
  if (!served.access(actor, "read", accountId)) refuse("forbidden");
  return { actor, accountId, db, args, services };
}
