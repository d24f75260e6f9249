import { ACCOUNT_ARGUMENT, STANDARD_ARGUMENTS } from "@atrium/contract/types/standard-arguments";
import type { ChangesResponse, JsonObject } from "@atrium/contract/types/wire";
import { changesSince, parseState } from "../change-log.ts";
import { checkArguments } from "../check.ts";
import { refuse } from "../errors.ts";
import { MAX_CHANGES } from "../limits.ts";
import type { Served } from "../serve.ts";
import { readCall, type RequestContext } from "./context.ts";

/** RFC 8620 §5.2. */
export async function runChanges(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<ChangesResponse> {
  const { type } = served;
  const call = await readCall(served, context, given);
  // The records of the calls after it are no older than the state that it answers.
  context.states.forget();
  const args = checkArguments(
    {
      ...ACCOUNT_ARGUMENT,
      ...STANDARD_ARGUMENTS.changes,
      ...type.arguments?.["changes"],
    },
    given,
  );
  const { maxChanges: max, sinceState: oldState } = args;
  if (max === 0) refuse("invalidArguments", `"maxChanges" must be above zero`);
  const changes = await changesSince(
    call,
    type.name,
    parseState(call, type.name, oldState),
    Math.min(max ?? MAX_CHANGES, MAX_CHANGES),
  );
  const newState = call.services.stateTexts.write(call, type.name, changes.newState);
  if (served.isUnlogged && newState !== oldState) refuse("cannotCalculateChanges");
  const updatedProperties =
    changes.detail === null ? undefined : type.updateDetails?.[changes.detail];
  return {
    accountId: call.accountId,
    oldState,
    newState,
    hasMoreChanges: changes.hasMore,
    created: changes.created,
    updated: changes.updated,
    destroyed: changes.destroyed,
    ...(type.updateDetails === undefined ? {} : { updatedProperties: updatedProperties ?? null }),
  };
}
