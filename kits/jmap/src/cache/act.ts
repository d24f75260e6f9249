import type { TypeDescription } from "@atrium/contract/types/define";
import type { PatchObject, SetError, SetResponse } from "@atrium/contract/types/wire";
import { SetRefused } from "../connection/errors.ts";
import type { Entries } from "./entries.ts";
import { applyPatch } from "./patch.ts";
import { WHOLE, type Expectation, type RecordTable } from "./table.ts";

/** Something a person does: what the server is told, and what to show until it has answered. */
export interface Act {
  readonly type: TypeDescription;
  readonly update?: Readonly<Record<string, PatchObject>>;
  readonly destroy?: readonly string[];
  /** What the server will make of other records by itself, such as a folder's counts. */
  readonly effects?: readonly Effect[];
  /**
   * It may be said later: without network, and after the session ended, it is kept and said as soon as that is
   * possible, also by another window after this one. Only for what does no harm when it is said twice.
   */
  readonly waits?: boolean;
}

export interface Effect {
  readonly type: TypeDescription;
  readonly id: string;
  readonly expect: Expectation;
}

/** An act as plain data, fit to be stored and told to other windows. */
export interface PlainAct {
  /** Unique in this browser, in the order of time. */
  readonly id: string;
  readonly accountId: string;
  /** Name of the data type. */
  readonly type: string;
  readonly update: Readonly<Record<string, PatchObject>>;
  readonly destroy: readonly string[];
  readonly effects: readonly PlainEffect[];
}

/** What an act adds to a record's numbers. */
interface PlainEffect {
  readonly type: string;
  readonly id: string;
  readonly add: Readonly<Record<string, number>>;
}

/** The act as plain data, before it is shown: of its effects the numbers that they change remain. */
export function plainAct(entries: Entries, act: Act, id: string): PlainAct {
  const { type, update = {}, destroy = [], effects = [] } = act;
  const plain = effects.flatMap((effect): PlainEffect[] => {
    const before = entries.of(effect.type).table.get(effect.id);
    const after = before && effect.expect(before);
    if (!after) return [];
    const add: Record<string, number> = {};
    for (const [name, value] of Object.entries(after)) {
      const was = before[name];
      if (typeof value === "number" && typeof was === "number" && value !== was)
        add[name] = value - was;
    }
    return [{ type: effect.type.name, id: effect.id, add }];
  });
  return { id, accountId: entries.accountId, type: type.name, update, destroy, effects: plain };
}

/** Takes away what an act expects of one type, or of all. */
export type Settle = (table?: RecordTable) => void;

interface NamedEffect {
  readonly type: string;
  readonly id: string;
  readonly expect: Expectation;
}

/** Shows an act before the server knows of it, until it is settled. */
export function expect(entries: Entries, { type, update, destroy, effects = [] }: Act): Settle {
  return show(entries, [
    ...changes(type.name, update, destroy),
    ...effects.map((effect) => ({ ...effect, type: effect.type.name })),
  ]);
}

/** Shows an act of another window. */
export function expectPlain(
  entries: Entries,
  { type, update, destroy, effects }: PlainAct,
): Settle {
  return show(entries, [
    ...changes(type, update, destroy),
    ...effects.map((effect) => ({ ...effect, expect: adding(effect.add) })),
  ]);
}

const adding =
  (add: Readonly<Record<string, number>>): Expectation =>
  (record) => {
    const sums = Object.entries(add).map(([name, value]) => [
      name,
      Number(record[name] ?? 0) + value,
    ]);
    return { ...record, ...(Object.fromEntries(sums) as Record<string, number>) };
  };

function changes(
  type: string,
  update: Act["update"] = {},
  destroy: Act["destroy"] = [],
): NamedEffect[] {
  return [
    ...Object.entries(update).map(([id, patch]) => ({
      type,
      id,
      expect: (record: Parameters<Expectation>[0]) => applyPatch(record, patch),
    })),
    ...destroy.map((id) => ({ type, id, expect: () => null })),
  ];
}

function show(entries: Entries, effects: readonly NamedEffect[]): Settle {
  const { notifier } = entries.host;
  const layers = new Map<RecordTable, Map<string, Expectation>>();
  const tellWhole = (table: RecordTable): void => {
    if (table.isWhole) notifier.changed(table, WHOLE);
  };
  for (const { type, id, expect } of effects) {
    const table = entries.table(type);
    const layer = layers.get(table) ?? new Map<string, Expectation>();
    layers.set(table, layer.set(id, after(layer.get(id), expect)));
  }
  notifier.together(() => {
    for (const [table, layer] of layers) {
      table.expect(layer);
      tellWhole(table);
    }
  });
  return (only) =>
    notifier.together(() => {
      for (const [table, layer] of layers) {
        if (only !== undefined && only !== table) continue;
        layers.delete(table);
        table.settle(layer);
        tellWhole(table);
      }
    });
}

function after(first: Expectation | undefined, second: Expectation): Expectation {
  if (!first) return second;
  return (record) => {
    const between = first(record);
    return between && second(between);
  };
}

/** Tells the server of an act (RFC 8620 §5.3) and writes down what it confirmed. Rejects with `SetRefused`. */
export async function perform(entries: Entries, act: PlainAct): Promise<void> {
  const { accountId, host } = entries;
  const { type, update, destroy } = act;
  const size = host.limit("maxObjectsInSet");
  const updates = Object.entries(update);
  const refused: Record<string, SetError> = {};
  for (let start = 0; start < Math.max(updates.length, destroy.length); start += size) {
    const part = updates.slice(start, start + size);
    const gone = destroy.slice(start, start + size);
    const answer = await host.group().call<SetResponse>(`${type}/set`, {
      accountId,
      ...(part.length > 0 && { update: Object.fromEntries(part) }),
      ...(gone.length > 0 && { destroy: gone }),
    }).result;
    Object.assign(refused, answer.notUpdated);
    // Who wanted it gone has what they wanted; it may have been said before, and the answer lost.
    for (const [id, error] of Object.entries(answer.notDestroyed ?? {}))
      if (error.type !== "notFound") refused[id] = error;
    const done = Object.fromEntries(part.filter(([id]) => answer.updated?.[id] !== undefined));
    confirm(entries, { ...act, update: done, destroy: gone.filter((id) => !refused[id]) }, answer);
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

/** Writes down that the server has done this, with what it set by itself. */
export function confirm(
  entries: Entries,
  { type, update, destroy }: PlainAct,
  answer?: SetResponse,
): void {
  const table = entries.table(type);
  entries.host.notifier.together(() => {
    for (const [id, patch] of Object.entries(update))
      table.update(id, (record) => ({ ...applyPatch(record, patch), ...answer?.updated?.[id] }));
    table.remove(destroy);
  });
}
