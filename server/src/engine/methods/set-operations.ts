import type { JsonObject } from "@atrium/contract/types/wire";
import { isWithin } from "../check.ts";
import { Refusal, refuse } from "../errors.ts";
import { applyPatch, changedProperties, newRecord, propertyOf, sameJson } from "../patch.ts";
import { realId, resolveCreationIds } from "../references.ts";
import { checkRights, lyingIn, noteLeft, noteMoved, sharedAbove } from "./rights.ts";
import { recordSeen, typeSeen } from "./type-seen.ts";
import type { LooseRecord, Served, Update, WriteCall } from "../serve.ts";
import type { Within } from "../unit-of-work.ts";
import type { Change } from "../tables.ts";

/** One record that a `/set` is to create, update or destroy. */
export interface Operation {
  readonly verb: "create" | "update" | "destroy";
  /** The creation id or id as the client wrote it. */
  readonly key: string;
  readonly value: JsonObject;
  /** Why it was not done, if it was not. */
  refusal: Refusal | undefined;
  /** What the store prepared for a create; of an update, the names of properties that were sent back as they are. */
  prepared: unknown;
}

/** What the operations of one `/set` work with. */
export interface SetContext {
  readonly served: Served;
  readonly call: WriteCall;
  /** Grows with each create. */
  readonly createdIds: Map<string, string>;
}

export interface Outcome {
  readonly created: Map<string, LooseRecord>;
  readonly updated: Map<string, LooseRecord | null>;
  readonly destroyed: string[];
}

/** A record that was updated. */
export interface Updated {
  readonly id: string;
  /** Beyond what the client's patch says. */
  readonly serverSet: LooseRecord | null;
  readonly hasChanged: boolean;
  readonly within: Within;
}

export async function create(
  context: SetContext,
  operation: Operation,
  outcome: Outcome,
): Promise<void> {
  const { served, call, createdIds } = context;
  const { type, store, rules } = served;
  await guarded(operation, async () => {
    if (served.singleton) refuse("singleton", "an account has exactly one");
    if (store.create === undefined) refuse("forbidden", `clients cannot create a ${type.name}`);
    const sent = newRecord(typeSeen(type, call.using), operation.value);
    const given = withRealIds(type, sent, createdIds);
    await checkRights(context, { verb: "create", after: given });
    checkLimits(served, given, Object.keys(given));
    const record = (await rules.create?.(given, call)) ?? given;
    const set = await store.create(call, record, operation.prepared);
    const is = (await sharedAbove(context, [set.id])).get(set.id) ?? [];
    note(context, set.id, "created", { was: [], is });
    createdIds.set(operation.key, set.id);
    // What the client did not say so itself: server-set properties, defaults, what the rules changed.
    const answer = { ...differing(record, operation.value, given), ...set };
    outcome.created.set(operation.key, recordSeen(type, call.using, answer));
  });
}

/** @throws Refusal `invalidProperties` naming all that are beyond the type's limits. */
function checkLimits({ limits }: Served, record: JsonObject, names: readonly string[]): void {
  const properties = names.filter((name) => limits[name] && !isWithin(limits[name], record[name]));
  if (properties.length > 0) refuse("invalidProperties", undefined, { properties });
}

/** The members of a record that differ from what the client sent. */
function differing(record: JsonObject, sent: JsonObject, given: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => sent[name] === undefined || !sameJson(value, given[name]),
    ),
  );
}

/** Updates records as far as nothing is said against it. `before` is given when they are not what the store has now. */
export async function update(
  context: SetContext,
  group: readonly Operation[],
  given?: ReadonlyMap<string, LooseRecord>,
): Promise<Updated[]> {
  const { served, call, createdIds } = context;
  const { type, store, rules } = served;
  const before = new Map(given ?? (await current(context, group)));
  const updates: Update<LooseRecord>[] = [];
  const serverSet = new Map<string, LooseRecord>();
  for (const operation of group) {
    await guarded(operation, async () => {
      const old = before.get(idOf(context, operation)) ?? refuse("notFound");
      const patch = withRealIds(type, withoutUnchanged(operation), createdIds);
      if (store.update === undefined && !isSame(old, patch))
        refuse("forbidden", `clients cannot change a ${type.name}`);
      const seen = typeSeen(type, call.using);
      const patched = applyPatch(seen, old, patch);
      const changed = changedProperties(seen, old, patched, patch);
      if (changed.length === 0) return;
      const asked = { ...old, ...Object.fromEntries(changed.map((name) => [name, patched[name]])) };
      await checkRights(context, { verb: "update", before: old, after: asked, changed });
      checkLimits(served, asked, changed);
      const ruled = await rules.update?.(asked, old, call, changed);
      const after = (ruled ?? asked) as LooseRecord;
      // It may be named twice, by its id and by its creation id.
      before.set(old.id!, after);
      updates.push({ id: old.id!, before: old, after, changed });
      // What follows from the change by a rule may be a property that the client did not name.
      const other = Object.keys(after).filter(
        (name) => after[name] !== asked[name] && !sameJson(after[name], asked[name]),
      );
      if (other.length > 0)
        serverSet.set(old.id!, Object.fromEntries(other.map((name) => [name, after[name]])));
    });
  }
  const ids = updates.map(({ id }) => id);
  const was = await sharedAbove(context, ids);
  if (updates.length > 0) {
    const more = await attempt(context, group, () => store.update!(call, updates as never));
    if (more === null) return [];
    for (const [id, record] of more ?? [])
      serverSet.set(id, { ...serverSet.get(id), ...(record as LooseRecord) });
  }
  const is = await sharedAbove(context, ids);
  const changed = new Set(ids);
  return group
    .filter((operation) => operation.refusal === undefined)
    .map((operation) => idOf(context, operation))
    .map((id) => ({
      id,
      serverSet: serverSet.get(id) ?? null,
      hasChanged: changed.has(id),
      within: { was: was.get(id) ?? [], is: is.get(id) ?? [] },
    }));
}

