import { AdministratorAct } from "@atrium/contract/types/administrator-act";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../index.ts";
import { administrationBench } from "../testing/bench.ts";

conformsToJmap(AdministratorAct, async () => {
  const { accounts, engine, actor, bob } = await administrationBench();
  let count = 0;
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "t0" },
    make: async () => {
      count += 1;
      await accounts.persons.update("system", bob.id, { name: `Bob ${count}` });
      return (await accounts.acts.list("system", { limit: 1 }))[0]!.id;
    },
    destroys: false,
    queries: true,
  };
});

describe("what administrators did", () => {
  let bench: Awaited<ReturnType<typeof administrationBench>>;
  beforeAll(async () => {
    bench = await administrationBench();
    const { accounts, actor, bob, platform } = bench;
    platform.clock.advance(1000);
    await accounts.persons.update(actor, bob.id, { name: "Robert Ferreira" });
    platform.clock.advance(1000);
    const { id } = await accounts.groups.create(actor, {
      name: "Choir",
      address: "choir@demo.test",
      members: [bob.id],
    });
    await accounts.groups.remove(actor, id);
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod(bench, AdministratorAct, verb, { accountId: ORGANISATION, ...args });
  const find = async (filter: object | null, isAscending = false) => {
    const sort = [{ property: "at", isAscending }];
    const { ids } = (await call("query", { filter, sort })) as unknown as { ids: string[] };
    const { list } = await call("get", { ids });
    return ids.map((id) => list!.find((one) => one.id === id)!);
  };

  it("is told with the names that people and things have, or had", async () => {
    const { alice, bob } = bench;
    const [removed, created, changed] = await find(null);
    expect(removed).toMatchObject({
      verb: "group.remove",
      personId: alice.id,
      personName: "Alice Hartley",
      ip: "192.0.2.7",
      thingName: "choir@demo.test",
    });
    expect(created).toMatchObject({ verb: "group.create", detail: { members: [bob.id] } });
    expect(changed).toMatchObject({
      verb: "person.change",
      thing: bob.id,
      thingName: "Robert Ferreira",
      detail: { name: "Robert Ferreira" },
    });
    const [first] = await find(null, true);
    expect(first).toMatchObject({ verb: "organisation.create", personId: null, personName: null });
  });

  it("is found by names, by who did it, and before a time", async () => {
    const { alice, bob } = bench;
    const verbs = async (filter: object) => (await find(filter)).map(({ verb }) => verb);
    expect(await verbs({ text: "CHOIR" })).toEqual(["group.remove", "group.create"]);
    expect(await verbs({ text: "robert", personId: alice.id })).toEqual(["person.change"]);
    expect(await verbs({ personId: bob.id })).toEqual([]);
    const [, , { at }] = (await find(null)) as unknown as [unknown, unknown, { at: string }];
    expect(
      await verbs({ operator: "AND", conditions: [{ before: at }, { text: "robert" }] }),
    ).toEqual(["person.create"]);
    for (const text of ["%", "\0", "'"]) expect(await verbs({ text })).toEqual([]);
  });

  it("stays as it was written", async () => {
    const [{ id }] = (await find(null)) as [{ id: string }];
    for (const args of [{ destroy: [id] }, { update: { [id]: { verb: "x" } } }])
      expect(await call("set", args)).toMatchObject({ error: true, type: "unknownMethod" });
  });
});
