import type { TypeDescription } from "@atrium/contract/types/define";
import { ACCOUNT_ARGUMENT, STANDARD_ARGUMENTS } from "@atrium/contract/types/standard-arguments";
import type { JsonObject, QueryChangesResponse } from "@atrium/contract/types/wire";
import { changesSince, parseState } from "../change-log.ts";
import { checkArguments } from "../check.ts";
import { refuse } from "../errors.ts";
import { MAX_CHANGES } from "../limits.ts";
import type { Call, QueryChangesRequest, QueryDifference, Served } from "../serve.ts";
import { readCall, type RequestContext } from "./context.ts";
import { canCalculate, checkFilter, checkSort } from "./query.ts";

/** RFC 8620 §5.6. */
export async function runQueryChanges(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<QueryChangesResponse> {
  const { type } = served;
  const call = await readCall(served, context, given);
  // The records of the calls after it are no older than the state that it answers.
  context.states.forget();
  const args = checkArguments(
    {
      ...ACCOUNT_ARGUMENT,
      ...STANDARD_ARGUMENTS.queryChanges,
      ...type.arguments?.["queryChanges"],
    },
    given,
  );
  const filter = checkFilter(type, args.filter, call.budget);
  const sort = checkSort(type, args.sort, call);
  if (!canCalculate(served, { ...call, args }, sort)) refuse("cannotCalculateChanges");
  const { sinceQueryState: oldQueryState, calculateTotal, maxChanges: max } = args;
  const since = parseState(call, type.name, oldQueryState);

  // Changes and places are read from one snapshot, or an index would count what is not reported.
  const { difference, newState } = await context.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const changes = await changesSince({ ...call, db: tx }, type.name, since, MAX_CHANGES);
      if (changes.hasMore) refuse("cannotCalculateChanges", "too much has changed");
      const request: QueryChangesRequest<TypeDescription> = {
        filter,
        sort,
        calculateTotal,
        changed: [...changes.created, ...changes.updated],
        destroyed: changes.destroyed,
        since,
      };
      const inSnapshot = { ...call, db: tx, args };
      return { difference: await differ(served, inSnapshot, request), newState: changes.newState };
    });

  if (max !== null && difference.added.length + difference.removed.length > max)
    refuse("tooManyChanges");
  return {
    accountId: call.accountId,
    oldQueryState,
    newQueryState: call.services.stateTexts.write(call, type.name, newState),
    ...(calculateTotal && difference.total !== undefined ? { total: difference.total } : {}),
    removed: difference.removed,
    added: difference.added,
  };
}

async function differ(
  { store }: Served,
  call: Call,
  request: QueryChangesRequest<TypeDescription>,
): Promise<QueryDifference> {
  if (store.queryChanges !== undefined) return await store.queryChanges(call, request);
  const all = await store.list!(call, request.filter, request.sort);
  const changed = new Set(request.changed);
  const added = all.map((id, index) => ({ id, index })).filter(({ id }) => changed.has(id));
  // Whatever changed may have been in the old list; ids that were not are ignored by clients.
  return { removed: [...request.changed, ...request.destroyed], added, total: all.length };
}
