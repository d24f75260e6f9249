import { Group } from "@atrium/contract/types/group";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../index.ts";
import { administrationBench, deleteForGood } from "../testing/bench.ts";

async function fixture() {
  const bench = await administrationBench();
  let count = 0;
  const create = () => {
    count += 1;
    return { name: `Group ${count}` };
  };
  return { ...bench, create };
}

conformsToJmap(Group, async () => {
  const { accounts, engine, actor, bob, create } = await fixture();
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "g0" },
    make: async () => (await accounts.groups.create("system", { ...create(), members: [] })).id,
    create,
    patch: () => ({ name: `Renamed ${performance.now()}` }),
    destroys: true,
    queries: true,
  };
});

describe("groups as administrators see them", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  beforeAll(async () => {
    bench = await fixture();
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod(bench, Group, verb, { accountId: ORGANISATION, ...args });
  const make = async (group: object): Promise<string> => {
    const { created } = await call("set", { create: { group } });
    return (created as Record<string, { id: string }>)["group"]!.id;
  };
  const read = async (id: string) => (await call("get", { ids: [id] })).list![0];
  const refusalOf = async (id: string, patch: object): Promise<unknown> => {
    const { notUpdated } = await call("set", { update: { [id]: patch } });
    return (notUpdated as Record<string, unknown> | null)?.[id];
  };

  it("members come and go one by one, whoever else changes the group meanwhile", async () => {
    const { alice, bob } = bench;
    const id = await make({ name: " All  of us ", address: "ALL@demo.test" });
    expect(await read(id)).toMatchObject({ name: "All of us", address: "all@demo.test" });
    await call("set", { update: { [id]: { [`members/${alice.id}`]: true } } });
    await call("set", { update: { [id]: { [`members/${bob.id}`]: true, address: null } } });
    expect(await read(id)).toMatchObject({
      address: null,
      members: { [alice.id]: true, [bob.id]: true },
      memberCount: 2,
    });
    await call("set", { update: { [id]: { [`members/${alice.id}`]: null } } });
    expect(await read(id)).toMatchObject({ members: { [bob.id]: true }, memberCount: 1 });
    expect(await refusalOf(id, { "members/p0": true })).toMatchObject({
      type: "invalidProperties",
      properties: ["members"],
    });
    expect(await refusalOf(id, { address: "bob@demo.test" })).toMatchObject({
      type: "alreadyExists",
    });
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`p${at}`, true]));
    expect(await refusalOf(id, { members: many })).toMatchObject({ type: "invalidProperties" });
    expect(await read(id)).toMatchObject({ memberCount: 1 });
  });

  it("keep all that they had when a change is refused, and no act is written down", async () => {
    const { accounts, actor, alice, bob } = bench;
    const board = { name: "Board", address: "board@demo.test", members: { [alice.id]: true } };
    const id = await make(board);
    const { state } = await call("get", { ids: [] });
    const acts = await accounts.acts.list(actor, { limit: 3 });
    for (const patch of [
      { address: "bob@demo.test" },
      { name: "Other", members: { [bob.id]: true, p0: true } },
    ])
      expect(await refusalOf(id, patch)).toBeDefined();
    const { notCreated } = await call("set", {
      create: { a: { name: "Late", address: "late@demo.test", members: { p0: true } } },
    });
    expect(notCreated).toHaveProperty("a");
    expect(await read(id)).toMatchObject(board);
    expect(await accounts.findRecipient("board@demo.test")).not.toBeNull();
    expect(await accounts.findRecipient("late@demo.test")).toBeNull();
    expect(await call("get", { ids: [] })).toMatchObject({ state });
    expect(await accounts.acts.list(actor, { limit: 3 })).toEqual(acts);
  });

  it("who came and who went is written down, and a new name is no more than that", async () => {
    const { accounts, actor, alice, bob } = bench;
    const id = await make({ name: "Choir", members: { [alice.id]: true } });
    const last = async () => (await accounts.acts.list(actor, { limit: 1 }))[0]!.detail;
    await call("set", { update: { [id]: { name: "Small choir" } } });
    expect(await last()).toEqual({ name: "Small choir" });
    await call("set", { update: { [id]: { members: { [bob.id]: true } } } });
    expect(await last()).toEqual({ added: [bob.id], removed: [alice.id] });
    expect(await read(id)).toMatchObject({ name: "Small choir", members: { [bob.id]: true } });
  });

  it("are found by words of name and address", async () => {
    const floor = await make({ name: "Second floor" });
    const desk = await make({ name: "Desk", address: "reception@demo.test" });
    const query = async (text: string) => (await call("query", { filter: { text } }))["ids"];
    expect(await query("FLOOR")).toEqual([floor]);
    expect(await query("reception@")).toEqual([desk]);
    for (const text of ["%", "\0", "'"]) expect(await query(text)).toEqual([]);
  });

  it("are noted when a member is gone for good", async () => {
    const { accounts } = bench;
    const given = { name: "Eve", address: "eve@demo.test", password: null };
    const { id: eve } = await accounts.persons.create("system", given);
    const inner = await make({ name: "Inner", members: { [eve]: true } });
    const outer = await make({ name: "Outer", members: { [inner]: true } });
    const { state } = await call("get", { ids: [] });
    await deleteForGood(bench, eve);
    await call("set", { destroy: [inner] });
    expect(await call("changes", { sinceState: state })).toMatchObject({
      updated: [outer],
      destroyed: [inner],
    });
    expect(await read(outer)).toMatchObject({ memberCount: 0 });
  });
});
