import type { TypeDescription } from "@atrium/contract/types/define";
import { STANDARD_ARGUMENTS } from "@atrium/contract/types/standard-arguments";
import type { GetResponse, JsonObject } from "@atrium/contract/types/wire";
import { checkArguments } from "../check.ts";
import { refuse } from "../errors.ts";
import { MAX_PROPERTIES } from "../limits.ts";
import { realId } from "../references.ts";
import type { Call, LooseRecord, Served } from "../serve.ts";
import { accountArgument, readCall, type RequestContext } from "./context.ts";
import { typeSeen } from "./type-seen.ts";

/** RFC 8620 §5.1. */
export async function runGet(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<GetResponse<LooseRecord> | Pick<GetResponse<LooseRecord>, "list" | "notFound">> {
  const { type, store } = served;
  const call = await readCall(served, context, given);
  const args = checkArguments(
    {
      ...accountArgument(served),
      ...STANDARD_ARGUMENTS.get,
      ...type.arguments?.["get"],
    },
    given,
  );
  const limit = context.services.limits.maxObjectsInGet;
  const { ids: asked } = args;
  const properties = chosenProperties(typeSeen(type, context.using), args.properties);
  if (asked !== null && asked.length > limit) refuse("requestTooLarge", "maxObjectsInGet");

  // The state first: whatever changes between the two reads is reported again by /changes.
  const state = await context.states.of(call.accountId, type.name, call.reach);
  const reading = { ...call, args };
  const ids =
    asked === null
      ? await allIds(served, reading, limit)
      : new Set(asked.map((id) => realId(id, context.createdIds) ?? id));
  const found = await store.get(reading, [...ids], properties, limit);
  const list = (found as readonly LooseRecord[]).map((record) => pick(record, properties));
  const known = new Set(list.map((record) => record.id));
  const notFound = asked === null ? [] : [...ids].filter((id) => !known.has(id));
  return served.withoutAccount
    ? { list, notFound }
    : { accountId: call.accountId, state, list, notFound };
}

/** RFC 8620 §5.1: all records, unless they are more than a client may get at once; only then is more of them read. */
async function allIds({ store }: Served, call: Call, limit: number): Promise<Set<string>> {
  const found: readonly LooseRecord[] = await store.get(call, null, ["id"], limit + 1);
  if (found.length > limit) refuse("requestTooLarge", "maxObjectsInGet");
  return new Set(found.map((record) => record.id!));
}

/** @throws Refusal `invalidArguments` for names that the type does not have. */
export function chosenProperties(
  type: TypeDescription,
  asked: readonly string[] | null,
): readonly string[] {
  if (asked === null)
    return Object.keys(type.properties).filter((name) => !type.properties[name]!.onRequest);
  if (asked.length > MAX_PROPERTIES)
    refuse("invalidArguments", `more than ${MAX_PROPERTIES} properties`);
  for (const name of asked) {
    const dynamic = type.dynamicPrefix !== undefined && name.startsWith(type.dynamicPrefix);
    if (!dynamic && !Object.hasOwn(type.properties, name))
      refuse("invalidArguments", `${type.name} has no property "${name}"`);
  }
  // The id is always answered (RFC 8620 §5.1).
  return [...new Set(["id", ...asked])];
}

function pick(record: LooseRecord, properties: readonly string[]): LooseRecord {
  const picked: Record<string, unknown> = {};
  for (const name of properties) if (record[name] !== undefined) picked[name] = record[name];
  return picked;
}
