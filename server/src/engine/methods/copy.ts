import {
  ACCOUNT_ARGUMENT,
  STANDARD_ARGUMENTS,
  STATE_ARGUMENT,
} from "@atrium/contract/types/standard-arguments";
import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject, SetError } from "@atrium/contract/types/wire";
import { checkArguments, isId, isKeepable } from "../check.ts";
import { Refusal, refuse } from "../errors.ts";
import { realId } from "../references.ts";
import type { CopyCall, LooseRecord, Named, Served } from "../serve.ts";
import { partialAccountOf, reachOf, type Reach } from "../reach.ts";
import { accountNamed, accountOf, type RequestContext } from "./context.ts";
import { orNull } from "./or-null.ts";
import { sharedAbove } from "./rights.ts";
import { withRealIds } from "./set-operations.ts";
import { typeSeen } from "./type-seen.ts";

/** RFC 8620 §5.4. `oldState` and `newState` are of the account that is copied to. */
export interface CopyResponse {
  readonly fromAccountId: string;
  readonly accountId: string;
  readonly oldState: string;
  readonly newState: string;
  readonly created: Readonly<Record<string, LooseRecord>> | null;
  readonly notCreated: Readonly<Record<string, SetError>> | null;
}

/**
 * RFC 8620 §5.4: one transaction over both accounts, each record copied or refused separately.
 * Answers also the call that destroys the originals, when the client wants it.
 */
export async function runCopy(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<{ response: CopyResponse; implied: readonly Named[] }> {
  const { type } = served;
  const { services, using, budget } = context;
  const actor = await context.actorIn(given["accountId"], given["fromAccountId"]);
  const { accountId, fromAccountId, fromReach } = copyAccounts(served, { actor }, given);
  const args = checkArguments(
    {
      ...ACCOUNT_ARGUMENT,
      ...STATE_ARGUMENT,
      ...STANDARD_ARGUMENTS.copy,
      ...type.arguments?.["copy"],
    },
    given,
  );
  const wanted = Object.entries(args.create);
  if (wanted.length > services.limits.maxObjectsInSet) refuse("requestTooLarge", "maxObjectsInSet");
  if (!wanted.every(([key]) => isId(key)))
    refuse("invalidArguments", "a creation id must be a valid Id");

  const created = new Map<string, LooseRecord>();
  const notCreated = new Map<string, SetError>();
  const originals: string[] = [];
  const createdIds = new Map(context.createdIds);
  let newState: string | undefined;
  const oldState = await context.write([accountId, fromAccountId], async (w) => {
    const states = {
      from: w.stateOf(fromAccountId, type.name, fromReach),
      to: w.stateOf(accountId, type.name),
    };
    const from = { actor, accountId: fromAccountId, reach: fromReach };
    const fromState = services.stateTexts.write(from, type.name, await states.from);
    const state = String(await states.to);
    if ((args.ifFromInState ?? fromState) !== fromState || (args.ifInState ?? state) !== state)
      refuse("stateMismatch");
    w.afterCommit((changed) => (newState = changed[accountId]?.[type.name]));
    const call: CopyCall = {
      actor,
      accountId,
      fromAccountId,
      fromReach,
      // Copies are made in accounts of the actor's own, or shared as a whole.
      reach: "everything",
      db: w.tx,
      w,
      args,
      services,
      using,
      budget,
    };
    for (const [key, value] of wanted) {
      try {
        const { originalId, record } = copyOf(typeSeen(type, using), value, createdIds);
        const copy = await w.tentatively(
          () => copyOne(served, call, originalId, record),
          served.store,
        );
        createdIds.set(key, copy.id);
        created.set(key, copy);
        originals.push(originalId);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        notCreated.set(key, error.setError());
      }
    }
    return state;
  });
  for (const [key, id] of createdIds) context.createdIds.set(key, id);
  const destroy: Named = [
    `${type.name}/set`,
    {
      accountId: fromAccountId,
      ifInState: args.destroyFromIfInState,
      destroy: [...new Set(originals)],
    },
  ];
  return {
    response: {
      fromAccountId,
      accountId,
      oldState,
      newState: newState ?? oldState,
      created: orNull(created),
      notCreated: orNull(notCreated),
    },
    implied: args.onSuccessDestroyOriginal && originals.length > 0 ? [destroy] : [],
  };
}

/** Copies a record, and notes it. Answers what the server set. */
async function copyOne(
  served: Served,
  call: CopyCall,
  originalId: string,
  record: JsonObject,
): Promise<LooseRecord & { id: string }> {
  const { w, accountId } = call;
  const copy: LooseRecord & { id: string } = await served.store.copy!(call, originalId, record);
  const is = (await sharedAbove({ served, call }, [copy.id])).get(copy.id) ?? [];
  const isLogged = served.container !== undefined && w.isShared(accountId);
  const within = isLogged ? { was: [], is } : undefined;
  w.changed(accountId, served.type.name, copy.id, "created", null, within);
  return copy;
}

/**
 * Both accounts, as far as the actor may use them so, and what of the one that is copied from.
 * @throws Refusal of RFC 8620 §5.4
 */
export function copyAccounts(
  served: Pick<Served, "access" | "container" | "worksInPartialAccounts">,
  { actor }: Pick<RequestContext, "actor">,
  args: JsonObject,
): { accountId: string; fromAccountId: string; fromReach: Reach } {
  const accountId = accountNamed(args, "accountId");
  accountOf(actor, accountId, "create");
  if (!served.access(actor, "create", accountId)) refuse("accountNotSupportedByMethod");
  const fromAccountId = accountNamed(args, "fromAccountId");
  const isThere =
    Object.hasOwn(actor.accounts, fromAccountId) ||
    partialAccountOf(actor, fromAccountId) !== undefined;
  if (!isThere) refuse("fromAccountNotFound");
  const fromReach =
    reachOf(served, actor, fromAccountId) ?? refuse("fromAccountNotSupportedByMethod");
  if (fromAccountId === accountId)
    refuse("invalidArguments", `"fromAccountId" and "accountId" are the same`);
  return { accountId, fromAccountId, fromReach };
}

/** Which record is meant, and what the client puts in the place of its properties. */
function copyOf(
  type: TypeDescription,
  value: JsonObject,
  createdIds: ReadonlyMap<string, string>,
): { originalId: string; record: JsonObject } {
  const { id, ...given } = value;
  const properties = Object.keys(given).filter((name) => {
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined;
    return property === undefined || property.serverSet || !isKeepable(property, given[name]);
  });
  if (typeof id !== "string") properties.push("id");
  if (properties.length > 0 || typeof id !== "string")
    refuse("invalidProperties", undefined, { properties });
  const record = withRealIds(type, given, createdIds);
  const originalId =
    realId(id, createdIds) ?? refuse("notFound", "no record was created with this creation id");
  return { originalId, record };
}
