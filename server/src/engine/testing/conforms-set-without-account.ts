import { expect, it } from "vitest";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Answer, ConformanceContext } from "./conforms.ts";

/** The tests of `/set` for records that belong to a person (RFC 8620 §7.2.2): neither account nor state. */
export function conformsToSetWithoutAccount({ call, fixture }: ConformanceContext): void {
  const reason = (answer: Answer, key: string, id: string): unknown =>
    (answer[key] as Record<string, JsonObject> | null)?.[id];

  it("knows neither accounts nor states", async () => {
    const invalid = { type: "invalidArguments", error: true };
    const { accountId } = fixture();
    expect(await call("get", { accountId, ids: null })).toMatchObject(invalid);
    expect(await call("set", { accountId })).toMatchObject(invalid);
    expect(await call("set", { ifInState: "0" })).toMatchObject(invalid);
    const answers = [await call("get", { ids: null }), await call("set", {})];
    for (const answer of answers)
      for (const absent of ["accountId", "state", "oldState", "newState"])
        expect(answer).not.toHaveProperty(absent);
    for (const verb of ["changes", "query", "queryChanges", "copy"])
      expect(await call(verb, {})).toMatchObject({ type: "unknownMethod" });
  });

  it("is in no log and is not pushed", async () => {
    const { engine, accountId, make } = fixture();
    const before = await engine.states(accountId);
    await make();
    expect(await engine.states(accountId)).toEqual(before);
  });

  it("/set creates, updates by patches and destroys, each record for itself", async () => {
    const { create, patch, make } = fixture();
    const wrong = { ...create!(), id: "mine", noSuchProperty: 1 };
    const answer = await call("set", { create: { new: create!(), wrong } });
    const { id } = (answer["created"] as Record<string, { id: string }>)["new"]!;
    const refused = reason(answer, "notCreated", "wrong") as { properties: string[] };
    expect(refused).toMatchObject({ type: "invalidProperties" });
    expect(new Set(refused.properties)).toEqual(new Set(["id", "noSuchProperty"]));

    const change = patch!(id);
    const updated = await call("set", { update: { [id]: change, nobody: change } });
    expect(updated["updated"]).toHaveProperty([id]);
    expect(reason(updated, "notUpdated", "nobody")).toMatchObject({ type: "notFound" });
    for (const [name, value] of Object.entries(change))
      expect((await call("get", { ids: [id] })).list![0]![name]).toEqual(value);
    const { list } = await call("get", { ids: [id] });
    const again = await call("set", { update: { [id]: list![0]! } });
    expect(again["updated"]).toEqual({ [id]: null });
    const unknown = await call("set", { update: { [id]: { noSuchProperty: 1 } } });
    expect(reason(unknown, "notUpdated", id)).toMatchObject({ type: "invalidProperties" });

    const other = await make();
    const gone = await call("set", { update: { [id]: {} }, destroy: [id, "nobody"] });
    expect(gone["destroyed"]).toEqual([id]);
    expect(reason(gone, "notUpdated", id)).toMatchObject({ type: "willDestroy" });
    expect(reason(gone, "notDestroyed", "nobody")).toMatchObject({ type: "notFound" });
    expect(await call("get", { ids: [id, other], properties: ["id"] })).toMatchObject({
      list: [{ id: other }],
      notFound: [id],
    });
  });
}
