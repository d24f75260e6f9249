import type { ChangesResponse, JsonObject } from "@atrium/contract/types/wire";
import { changesSince, parseState } from "../change-log.ts";
import { checkArguments } from "../check.ts";
import { refuse } from "../errors.ts";
import { MAX_CHANGES } from "../limits.ts";
import type { Served } from "../serve.ts";
import { stateText } from "../reach.ts";
import { readCall, type RequestContext } from "./context.ts";

/** RFC 8620 §5.2. */
export async function runChanges(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<ChangesResponse> {
  const { type } = served;
  const call = readCall(served, context, given);
  // The records of the calls after it are no older than the state that it answers.
  context.states.forget();
  const args = checkArguments(
    {
      accountId: { type: "Id" },
      sinceState: { type: "String" },
      maxChanges: { type: "UnsignedInt", nullable: true, default: null },
      ...type.arguments?.["changes"],
    },
    given,
  );
  const max = args["maxChanges"] as number | null;
  if (max === 0) refuse("invalidArguments", `"maxChanges" is above zero`);
  const oldState = args["sinceState"] as string;
  const changes = await changesSince(
    call,
    type.name,
    parseState(oldState, call.reach),
    Math.min(max ?? MAX_CHANGES, MAX_CHANGES),
  );
  if (served.isUnlogged && stateText(changes.newState, call.reach) !== oldState)
    refuse("cannotCalculateChanges");
  const updatedProperties =
    changes.detail === null ? undefined : type.updateDetails?.[changes.detail];
  return {
    accountId: call.accountId,
    oldState,
    newState: stateText(changes.newState, call.reach),
    hasMoreChanges: changes.hasMore,
    created: changes.created,
    updated: changes.updated,
    destroyed: changes.destroyed,
    ...(type.updateDetails === undefined ? {} : { updatedProperties: updatedProperties ?? null }),
  };
}
