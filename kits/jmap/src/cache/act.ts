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
}

export interface Effect {
  readonly type: TypeDescription;
  readonly id: string;
  readonly expect: Expectation;
}

/** Takes away what an act expects of one type, or of all. */
export type Settle = (table?: RecordTable) => void;

/** Shows an act before the server knows of it, until it is settled. */
export function expect(entries: Entries, act: Act): Settle {
  const { notifier } = entries.host;
  const layers = new Map<RecordTable, Map<string, Expectation>>();
  const tellWhole = (table: RecordTable): void => {
    if (table.isWhole) notifier.changed(table, WHOLE);
  };
  for (const { type, id, expect } of expectations(act)) {
    const { table } = entries.of(type);
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

function expectations({ type, update = {}, destroy = [], effects = [] }: Act): Effect[] {
  return [
    ...Object.entries(update).map(([id, patch]) => ({
      type,
      id,
      expect: (record: Parameters<Expectation>[0]) => applyPatch(record, patch),
    })),
    ...destroy.map((id) => ({ type, id, expect: () => null })),
    ...effects,
  ];
}

function after(first: Expectation | undefined, second: Expectation): Expectation {
  if (!first) return second;
  return (record) => {
    const between = first(record);
    return between && second(between);
  };
}

/** Tells the server of an act (RFC 8620 §5.3) and writes down what it confirmed. Rejects with `SetRefused`. */
export async function perform(entries: Entries, act: Act): Promise<void> {
  const { accountId, host } = entries;
  const { type, update = {}, destroy = [] } = act;
  const { table } = entries.of(type);
  const size = host.limit("maxObjectsInSet");
  const updates = Object.entries<PatchObject>(update);
  const refused: Record<string, SetError> = {};
  for (let start = 0; start < Math.max(updates.length, destroy.length); start += size) {
    const part = updates.slice(start, start + size);
    const gone = destroy.slice(start, start + size);
    const answer = await host.group().call<SetResponse>(`${type.name}/set`, {
      accountId,
      ...(part.length > 0 && { update: Object.fromEntries(part) }),
      ...(gone.length > 0 && { destroy: gone }),
    }).result;
    Object.assign(refused, answer.notUpdated, answer.notDestroyed);
    host.notifier.together(() => {
      for (const [id, patch] of part) {
        const own = answer.updated?.[id];
        if (own !== undefined)
          table.update(id, (record) => ({ ...applyPatch(record, patch), ...own }));
      }
      table.remove(answer.destroyed ?? []);
    });
  }
  if (Object.keys(refused).length > 0) throw new SetRefused(refused);
}
