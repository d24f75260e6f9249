import { beforeAll, expect, test } from "vitest";
import { accountsBench, peopledBench } from "../testing/bench.ts";

let bench: Awaited<ReturnType<typeof peopledBench>>;
beforeAll(async () => {
  bench = await peopledBench();
  await bench.accounts.domains.add("system", "한국.test");
});

const receivers = async (address: string) =>
  (await bench.accounts.findRecipient(address))?.map(({ personId }) => personId) ?? null;

test.each([
  "bob@demo.test",
  "BOB@Demo.Test",
  "robert@demo.test",
  "bob+lists@demo.test",
  '"bob"@demo.test',
])("%s reaches Bob", async (address) => expect(await receivers(address)).toEqual([bench.bob.id]));

test.each([
  "nobody@demo.test",
  "bob@elsewhere.test",
  "bob@sub.demo.test",
  "+bob@demo.test",
  "bob",
  "",
])("%j reaches nobody", async (address) => expect(await receivers(address)).toBeNull());

test("a domain may be written in Unicode or ASCII", async () => {
  const jimin = await bench.accounts.persons.create("system", {
    name: "서지민",
    address: "지민@한국.test",
    password: null,
  });
  expect(await receivers("지민@한국.TEST")).toEqual([jimin.id]);
  expect(await receivers("지민@xn--3e0b707e.test")).toEqual([jimin.id]);
  expect(await bench.accounts.domains.isOurs("한국.test")).toBe(true);
  expect(await bench.accounts.domains.isOurs("일본.test")).toBe(false);
});

test("a group expands to its members, through groups that contain each other, each person once", async () => {
  const { accounts, alice, bob } = bench;
  const inner = await accounts.groups.create("system", { name: "Inner", members: [bob.id] });
  const outer = await accounts.groups.create("system", {
    name: "Everyone",
    address: "everyone@demo.test",
    members: [alice.id, bob.id, inner.id],
  });
  await accounts.groups.update("system", inner.id, { members: [bob.id, outer.id] });
  expect(await receivers("everyone@demo.test")).toEqual([alice.id, bob.id].sort());
  expect(await receivers("everyone+news@demo.test")).toEqual([alice.id, bob.id].sort());
});

test("nobody but persons and groups can be a member", async () => {
  await expect(
    bench.accounts.groups.create("system", { name: "Ghosts", members: ["p0000"] }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("an address with a plus sign of its own counts before its base", async () => {
  const { accounts, platform, alice } = bench;
  // Not assignable today, but an import may bring some.
  await platform.pool.query(
    "insert into mail_address values ('organisation', 'bob+alice@demo.test', $1, false)",
    [alice.id],
  );
  expect(await receivers("bob+alice@demo.test")).toEqual([alice.id]);
  expect(await accounts.findRecipient("bob+other@demo.test")).toHaveLength(1);
});

test("mail for postmaster reaches the administrators, with and without a domain", async () => {
  const { alice } = bench;
  for (const address of ["postmaster@demo.test", "PostMaster", "postmaster@한국.test"])
    expect(await receivers(address)).toEqual([alice.id]);
  expect(await receivers("postmaster@elsewhere.test")).toBeNull();
});

test("who is disabled gets no mail, alone or in a group", async () => {
  const { accounts, alice, bob } = bench;
  await accounts.persons.disable("system", bob.id);
  expect(await receivers("bob@demo.test")).toBeNull();
  expect(await receivers("everyone@demo.test")).toEqual([alice.id]);
  await accounts.persons.enable("system", bob.id);
  expect(await receivers("bob@demo.test")).toEqual([bob.id]);
});

test("a group that is removed leaves its address free", async () => {
  const { accounts, bob } = bench;
  const group = await accounts.groups.create("system", {
    name: "Short",
    address: "short@demo.test",
    members: [bob.id],
  });
  await accounts.groups.remove("system", group.id);
  expect(await receivers("short@demo.test")).toBeNull();
});

test("a postmaster there is from the first person on, whatever becomes of who has the address", async () => {
  const { accounts, platform } = await accountsBench();
  const receives = async () => {
    const found = ["postmaster@first.test", "Postmaster", '"POSTMASTER"@First.Test'].map(
      async (address) =>
        (await accounts.findRecipient(address))?.map(({ personId }) => personId) ?? [],
    );
    return [...new Set((await Promise.all(found)).map((ids) => ids.join()))];
  };
  expect(await receives()).toEqual([""]);
  await accounts.createOrganisation("system", { name: "First", domain: "first.test" });
  expect(await receives()).toEqual([""]);
  const make = async (name: string, more: object = {}) => {
    platform.clock.advance(1);
    const address = `${name}@first.test`;
    return await accounts.persons.create("system", { name, address, password: null, ...more });
  };
  const [ann, ben] = [await make("ann"), await make("ben")];
  expect(await receives()).toEqual([ann.id]);
  await accounts.persons.disable("system", ann.id);
  expect(await receives()).toEqual([ben.id]);
  const administrator = await make("eve", { roles: ["member", "administrator"] });
  expect(await receives()).toEqual([administrator.id]);
  const postmaster = await make("postmaster");
  expect(await receives()).toEqual([postmaster.id]);
  await accounts.persons.disable("system", postmaster.id);
  expect(await receives()).toEqual([administrator.id]);
});
