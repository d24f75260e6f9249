import { Domain } from "@atrium/contract/types/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../index.ts";
import { administrationBench } from "../testing/bench.ts";

async function fixture() {
  const bench = await administrationBench();
  let count = 0;
  const create = () => {
    count += 1;
    return { name: `domain-${count}.example` };
  };
  return { ...bench, create };
}

conformsToJmap(Domain, async () => {
  const { accounts, engine, actor, bob, create } = await fixture();
  let junk = false;
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "elsewhere_test" },
    make: async () => {
      const { name } = await accounts.domains.add("system", create().name);
      return name.replaceAll(".", "_");
    },
    create,
    patch: () => {
      junk = !junk;
      return { unverified: junk ? "reject" : "deliver" };
    },
    destroys: true,
    queries: true,
  };
});

describe("domains as administrators see them", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  beforeAll(async () => {
    bench = await fixture();
  });

  const call = (verb: string, args: object): Promise<Answer> =>
    callMethod(bench, Domain, verb, { accountId: ORGANISATION, ...args });
  const acts = async (thing: string) =>
    (await bench.accounts.acts.list(bench.actor, { limit: 100 }))
      .filter((act) => act.thing === thing)
      .map(({ verb, detail }) => [verb, detail]);

  it("a domain is added once, in Unicode too, and mail for it is taken", async () => {
    const { created } = await call("set", { create: { b: { name: "Bücher.example" } } });
    const id = "xn--bcher-kva_example";
    expect(created).toMatchObject({
      b: { id, name: "xn--bcher-kva.example", unverified: "junk" },
    });
    expect(await bench.accounts.domains.isOurs("bücher.example")).toBe(true);
    const again = await call("set", {
      create: {
        a: { name: "BÜCHER.example" },
        b: { name: "no domain" },
        c: { name: "a_b.example" },
      },
    });
    expect(again["notCreated"]).toMatchObject({
      a: { type: "alreadyExists", existingId: id },
      b: { type: "invalidProperties", properties: ["name"] },
      c: { type: "invalidProperties", properties: ["name"] },
    });
  });

  it("what is done with mail that claims to be from it is changed and written down", async () => {
    const set = (unverified: string) => call("set", { update: { demo_test: { unverified } } });
    expect(await set("reject")).toMatchObject({ updated: { demo_test: null } });
    expect((await call("get", { ids: ["demo_test"] })).list).toMatchObject([
      { name: "demo.test", unverified: "reject" },
    ]);
    expect(await set("burn")).toMatchObject({
      notUpdated: { demo_test: { type: "invalidProperties", properties: ["unverified"] } },
    });
    expect(await acts("demo.test")).toEqual([["domain.change", { unverified: "reject" }]]);
  });

  it("is removed when nobody has an address in it, and mail for it is refused", async () => {
    const { accounts, bob } = bench;
    const { created } = await call("set", { create: { d: { name: "second.example" } } });
    const { id } = (created as { d: { id: string } }).d;
    const remove = () => call("set", { destroy: [id] });
    const give = (...aliases: string[]) => accounts.persons.update("system", bob.id, { aliases });
    await give("bob@second.example");
    expect(await remove()).toMatchObject({ notDestroyed: { [id]: { type: "forbidden" } } });
    expect(await accounts.findRecipient("bob@second.example")).toHaveLength(1);
    await accounts.domains.add("system", "not-second.example");
    await give("bob@not-second.example");
    expect(await remove()).toMatchObject({ destroyed: [id] });
    expect(await accounts.domains.isOurs("second.example")).toBe(false);
    expect((await acts("second.example")).map(([verb]) => verb)).toEqual([
      "domain.remove",
      "domain.create",
    ]);
  });
});
