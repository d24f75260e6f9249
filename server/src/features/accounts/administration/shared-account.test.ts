import { SharedAccount } from "@atrium/contract/types/shared-account";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { ORGANISATION } from "../index.ts";
import { LIMITS } from "../limits.ts";
import { administrationBench, deleteForGood } from "../testing/bench.ts";

async function fixture() {
  const bench = await administrationBench();
  let count = 0;
  const create = () => {
    count += 1;
    return { name: `Desk ${count}`, address: `desk${count}@demo.test` };
  };
  return { ...bench, create };
}

conformsToJmap(SharedAccount, async () => {
  const { accounts, engine, actor, bob, create } = await fixture();
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "a0" },
    make: async () => (await accounts.shared.create("system", create())).accountId,
    create,
    patch: () => ({ name: `Renamed ${performance.now()}` }),
    destroys: false,
    queries: true,
  };
});

describe("shared accounts as administrators see them", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  beforeAll(async () => {
    bench = await fixture();
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod(bench, SharedAccount, verb, { accountId: ORGANISATION, ...args });
  const make = async (account: object): Promise<string> => {
    const { created } = await call("set", {
      create: { account: { ...bench.create(), ...account } },
    });
    return (created as Record<string, { id: string }>)["account"]!.id;
  };
  const read = async (id: string) => (await call("get", { ids: [id] })).list![0];
  const refusalOf = async (id: string, patch: object): Promise<unknown> => {
    const { notUpdated } = await call("set", { update: { [id]: patch } });
    return (notUpdated as Record<string, unknown> | null)?.[id];
  };
  const acts = async (count: number) =>
    (await bench.accounts.acts.list(bench.actor, { limit: count })).map(({ verb, detail }) => [
      verb,
      detail,
    ]);

  it("members come and go one by one, each with a right, and it is written down who", async () => {
    const { alice, bob } = bench;
    const id = await make({ name: " Front  desk ", members: { [alice.id]: "read" } });
    expect(await read(id)).toMatchObject({ name: "Front desk", memberCount: 1 });
    await call("set", { update: { [id]: { [`members/${bob.id}`]: "write" } } });
    expect(await acts(1)).toEqual([["shared-account.grant", { personId: bob.id, mayWrite: true }]]);
    await call("set", {
      update: { [id]: { [`members/${alice.id}`]: null, [`members/${bob.id}`]: "read" } },
    });
    expect(await read(id)).toMatchObject({ members: { [bob.id]: "read" }, memberCount: 1 });
    expect(await acts(2)).toEqual([
      ["shared-account.revoke", { personId: alice.id }],
      ["shared-account.grant", { personId: bob.id, mayWrite: false }],
    ]);
  });

  it("what is not a member, a right or an address is refused, and nothing changes", async () => {
    const { bob } = bench;
    const id = await make({ members: { [bob.id]: "write" }, aliases: { "hall@demo.test": true } });
    const before = await acts(3);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`p${at}`, "read"]));
    for (const members of [{ p0: "read" }, { [bob.id]: "own" }, { "\0": "read" }, many])
      expect(await refusalOf(id, { members })).toMatchObject({ type: "invalidProperties" });
    const taken = { name: "Other", members: {}, aliases: { "bob@demo.test": true } };
    expect(await refusalOf(id, taken)).toMatchObject({ type: "alreadyExists" });
    expect(await refusalOf(id, { "aliases/desk@elsewhere.test": true })).toMatchObject({
      type: "invalidProperties",
    });
    expect(await refusalOf(id, { address: "other@demo.test" })).toMatchObject({
      type: "invalidProperties",
    });
    expect(await read(id)).toMatchObject({
      aliases: { "hall@demo.test": true },
      members: { [bob.id]: "write" },
    });
    expect(await bench.accounts.findRecipient("hall@demo.test")).not.toBeNull();
    expect(await acts(3)).toEqual(before);
  });

  it("gets the mail to its other addresses, and is found by words of name and address", async () => {
    const { accounts } = bench;
    const id = await make({ name: "Second floor", address: "floor@demo.test" });
    await call("set", {
      update: { [id]: { name: "Third floor", "aliases/Third@demo.test": true } },
    });
    expect(await read(id)).toMatchObject({
      name: "Third floor",
      aliases: { "third@demo.test": true },
    });
    expect(await accounts.findRecipient("third@demo.test")).toMatchObject([{ accountId: id }]);
    const query = async (text: string) => (await call("query", { filter: { text } }))["ids"];
    expect(await query("FLOOR")).toEqual([id]);
    expect(await query("floor@")).toEqual([id]);
    for (const text of ["second", "%", "\0", "'"]) expect(await query(text)).toEqual([]);
  });

  it("may keep as much as an administrator says", async () => {
    const id = await make({ quotaEmails: 3 });
    expect(await read(id)).toMatchObject({ quotaOctets: null, quotaEmails: 3 });
    await call("set", { update: { [id]: { quotaOctets: 9 } } });
    expect(await read(id)).toMatchObject({ quotaOctets: 9, quotaEmails: 3 });
    expect(await bench.engine.isOverQuota(id, { octets: 10 })).toBe(true);
    expect(await call("storage", { id })).toMatchObject({ octets: { used: 0, usual: null } });
  });

  it("is removed and restored, is found by that, and says until when it can be", async () => {
    const { accounts, alice, platform } = bench;
    const id = await make({ name: "Old desk", members: { [alice.id]: "write" } });
    const found = async (isRemoved: boolean) =>
      (await call("query", { filter: { text: "old desk", isRemoved } }))["ids"];
    expect(await read(id)).toMatchObject({ isRemoved: false, deletedAt: null });
    const { state } = await call("get", { ids: [] });
    const until = utcSeconds(new Date(platform.clock.now().getTime() + LIMITS.removedKept));
    const answer = await call("set", { update: { [id]: { isRemoved: true } } });
    expect(answer["updated"]).toMatchObject({ [id]: { deletedAt: until } });
    expect([await found(true), await found(false)]).toEqual([[id], []]);
    expect(await read(id)).toMatchObject({
      isRemoved: true,
      deletedAt: until,
      members: { [alice.id]: "write" },
    });
    expect(await call("changes", { sinceState: state })).toMatchObject({ updated: [id] });
    expect(await acts(1)).toMatchObject([["shared-account.remove", {}]]);
    await call("set", { update: { [id]: { isRemoved: false, name: "New desk" } } });
    expect(await read(id)).toMatchObject({ name: "New desk", isRemoved: false, deletedAt: null });
    expect(await accounts.shared.find(id)).toMatchObject({ removedAt: null });
    // Nobody destroys one at once, or makes one that is removed.
    expect(await call("set", { destroy: [id] })).toMatchObject({
      notDestroyed: { [id]: { type: "forbidden" } },
    });
    const removed = { ...bench.create(), isRemoved: true };
    expect(await call("set", { create: { removed } })).toMatchObject({
      notCreated: { removed: { type: "invalidProperties", properties: ["isRemoved"] } },
    });
  });

  it("changes when a member is gone for good", async () => {
    const { accounts } = bench;
    const given = { name: "Eve", address: "eve@demo.test", password: null };
    const { id: eve } = await accounts.persons.create("system", given);
    const id = await make({ members: { [eve]: "read" } });
    const { state } = await call("get", { ids: [] });
    await deleteForGood(bench, eve);
    expect(await call("changes", { sinceState: state })).toMatchObject({ updated: [id] });
    expect(await read(id)).toMatchObject({ members: {}, memberCount: 0 });
  });
});
