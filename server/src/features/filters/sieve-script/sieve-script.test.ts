import { SieveScript } from "@atrium/contract/types/sieve-script";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { MAX_SCRIPT_OCTETS } from "@atrium/formats/sieve-limits";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { MAX_SCRIPTS } from "../limits.ts";

let suite: TestSuite;
let people: Readonly<Record<string, Person>>;

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "ann", "bob", "carol", "dave", "eve");
});

const calling = (name: string) => (verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(people[name]!) }, SieveScript, verb, {
    accountId: people[name]!.accountId,
    ...args,
  });

async function upload(name: string, text: string | Uint8Array): Promise<string> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { accountId } = people[name]!;
  const { blobs } = suite.engine;
  return (await blobs.upload(actorOf(people[name]!), accountId, bytes, "text/plain")).blobId;
}

let count = 0;
const script = (): string => `# ${(count += 1)}\r\nkeep;\r\n`;

async function make(name: string, text = script(), more: JsonObject = {}): Promise<string> {
  const { created, notCreated } = await calling(name)("set", {
    create: { a: { blobId: await upload(name, text) } },
    ...more,
  });
  expect(notCreated).toBeNull();
  return (created as Record<string, { id: string }>)["a"]!.id;
}

const active = async (name: string): Promise<string[]> =>
  (await calling(name)("get", { ids: null })).list!.flatMap(({ id, isActive }) =>
    isActive === true ? id : [],
  );

conformsToJmap(SieveScript, async () => {
  const blobId = await upload("ann", script());
  return {
    engine: suite.engine,
    actor: actorOf(people["ann"]!),
    accountId: people["ann"]!.accountId,
    foreign: { accountId: people["bob"]!.accountId, id: await make("bob") },
    make: () => make("ann"),
    create: () => ({ name: `Script ${(count += 1)}`, blobId }),
    patch: () => ({ name: `Other ${(count += 1)}` }),
    destroys: true,
    queries: true,
  };
});

test("one script of an account is active, and is not destroyed (RFC 9661 §2.4)", async () => {
  const call = calling("carol");
  const one = await make("carol", script(), { onSuccessActivateScript: "#a" });
  expect(await active("carol")).toEqual([one]);
  const two = await make("carol");
  const answer = await call("set", { onSuccessActivateScript: two });
  expect(answer["updated"]).toEqual({ [one]: { isActive: false }, [two]: { isActive: true } });
  expect(await active("carol")).toEqual([two]);
  // One that is not there changes nothing, and neither does a call of which a part was refused.
  expect((await call("set", { onSuccessActivateScript: "vnone" }))["updated"]).toBeNull();
  await call("set", { destroy: ["vnone"], onSuccessActivateScript: one });
  expect(await active("carol")).toEqual([two]);
  expect(await call("set", { destroy: [two] })).toMatchObject({
    notDestroyed: { [two]: { type: "sieveIsActive" } },
  });
  const off = await call("set", { onSuccessDeactivateScript: true });
  expect(off["updated"]).toEqual({ [two]: { isActive: false } });
  expect((await call("set", { destroy: [two] }))["destroyed"]).toEqual([two]);
});

test("a script that is created and becomes active says so where it is created", async () => {
  const { created } = await calling("carol")("set", {
    create: { b: { blobId: await upload("carol", script()) } },
    onSuccessActivateScript: "#b",
  });
  expect(created).toMatchObject({
    b: { isActive: true, name: expect.stringMatching(/^Script \d/) },
  });
});

test("names are unique in an account", async () => {
  const call = calling("dave");
  const one = await make("dave");
  await call("set", { update: { [one]: { name: "Mine" } } });
  expect(
    await call("set", { create: { a: { name: "Mine", blobId: await upload("dave", script()) } } }),
  ).toMatchObject({ notCreated: { a: { type: "alreadyExists", existingId: one } } });
});