/** Whether a patch names nothing but values that the record has. */
const isSame = (old: LooseRecord, patch: JsonObject): boolean =>
  Object.entries(patch).every(([path, value]) => sameJson(old[path], value));

function withoutUnchanged({ value, prepared }: Operation): JsonObject {
  if (!(prepared instanceof Set)) return value;
  const kept = Object.entries(value).filter(([path]) => !prepared.has(propertyOf(path)));
  return Object.fromEntries(kept);
}

/** For the log, and for the client. */
export async function noteUpdates(
  context: SetContext,
  updates: readonly Updated[],
  outcome: Outcome,
): Promise<void> {
  for (const { id, serverSet, hasChanged, within } of updates) {
    if (hasChanged) note(context, id, "updated", within);
    if (context.served.container !== undefined) await noteMoved(context, id, within);
    const { served, call } = context;
    outcome.updated.set(id, serverSet && recordSeen(served.type, call.using, serverSet));
  }
}

export async function destroy(
  context: SetContext,
  group: readonly Operation[],
  outcome: Outcome,
): Promise<void> {
  const { type, store, rules } = context.served;
  const before = await current(context, group);
  const ids: string[] = [];
  for (const operation of group) {
    await guarded(operation, async () => {
      const old = before.get(idOf(context, operation)) ?? refuse("notFound");
      if (context.served.singleton) refuse("singleton", "it cannot be destroyed");
      if (store.destroy === undefined) refuse("forbidden", `clients cannot destroy a ${type.name}`);
      await checkRights(context, { verb: "destroy", before: old });
      await rules.destroy?.(old, context.call);
      before.delete(old.id!);
      ids.push(old.id!);
    });
  }
  if (ids.length === 0) return;
  const was = await sharedAbove(context, ids);
  const inside = await lyingIn(context, ids);
  if ((await attempt(context, group, () => store.destroy!(context.call, ids))) === null) return;
  await noteLeft(context, inside);
  // Whoever has not everything in reach may have taken it out of there, and nowhere else.
  const is = context.call.reach === "everything" ? new Map() : await sharedAbove(context, ids);
  for (const id of ids)
    note(context, id, is.has(id) ? "updated" : "destroyed", {
      was: was.get(id) ?? [],
      is: is.get(id) ?? [],
    });
  outcome.destroyed.push(...ids);
}

/** The records that a group of operations is about, by id. */
export async function current(
  context: SetContext,
  group: readonly Operation[],
): Promise<Map<string, LooseRecord>> {
  const { type, store } = context.served;
  const ids = new Set(group.map((operation) => idOf(context, operation)));
  const properties = store.updatable ?? Object.keys(type.properties);
  const records: readonly LooseRecord[] = await store.get(
    context.call,
    [...ids],
    properties,
    ids.size,
  );
  return new Map(records.map((record) => [record.id!, record]));
}

/** The id of the record that an update or destroy is about. */
export const idOf = ({ createdIds }: SetContext, { key }: Operation): string =>
  realId(key, createdIds) ?? key;

/** What belongs to no account is in no log and is not pushed. */
function note({ served, call }: SetContext, id: string, change: Change, within: Within): void {
  if (served.withoutAccount) return;
  const { w, accountId } = call;
  const isLogged = served.container !== undefined && w.isShared(accountId);
  w.changed(accountId, served.type.name, id, change, null, isLogged ? within : undefined);
}

/**
 * The record with ids in the place of creation ids.
 * @throws Refusal `invalidProperties` naming those that refer to what was not created.
 */
export function withRealIds(
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
    refuse("invalidProperties", `no record was created as ${[...missing].join(", ")}`, {
      properties: [...new Set(properties.map(propertyOf))],
    });
  }
  return resolved;
}

/** Runs one operation; a refusal is noted on it, anything else ends the call. */
export async function guarded(operation: Operation, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    operation.refusal = error;
  }
}

/** What the store says about a whole group; `null` when it refused, which then holds for each operation. */
async function attempt<T>(
  { served, call }: SetContext,
  group: readonly Operation[],
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    // What is said about one operation is taken back with all else of it.
    return await (group.length === 1 ? work() : call.w.tentatively(work, served.store));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const operation of group) operation.refusal ??= error;
    return null;
  }
}
