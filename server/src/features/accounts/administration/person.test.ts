import { Person } from "@atrium/contract/types/person";
import { setOf } from "@atrium/contract/types/set";
import { beforeAll, describe, expect, it } from "vitest";
import { testWhole } from "../../../../../formats/src/testing/whole.ts";
import type { Actor } from "../../../engine/index.ts";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { ORGANISATION } from "../index.ts";
import { LIMITS } from "../limits.ts";
import { forgetSecondFactors, GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";

const client = { ip: "192.0.2.7", userAgent: "Firefox" };
const ALICE = { address: "alice@demo.test", password: GOOD_PASSWORD };

async function fixture() {
  const bench = await peopledBench();
  const { actor } = await bench.accounts.signIn(ALICE, client);
  let count = 0;
  const create = () => {
    count += 1;
    return { name: `Person ${count}`, address: `person${count}@demo.test` };
  };
  return { ...bench, actor, create };
}

conformsToJmap(Person, async () => {
  const { accounts, engine, actor, bob, create } = await fixture();
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: "p0" },
    make: async () => (await accounts.persons.create("system", { ...create(), password: null })).id,
    create,
    patch: () => ({ name: `Person renamed ${performance.now()}` }),
    destroys: false,
    queries: true,
  };
});

describe("people as administrators see them", () => {
  let bench: Awaited<ReturnType<typeof fixture>>;
  let actor: Actor;
  beforeAll(async () => {
    bench = await fixture();
    ({ actor } = bench);
  });

  const call = (verb: string, args: object, by = actor): Promise<Answer> =>
    callMethod({ engine: bench.engine, actor: by }, Person, verb, {
      accountId: ORGANISATION,
      ...args,
    });
  const update = (id: string, patch: object) => call("set", { update: { [id]: patch } });
  const refusalOf = (answer: Answer, id: string): unknown =>
    (answer["notUpdated"] as Record<string, unknown> | null)?.[id];
  const signIn = (address: string, password = GOOD_PASSWORD) =>
    bench.accounts.signIn({ address, password }, client);
  const stateOf = async () => (await call("get", { ids: [] })).state!;

  it("are added with a first password that nobody reads again", async () => {
    const carol = { name: " Carol  Nyström ", address: "carol@demo.test", password: GOOD_PASSWORD };
    const answer = await call("set", { create: { carol } });
    expect(JSON.stringify(answer)).not.toContain(GOOD_PASSWORD);
    const made = (answer["created"] as Record<string, { id: string }>)["carol"]!;
    expect(made).toMatchObject({ name: "Carol Nyström", roles: { member: true }, password: null });
    const [record] = (await call("get", { ids: [made.id] })).list!;
    expect(record).toMatchObject({ password: null, isDisabled: false, aliases: {} });
    await expect(signIn("carol@demo.test")).resolves.toBeDefined();
    const again = await call("set", {
      create: {
        again: carol,
        weak: { name: "X", address: "x@demo.test", password: "password1234" },
      },
    });
    expect(again["notCreated"]).toMatchObject({
      again: { type: "alreadyExists" },
      weak: { type: "invalidProperties", code: "weakPassword", properties: ["password"] },
    });
  });

  testWhole("no request has more passwords hashed than sign-ins can wait for", async () => {
    const many = Array.from({ length: 101 }, (_, at) => [
      `n${at}`,
      { name: "", address: "", password: GOOD_PASSWORD },
    ]);
    const { notCreated } = await call("set", { create: Object.fromEntries(many) });
    const refused = Object.values(notCreated as Record<string, { type: string }>);
    expect(refused).toHaveLength(101);
    expect(refused.filter(({ type }) => type === "tooLarge")).toHaveLength(1);
  });

  it("are found by words of their names and addresses, by role, and when disabled", async () => {
    const { alice, bob } = bench;
    const query = async (filter: object | null, sort = [{ property: "name" }]) =>
      (await call("query", { filter, sort }))["ids"];
    expect(await query({ text: "HART" })).toEqual([alice.id]);
    expect(await query({ text: "robert@" })).toEqual([bob.id]);
    expect(await query({ role: "administrator" })).toEqual([alice.id]);
    expect(await query({ isDisabled: true })).toEqual([]);
    const notAlice = { operator: "NOT", conditions: [{ text: "hart" }] };
    expect(await query({ operator: "AND", conditions: [notAlice, { text: "bob@" }] })).toEqual([
      bob.id,
    ]);
    for (const text of ["%", "\0", "'"]) expect(await query({ text })).toEqual([]);
    const byAddress = [{ property: "address", isAscending: false }];
    expect(((await query(null, byAddress)) as string[]).slice(1)).toEqual([bob.id, alice.id]);
  });

  it("get another address in the request that adds them", async () => {
    const using = ["urn:ietf:params:jmap:core", Person.capability];
    const set = (args: object, id: string) => [
      "Person/set",
      { accountId: ORGANISATION, ...args },
      id,
    ];
    const { methodResponses } = await bench.engine.handle(actor, {
      using,
      methodCalls: [
        set({ create: { eve: { name: "Eve", address: "eve@demo.test" } } }, "0"),
        set({ update: { "#eve": { aliases: { "eva@demo.test": true } } } }, "1"),
      ],
    });
    const { created } = methodResponses[0]![1] as { created: { eve: { id: string } } };
    const [record] = (await call("get", { ids: [created.eve.id] })).list!;
    expect(record).toMatchObject({ address: "eve@demo.test", aliases: { "eva@demo.test": true } });
  });

  it("nobody gives a role to themselves, and the last administrator stays one", async () => {
    const { alice, bob } = bench;
    for (const roles of [{ member: true, administrator: true, auditor: true }, { member: true }])
      expect(refusalOf(await update(alice.id, { roles }), alice.id)).toMatchObject({
        type: "forbidden",
        properties: ["roles"],
      });
    const given = { member: true, auditor: true, "help-editor": true };
    expect(await update(bob.id, { roles: given })).toMatchObject({ updated: { [bob.id]: {} } });
    expect((await call("get", { ids: [bob.id] })).list).toMatchObject([{ roles: given }]);
    await update(bob.id, { roles: { member: true } });
  });

  it("who is disabled is out at once, and comes back only by signing in", async () => {
    const { id, accountId } = bench.bob;
    const { token } = await signIn("bob@demo.test");
    expect(await update(id, { isDisabled: true })).toMatchObject({ updated: { [id]: {} } });
    expect(await bench.accounts.actorOfToken(token, client.ip)).toBeNull();
    await expect(signIn("bob@demo.test")).rejects.toMatchObject({ code: "wrongCredentials" });
    await update(id, { isDisabled: false });
    await expect(signIn("bob@demo.test")).resolves.toMatchObject({ actor: { accountId } });
  });

  it("aliases are changed together with what lies in the person's own account", async () => {
    const { id } = bench.bob;
    const taken = await update(id, { aliases: { "alice@demo.test": true } });
    expect(refusalOf(taken, id)).toMatchObject({ type: "alreadyExists" });
    const foreign = await update(id, { aliases: { "bob@elsewhere.test": true } });
    expect(refusalOf(foreign, id)).toMatchObject({ type: "invalidProperties" });
    const many = setOf(Array.from({ length: 101 }, (_, at) => `bob${at}@demo.test`));
    expect(refusalOf(await update(id, { aliases: many }), id)).toBeDefined();
    const answer = await update(id, { aliases: { "BOBBY@demo.test": true } });
    expect(answer["updated"]).toMatchObject({ [id]: { aliases: { "bobby@demo.test": true } } });
    expect(await bench.accounts.findRecipient("robert@demo.test")).toBeNull();
  });

  it("what two administrators add at the same time stays, and each is taken by itself", async () => {
    const { alice, accounts, bob, platform } = bench;
    const { id } = bob;
    await accounts.persons.update("system", id, { aliases: [], roles: ["member"] });
    // They wait for the same row, so that both begin before one of them is done.
    const client = await platform.pool.connect();
    await client.query("begin");
    await client.query("select 1 from account where account_id = $1 for update", [ORGANISATION]);
    const both = [
      update(id, { "aliases/one@demo.test": true, "roles/auditor": true }),
      update(id, { "aliases/two~1three@demo.test": true, "roles/help-editor": true }),
    ];
    await client.query("commit");
    client.release();
    for (const answer of await Promise.all(both))
      expect(answer).toMatchObject({ notUpdated: null });
    const of = async () => (await call("get", { ids: [id] })).list![0];
    expect(await of()).toMatchObject({
      aliases: { "one@demo.test": true, "two/three@demo.test": true },
      roles: { member: true, auditor: true, "help-editor": true },
    });
    expect(await accounts.findRecipient("one@demo.test")).toHaveLength(1);
    expect(await accounts.findRecipient("two/three@demo.test")).toHaveLength(1);
    const taken = await update(id, { "aliases/one@demo.test": null, "roles/auditor": null });
    expect(taken["updated"]).toMatchObject({ [id]: { aliases: { "two/three@demo.test": true } } });
    expect((await of())!["roles"]).toEqual({ member: true, "help-editor": true });
    expect(await accounts.findRecipient("one@demo.test")).toBeNull();
    for (const patch of [
      { "roles/emperor": true },
      { "roles/auditor": false },
      { "aliases/x@demo.test": "yes" },
      { "aliases/x@demo.test/y": true },
      { "aliases/nobody": true },
      { aliases: ["x@demo.test"] },
      { roles: ["member"] },
    ])
      expect(refusalOf(await update(id, patch), id), JSON.stringify(patch)).toBeDefined();
    expect(
      refusalOf(await update(alice.id, { "roles/administrator": null }), alice.id),
    ).toMatchObject({ type: "forbidden" });
    await accounts.persons.update("system", id, { aliases: [], roles: ["member"] });
  });

  it("nothing is left of who was refused, and nothing is lost of who stays", async () => {
    const { accounts, bob } = bench;
    const aliases = { "rob@demo.test": true };
    await update(bob.id, { aliases });
    const acts = await accounts.acts.list(actor, { limit: 3 });
    const state = await stateOf();
    const taken = { name: "Robin", aliases: { "robin@demo.test": true, "alice@demo.test": true } };
    expect(refusalOf(await update(bob.id, taken), bob.id)).toBeDefined();
    expect((await call("get", { ids: [bob.id] })).list).toMatchObject([
      { name: bob.name, aliases },
    ]);
    expect(await accounts.findRecipient("rob@demo.test")).not.toBeNull();
    expect(await accounts.findRecipient("robin@demo.test")).toBeNull();

    const zoe = { name: "Zoe", address: "zoe@demo.test", password: GOOD_PASSWORD };
    const create = {
      a: { ...zoe, isRemoved: true },
      b: { ...zoe, address: "zoya@demo.test", aliases: { "alice@demo.test": true } },
    };
    const { created, notCreated } = await call("set", { create });
    expect(created).toBeNull();
    expect(Object.keys(notCreated as object)).toEqual(["a", "b"]);
    for (const address of ["zoe@demo.test", "zoya@demo.test"]) {
      await expect(signIn(address)).rejects.toMatchObject({ code: "wrongCredentials" });
      expect(await accounts.findRecipient(address)).toBeNull();
    }
    expect(await stateOf()).toBe(state);
    expect(await accounts.acts.list(actor, { limit: 3 })).toEqual(acts);
  });

  it("there is always an administrator", async () => {
    const { id } = bench.alice;
    for (const patch of [{ roles: { member: true } }, { isDisabled: true }])
      expect(refusalOf(await update(id, patch), id)).toMatchObject({ type: "forbidden" });
    const { id: other } = bench.bob;
    expect(refusalOf(await update(other, { roles: {} }), other)).toMatchObject({
      type: "invalidProperties",
    });
    expect(
      refusalOf(await update(other, { roles: { member: true, emperor: true } }), other),
    ).toMatchObject({
      type: "invalidProperties",
    });
  });

  it("roles count from the next request on", async () => {
    const { id } = bench.bob;
    const { token } = await signIn("bob@demo.test");
    const bob = async () => (await bench.accounts.actorOfToken(token, client.ip))!.actor;
    expect(await call("get", { ids: [id] }, await bob())).toMatchObject({ error: true });
    await update(id, { "roles/administrator": true });
    expect((await call("get", { ids: [id] }, await bob())).list).toHaveLength(1);
    await update(id, { "roles/administrator": null });
    expect(await call("get", { ids: [id] }, await bob())).toMatchObject({ error: true });
  });

  it("a new password ends every other way in, and is told to nobody", async () => {
    const { id } = bench.bob;
    const { token } = await signIn("bob@demo.test");
    const weak = await call("setPassword", { id, password: "bob.ferreira1" });
    expect(weak).toMatchObject({ type: "invalidArguments", code: "weakPassword" });
    const long = await call("setPassword", { id, password: "x".repeat(10_000) });
    expect(long).toMatchObject({ error: true });
    const state = await stateOf();
    const set = await call("setPassword", { id, password: "seldom violet tractor" });
    expect(set).toEqual({ accountId: ORGANISATION, id });
    expect(await bench.accounts.actorOfToken(token, client.ip)).toBeNull();
    await expect(signIn("bob@demo.test", "seldom violet tractor")).resolves.toBeDefined();
    expect(await call("changes", { sinceState: state })).toMatchObject({ updated: [id] });
    const acts = await bench.accounts.acts.list("system", { limit: 100 });
    expect(JSON.stringify(acts)).not.toContain("seldom violet tractor");
    await call("setPassword", { id, password: GOOD_PASSWORD });
    expect(await call("setPassword", { id: "p0", password: GOOD_PASSWORD })).toMatchObject({
      error: true,
    });
  });

  it("are signed out everywhere, and lose a second factor that they lost", async () => {
    const { id } = bench.bob;
    const { token } = await signIn("bob@demo.test");
    await call("endSessions", { id });
    expect(await bench.accounts.actorOfToken(token, client.ip)).toBeNull();
    expect(await call("resetSecondFactor", { id })).toMatchObject({ error: true });
    await forgetSecondFactors(bench);
  });

  it("may keep as much as an administrator says, which is written down", async () => {
    const { accounts, bob } = bench;
    const usage = async () => {
      const { octets, emails } = await call("storage", { id: bob.id });
      return { octets, emails };
    };
    const of = async () => (await call("get", { ids: [bob.id] })).list![0];
    expect(await of()).toMatchObject({ quotaOctets: null, quotaEmails: null });
    const { id } = bob;
    expect(await update(id, { quotaOctets: 5_000_000 })).toMatchObject({ notUpdated: null });
    expect(await of()).toMatchObject({ quotaOctets: 5_000_000, quotaEmails: null });
    expect(await update(id, { quotaEmails: 0 })).toMatchObject({ notUpdated: null });
    expect(await of()).toMatchObject({ quotaOctets: 5_000_000, quotaEmails: 0 });
    expect(await bench.engine.isOverQuota(bob.accountId, { emails: 1 })).toBe(true);
    expect(await accounts.findRecipient(bob.address)).toMatchObject([{ hasOwnQuota: true }]);
    expect(await usage()).toEqual({
      octets: { used: 0, usual: null },
      emails: { used: 0, usual: null },
    });
    const [act] = await accounts.acts.list(actor, { limit: 1 });
    expect(act).toMatchObject({ verb: "person.change", thing: id, detail: { quotaEmails: 0 } });
    for (const quotaOctets of [-1, 1.5, "1", Number.MAX_SAFE_INTEGER + 2])
      expect(refusalOf(await update(id, { quotaOctets }), id)).toMatchObject({
        type: "invalidProperties",
        properties: ["quotaOctets"],
      });
    await update(id, { quotaOctets: null, quotaEmails: null });
    expect(await of()).toMatchObject({ quotaOctets: null, quotaEmails: null });
    expect(await accounts.findRecipient(bob.address)).toMatchObject([{ hasOwnQuota: false }]);
    expect(await call("storage", { id: "p0" })).toMatchObject({ code: "notFound" });
  });

  it("come with a limit of their own", async () => {
    const gina = { name: "Gina", address: "gina@demo.test", quotaOctets: 7 };
    const made = (await call("set", { create: { gina } }))["created"] as Record<string, object>;
    expect(made["gina"]).toMatchObject({ quotaEmails: null });
    const [record] = (await call("get", { ids: [(made["gina"] as { id: string }).id] })).list!;
    expect(record).toMatchObject({ quotaOctets: 7 });
  });

  it("are changed on the strength of a fresh proof alone, and read without", async () => {
    const { clock } = bench.platform;
    const { id } = bench.bob;
    const { actor: fresh } = await signIn(ALICE.address);
    const changes = [
      ["set", { update: { [id]: { name: "Bob Ferreira" } } }],
      ["setPassword", { id, password: GOOD_PASSWORD }],
      ["endSessions", { id }],
      ["resetSecondFactor", { id }],
    ] as const;
    clock.advance(LIMITS.proofKept - 1);
    expect(await call("set", changes[0][1], fresh)).toMatchObject({ updated: { [id]: null } });
    clock.advance(1);
    for (const [verb, args] of changes)
      expect(await call(verb, args, fresh)).toMatchObject({ type: "proofRequired" });
    expect((await call("get", { ids: [id] }, fresh)).list).toHaveLength(1);
  });

  it("are nothing to programs, not even by name", async () => {
    const { accounts, engine } = bench;
    const program = await accounts.authenticate(ALICE, client);
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    expect((await engine.session(program, urls)).capabilities).not.toHaveProperty([
      Person.capability,
    ]);
    expect((await engine.session(actor, urls)).capabilities).toHaveProperty([Person.capability]);
    expect(engine.typesOf(program)).not.toContain("Person");
    expect(engine.typesOf(actor)).toContain("Person");
    await expect(call("get", { ids: null }, program)).rejects.toThrow("not known");
    const { actor: bob } = await signIn("bob@demo.test");
    expect(engine.typesOf(bob)).not.toContain("Person");
    expect(bob.accounts[ORGANISATION]).toMatchObject({ isReadOnly: true });
    // What they are told of shares they dismiss there.
    expect((await engine.session(bob, urls)).accounts[ORGANISATION]).toMatchObject({
      isReadOnly: false,
    });
  });
});
