import type { Comparator, FilterOf, TypeDescription } from "@atrium/contract/types/define";
import { ACCOUNT_ARGUMENT, STANDARD_ARGUMENTS } from "@atrium/contract/types/standard-arguments";
import type { JsonObject, QueryResponse } from "@atrium/contract/types/wire";
import { checkArguments, fits, isObject, isValue } from "../check.ts";
import { refuse } from "../errors.ts";
import type { Budget } from "../budget.ts";
import {
  CONDITION_SIZE,
  MAX_TEXT_CONDITIONS,
  MAX_COMPARATORS,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_QUERY_PAGE,
} from "../limits.ts";
import type { Call, QueryPage, QueryRequest, Served } from "../serve.ts";
import { readCall, type RequestContext } from "./context.ts";

/** No list is longer: what is asked for further out is beyond its end, and the database counts in 32 bits. */
const FARTHEST = 1_000_000_000;

const within = (place: number): number => Math.min(Math.max(place, -FARTHEST), FARTHEST);

/** RFC 8620 §5.5. */
export async function runQuery(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<QueryResponse> {
  const { type } = served;
  const call = await readCall(served, context, given);
  const args = checkArguments(
    {
      ...ACCOUNT_ARGUMENT,
      ...STANDARD_ARGUMENTS.query,
      ...type.arguments?.["query"],
    },
    given,
  );
  const { limit: asked, anchor, calculateTotal } = args;
  const limit = Math.min(asked ?? MAX_QUERY_PAGE, MAX_QUERY_PAGE);
  const request: QueryRequest<TypeDescription> = {
    filter: checkFilter(type, args.filter, call.budget),
    sort: checkSort(type, args.sort, call),
    position: within(args.position),
    anchor,
    anchorOffset: within(args.anchorOffset),
    limit,
    calculateTotal,
  };
  const queryState = await context.states.of(call.accountId, type.name, call.reach);
  const page = await pageFrom(served, { ...call, args }, request);
  return {
    accountId: call.accountId,
    queryState,
    canCalculateChanges: canCalculate(served, { ...call, args }, request.sort),
    position: page.position,
    ids: page.ids,
    ...(request.calculateTotal && page.total !== undefined ? { total: page.total } : {}),
    ...(limit === asked ? {} : { limit }),
  };
}

export function canCalculate(
  { store, isUnlogged }: Served,
  call: Call,
  sort: readonly Comparator[],
): boolean {
  if (isUnlogged || (store.queryChanges === undefined && store.list === undefined)) return false;
  return store.canCalculateChanges?.(call, sort) ?? true;
}

async function pageFrom(
  { store }: Served,
  call: Call,
  request: QueryRequest<TypeDescription>,
): Promise<QueryPage> {
  if (store.query !== undefined) return await store.query(call, request);
  return pageOf(await store.list!(call, request.filter, request.sort), request);
}

/** The page of a whole list (RFC 8620 §5.5). @throws Refusal `anchorNotFound` */
export function pageOf(
  all: readonly string[],
  request: Pick<QueryRequest<TypeDescription>, "position" | "anchor" | "anchorOffset" | "limit">,
): Required<QueryPage> {
  let position: number;
  if (request.anchor === null) {
    position = request.position < 0 ? all.length + request.position : request.position;
  } else {
    const found = all.indexOf(request.anchor);
    if (found === -1) refuse("anchorNotFound");
    position = found + request.anchorOffset;
  }
  position = Math.max(0, position);
  return { ids: all.slice(position, position + request.limit), position, total: all.length };
}

/** @throws Refusal `unsupportedFilter`, `invalidArguments` */
export function checkFilter<const D extends TypeDescription>(
  type: D,
  filter: unknown,
  budget: Budget,
): FilterOf<D> | null {
  let conditions = 0;
  const count = (more: number): void => {
    conditions += more;
    if (conditions > MAX_FILTER_CONDITIONS) refuse("unsupportedFilter", "too many conditions");
  };
  const check = (node: unknown, depth: number): void => {
    count(1);
    if (depth > MAX_FILTER_DEPTH) refuse("unsupportedFilter", "nested too deep");
    if (!isObject(node)) refuse("invalidArguments", "a filter must be an object");
    if (Object.hasOwn(node, "operator")) {
      const { operator, conditions: parts, ...rest } = node;
      if (!["AND", "OR", "NOT"].includes(operator as string) || !Array.isArray(parts))
        refuse("invalidArguments", "an operator must be AND, OR or NOT and have conditions");
      if (Object.keys(rest).length > 0)
        refuse("invalidArguments", "an operator has other properties than operator and conditions");
      for (const part of parts as unknown[]) check(part, depth + 1);
      return;
    }
    for (const [name, value] of Object.entries(node)) {
      const property =
        type.filters && Object.hasOwn(type.filters, name) ? type.filters[name] : undefined;
      if (property === undefined) refuse("unsupportedFilter", `no filter "${shown(name)}"`);
      count(extraConditions(value));
      if (!fits(property, value)) refuse("invalidArguments", `filter "${name}"`);
    }
    // An object of conditions is one by itself already.
    count(Math.max(0, Object.keys(node).length - 1));
  };
  if (filter === null) return null;
  check(filter, 0);
  budget.spend("conditions", conditions);
  return filter as FilterOf<D>;
}

/** A long text or list counts as several conditions; of a very long text only the beginning is looked for. */
function extraConditions(value: unknown): number {
  if (typeof value === "string")
    return Math.min(Math.floor(value.length / CONDITION_SIZE), MAX_TEXT_CONDITIONS);
  if (!Array.isArray(value)) return 0;
  // Of a header condition the text, of a list of ids their number.
  const texts = value.slice(0, 2).reduce((sum: number, item) => sum + extraConditions(item), 0);
  return Math.floor(value.length / CONDITION_SIZE) + texts;
}

const shown = (text: string): string => text.slice(0, 200);

/** @throws Refusal `unsupportedSort`, `invalidArguments` */
export function checkSort(
  type: TypeDescription,
  sort: readonly JsonObject[] | null,
  { budget, services }: Pick<Call, "budget" | "services">,
): Comparator[] {
  const comparators = sort ?? [];
  if (comparators.length > MAX_COMPARATORS)
    refuse("unsupportedSort", `more than ${MAX_COMPARATORS} comparators`);
  budget.spend("comparators", comparators.length);
  const collations = services.limits.collationAlgorithms;
  return comparators.map((given) => {
    const { property, isAscending = true, collation, ...rest } = given;
    if (typeof property !== "string" || typeof isAscending !== "boolean")
      refuse("invalidArguments", "a comparator must have a property");
    if (!type.sorts?.includes(property))
      refuse("unsupportedSort", `no sort by "${shown(property)}"`);
    if (collation !== undefined && !collations.includes(collation as string))
      refuse("unsupportedSort", `no such collation`);
    for (const [name, value] of Object.entries(rest)) {
      const extra =
        type.comparatorProperties && Object.hasOwn(type.comparatorProperties, name)
          ? type.comparatorProperties[name]
          : undefined;
      if (extra === undefined || !isValue(extra.type, value))
        refuse("invalidArguments", `comparator "${shown(name)}"`);
    }
    return {
      ...rest,
      property,
      isAscending,
      ...(collation === undefined ? {} : { collation }),
    } as Comparator;
  });
}
