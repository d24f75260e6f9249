import { beforeAll, expect, test } from "vitest";
import { createEngine } from "../../../engine/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { deleteForGood, peopledBench } from "../testing/bench.ts";
import { restorePerson } from "./persons.store.ts";

let bench: Awaited<ReturnType<typeof peopledBench>>;
beforeAll(async () => {
  bench = await peopledBench();
});

const client = { ip: "192.0.2.1", userAgent: "test" };
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const actorOf = async (address: string) =>
  (await bench.accounts.signIn({ address, password: "violet tractor seldom" }, client)).actor;

test("a person is found by id and by every address, whatever its case", async () => {
  const { accounts, bob } = bench;
  expect(await accounts.persons.find(bob.id)).toEqual(bob);
  expect(await accounts.persons.find("Robert@DEMO.test")).toEqual(bob);
  expect(await accounts.persons.find("nobody@demo.test")).toBeNull();
});

test("an address belongs to one person or group only", async () => {
  const { persons, groups } = bench.accounts;
  const carol = { name: "Carol", password: null };
  for (const address of ["bob@demo.test", "ROBERT@demo.test"])
    await expect(persons.create("system", { ...carol, address })).rejects.toEqual(
      refusal("alreadyExists"),
    );
  await expect(
    groups.create("system", { name: "Bobs", address: "bob@demo.test", members: [] }),
  ).rejects.toEqual(refusal("alreadyExists"));
  expect((await persons.list()).map(({ name }) => name)).toEqual(["Alice Hartley", "Bob Ferreira"]);
});

test.each(["eve@elsewhere.test", "eve+x@demo.test", "e ve@demo.test", "eve"])(
  "%s cannot be given to anybody",
  async (address) => {
    const eve = { name: "Eve", password: null, address };
    await expect(bench.accounts.persons.create("system", eve)).rejects.toEqual(refusal("invalid"));
  },
);

test.each(["short", "password1234567", "lanternfield-1", "carolnystrom"])(
  "the password %s is refused",
  async (password) => {
    const carol = { name: "Carol Nystrom", address: "carol@demo.test", password };
    await expect(bench.accounts.persons.create("system", carol)).rejects.toEqual(
      refusal("weakPassword"),
    );
  },
);

test("members may not administer; administrators may, and it is written down", async () => {
  const { accounts, bob, alice } = bench;
  const member = await actorOf("bob@demo.test");
  const administrator = await actorOf("alice@demo.test");
  const carol = { name: "Carol", address: "carol@demo.test", password: null };
  await expect(accounts.persons.create(member, carol)).rejects.toEqual(refusal("forbidden"));
  await expect(
    accounts.persons.update(member, bob.id, { roles: ["administrator"] }),
  ).rejects.toEqual(refusal("forbidden"));
  const made = await accounts.persons.create(administrator, carol);
  expect(made.roles).toEqual(["member"]);
  const [act] = await accounts.acts.list(administrator, { limit: 1 });
  expect(act).toMatchObject({
    personId: alice.id,
    verb: "person.create",
    thing: made.id,
    detail: { address: "carol@demo.test" },
  });
  await expect(accounts.acts.list(member, { limit: 1 })).rejects.toEqual(refusal("forbidden"));
});

test("what administrators did cannot be changed or deleted, even in the database", async () => {
  const { pool } = bench.platform;
  await expect(pool.query("update admin_act set verb = 'x'")).rejects.toThrow("append-only");
  await expect(pool.query("delete from admin_act")).rejects.toThrow("append-only");
  await expect(pool.query("truncate admin_act")).rejects.toThrow("append-only");
});

test("the last administrator can neither be disabled nor lose the role", async () => {
  const { accounts, alice, bob } = bench;
  await expect(accounts.persons.disable("system", alice.id)).rejects.toEqual(refusal("forbidden"));
  await expect(accounts.persons.update("system", alice.id, { roles: ["member"] })).rejects.toEqual(
    refusal("forbidden"),
  );
  await accounts.persons.update("system", bob.id, { roles: ["member", "administrator"] });
  await accounts.persons.disable("system", bob.id);
  // A disabled administrator doesn't count.
  await expect(accounts.persons.disable("system", alice.id)).rejects.toEqual(refusal("forbidden"));
  await accounts.persons.enable("system", bob.id);
  await accounts.persons.update("system", bob.id, { roles: ["member"] });
});

