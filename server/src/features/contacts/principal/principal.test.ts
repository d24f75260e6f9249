import { Principal } from "@atrium/contract/types/principal";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { beforeAll, describe, expect, test } from "vitest";
import { conformsToJmap } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../../accounts/organisation/organisation.store.ts";
import { GOOD_PASSWORD, peopledBench } from "../../accounts/testing/bench.ts";

const client = { ip: "192.0.2.1", userAgent: "test" };

async function fixture() {
  const bench = await peopledBench();
  const { actor } = await bench.accounts.signIn(
    { address: "bob@demo.test", password: GOOD_PASSWORD },
    client,
  );
  let count = 0;
  const make = async (): Promise<string> => {
    count += 1;
    const address = `person${count}@demo.test`;
    const person = { name: `Person ${count}`, address, password: null };
    return (await bench.accounts.persons.create("system", person)).id;
  };
  return { ...bench, actor, make };
}

conformsToJmap(Principal, async () => {
  const { engine, actor, alice, make } = await fixture();
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: alice.accountId, id: "p0" },
    make,
    destroys: false,
    queries: true,
  };
});

describe("the directory", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  let groupId: string;
  beforeAll(async () => {
    bench = await fixture();
    const { groups } = bench.accounts;
    const group = { name: "Everyone", address: "all@demo.test", members: [bench.bob.id] };
    groupId = (await groups.create("system", group)).id;
  });

  const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const { methodResponses } = await bench.engine.handle(bench.actor, {
      using: [CAPABILITY.core, CAPABILITY.principals],
      methodCalls: [[`Principal/${name}`, { accountId: ORGANISATION, ...args }, "0"]],
    });
    return methodResponses[0]![1];
  };
  const query = async (filter: object, sort = ["name"]) =>
    (await call("query", { filter, sort: sort.map((property) => ({ property })) }))["ids"];

  test("shows names and addresses of persons and groups, and the own account only to its person", async () => {
    const { alice, bob } = bench;
    const { list } = (await call("get", { ids: [alice.id, bob.id, groupId] })) as {
      list: object[];
    };
    const nothing = { description: null, timeZone: null, capabilities: {} };
    expect(list).toEqual(
      expect.arrayContaining([
        {
          ...nothing,
          id: alice.id,
          type: "individual",
          name: "Alice Hartley",
          email: "alice@demo.test",
          accounts: null,
        },
        {
          ...nothing,
          id: bob.id,
          type: "individual",
          name: "Bob Ferreira",
          email: "bob@demo.test",
          accounts: {
            [bob.accountId]: {
              name: "bob@demo.test",
              isPersonal: true,
              isReadOnly: false,
              accountCapabilities: {},
            },
          },
        },
        {
          ...nothing,
          id: groupId,
          type: "group",
          name: "Everyone",
          email: "all@demo.test",
          accounts: null,
        },
      ]),
    );
  });

  test("says of whoever is away until when and with which subject, and no more", async () => {
    const { alice, engine } = bench;
    const at = engine.services.clock.now().getTime();
    const day = 86_400_000;
    const set = async (values: object): Promise<void> => {
      await engine.db
        .insertInto("vacation_response")
        .values({
          account_id: alice.accountId,
          is_enabled: true,
          from_date: null,
          to_date: null,
          subject: "On holiday",
          text_body: "My secret words",
          html_body: "<p>My secret words</p>",
          ...values,
        })
        .onConflict((conflict) =>
          conflict.column("account_id").doUpdateSet({ is_enabled: true, ...values }),
        )
        .execute();
    };
    const seen = async (properties: string[] | null = null): Promise<unknown> => {
      const { list } = await call("get", { ids: [alice.id], properties });
      return (list as { capabilities?: object }[])[0]!.capabilities;
    };
    const urn = CAPABILITY.vacationResponse;
    expect(await seen()).toEqual({});
    await set({});
    expect(await seen(["capabilities"])).toEqual({
      [urn]: { toDate: null, subject: "On holiday" },
    });
    const toDate = new Date(Math.floor((at + day) / 1000) * 1000);
    await set({ to_date: toDate, subject: null });
    expect(await seen()).toEqual({
      [urn]: { toDate: toDate.toISOString().replace(".000", ""), subject: null },
    });
    expect(await seen(["name"])).toBeUndefined();
    // Not yet, not any more, and switched off.
    await set({ from_date: new Date(at + day / 2) });
    expect(await seen()).toEqual({});
    await set({ from_date: new Date(at - 2 * day), to_date: new Date(at - day) });
    expect(await seen()).toEqual({});
    await set({ to_date: null, is_enabled: false });
    expect(await seen()).toEqual({});
  });

  test("finds by parts of name and address, whatever their case, and by type and account", async () => {
    const { alice, bob } = bench;
    expect(await query({ name: "HART" })).toEqual([alice.id]);
    expect(await query({ email: "bob@" })).toEqual([bob.id]);
    expect(await query({ text: "al" })).toEqual([alice.id, groupId]);
    expect(await query({ type: "group" })).toEqual([groupId]);
    expect(await query({ type: "individual", text: "demo.test" })).toEqual([alice.id, bob.id]);
    expect(await query({ accountIds: [bob.accountId] })).toEqual([bob.id]);
    expect(await query({ timeZone: "Europe/Oslo" })).toEqual([]);
    expect(await query({ operator: "NOT", conditions: [{ accountIds: [bob.accountId] }] })).toEqual(
      [alice.id, groupId],
    );
    for (const name of ["%", "\0", "'"]) expect(await query({ name })).toEqual([]);
    expect(await query({}, ["type", "name"])).toEqual([groupId, alice.id, bob.id]);
  });

  test("who is disabled leaves it, and comes back when enabled", async () => {
    const { accounts, bob } = bench;
    const state = async () => (await call("get", { ids: [] }))["state"];
    const start = await state();
    await accounts.persons.disable("system", bob.id);
    const disabled = await state();
    expect(await call("changes", { sinceState: start })).toMatchObject({ destroyed: [bob.id] });
    expect(await call("get", { ids: [bob.id] })).toMatchObject({ notFound: [bob.id] });
    await accounts.persons.enable("system", bob.id);
    expect(await call("changes", { sinceState: disabled })).toMatchObject({ created: [bob.id] });
  });

  test("says nothing when only a role or password changes", async () => {
    const { accounts, bob } = bench;
    const state = async () => (await call("get", { ids: [] }))["state"];
    const before = await state();
    await accounts.persons.update("system", bob.id, { roles: ["member", "auditor"] });
    await accounts.persons.setPassword("system", bob.id, "seldom tractor violet");
    expect(await state()).toBe(before);
    await accounts.persons.update("system", bob.id, { name: "Robert Ferreira" });
    expect(await call("changes", { sinceState: before })).toMatchObject({ updated: [bob.id] });
  });

  test("is not in anybody's own account", async () => {
    expect(await call("get", { accountId: bench.bob.accountId, ids: null })).toMatchObject({
      type: expect.stringMatching(/accountNotSupportedByMethod|forbidden/),
    });
  });
});
