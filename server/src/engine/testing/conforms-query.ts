import { expect, it } from "vitest";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { ConformanceContext } from "./conforms.ts";
import { followChanges } from "./follow-changes.ts";

/** The standard tests of `/query` and `/queryChanges` (RFC 8620 §5.5, §5.6). */
export function conformsToQuery({ type, call, fixture }: ConformanceContext): void {
  const idsOf = async (args: JsonObject): Promise<string[]> =>
    (await call("query", args))["ids"] as string[];

  it("/query is there exactly when records are found by it", async () => {
    if (!fixture().queries)
      expect(await call("query", {})).toMatchObject({ type: "unknownMethod" });
    else expect(await call("query", {})).toMatchObject({ position: 0 });
  });

  it("/query pages by position and by anchor are pieces of the whole", async () => {
    // One record has no pages.
    if (!fixture().queries || fixture().singleton) return;
    for (let n = 0; n < 4; n += 1) await fixture().make();
    const all = await idsOf({});
    expect(new Set(all).size).toBe(all.length);
    for (const [args, from] of [
      [{ position: 1 }, 1],
      [{ position: -2 }, all.length - 2],
      [{ position: -1000 }, 0],
      [{ position: all.length + 5 }, all.length + 5],
      [{ anchor: all[2] }, 2],
      [{ anchor: all[2], anchorOffset: -1 }, 1],
      [{ anchor: all[2], anchorOffset: 1 }, 3],
      [{ anchor: all[1], anchorOffset: -9 }, 0],
      [{ anchor: all[1], anchorOffset: 5000 }, 5001],
    ] as const) {
      const page = await call("query", { ...args, limit: 2, calculateTotal: true });
      expect(page).toMatchObject({
        ids: all.slice(from, from + 2),
        position: from,
        total: all.length,
      });
    }
    expect(await idsOf({ limit: 0 })).toEqual([]);
    expect(await call("query", { anchor: "nobody" })).toMatchObject({ type: "anchorNotFound" });
    expect(await call("query", {})).not.toHaveProperty("total");
  });

  it("/query joins conditions and refuses what it does not know", async () => {
    if (!fixture().queries) return;
    const all = await idsOf({});
    const not = (...conditions: JsonObject[]): JsonObject => ({ operator: "NOT", conditions });
    expect(await idsOf({ filter: {} })).toEqual(all);
    expect(await idsOf({ filter: not({}) })).toEqual([]);
    expect(await idsOf({ filter: { operator: "OR", conditions: [not({}), {}] } })).toEqual(all);
    expect(await idsOf({ filter: { operator: "AND", conditions: [not(not({})), {}] } })).toEqual(
      all,
    );
    for (const [args, error] of [
      [{ filter: { noSuchFilter: 1 } }, "unsupportedFilter"],
      [{ filter: { operator: "XOR", conditions: [] } }, "invalidArguments"],
      [{ filter: { operator: "AND" } }, "invalidArguments"],
      [{ sort: [{ property: "noSuchProperty" }] }, "unsupportedSort"],
      [{ sort: [{ isAscending: true }] }, "invalidArguments"],
      [{ limit: -1 }, "invalidArguments"],
    ] as const)
      expect(await call("query", args)).toMatchObject({ type: error });
  });

  it("/query sorts both ways by every property that it names", async () => {
    if (!fixture().queries) return;
    const all = [...(await idsOf({}))].sort();
    for (const property of type.sorts ?? [])
      for (const isAscending of [true, false]) {
        const extra = type.comparatorProperties?.["keyword"] ? { keyword: "$flagged" } : {};
        const ids = await idsOf({ sort: [{ property, isAscending, ...extra }] });
        expect([...ids].sort()).toEqual(all);
      }
  });

  it("/queryChanges brings an old list to what /query answers now", async () => {
    if (!fixture().queries) return;
    const { make, destroys, patch } = fixture();
    const before = await call("query", {});
    if (before["canCalculateChanges"] !== true) return;
    const gone = await make();
    const kept = await make();
    if (patch !== undefined) await call("set", { update: { [kept]: patch(kept) } });
    if (destroys) await call("set", { destroy: [gone, (before["ids"] as string[])[0]!] });
    await followChanges(call, before);
    expect(await call("queryChanges", { sinceQueryState: "never" })).toMatchObject({
      type: "cannotCalculateChanges",
    });
    const few = { sinceQueryState: before["queryState"], maxChanges: 0 };
    expect(await call("queryChanges", few)).toMatchObject({ type: "tooManyChanges" });
  });
}
