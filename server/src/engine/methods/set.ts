import type { ValuesOf } from "@atrium/contract/types/define";
import { STANDARD_ARGUMENTS, STATE_ARGUMENT } from "@atrium/contract/types/standard-arguments";
import type { JsonObject, SetError, SetResponse } from "@atrium/contract/types/wire";
import { checkArguments, isId, isValue } from "../check.ts";
import { Refusal, refuse } from "../errors.ts";
import { isKnown, newRecord, propertyOf } from "../patch.ts";
import { realId, resolveCreationIds } from "../references.ts";
import type { Call, LooseRecord, Served, WriteCall } from "../serve.ts";
import {
  accountArgument,
  accountIdOf,
  mayTry,
  reachIn,
  wantProof,
  type RequestContext,
} from "./context.ts";
import { orNull } from "./or-null.ts";
import { createsInOrder } from "./set-order.ts";
import { applyOperations } from "./set-passes.ts";
import { typeSeen } from "./type-seen.ts";
import { guarded, type Operation, type Outcome } from "./set-operations.ts";

type WithoutAccount = Omit<SetResponse<LooseRecord>, "accountId" | "oldState" | "newState">;

type Changes = Pick<ValuesOf<typeof STANDARD_ARGUMENTS.set>, "create" | "update" | "destroy">;

