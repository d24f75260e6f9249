import type { JsonObject, SetError } from "@atrium/contract/types/wire";
import { checkArguments, isId, isKeepable } from "../check.ts";
import { Refusal, refuse } from "../errors.ts";
import { realId } from "../references.ts";
import type { CopyCall, LooseRecord, Named, Served } from "../serve.ts";
import { accountOf, type RequestContext } from "./context.ts";
import { orNull } from "./or-null.ts";
import { withRealIds } from "./set-operations.ts";

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
 * RFC 8620 §5.4: one transaction over both accounts, each record copied or refused by itself.
 * Answers also the call that destroys the originals, when the client wants it.
 */
export async function runCopy(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<{ response: CopyResponse; implied: readonly Named[] }> {
  const { type } = served;
  const { actor, services, using, budget } = context;
  const { accountId, fromAccountId } = copyAccounts(served, context, given);
  const args = checkArguments(
    {
      fromAccountId: { type: "Id" },
      accountId: { type: "Id" },
      ifFromInState: { type: "String", nullable: true, default: null },
      ifInState: { type: "String", nullable: true, default: null },
      create: { type: { map: { shape: "object" } } },
      onSuccessDestroyOriginal: { type: "Boolean", default: false },
      destroyFromIfInState: { type: "String", nullable: true, default: null },
      ...type.arguments?.["copy"],
    },
    given,
  );
  const wanted = Object.entries(args["create"] as Record<string, JsonObject>);
  if (wanted.length > services.limits.maxObjectsInSet) refuse("requestTooLarge", "maxObjectsInSet");
  if (!wanted.every(([key]) => isId(key)))
    refuse("invalidArguments", "a creation id has the form of an id");

  const created = new Map<string, LooseRecord>();
  const notCreated = new Map<string, SetError>();
  const originals: string[] = [];
  const createdIds = new Map(context.createdIds);
  let newState: string | undefined;
  const oldState = await context.write([accountId, fromAccountId], async (w) => {
    const states = {
      from: w.stateOf(fromAccountId, type.name),
      to: w.stateOf(accountId, type.name),
    };
    const fromState = String(await states.from);
    const state = String(await states.to);
    if (
      (args["ifFromInState"] ?? fromState) !== fromState ||
      (args["ifInState"] ?? state) !== state
    )
      refuse("stateMismatch");
    w.afterCommit((changed) => (newState = changed[accountId]?.[type.name]));
    const call: CopyCall = {
      actor,
      accountId,
      fromAccountId,
      // Both are accounts of the actor's own, or shared as a whole.
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
        const { originalId, record } = copyOf(served, value, createdIds);
        const copy: LooseRecord & { id: string } = await served.store.copy!(
          call,
          originalId,
          record,
        );
        w.changed(accountId, type.name, copy.id, "created");
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
      ifInState: args["destroyFromIfInState"],
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
    implied: args["onSuccessDestroyOriginal"] === true && originals.length > 0 ? [destroy] : [],
  };
}

/** Both accounts, as far as the person may use them so. @throws Refusal of RFC 8620 §5.4 */
export function copyAccounts(
  { access }: Pick<Served, "access">,
  { actor }: Pick<RequestContext, "actor">,
  args: JsonObject,
): { accountId: string; fromAccountId: string } {
  const accountId = args["accountId"] as string;
  const fromAccountId = args["fromAccountId"] as string;
  accountOf(actor, accountId, "create");
  if (!access(actor, "create", accountId)) refuse("accountNotSupportedByMethod");
  if (typeof fromAccountId !== "string") refuse("invalidArguments", `"fromAccountId" is missing`);
  if (!Object.hasOwn(actor.accounts, fromAccountId)) refuse("fromAccountNotFound");
  if (!access(actor, "read", fromAccountId)) refuse("fromAccountNotSupportedByMethod");
  if (fromAccountId === accountId)
    refuse("invalidArguments", `"fromAccountId" and "accountId" are the same`);
  return { accountId, fromAccountId };
}

/** Which record is meant, and what the client puts in the place of its properties. */
function copyOf(
  { type }: Served,
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
  const originalId = realId(id, createdIds) ?? refuse("notFound", "nothing was created so");
  return { originalId, record };
}