test("two administrators who disable each other at once leave one", async () => {
  const { accounts, alice, bob } = bench;
  await accounts.persons.update("system", bob.id, { roles: ["member", "administrator"] });
  const outcomes = await Promise.allSettled([
    accounts.persons.disable("system", alice.id),
    accounts.persons.disable("system", bob.id),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await accounts.persons.enable("system", alice.id);
  await accounts.persons.enable("system", bob.id);
  await accounts.persons.update("system", bob.id, { roles: ["member"] });
});

test("changing aliases keeps the primary address", async () => {
  const { accounts, bob } = bench;
  const changed = await accounts.persons.update("system", bob.id, {
    aliases: ["bobby@demo.test", "bob@demo.test"],
  });
  expect(changed).toMatchObject({ address: "bob@demo.test", aliases: ["bobby@demo.test"] });
  expect(await accounts.findRecipient("robert@demo.test")).toBeNull();
  await accounts.persons.update("system", bob.id, { aliases: ["robert@demo.test"] });
});

test("a person who is deleted for good is gone with addresses, sessions and memberships", async () => {
  const { accounts, platform } = bench;
  const eve = await accounts.persons.create("system", {
    name: "Eve",
    address: "eve@demo.test",
    password: "violet tractor seldom",
  });
  const group = await accounts.groups.create("system", { name: "Eves", members: [eve.id] });
  const { token } = await accounts.signIn(
    { address: "eve@demo.test", password: "violet tractor seldom" },
    client,
  );
  await deleteForGood(bench, eve.id);
  expect(await accounts.persons.find(eve.id)).toBeNull();
  expect(await accounts.findRecipient("eve@demo.test")).toBeNull();
  expect(await accounts.actorOfToken(token, client.ip)).toBeNull();
  expect((await accounts.groups.list()).find(({ id }) => id === group.id)?.members).toEqual([]);
  const { rows } = await platform.pool.query("select 1 from person_password where person_id = $1", [
    eve.id,
  ]);
  expect(rows).toEqual([]);
});

test("who is removed is out at once, keeps everything for a time, and is restored as before", async () => {
  const { accounts, engine, platform } = bench;
  const password = "violet tractor seldom";
  const fay = await accounts.persons.create("system", {
    name: "Fay",
    address: "fay@demo.test",
    password,
  });
  const group = await accounts.groups.create("system", { name: "Fays", members: [fay.id] });
  const signIn = () => accounts.signIn({ address: "fay@demo.test", password }, client);
  const { token } = await signIn();
  const set = (change: object) => accounts.persons.update("system", fay.id, change);
  await set({ isRemoved: true });
  expect(await accounts.actorOfToken(token, client.ip)).toBeNull();
  await expect(signIn()).rejects.toMatchObject({ code: "wrongCredentials" });
  expect(await accounts.findRecipient("fay@demo.test")).toBeNull();
  await expect(set({ isDisabled: false })).rejects.toMatchObject({ code: "forbidden" });

  // Not before its time.
  await accounts.persons.deleteRemoved();
  await engine.trim();
  await set({ isRemoved: false });
  expect((await signIn()).actor.accountId).toBe(fay.accountId);
  expect(await accounts.findRecipient("fay@demo.test")).toHaveLength(1);
  const members = (await accounts.groups.list()).find(({ id }) => id === group.id)?.members;
  expect(members).toEqual([fay.id]);

  // Who was disabled before is so afterwards.
  await set({ isDisabled: true });
  platform.clock.advance(1000);
  await set({ isRemoved: true });
  await set({ isRemoved: false });
  expect(await accounts.persons.find(fay.id)).toMatchObject({ disabled: true, removedAt: null });
});

async function waitingForLocks(): Promise<number> {
  const { rowCount } = await bench.platform.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

test("who is restored at the last moment is not deleted", async () => {
  const { accounts, platform } = bench;
  const elsewhere = createEngine({ ...platform, types: [] });
  const given = { name: "Hal", address: "hal@demo.test", password: null };
  const hal = await accounts.persons.create("system", given);
  await accounts.persons.update("system", hal.id, { isRemoved: true });
  const later = new Date(platform.clock.now().getTime() + accounts.limits.removedKept);
  let deleting: Promise<void> | undefined;
  await elsewhere.write([ORGANISATION], async (w) => {
    deleting = accounts.persons.deleteRemoved(later);
    await expect.poll(waitingForLocks, { timeout: 20_000 }).toBeGreaterThan(0);
    await restorePerson(w.tx, hal.id);
  });
  await deleting;
  expect(await accounts.persons.find(hal.id)).toMatchObject({ removedAt: null, disabled: false });
});

test("whom another process deletes meanwhile is left to it, and the others are deleted", async () => {
  const { accounts, platform } = bench;
  const made = await Promise.all(
    ["ike", "jo"].map((name) =>
      accounts.persons.create("system", { name, address: `${name}@demo.test`, password: null }),
    ),
  );
  for (const { id } of made) await accounts.persons.update("system", id, { isRemoved: true });
  const later = new Date(platform.clock.now().getTime() + accounts.limits.removedKept);
  const first = made.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]!;
  const elsewhere = createEngine({ ...platform, types: [] });
  let deleting: Promise<void> | undefined;
  await elsewhere.write([ORGANISATION, first.accountId], async (w) => {
    deleting = accounts.persons.deleteRemoved(later);
    await expect.poll(waitingForLocks, { timeout: 20_000 }).toBeGreaterThan(0);
    await w.removeAccount(first.accountId);
  });
  await deleting;
  const left = await Promise.all(made.map(({ id }) => accounts.persons.find(id)));
  expect(left.map((person) => person?.id)).toEqual(
    made.map(({ id }) => (id === first.id ? id : undefined)),
  );
  await platform.db.deleteFrom("person").where("id", "=", first.id).execute();
});

test("nobody removes the last administrator", async () => {
  const { accounts, alice } = bench;
  await expect(
    accounts.persons.update("system", alice.id, { isRemoved: true }),
  ).rejects.toMatchObject({ code: "forbidden" });
});

test("of a person who is deleted for good, nothing is left in any table but the acts", async () => {
  const { accounts, platform, bob } = bench;
  const gus = await accounts.persons.create("system", {
    name: "Gus",
    address: "gus@demo.test",
    password: null,
  });
  await bench.engine.write([gus.accountId], async (w) =>
    w.changed(gus.accountId, "Email", "e1", "created"),
  );
  const left = async (id: string): Promise<string[]> => {
    const { rows } = await platform.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'account_id' order by 1`,
    );
    const found = [];
    for (const { name } of rows) {
      const { rowCount } = await platform.pool.query(
        `select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`,
        [id],
      );
      if (rowCount) found.push(name);
    }
    return found;
  };
  expect(await left(gus.accountId)).toEqual(expect.arrayContaining(["account", "change_log"]));
  await deleteForGood(bench, gus.id);
  expect(await left(gus.accountId)).toEqual([]);
  // That there was such a person stays in the record.
  expect(await left(gus.id)).toEqual(["admin_act", "change_log"]);
  expect(await left(bob.accountId)).toContain("account");
});
