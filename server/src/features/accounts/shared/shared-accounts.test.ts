import { CAPABILITY } from "@atrium/contract/types/wire";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { addressesOf, reachable } from "../index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { GOOD_PASSWORD, peopledBench } from "../testing/bench.ts";

const prepared: string[] = [];
let bench: Awaited<ReturnType<typeof peopledBench>>;
beforeAll(async () => {
  bench = await peopledBench({
    prepareAccount: [async (_, accountId) => void prepared.push(accountId)],
  });
});

const CLIENT = { ip: "192.0.2.7", userAgent: "Test browser" };
const actorOf = async (address: string): Promise<Actor> =>
  (await bench.accounts.signIn({ address, password: GOOD_PASSWORD }, CLIENT)).actor;
const session = async (address: string) => {
  const { actor, token } = await bench.accounts.signIn(
    { address, password: GOOD_PASSWORD },
    CLIENT,
  );
  return {
    actor,
    again: async () => (await bench.accounts.actorOfToken(token, CLIENT.ip))!.actor,
  };
};

let count = 0;
const make = (members: { personId: string; mayWrite: boolean }[] = []) =>
  bench.accounts.shared.create("system", {
    name: "Support",
    address: `support${(count += 1)}@demo.test`,
    members,
  });

test("is prepared like a person's own account, and gets the mail to its addresses", async () => {
  const { accountId } = await bench.accounts.shared.create("system", {
    name: "Desk",
    address: "desk@demo.test",
    aliases: ["reception@demo.test"],
  });
  expect(prepared).toContain(accountId);
  const receivers = [{ accountId, personId: null }];
  expect(await bench.accounts.findRecipient("Desk+x@demo.test")).toMatchObject(receivers);
  expect(await bench.accounts.findRecipient("reception@demo.test")).toMatchObject(receivers);
  expect(await addressesOf(bench.platform.db, accountId)).toEqual([
    "desk@demo.test",
    "reception@demo.test",
  ]);
  expect(await addressesOf(bench.platform.db, bench.bob.accountId)).toEqual([
    "bob@demo.test",
    "robert@demo.test",
  ]);
});

test("a group may have one as a member", async () => {
  const { accountId } = await make();
  const { bob, accounts } = bench;
  await accounts.groups.create("system", {
    name: "Help",
    address: "help@demo.test",
    members: [bob.id, accountId],
  });
  const receivers = (await accounts.findRecipient("help@demo.test")) ?? [];
  expect(receivers.map((receiver) => receiver.accountId)).toEqual(
    [accountId, bob.accountId].sort(),
  );
  await accounts.shared.remove("system", accountId);
  expect(await accounts.findRecipient("help@demo.test")).toHaveLength(1);
});

test("is seen by those who have a grant, as it is from their next request on", async () => {
  const { accounts, bob } = bench;
  const { accountId } = await make();
  const { actor, again } = await session("bob@demo.test");
  expect(actor.accounts).not.toHaveProperty(accountId);
  await accounts.shared.grant("system", accountId, { personId: bob.id, mayWrite: false });
  const reader = await again();
  expect(reader.accounts[accountId]).toEqual({
    kind: "shared",
    name: "Support",
    isPersonal: false,
    isReadOnly: true,
  });
  expect(Object.keys(reader.accounts)[0]).toBe(bob.accountId);
  await accounts.shared.grant("system", accountId, { personId: bob.id, mayWrite: true });
  const writer = await again();
  expect(writer.accounts[accountId]).toMatchObject({ isReadOnly: false });
  await accounts.shared.revoke("system", accountId, bob.id);
  expect(await again()).toEqual(actor);
  const states = [actor, reader, writer].map((each) => bench.engine.sessionState(each));
  expect(new Set(states).size).toBe(3);
});

test("listeners are notified of each person whose grants change", async () => {
  const { accounts, alice, bob } = bench;
  const notified: string[] = [];
  const stop = accounts.access.onChanged(
    (personId) => notified.push(personId),
    () => undefined,
  );
  const { accountId } = await make([{ personId: alice.id, mayWrite: true }]);
  await accounts.shared.grant("system", accountId, { personId: bob.id, mayWrite: true });
  await accounts.shared.revoke("system", accountId, alice.id);
  await accounts.shared.remove("system", accountId);
  stop();
  expect(notified).toEqual([alice.id, bob.id, alice.id, bob.id]);
});

test("stands in the directory, and its account only there for its members", async () => {
  const { bob } = bench;
  const { accountId, address } = await make([{ personId: bob.id, mayWrite: true }]);
  const get = async (actor: Actor) => {
    const { methodResponses } = await bench.engine.handle(actor, {
      using: [CAPABILITY.core, CAPABILITY.principals],
      methodCalls: [["Principal/get", { accountId: ORGANISATION, ids: [accountId] }, "0"]],
    });
    return (methodResponses[0]![1] as { list: object[] }).list[0];
  };
  expect(await get(await actorOf("bob@demo.test"))).toMatchObject({
    type: "group",
    name: "Support",
    email: address,
    accounts: { [accountId]: { isReadOnly: false } },
  });
  expect(await get(await actorOf("alice@demo.test"))).toMatchObject({ accounts: null });
});

