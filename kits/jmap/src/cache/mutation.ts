import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject, PatchObject, SetError, SetResponse } from "@atrium/contract/types/wire";
import { SetRefused } from "../connection/errors.ts";
import type { Entries } from "./entries.ts";
import { applyPatch } from "./patch.ts";
import { WHOLE, type OptimisticChange, type RecordTable } from "./table.ts";

/** A type whose changes are shown at once; those of others are made by `setNow`. */
export type OptimisticType = TypeDescription & { readonly offline?: undefined };

/** A change that a user makes: what is sent to the server, and what to show until it has answered. */
export interface Mutation {
  readonly type: OptimisticType;
  readonly update?: Readonly<Record<string, PatchObject>>;
  readonly destroy?: readonly string[];
  /** Changes of other records that the server will make by itself, such as a folder's counts. */
  readonly optimistic?: readonly OptimisticUpdate[];
  /**
   * Without network, and after the session ended, it is persisted and sent as soon as that is possible, also by another
   * window after this one. Only for mutations that do no harm when they are sent twice.
   */
  readonly persist?: boolean;
}

/** What is added to a record's numbers, such as counts. */
export interface OptimisticUpdate {
  /** Name of the data type. */
  readonly type: string;
  readonly id: string;
  readonly add: Readonly<Record<string, number>>;
}

/** A mutation as plain data, fit to be stored and sent to other windows: its properties keep their names. */
export interface PlainMutation {
  /** Unique in this browser, in the order of time. */
  readonly id: string;
  readonly accountId: string;
  /** Name of the data type. */
  readonly type: string;
  readonly update: Readonly<Record<string, PatchObject>>;
  readonly destroy: readonly string[];
  readonly effects: readonly OptimisticUpdate[];
}

/** The mutation as plain data. */
export function plainMutation(
  accountId: string,
  { type, update = {}, destroy = [], optimistic = [] }: Mutation,
  id: string,
): PlainMutation {
  return { id, accountId, type: type.name, update, destroy, effects: optimistic };
}

/** Removes what a mutation shows of one type, or of all. */
export type RemoveOptimistic = (table?: RecordTable) => void;

const adding =
  (add: Readonly<Record<string, number>>): OptimisticChange =>
  (record) => {
    const sums = Object.entries(add).map(([name, value]) => [
      name,
      Math.max(0, Number(record[name] ?? 0) + value),
    ]);
    return { ...record, ...(Object.fromEntries(sums) as Record<string, number>) };
  };

/** Shows a mutation before the server has confirmed it. */
export function showOptimistic(
  entries: Entries,
  { type: name, update, destroy, effects }: PlainMutation,
): RemoveOptimistic {
  const updates: readonly (readonly [type: string, id: string, apply: OptimisticChange])[] = [
    ...Object.entries(update).map(
      ([id, patch]) => [name, id, (record: JsonObject) => applyPatch(record, patch)] as const,
    ),
    ...destroy.map((id) => [name, id, () => null] as const),
    ...effects.map(({ type, id, add }) => [type, id, adding(add)] as const),
  ];
  const { notifier } = entries.host;
  const layers = new Map<RecordTable, Map<string, OptimisticChange>>();
  const notifyWhole = (table: RecordTable): void => {
    if (table.isWhole) notifier.changed(table, WHOLE);
  };
  for (const [type, id, apply] of updates) {
    const table = entries.table(type);
    const layer = layers.get(table) ?? new Map<string, OptimisticChange>();
    layers.set(table, layer.set(id, after(layer.get(id), apply)));
  }
  notifier.together(() => {
    for (const [table, layer] of layers) {
      table.addLayer(layer);
      notifyWhole(table);
    }
  });
  return (only) =>
    notifier.together(() => {
      for (const [table, layer] of layers) {
        if (only !== undefined && only !== table) continue;
        layers.delete(table);
        table.removeLayer(layer);
        notifyWhole(table);
      }
    });
}

function after(first: OptimisticChange | undefined, second: OptimisticChange): OptimisticChange {
  if (!first) return second;
  return (record) => {
    const between = first(record);
    return between && second(between);
  };
}

/** Sends a mutation to the server (RFC 8620 §5.3) and applies what it confirmed. Rejects with `SetRefused`. */
export async function send(entries: Entries, mutation: PlainMutation): Promise<void> {
  const { accountId, host } = entries;
  const { type, update, destroy } = mutation;
  const size = host.limit("maxObjectsInSet");
  const updates = Object.entries(update);
  const refused: Record<string, SetError> = {};
  for (let start = 0; start < Math.max(updates.length, destroy.length); start += size) {
    const part = updates.slice(start, start + size);
    const gone = destroy.slice(start, start + size);
    const answer = await host.group().call(`${type}/set`, {
      accountId,
      ...(part.length > 0 && { update: Object.fromEntries(part) }),
      ...(gone.length > 0 && { destroy: gone }),
    }).result;
    Object.assign(refused, answer.notUpdated);
    // It is gone, as the user wanted; it may have been sent before, and the answer lost.
    for (const [id, error] of Object.entries(answer.notDestroyed ?? {}))
      if (error.type !== "notFound") refused[id] = error;
    const done = Object.fromEntries(part.filter(([id]) => answer.updated?.[id] !== undefined));
    confirm(
      entries,
      { ...mutation, update: done, destroy: gone.filter((id) => !refused[id]) },
      answer,
    );
  }
  if (Object.keys(refused).length === 0) return;
  const gone = Object.keys(refused).filter((id) => refused[id]!.type === "notFound");
  // It came and went elsewhere between two answers: then no list of changes names it.
  if (gone.length > 0)
    await entries
      .byName(type)
      ?.fetcher.fetch(gone, { properties: ["id"] })
      .catch(() => undefined);
  throw new SetRefused(refused);
}

/** Applies what the server has confirmed, with what it set by itself. */
export function confirm(
  entries: Entries,
  { type, update, destroy }: PlainMutation,
  answer?: SetResponse,
): void {
  const table = entries.table(type);
  entries.host.notifier.together(() => {
    for (const [id, patch] of Object.entries(update))
      table.update(id, (record) => ({ ...applyPatch(record, patch), ...answer?.updated?.[id] }));
    table.remove(destroy);
  });
}
