import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import type { TypeDescription } from "@atrium/contract/types/define";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { Box, BOX_RIGHTS, boxTypes, Card, createBoxes } from "../../../engine/testing/boxes.ts";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../index.ts";
import { sharedBeside } from "./share-record.ts";

/** Plain types whose records are shared with people and groups, and others that lie in them: what an address book will be. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave", Person>>;
const tokens = new Map<Person, string>();

beforeAll(async () => {
  suite = await testSuite(
    {},
    boxTypes((type) => sharedBeside(type, BOX_RIGHTS) as never),
  );
  await createBoxes(suite.platform.db);
  people = await makeDemo(suite, "bob", "carol", "dave");
});

async function actorOf(person: Person): Promise<Actor> {
  let secret = tokens.get(person);
  if (secret === undefined) {
    const given = {
      kind: "token",
      name: "x",
      expiresAt: null,
      scope: "all",
      isReadOnly: false,
    } as const;
    const by = { personId: person.id, accountId: person.accountId, roles: [], accounts: {} };
    secret = (await suite.accounts.credentials.create(by, given)).secret;
    tokens.set(person, secret);
  }
  const actor = await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
  return await suite.engine.withShares(actor);
}

const call = async (person: Person, type: TypeDescription, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: await actorOf(person) }, type, verb, {
    accountId: people.bob.accountId,
    ...args,
  });

async function make(type: TypeDescription, record: JsonObject): Promise<string> {
  const answer = await call(people.bob, type, "set", { create: { a: record } });
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}

test("a box is shared as its record says, and what lies in it with it", async () => {
  const { bob, carol, dave } = people;
  const group = await suite.accounts.groups.create("system", { name: "G", members: [dave.id] });
  const shareWith = {
    [carol.id]: { mayRead: true, mayReadCards: true, mayWrite: true, mayShare: true },
    [group.id]: { mayRead: true, mayReadCards: true },
  };
  const box = await make(Box, { name: "Open", shareWith });
  const closed = await make(Box, { name: "Closed" });
  const card = await make(Card, { name: "In", boxIds: { [box]: true, [closed]: true } });
  await make(Card, { name: "Out", boxIds: { [closed]: true } });

  const [own] = (await call(bob, Box, "get", { ids: [box] })).list!;
  expect(own).toMatchObject({ shareWith, myRights: { mayDelete: true, mayShare: true } });
  for (const person of [carol, dave]) {
    const seen = (await call(person, Card, "get", { ids: null })).list;
    expect(seen).toEqual([
      { id: card, name: "In", boxIds: { [box]: true }, shelfId: null, pictureId: null },
    ]);
  }
  const of = async (person: Person) => (await call(person, Box, "get", { ids: null })).list;
  expect(await of(carol)).toMatchObject([{ id: box, shareWith, myRights: { mayDelete: false } }]);
  expect(await of(dave)).toMatchObject([
    { id: box, shareWith: null, myRights: { mayWrite: false } },
  ]);

  // Carol may pass on what she has, and nothing more.
  const give = async (rights: JsonObject) => {
    const update = { [box]: { [`shareWith/${dave.id}`]: { mayRead: true, ...rights } } };
    return (await call(carol, Box, "set", { update }))["notUpdated"];
  };
  expect(await give({ mayDelete: true })).toMatchObject({
    [box]: { type: "invalidProperties", properties: ["shareWith"] },
  });
  expect(await give({ mayWrite: true })).toBeNull();
  expect(await of(dave)).toMatchObject([{ myRights: { mayWrite: true } }]);

  await call(bob, Box, "set", { update: { [box]: { shareWith: null } } });
  expect(await of(carol)).toBeUndefined();
  expect((await actorOf(dave)).partialAccounts).toBeUndefined();
});

test("a mailbox is not shared yet, and a client that tries is told which property it is", async () => {
  const { bob, carol } = people;
  const { accountId } = bob;
  const mailbox = { name: "Team", shareWith: { [carol.id]: { mayReadItems: true } } };
  const Mailbox = { name: "Mailbox", capability: CAPABILITY.mail, properties: {} };
  const refused = { type: "invalidProperties", properties: ["shareWith"] };
  expect(await call(bob, Mailbox, "set", { accountId, create: { a: mailbox } })).toMatchObject({
    created: null,
    notCreated: { a: refused },
  });
  const id = await make(Mailbox, { name: "Team" });
  const { shareWith } = mailbox;
  expect(
    await call(bob, Mailbox, "set", { accountId, update: { [id]: { shareWith } } }),
  ).toMatchObject({ updated: null, notUpdated: { [id]: refused } });
  // The capability of draft-ietf-jmap-mail-sharing, which has these properties, is not offered.
  const urls = { api: "", download: "", upload: "", eventSource: "" };
  const { capabilities } = await suite.engine.session(await actorOf(bob), urls);
  expect(
    Object.keys(capabilities).filter((urn) => urn.startsWith("urn:ietf:") && urn.includes("shar")),
  ).toEqual([]);
});
