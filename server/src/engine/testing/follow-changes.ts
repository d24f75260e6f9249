import type { JsonObject } from "@atrium/contract/types/wire";
import { expect } from "vitest";

/**
 * Brings the answer of an earlier `/query` to what is there now by `/queryChanges`, lowest index first (RFC 8620 §5.6),
 * and expects that `/query` answers the same. Answers what it did.
 * @param call calls the type's method of this name, the same search each time
 */
export async function followChanges(
  call: (verb: "query" | "queryChanges", args: JsonObject) => Promise<JsonObject>,
  before: JsonObject,
): Promise<JsonObject> {
  const changes = await call("queryChanges", {
    sinceQueryState: before["queryState"],
    calculateTotal: true,
  });
  const removed = new Set(changes["removed"] as string[]);
  const list = (before["ids"] as string[]).filter((id) => !removed.has(id));
  for (const { id, index } of changes["added"] as { id: string; index: number }[])
    list.splice(index, 0, id);
  const after = await call("query", { calculateTotal: true });
  expect(list).toEqual(after["ids"]);
  expect(changes).toMatchObject({ newQueryState: after["queryState"], total: after["total"] });
  return after;
}