test.each([
  ["what is no Sieve", "keep", "Line 1"],
  ["an extension that is not there", 'require "fortune-telling";', "Line 1"],
  ["what is not UTF-8", Uint8Array.from([0x23, 0xff, 0x0d, 0x0a]), "UTF-8"],
  ["a NUL", "# \0\r\nkeep;", "NUL"],
])("%s is no script", async (_, text, why) => {
  const blobId = await upload("dave", text);
  const error = { type: "invalidSieve", description: expect.stringContaining(why) };
  expect(await calling("dave")("set", { create: { a: { blobId } } })).toMatchObject({
    notCreated: { a: error },
  });
  expect(await calling("dave")("validate", { blobId })).toMatchObject({ error });
});

test("what is valid is said to be; a blob that is not there is not", async () => {
  expect(await calling("dave")("validate", { blobId: await upload("dave", script()) })).toEqual({
    accountId: people["dave"]!.accountId,
    error: null,
  });
  const none = `b${"0".repeat(64)}`;
  expect(await calling("dave")("set", { create: { a: { blobId: none } } })).toMatchObject({
    notCreated: { a: { type: "blobNotFound", notFound: [none] } },
  });
});

test("a program for mail reads a script that another one made, and one for files does not", async () => {
  const text = script();
  const { accountId } = people["dave"]!;
  const blobId = await upload("dave", text);
  await calling("dave")("set", { create: { a: { blobId } } });
  const { blobs } = suite.engine;
  const program = (...capabilities: string[]): Actor => ({
    ...actorOf(people["dave"]!),
    credential: "another",
    scope: new Set(capabilities),
  });
  const opened = await blobs.open(program(CAPABILITY.sieve), accountId, blobId);
  expect(opened?.size).toBe(text.length);
  expect(await blobs.open(program(CAPABILITY.fileNode), accountId, blobId)).toBeNull();
});

test("scripts are bounded in size and number", async () => {
  const long = await upload("eve", `# ${"x".repeat(MAX_SCRIPT_OCTETS)}\r\n`);
  expect(await calling("eve")("set", { create: { a: { blobId: long } } })).toMatchObject({
    notCreated: { a: { type: "tooLarge", maxSize: MAX_SCRIPT_OCTETS } },
  });
  const blobId = await upload("eve", script());
  const many = Array.from({ length: MAX_SCRIPTS + 1 }, (_, index) => [`a${index}`, { blobId }]);
  expect(await calling("eve")("set", { create: Object.fromEntries(many) })).toMatchObject({
    notCreated: { [`a${MAX_SCRIPTS}`]: { type: "overQuota" } },
  });
});

test("forwarding outside can be forbidden; within the organisation it cannot", async () => {
  const { platform } = suite;
  const redirecting = async (address: string): Promise<JsonObject> =>
    await calling("bob")("set", {
      create: { a: { blobId: await upload("bob", `redirect "${address}";`) } },
      onSuccessActivateScript: "#a",
    });
  await platform.pool.query(
    `insert into policy (account_id, name, value, reason)
     values ('organisation', 'forwarding', '{"mayForwardOutside": false}', 'Contracts say so.')`,
  );
  expect(await redirecting("bob@example.net")).toMatchObject({
    type: "forbidden",
    description: expect.stringContaining("Contracts say so."),
  });
  expect(await active("bob")).toEqual([]);
  expect(await redirecting("ann@demo.test")).toMatchObject({ created: { a: { isActive: true } } });
  await platform.pool.query("delete from policy where name = 'forwarding'");
  expect(await redirecting("bob@example.net")).toMatchObject({ created: {} });
  const { rows } = await platform.pool.query(
    "select event, detail from account_notice where person_id = $1 order by at, id",
    [people["bob"]!.id],
  );
  expect(rows).toEqual([
    { event: "forwarding", detail: "ann@demo.test" },
    { event: "forwarding", detail: "bob@example.net" },
  ]);
});
