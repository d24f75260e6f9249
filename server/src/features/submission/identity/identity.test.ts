import { Identity } from "@atrium/contract/types/identity";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { maySendAs, sendingAccount } from "./may-send-as.ts";

let suite: TestSuite;
let bob: Person;
let carol: Person;
let support: string;
let readers: string;

beforeAll(async () => {
  suite = await testSuite();
  const { accounts } = suite;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  await accounts.domains.add("system", "bücher.test");
  bob = await accounts.persons.create("system", {
    name: "Bob Baker",
    address: "bob@demo.test",
    aliases: ["robert@demo.test", "밥@bücher.test"],
    password: null,
  });
  carol = await accounts.persons.create("system", {
    name: "Carol",
    address: "carol@demo.test",
    password: null,
  });
  await accounts.groups.create("system", {
    name: "Team",
    address: "team@demo.test",
    members: [bob.id, carol.id],
  });
  const shared = (name: string, mayWrite: boolean) =>
    accounts.shared.create("system", {
      name,
      address: `${name}@demo.test`,
      members: [{ personId: bob.id, mayWrite }],
    });
  support = (await shared("support", true)).accountId;
  readers = (await shared("readers", false)).accountId;
  // Not assignable today, but an import may bring some.
  await suite.platform.pool.query(
    "insert into mail_address values ('organisation', 'bob+carol@demo.test', $1, false)",
    [carol.id],
  );
});

const personal = (name: string) => ({ name, isPersonal: true, isReadOnly: false });

function actorOf({ id, accountId, name }: Person): Actor {
  return {
    personId: id,
    accountId,
    roles: ["member"],
    accounts: {
      [accountId]: personal(name),
      ...(id === bob.id
        ? {
            [support]: { kind: "shared" as const, ...personal(""), isPersonal: false },
            [readers]: {
              kind: "shared" as const,
              name: "",
              isPersonal: false,
              isReadOnly: true,
            },
          }
        : {}),
    },
  };
}

const call = (person: Person, verb: string, args: JsonObject = {}) =>
  callMethod({ engine: suite.engine, actor: actorOf(person) }, Identity, verb, {
    accountId: person.accountId,
    ...args,
  });

const listOf = async (person: Person): Promise<JsonObject[]> =>
  (await call(person, "get", { ids: null })).list as unknown as JsonObject[];

conformsToJmap(Identity, async () => {
  let count = 0;
  const create = (): JsonObject => ({
    name: "Bob at the lists",
    email: `bob+${(count += 1)}@demo.test`,
    replyTo: [{ name: "Replies", email: "replies@example.net" }],
    bcc: null,
    textSignature: "-- \nBob",
    htmlSignature: "<p>Bob</p>",
  });
  const actor = actorOf(bob);
  return {
    engine: suite.engine,
    actor,
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: (await listOf(carol))[0]!["id"] as string },
    async make() {
      const answer = await call(bob, "set", { create: { new: create() } });
      return (answer["created"] as Record<string, { id: string }>)["new"]!.id;
    },
    create,
    patch: () => ({ name: `Bob ${(count += 1)}`, replyTo: null }),
    destroys: true,
    queries: false,
  };
});

describe("who may send as whom", () => {
  test.each([
    ["the own address", "bob@demo.test", true],
    ["in capitals", "BOB@Demo.TEST", true],
    ["in quotes", '"bob"@demo.test', true],
    ["an alias", "robert@demo.test", true],
    ["a detail", "bob+shop@demo.test", true],
    ["a detail of an alias", "robert+shop+2@demo.test", true],
    ["an address with a detail that is somebody else's own", "bob+carol@demo.test", false],
    ["another's", "carol@demo.test", false],
    ["another's with a detail", "carol+bob@demo.test", false],
    ["a group that one is a member of", "team@demo.test", false],
    ["a shared account's, from the own account", "support@demo.test", false],
    ["a Unicode domain", "밥@BÜCHER.test", true],
    ["the same in ASCII", "밥@xn--bcher-kva.test", true],
    ["the same decomposed", "밥@bücher.test".normalize("NFD"), true],
    ["the right name in the wrong domain", "bob@xn--bcher-kva.test", false],
    ["a domain below", "bob@sub.demo.test", false],
    ["a foreign domain", "bob@example.net", false],
    ["every address of the domain", "*@demo.test", false],
    ["postmaster", "postmaster@demo.test", false],
    ["a look-alike", "bоb@demo.test", false],
    ["an address literal", "bob@[127.0.0.1]", false],
    ["two addresses in one", "bob@demo.test,carol@demo.test", false],
    ["a hidden second line", "bob@demo.test\r\nBcc: x@example.net", false],
    ["nothing", "", false],
    ["no domain", "bob", false],
    ["only a detail", "+x@demo.test", false],
  ])("%s (%s): %s", async (_, address, may) => {
    expect(await maySendAs(suite.platform.db, bob.accountId, address)).toBe(may);
  });

  test("a shared account sends as itself", async () => {
    const { db } = suite.platform;
    expect(await maySendAs(db, support, "support@demo.test")).toBe(true);
    expect(await maySendAs(db, support, "support+ticket.1@demo.test")).toBe(true);
    expect(await maySendAs(db, support, "bob@demo.test")).toBe(false);
  });

  test.each([
    ["bob@demo.test", () => bob.accountId],
    ["support@demo.test", () => support],
    // A grant to read is none to write.
    ["readers@demo.test", () => null],
    ["carol@demo.test", () => null],
    ["team@demo.test", () => null],
  ])("Bob sends as %s by the account that owns it", async (address, accountId) => {
    expect(await sendingAccount(suite.platform.db, actorOf(bob), address)).toBe(accountId());
  });
});