/** RFC 8620 §5.3: one transaction for the whole call, each record applied or refused separately. */
export async function runSet(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<WithoutAccount | SetResponse<LooseRecord>> {
  const { type } = served;
  const { db, services, using, budget } = context;
  const accountId = accountIdOf(served, context.actor, given);
  const actor = await context.actorIn(accountId);
  // What belongs to no account is the program's own, whatever it may do in accounts.
  const reach = reachIn(served, actor, accountId, served.withoutAccount ? "read" : "update");
  const args = checkArguments(
    {
      ...accountArgument(served),
      ...(served.withoutAccount ? {} : STATE_ARGUMENT),
      ...STANDARD_ARGUMENTS.set,
      ...type.arguments?.["set"],
    },
    given,
  );
  // Before anything is made of them.
  if (sizeOf(args) > services.limits.maxObjectsInSet) refuse("requestTooLarge", "maxObjectsInSet");
  const steps = stepsOf(served, args);

  const reading: Call = { actor, accountId, reach, db, args, services, using, budget };
  wantProof(
    served,
    reading,
    steps.map(({ verb }) => verb),
  );
  await prepare(served, reading, context, steps);
  const stateText = (modseq: number): string =>
    services.stateTexts.write(reading, type.name, modseq);
  const createdIds = new Map(context.createdIds);
  let newState: string | undefined;
  const others =
    (await served.store.alsoChanges?.(reading, updatesOf(steps, context.createdIds))) ?? [];
  const { oldState, outcome } = await context.write([accountId, ...others], async (w) => {
    const oldState = stateText(await w.stateOf(accountId, type.name, reach));
    if ((args.ifInState ?? oldState) !== oldState) refuse("stateMismatch");
    w.afterCommit((changed) => {
      const modseq = changed[accountId]?.[type.name];
      if (modseq !== undefined) newState = stateText(Number(modseq));
    });
    const call: WriteCall = { ...reading, db: w.tx, w };
    const outcome = await applyOperations({ served, call, createdIds }, steps);
    if (steps.every(({ refusal }) => refusal === undefined) && mayTry(served, call, "update"))
      addChanges(outcome, createdIds, await served.store.allSucceeded?.(call, createdIds));
    return { oldState, outcome };
  });
  for (const [key, id] of createdIds) context.createdIds.set(key, id);
  return {
    ...(served.withoutAccount ? {} : { accountId, oldState, newState: newState ?? oldState }),
    created: orNull(outcome.created),
    updated: orNull(outcome.updated),
    destroyed: outcome.destroyed.length > 0 ? outcome.destroyed : null,
    notCreated: refusedOf(steps, "create"),
    notUpdated: refusedOf(steps, "update"),
    notDestroyed: refusedOf(steps, "destroy"),
  };
}

/** Adds what the store changed behind the operations to what the client is told of them. */
function addChanges(
  { created, updated }: Outcome,
  createdIds: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, LooseRecord> = new Map(),
): void {
  const keys = new Map([...createdIds].map(([key, id]) => [id, key]));
  for (const [id, change] of changes) {
    const key = keys.get(id);
    if (key !== undefined && created.has(key)) created.set(key, { ...created.get(key), ...change });
    else updated.set(id, { ...updated.get(id), ...change });
  }
}

/** The updates of records that were there before the call, by the first part of each path. */
const updatesOf = (steps: readonly Operation[], createdIds: ReadonlyMap<string, string>) =>
  steps.flatMap(({ verb, key, value, refusal }) => {
    const id = verb !== "update" || refusal ? undefined : realId(key, createdIds);
    return id === undefined ? [] : [{ id, paths: Object.keys(value).map(propertyOf) }];
  });

function sizeOf({ create, update, destroy }: Changes): number {
  return [create, update, destroy].reduce((sum, part) => sum + Object.keys(part ?? {}).length, 0);
}

function stepsOf({ type }: Served, args: Changes): Operation[] {
  const creates = Object.entries(args.create ?? {});
  if (!creates.every(([key]) => isId(key)))
    refuse("invalidArguments", "a creation id must be a valid Id");
  const destroy = new Set(args.destroy);
  return [
    ...createsInOrder(type, creates).map(([key, value]) => stepOf("create", key, value)),
    ...Object.entries(args.update ?? {}).map(([key, value]) => {
      const step = stepOf("update", key, value);
      if (destroy.has(key)) step.refusal = new Refusal("willDestroy");
      // What is no id is the id of nothing; a database does not take every string.
      else if (!isValue("Id", key)) step.refusal = new Refusal("notFound");
      return step;
    }),
    ...[...destroy].map((key) => stepOf("destroy", key, {})),
  ];
}

const stepOf = (verb: Operation["verb"], key: string, value: JsonObject): Operation => ({
  verb,
  key,
  value,
  refusal: undefined,
  prepared: undefined,
});

/** What is slow about the steps, before anything is locked. */
async function prepare(
  served: Served,
  call: Call,
  context: RequestContext,
  steps: readonly Operation[],
): Promise<void> {
  await prepareCreates(served, call, context, steps);
  await prepareUpdates(served, call, context, steps);
}

/** Lets the store compare what no row has of the records that clients send back whole. */
async function prepareUpdates(
  served: Served,
  call: Call,
  { createdIds }: RequestContext,
  steps: readonly Operation[],
): Promise<void> {
  const { type, store } = served;
  if (store.unchanged === undefined || !mayTry(served, call, "update")) return;
  const isSentBack = (path: string): boolean =>
    !path.includes("/") && isKnown(type, propertyOf(path)) && !store.updatable?.includes(path);
  const asked = steps.flatMap((step) => {
    const isOpen = step.verb === "update" && step.refusal === undefined;
    const paths = isOpen ? Object.keys(step.value).filter(isSentBack) : [];
    const values = Object.fromEntries(paths.map((path) => [propertyOf(path), step.value[path]]));
    const id = realId(step.key, createdIds);
    return paths.length === 0 || id === undefined ? [] : [{ step, id, values }];
  });
  if (asked.length === 0) return;
  const answers = await store.unchanged(call, asked);
  for (const [index, { step }] of asked.entries()) step.prepared = answers[index];
}

/** Lets the store do what is slow about each create. */
async function prepareCreates(
  served: Served,
  call: Call,
  { createdIds }: RequestContext,
  steps: readonly Operation[],
): Promise<void> {
  const { type, store } = served;
  if (store.prepare === undefined || !mayTry(served, call, "create")) return;
  for (const step of steps) {
    if (step.verb !== "create") continue;
    await guarded(step, async () => {
      const record = newRecord(typeSeen(type, call.using), step.value);
      const resolved = resolveCreationIds(type, record, createdIds, new Set());
      step.prepared = await store.prepare!({ ...call, createdIds }, resolved);
    });
  }
}

function refusedOf(
  steps: readonly Operation[],
  verb: Operation["verb"],
): Record<string, SetError> | null {
  const refused = new Map<string, SetError>();
  for (const step of steps)
    if (step.verb === verb && step.refusal !== undefined)
      refused.set(step.key, step.refusal.setError());
  return orNull(refused);
}
