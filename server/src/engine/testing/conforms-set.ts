import { expect, it } from "vitest";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { ConformanceContext } from "./conforms.ts";

/** The standard tests of `/set` (RFC 8620 §5.3), as far as clients may change the type. */
export function conformsToSet({ type, call, fixture }: ConformanceContext): void {
  const state = async (): Promise<string> => (await call("get", { ids: [] })).state!;
  const offers = (): boolean => {
    const { create, patch, destroys } = fixture();
    return create !== undefined || patch !== undefined || destroys;
  };
  const reason = (answer: JsonObject, key: string, id: string): unknown =>
    (answer[key] as Record<string, JsonObject> | null)?.[id];

  it("/set is there exactly when something can be changed", async () => {
    const answer = await call("set", {});
    if (offers())
      expect(answer).toMatchObject({ oldState: await state(), created: null, updated: null });
    else expect(answer).toMatchObject({ type: "unknownMethod" });
  });

  it("/set changes neither foreign accounts nor read-only ones", async () => {
    if (!offers()) return;
    const { foreign, actor, accountId, engine, singleton } = fixture();
    const destroy = [foreign.id];
    expect(await call("set", { accountId: foreign.accountId, destroy })).toMatchObject({
      type: "accountNotFound",
    });
    expect(reason(await call("set", { destroy }), "notDestroyed", foreign.id)).toMatchObject({
      type: singleton ? "singleton" : "notFound",
    });
    if (singleton)
      for (const record of [{}, { id: foreign.id }, { noSuchProperty: 1 }])
        expect(reason(await call("set", { create: { new: record } }), "notCreated", "new")).toEqual(
          {
            type: "singleton",
            description: expect.any(String),
          },
        );
    const readOnly = {
      ...actor,
      accounts: { [accountId]: { name: "", isPersonal: true, isReadOnly: true } },
    };
    const { methodResponses } = await engine.handle(readOnly, {
      using: ["urn:ietf:params:jmap:core", type.capability],
      methodCalls: [[`${type.name}/set`, { accountId }, "c"]],
    });
    expect(methodResponses[0]![1]).toMatchObject({ type: "accountReadOnly" });
  });

  it("/set does nothing when the state is another", async () => {
    if (!fixture().destroys) return;
    const ifInState = await state();
    const id = await fixture().make();
    const now = await state();
    expect(await call("set", { ifInState, destroy: [id] })).toMatchObject({
      type: "stateMismatch",
    });
    expect(await state()).toBe(now);
    expect(await call("set", { ifInState: now, destroy: [id] })).toMatchObject({
      oldState: now,
      destroyed: [id],
    });
  });

  it("/set creates, returns what the server added, and refuses what only the server sets", async () => {
    const { create } = fixture();
    if (create === undefined) return;
    const record = create();
    const answer = await call("set", { create: { new: record } });
    const created = (answer["created"] as Record<string, JsonObject & { id: string }>)["new"]!;
    expect(answer["newState"]).toBe(await state());
    const { list } = await call("get", { ids: [created.id] });
    for (const name of Object.keys(type.properties))
      if (type.properties[name]!.serverSet) expect(created[name]).toEqual(list![0]![name]);
    const given = await call("get", { ids: [created.id], properties: Object.keys(record) });
    for (const [name, value] of Object.entries(record))
      expect(given.list![0]![name]).toEqual(value);

    const wrong = { ...create(), id: "mine", noSuchProperty: 1 };
    const refused = reason(
      await call("set", { create: { new: wrong } }),
      "notCreated",
      "new",
    ) as JsonObject;
    expect(refused["type"]).toBe("invalidProperties");
    expect([...(refused["properties"] as string[])].sort()).toEqual(["id", "noSuchProperty"]);
  });

  it("/set updates by patches, takes whole records back, and refuses wrong ones", async () => {
    const { patch, make } = fixture();
    if (patch === undefined) return;
    const id = await make();
    const sinceState = await state();
    const updated = await call("set", { update: { [id]: patch(id) } });
    expect(updated["updated"]).toHaveProperty([id]);
    expect(await call("changes", { sinceState })).toMatchObject({ updated: [id] });
    const { list } = await call("get", { ids: [id] });
    const now = await state();
    const same = await call("set", { update: { [id]: list![0] } });
    expect(same).toMatchObject({ updated: { [id]: null }, newState: now });

    const refusal = async (wrong: JsonObject): Promise<unknown> =>
      reason(await call("set", { update: { [id]: wrong } }), "notUpdated", id);
    expect(await refusal({ id: "other" })).toMatchObject({
      type: "invalidProperties",
      properties: ["id"],
    });
    expect(await refusal({ noSuchProperty: 1 })).toMatchObject({ type: "invalidProperties" });
    expect(await refusal({ "noSuchProperty/deep/path": 1 })).toMatchObject({
      type: "invalidPatch",
    });
    expect(await refusal({ "a/b": 1, a: 2 })).toMatchObject({ type: "invalidPatch" });
    // Names that every object of JavaScript answers to.
    for (const name of ["constructor", "toString", "__proto__"])
      expect(await refusal({ [`${name}/x`]: true })).toMatchObject({ type: "invalidPatch" });
    const nobody = await call("set", { update: { nobody: patch(id) } });
    expect(reason(nobody, "notUpdated", "nobody")).toMatchObject({ type: "notFound" });
    for (const none of ["\0", "\ud800", "", "a b", "a".repeat(300)]) {
      const answer = await call("set", { update: { [none]: list![0]! } });
      expect(reason(answer, "notUpdated", none)).toMatchObject({ type: "notFound" });
    }
    expect(await state()).toBe(now);
  });

  it("/set destroys, and what never was seen is never reported", async () => {
    const { destroys, make, patch } = fixture();
    if (!destroys) return;
    const before = await state();
    const id = await make();
    const sinceState = await state();
    const update = patch === undefined ? {} : { update: { [id]: patch(id) } };
    const answer = await call("set", { ...update, destroy: [id, "nobody"] });
    expect(answer["destroyed"]).toEqual([id]);
    expect(reason(answer, "notDestroyed", "nobody")).toMatchObject({ type: "notFound" });
    if (patch !== undefined)
      expect(reason(answer, "notUpdated", id)).toMatchObject({ type: "willDestroy" });
    expect(await call("changes", { sinceState })).toMatchObject({ destroyed: [id] });
    const all = await call("changes", { sinceState: before });
    for (const key of ["created", "updated", "destroyed"]) expect(all[key]).not.toContain(id);
    expect(await call("get", { ids: [id] })).toMatchObject({ list: [], notFound: [id] });
  });
}