test("each address has its identity from the start, the primary one first, and keeps it", async () => {
  const [first, ...others] = await listOf(bob);
  expect(first).toEqual({
    id: first!["id"],
    name: "Bob Baker",
    email: "bob@demo.test",
    replyTo: null,
    bcc: null,
    textSignature: "",
    htmlSignature: "",
    mayDelete: false,
  });
  expect(others.slice(0, 2).map(({ email, mayDelete }) => [email, mayDelete])).toEqual([
    ["robert@demo.test", false],
    ["밥@xn--bcher-kva.test", false],
  ]);
  const id = first!["id"] as string;
  expect(await call(bob, "set", { destroy: [id] })).toMatchObject({
    notDestroyed: { [id]: { type: "forbidden" } },
  });
  const { engine } = suite;
  const { methodResponses } = await engine.handle(actorOf(bob), {
    using: [CAPABILITY.core, CAPABILITY.submission],
    methodCalls: [["Identity/get", { accountId: support }, "c"]],
  });
  expect(methodResponses[0]![1]).toMatchObject({
    list: [{ email: "support@demo.test", name: "support", mayDelete: false }],
  });
});

test("an identity is made for own addresses alone", async () => {
  for (const email of ["carol@demo.test", "team@demo.test", "x@example.net", "*@demo.test", "bob"])
    expect(await call(bob, "set", { create: { new: { email } } })).toMatchObject({
      notCreated: { new: { type: "forbiddenFrom" } },
    });
  const made = await call(bob, "set", { create: { new: { email: "Robert+Shop@DEMO.test" } } });
  // The client gets what is stored.
  expect(made).toMatchObject({ created: { new: { email: "robert+shop@demo.test" } } });
});

test("what would break a header field is refused", async () => {
  const [first] = await listOf(bob);
  const id = first!["id"] as string;
  const refusal = async (patch: JsonObject): Promise<unknown> =>
    ((await call(bob, "set", { update: { [id]: patch } }))["notUpdated"] as JsonObject)[id];
  const wrong = (...properties: string[]) => ({ type: "invalidProperties", properties });
  expect(await refusal({ name: "Bob\r\nBcc: x@example.net" })).toEqual(wrong("name"));
  expect(await refusal({ replyTo: [{ email: "nowhere" }], bcc: [{ name: 1 }] })).toEqual(
    wrong("replyTo", "bcc"),
  );
  expect(await refusal({ bcc: [{ name: null, email: "a@b.test", more: 1 }] })).toEqual(
    wrong("bcc"),
  );
  expect(await refusal({ textSignature: "\0" })).toEqual(wrong("textSignature"));
  expect(await refusal({ email: "carol@demo.test" })).toEqual(wrong("email"));
});

test("identities follow the addresses of the account, and clients are notified", async () => {
  const { accounts } = suite;
  const dave = await accounts.persons.create("system", {
    name: "Dave",
    address: "dave@demo.test",
    aliases: ["d@demo.test"],
    password: null,
  });
  await call(dave, "set", { create: { new: { email: "d+shop@demo.test" } } });
  const before = await listOf(dave);
  expect(before.map(({ email }) => email)).toEqual([
    "dave@demo.test",
    "d@demo.test",
    "d+shop@demo.test",
  ]);
  const { state: sinceState } = await call(dave, "get", { ids: [] });
  await accounts.persons.update("system", dave.id, { aliases: ["david@demo.test"] });
  const after = await listOf(dave);
  expect(after.map(({ email }) => email)).toEqual(["dave@demo.test", "david@demo.test"]);
  expect(await call(dave, "changes", { sinceState })).toMatchObject({
    created: [after[1]!["id"]],
    updated: [],
    destroyed: expect.arrayContaining(before.slice(1).map(({ id }) => id)),
  });
});

test("accounts that were there before identities were get theirs too", async () => {
  const { pool } = suite.platform;
  const migration = await readFile(
    new URL("../../../../migrations/0070-identity.sql", import.meta.url),
    "utf8",
  );
  await pool.query("delete from identity");
  await pool.query(migration.slice(migration.indexOf("insert into identity")));
  expect((await listOf(bob)).map(({ email, mayDelete }) => [email, mayDelete])).toEqual([
    ["bob@demo.test", false],
    ["robert@demo.test", false],
    ["밥@xn--bcher-kva.test", false],
  ]);
  expect((await listOf(carol)).map(({ email }) => email)[0]).toBe("carol@demo.test");
});