test("when it is removed nobody gets in or writes to it, and it is restored for the same people", async () => {
  const { accounts, bob, engine, platform } = bench;
  const { accountId, address } = await make([{ personId: bob.id, mayWrite: true }]);
  await expect(accounts.signIn({ address, password: GOOD_PASSWORD }, CLIENT)).rejects.toMatchObject(
    { code: "wrongCredentials" },
  );
  const listed = async () => {
    const { methodResponses } = await engine.handle(await actorOf("bob@demo.test"), {
      using: [CAPABILITY.core, CAPABILITY.principals],
      methodCalls: [["Principal/get", { accountId: ORGANISATION, ids: [accountId] }, "0"]],
    });
    return (methodResponses[0]![1] as { list: object[] }).list.length;
  };
  await accounts.shared.remove("system", accountId);
  expect((await actorOf("bob@demo.test")).accounts).not.toHaveProperty(accountId);
  expect(await accounts.findRecipient(address)).toBeNull();
  expect(await reachable(platform.db, [address])).toEqual(new Set());
  expect(await listed()).toBe(0);
  // The address is kept for it.
  await expect(accounts.shared.create("system", { name: "Next", address })).rejects.toMatchObject({
    code: "alreadyExists",
  });
  // Not before its time.
  await accounts.shared.deleteRemoved();
  await engine.trim();
  const notified: string[] = [];
  const stop = accounts.access.onChanged(
    (personId) => notified.push(personId),
    () => undefined,
  );
  await accounts.shared.restore("system", accountId);
  stop();
  expect(notified).toEqual([bob.id]);
  expect((await actorOf("bob@demo.test")).accounts[accountId]).toMatchObject({ isReadOnly: false });
  expect(await accounts.findRecipient(address)).toMatchObject([{ accountId }]);
  expect(await reachable(platform.db, [address])).toEqual(new Set([address]));
  expect(await listed()).toBe(1);
});

test("once its time is over nothing of it is left in any table but the acts, and its address is free", async () => {
  const { accounts, bob, engine, platform } = bench;
  const { accountId, address } = await make([{ personId: bob.id, mayWrite: true }]);
  await accounts.groups.create("system", { name: "Desks", members: [accountId] });
  const writer = await actorOf("bob@demo.test");
  await engine.blobs.upload(writer, accountId, Buffer.from("of the desk"), "text/plain");
  await engine.write([accountId], async (w) => w.changed(accountId, "Email", "e1", "created"));
  const left = async (): Promise<string[]> => {
    const { rows } = await platform.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'account_id' order by 1`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await platform.pool.query(
        `select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`,
        [accountId],
      );
      if (rowCount) found.push(name);
    }
    return found;
  };
  expect(await left()).toEqual(expect.arrayContaining(["account", "blob", "change_log"]));
  await accounts.shared.remove("system", accountId);
  const kept = await left();
  expect(kept).toEqual(expect.arrayContaining(["account", "blob", "shared_account"]));
  const removedAt = platform.clock.now().getTime();
  await accounts.shared.deleteRemoved(new Date(removedAt + accounts.limits.removedKept - 1));
  expect(await left()).toEqual(kept);
  await accounts.shared.deleteRemoved(new Date(removedAt + accounts.limits.removedKept));
  await engine.trim();
  // That there was one stays in the record, and that it is gone in the log of the organisation.
  expect(await left()).toEqual(["admin_act", "change_log"]);
  expect(await accounts.shared.find(accountId)).toBeNull();
  await accounts.shared.create("system", { name: "Next", address });
});

test("an address that is taken, a person who is not there and a foreign domain are refused", async () => {
  const { accounts } = bench;
  const create = (address: string, personId?: string) =>
    accounts.shared.create("system", {
      name: "X",
      address,
      members: personId === undefined ? [] : [{ personId, mayWrite: true }],
    });
  await expect(create("bob@demo.test")).rejects.toMatchObject({ code: "alreadyExists" });
  await expect(create("x@elsewhere.test")).rejects.toMatchObject({ code: "invalid" });
  await expect(create("x@demo.test", "p0000")).rejects.toMatchObject({ code: "invalid" });
  await expect(accounts.shared.revoke("system", "a0000", "p0000")).rejects.toMatchObject({
    code: "notFound",
  });
});

test("only administrators make them and give grants, and it is written down", async () => {
  const { accounts, bob } = bench;
  const member = await actorOf("bob@demo.test");
  const { accountId } = await make([{ personId: bob.id, mayWrite: true }]);
  const grant = { personId: bob.id, mayWrite: true };
  const given = { name: "Mine", address: "mine@demo.test" };
  await expect(accounts.shared.create(member, given)).rejects.toMatchObject({ code: "forbidden" });
  await expect(accounts.shared.grant(member, accountId, grant)).rejects.toMatchObject({
    code: "forbidden",
  });
  const administrator = await actorOf("alice@demo.test");
  await accounts.shared.grant(administrator, accountId, grant);
  const [act] = await accounts.acts.list(administrator, { limit: 1 });
  expect(act).toMatchObject({ verb: "shared-account.grant", thing: accountId, detail: grant });
});
