import type { JsonObject, SetError, SetResponse } from "@atrium/contract/types/wire";
import { checkArguments, isId, isObject } from "../check.ts";
import { Refusal, refuse } from "../errors.ts";
import { applyPatch, changedProperties, newRecord, sameJson } from "../patch.ts";
import { realId, resolveCreationIds } from "../references.ts";
import type { Call, LooseRecord, Served, Update, WriteCall } from "../serve.ts";
import type { Change } from "../tables.ts";
import { accountArgument, accountIdOf, accountOf, type RequestContext } from "./context.ts";

/** A create, update or destroy that has not succeeded yet. */
interface Step {
  readonly verb: "create" | "update" | "destroy";
  /** The creation id or id as the client wrote it. */
  readonly key: string;
  readonly value: JsonObject;
  refusal: Refusal | undefined;
  /** What the store prepared for a create. */
  prepared?: unknown;
}

interface Outcome {
  readonly created: Record<string, LooseRecord>;
  readonly updated: Record<string, LooseRecord | null>;
  readonly destroyed: string[];
}

type WithoutAccount = Omit<SetResponse<LooseRecord>, "accountId" | "oldState" | "newState">;

const IF_IN_STATE = { ifInState: { type: "String", nullable: true, default: null } } as const;

/** RFC 8620 §5.3: one transaction for the whole call, each record refused or done by itself. */
export async function runSet(
  served: Served,
  context: RequestContext,
  given: JsonObject,
): Promise<WithoutAccount | SetResponse<LooseRecord>> {
  const { type } = served;
  const { actor, services, using } = context;
  const accountId = accountIdOf(served, actor, given);
  accountOf(actor, accountId, "update");
  if (!served.access(actor, "read", accountId)) refuse("forbidden");
  const args = checkArguments(
    {
      ...accountArgument(served),
      ...(served.withoutAccount ? {} : IF_IN_STATE),
      create: { type: { map: { shape: "object" } }, nullable: true, default: null },
      update: { type: { map: { shape: "object" } }, nullable: true, default: null },
      destroy: { type: { list: "Id" }, nullable: true, default: null },
      ...type.arguments?.["set"],
    },
    given,
  );
  const steps = stepsOf(args);
  if (steps.length > services.limits.maxObjectsInSet) refuse("requestTooLarge", "maxObjectsInSet");

  await prepare(
    served,
    { actor, accountId, db: context.db, args, services, using },
    context,
    steps,
  );
  const createdIds = new Map(context.createdIds);
  let newState: string | undefined;
  const { oldState, outcome } = await context.write([accountId], async (w) => {
    const oldState = String(await w.stateOf(accountId, type.name));
    if ((args["ifInState"] ?? oldState) !== oldState) refuse("stateMismatch");
    w.afterCommit((changed) => (newState = changed[accountId]?.[type.name]));
    const call: WriteCall = { actor, accountId, db: w.tx, w, args, services, using };
    return { oldState, outcome: await takeSteps(served, call, steps, createdIds) };
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

function stepsOf(args: JsonObject): Step[] {
  const steps: Step[] = [];
  const destroy = new Set((args["destroy"] as readonly string[] | null) ?? []);
  for (const [key, value] of Object.entries((args["create"] as JsonObject | null) ?? {})) {
    if (!isId(key)) refuse("invalidArguments", "a creation id has the form of an id");
    steps.push({ verb: "create", key, value: value as JsonObject, refusal: undefined });
  }
  for (const [key, value] of Object.entries((args["update"] as JsonObject | null) ?? {})) {
    const refusal = destroy.has(key) ? new Refusal("willDestroy") : undefined;
    steps.push({ verb: "update", key, value: value as JsonObject, refusal });
  }
  for (const key of destroy) steps.push({ verb: "destroy", key, value: {}, refusal: undefined });
  return steps;
}

/** Lets the store do what is slow about each create, before anything is locked. */
async function prepare(
  { type, store, access }: Served,
  call: Call,
  { createdIds }: RequestContext,
  steps: readonly Step[],
): Promise<void> {
  if (store.prepare === undefined || !access(call.actor, "create", call.accountId)) return;
  for (const step of steps) {
    if (step.verb !== "create") continue;
    await guarded(step, async () => {
      const record = newRecord(type, step.value);
      const resolved = resolveCreationIds(type, record, createdIds, new Set());
      step.prepared = await store.prepare!(call, resolved);
    });
  }
}

/**
 * Takes the steps in their order; those refused are tried again while others succeed, since only the final state
 * has to be valid (RFC 8620 §5.3): a parent may be destroyed with its child, a name freed and taken in one call.
 */
async function takeSteps(
  served: Served,
  call: WriteCall,
  steps: readonly Step[],
  createdIds: Map<string, string>,
): Promise<Outcome> {
  const outcome: Outcome = { created: {}, updated: {}, destroyed: [] };
  let open = steps.filter((step) => step.refusal === undefined);
  for (let progress = true; progress && open.length > 0;) {
    progress = false;
    for (const group of groups(open, served.store.inBatches === true)) {
      for (const step of group) step.refusal = undefined;
      await takeGroup(served, call, group, createdIds, outcome);
      if (group.some((step) => step.refusal === undefined)) progress = true;
    }
    open = open.filter((step) => step.refusal !== undefined);
  }
  return outcome;
}

/** Updates and destroys go to the store together where it can take them so. */
function* groups(steps: readonly Step[], inBatches: boolean): Generator<Step[]> {
  const batches: Record<"update" | "destroy", Step[]> = { update: [], destroy: [] };
  for (const step of steps) {
    if (step.verb === "create" || !inBatches) yield [step];
    else batches[step.verb].push(step);
  }
  for (const batch of [batches.update, batches.destroy]) if (batch.length > 0) yield batch;
}

async function takeGroup(
  served: Served,
  call: WriteCall,
  group: readonly Step[],
  createdIds: Map<string, string>,
  outcome: Outcome,
): Promise<void> {
  const { verb } = group[0]!;
  if (!served.access(call.actor, verb, call.accountId)) {
    for (const step of group) step.refusal = new Refusal("forbidden");
  } else if (verb === "create") await create(served, call, group[0]!, createdIds, outcome);
  else if (verb === "update") await update(served, call, group, createdIds, outcome);
  else await destroy(served, call, group, createdIds, outcome);
}

async function create(
  served: Served,
  call: WriteCall,
  step: Step,
  createdIds: Map<string, string>,
  outcome: Outcome,
): Promise<void> {
  const { type, store, rules } = served;
  await guarded(step, async () => {
    if (store.create === undefined) refuse("forbidden", `clients do not create a ${type.name}`);
    const given = withRealIds(type, newRecord(type, step.value), createdIds);
    const record = (await rules.create?.(given, call)) ?? given;
    const set = await store.create(call, record, step.prepared);
    note(served, call, set.id, "created");
    createdIds.set(step.key, set.id);
    // What the client did not say so itself: server-set properties, defaults, what the rules changed.
    outcome.created[step.key] = { ...differing(record, step.value, given), ...set };
  });
}

/** What belongs to no account is in no log and is not pushed. */
function note(served: Served, { w, accountId }: WriteCall, id: string, change: Change): void {
  if (!served.withoutAccount) w.changed(accountId, served.type.name, id, change);
}

/** The members of a record that differ from what the client sent. */
function differing(record: JsonObject, sent: JsonObject, given: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => sent[name] === undefined || !sameJson(value, given[name]),
    ),
  );
}

async function update(
  served: Served,
  call: WriteCall,
  group: readonly Step[],
  createdIds: Map<string, string>,
  outcome: Outcome,
): Promise<void> {
  const { type, store, rules } = served;
  const before = await current(served, call, group, createdIds);
  const updates: Update<LooseRecord>[] = [];
  const told = new Map<string, LooseRecord>();
  for (const step of group) {
    await guarded(step, async () => {
      const old = before.get(realId(step.key, createdIds) ?? step.key) ?? refuse("notFound");
      const patch = withRealIds(type, step.value, createdIds);
      const patched = applyPatch(type, old, patch);
      const changed = changedProperties(type, old, patched, patch);
      if (changed.length === 0) return;
      if (store.update === undefined) refuse("forbidden", `clients do not change a ${type.name}`);
      const asked = { ...old, ...Object.fromEntries(changed.map((name) => [name, patched[name]])) };
      const ruled = await rules.update?.(asked, old, call, changed);
      const after = (ruled ?? asked) as LooseRecord;
      updates.push({ id: old.id!, before: old, after, changed });
      const other = changed.filter((name) => !sameJson(after[name], asked[name]));
      if (other.length > 0)
        told.set(old.id!, Object.fromEntries(other.map((name) => [name, after[name]])));
    });
  }
  if (updates.length > 0) {
    const more = await attempt(group, () => store.update!(call, updates as never));
    if (more === null) return;
    for (const [id, record] of more ?? [])
      told.set(id, { ...told.get(id), ...(record as LooseRecord) });
  }
  for (const { id } of updates) note(served, call, id, "updated");
  for (const step of group) {
    if (step.refusal !== undefined) continue;
    const id = realId(step.key, createdIds) ?? step.key;
    outcome.updated[id] = told.get(id) ?? null;
  }
}

async function destroy(
  served: Served,
  call: WriteCall,
  group: readonly Step[],
  createdIds: Map<string, string>,
  outcome: Outcome,
): Promise<void> {
  const { type, store, rules } = served;
  const before = await current(served, call, group, createdIds);
  const ids: string[] = [];
  for (const step of group) {
    await guarded(step, async () => {
      const old = before.get(realId(step.key, createdIds) ?? step.key) ?? refuse("notFound");
      if (store.destroy === undefined) refuse("forbidden", `clients do not destroy a ${type.name}`);
      await rules.destroy?.(old, call);
      ids.push(old.id!);
    });
  }
  if (ids.length === 0) return;
  if ((await attempt(group, () => store.destroy!(call, ids))) === null) return;
  for (const id of ids) note(served, call, id, "destroyed");
  outcome.destroyed.push(...ids);
}

/** The records that a group of steps is about, by id. */
async function current(
  { type, store }: Served,
  call: WriteCall,
  group: readonly Step[],
  createdIds: ReadonlyMap<string, string>,
): Promise<Map<string, LooseRecord>> {
  const ids = new Set(group.map((step) => realId(step.key, createdIds) ?? step.key));
  const properties = store.updatable ?? Object.keys(type.properties);
  const records = (await store.get(call, [...ids], properties, ids.size)) as readonly LooseRecord[];
  return new Map(records.map((record) => [record.id!, record]));
}

function withRealIds(
  type: Served["type"],
  record: JsonObject,
  createdIds: ReadonlyMap<string, string>,
): JsonObject {
  const missing = new Set<string>();
  const resolved = resolveCreationIds(type, record, createdIds, missing);
  if (missing.size > 0) {
    const properties = Object.keys(record).filter((name) => {
      const one = new Set<string>();
      resolveCreationIds(type, { [name]: record[name] }, createdIds, one);
      return one.size > 0;
    });
    refuse("invalidProperties", `nothing was created as ${[...missing].join(", ")}`, {
      properties,
    });
  }
  return resolved;
}

/** Runs one step; a refusal is noted on it, anything else ends the call. */
async function guarded(step: Step, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    step.refusal = error;
  }
}

/** What the store says about a whole group; `null` when it refused, which then holds for each step. */
async function attempt<T>(group: readonly Step[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const step of group) step.refusal ??= error;
    return null;
  }
}

function refusedOf(steps: readonly Step[], verb: Step["verb"]): Record<string, SetError> | null {
  const refused: Record<string, SetError> = {};
  for (const step of steps)
    if (step.verb === verb && step.refusal !== undefined)
      refused[step.key] = step.refusal.setError();
  return orNull(refused);
}

function orNull<T extends object>(map: T): T | null {
  return isObject(map) && Object.keys(map).length === 0 ? null : map;
}
