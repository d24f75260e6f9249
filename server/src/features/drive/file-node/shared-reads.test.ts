import { FileNode } from "@atrium/contract/types/file-node";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { CAPABILITY, type Invocation } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createEngine, type Actor, type Engine, type ReadShares } from "../../../engine/index.ts";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { countingStatements } from "../../../testing/count-statements.ts";
import {
  actorOf as ownerOf,
  makeDemo,
  testSuite,
  type TestSuite,
} from "../../../testing/organisation.ts";
import { createReadShares, type Person } from "../../accounts/index.ts";

/** What is read of what others share, by whom and when: however much it is, it costs nobody who does not ask for it. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave" | "erin", Person>>;
let counted: ReturnType<typeof countingStatements>;
let engine: Engine;
let everyone: string;
/** A folder of each owner. */
let folders: Readonly<Record<"bob" | "dave", string>>;
/** The accounts that it was asked for. */
let asked: (readonly string[] | null)[];
let secret: string;

const READ = { mayRead: true };

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "bob", "carol", "dave", "erin");
  const { id, accountId } = people.carol;
  const by = { personId: id, accountId, roles: [], accounts: {} };
  ({ secret } = await suite.accounts.credentials.create(by, {
    kind: "token",
    name: "x",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  }));
  const members = Object.values(people).map((person) => person.id);
  ({ id: everyone } = await suite.accounts.groups.create("system", { name: "Everyone", members }));
  counted = countingStatements(suite.platform.db);
  const make = async (person: Person): Promise<string> => {
    const answer = await set(person, { create: { a: { name: "Folder" } } });
    return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
  };
  folders = { bob: await make(people.bob), dave: await make(people.dave) };
});

beforeEach(async () => {
  for (const name of ["bob", "dave"] as const) await share(name, null);
  engineWith(createReadShares());
});

function engineWith(read: ReadShares): void {
  asked = [];
  const { types } = suite.engine.services;
  engine = createEngine({
    ...suite.platform,
    db: counted.db,
    types,
    readShares: (db, actor, accountIds) => {
      asked.push(accountIds);
      return read(db, actor, accountIds);
    },
  });
}

const carolNow = (): Promise<Actor> =>
  suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });

const set = (person: Person, args: object) =>
  callMethod({ engine: suite.engine, actor: ownerOf(person) }, FileNode, "set", {
    accountId: person.accountId,
    ...args,
  });

async function share(name: keyof typeof folders, shareWith: object | null): Promise<void> {
  const update = { [folders[name]]: { shareWith } };
  expect((await set(people[name], { update }))["notUpdated"]).toBeNull();
}

const get = (actor: Actor, { accountId }: Person) =>
  callMethod({ engine, actor }, FileNode, "get", { accountId, ids: null });

const request = (actor: Actor, ...methodCalls: readonly Invocation[]) =>
  engine.handle(actor, { using: [CAPABILITY.core, CAPABILITY.fileNode], methodCalls });

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = counted.count();
  await work();
  return counted.count() - before;
}

test("who somebody is says nothing of what is shared, and calls in own accounts do not ask for it", async () => {
  const { carol } = people;
  const calls = async (actor: Actor) => {
    for (const type of [Mailbox, FileNode])
      await callMethod({ engine, actor }, type, "get", { accountId: carol.accountId, ids: null });
  };
  const before = await carolNow();
  const count = await statementsOf(() => calls(before));
  await share("bob", { [everyone]: READ });
  const after = await carolNow();
  expect(after.partialAccounts).toBeUndefined();
  expect(after.principals).toMatchObject([{ id: everyone }]);
  expect(await statementsOf(() => calls(after))).toBe(count);
  expect(asked).toEqual([]);
});

test("a request reads what is shared in the accounts that it names, once each", async () => {
  const { bob, carol, dave, erin } = people;
  await share("bob", { [everyone]: READ });
  await share("dave", { [everyone]: READ });
  const actor = await carolNow();
  const answer = await request(
    actor,
    ["FileNode/get", { accountId: bob.accountId, ids: null }, "0"],
    ["FileNode/query", { accountId: bob.accountId }, "1"],
    ["FileNode/get", { accountId: carol.accountId, ids: null }, "2"],
  );
  expect(answer.methodResponses.map(([name]) => name)).not.toContain("error");
  expect(asked).toEqual([[bob.accountId]]);
  expect(await get(actor, dave)).toMatchObject({ list: [{ id: folders.dave }] });
  expect(await get(actor, erin)).toMatchObject({ type: "accountNotFound" });
  const copied = await request(actor, [
    "FileNode/copy",
    {
      accountId: carol.accountId,
      fromAccountId: bob.accountId,
      create: { a: { id: folders.bob, parentId: null, name: "Copy" } },
    },
    "0",
  ]);
  expect(copied.methodResponses[0]![1]["notCreated"]).toBeNull();
  expect(asked.slice(1)).toEqual([[dave.accountId], [erin.accountId], [bob.accountId]]);
});

test("accounts that a result reference names are those that the result has", async () => {
  const { bob } = people;
  await share("bob", { [everyone]: READ });
  const { methodResponses } = await request(
    await carolNow(),
    ["Core/echo", { of: bob.accountId }, "0"],
    [
      "FileNode/get",
      { "#accountId": { resultOf: "0", name: "Core/echo", path: "/of" }, ids: null },
      "1",
    ],
  );
  expect(methodResponses[1]![1]["list"]).toMatchObject([{ id: folders.bob }]);
  expect(asked).toEqual([[bob.accountId]]);
});

test("what is shared without an end is read again only when it changes", async () => {
  const { bob, dave } = people;
  await share("bob", { [everyone]: READ });
  const first = await statementsOf(async () => get(await carolNow(), bob));
  const next = await statementsOf(async () => get(await carolNow(), bob));
  expect(next).toBe(first - 1);
  await share("dave", { [everyone]: READ });
  expect(await statementsOf(async () => get(await carolNow(), bob))).toBe(first);
  expect(await get(await carolNow(), dave)).toMatchObject({ list: [{ id: folders.dave }] });
  await share("bob", { [everyone]: { ...READ, mayAddChildren: true } });
  expect(await get(await carolNow(), bob)).toMatchObject({
    list: [{ myRights: { mayAddChildren: true } }],
  });
  await share("bob", null);
  expect(await get(await carolNow(), bob)).toMatchObject({ type: "accountNotFound" });
});

test("what several give is one, and what ends is over by the clock", async () => {
  const { bob, carol } = people;
  const shareWith = {
    [everyone]: READ,
    [carol.id]: { ...READ, mayAddChildren: true, mayShare: true },
  };
  await share("bob", shareWith);
  const both = { mayRead: true, mayAddChildren: true, mayShare: true, mayDelete: false };
  expect(await get(await carolNow(), bob)).toMatchObject({ list: [{ myRights: both }] });

  const update = { [folders.bob]: { shareUntil: { [carol.id]: "2999-01-01T00:00:00Z" } } };
  await set(bob, { update });
  expect(await get(await carolNow(), bob)).toMatchObject({ list: [{ myRights: both }] });
  const end = suite.platform.db
    .updateTable("share_grant")
    .set({ until: new Date(Date.now() - 1000) })
    .where("until", "is not", null);
  await end.execute();
  expect(await get(await carolNow(), bob)).toMatchObject({
    list: [{ myRights: { ...both, mayAddChildren: false, mayShare: false } }],
  });
});

test("a program that only reads has no right to change anything, before and after one that has", async () => {
  const { bob } = people;
  await share("bob", { [everyone]: { ...READ, mayAddChildren: true } });
  const actor = await carolNow();
  const own = { ...actor.accounts[actor.accountId]!, isReadOnly: true };
  const reader = { ...actor, accounts: { ...actor.accounts, [actor.accountId]: own } };
  const mayAdd = async (by: Actor) =>
    ((await get(by, bob)).list![0]!["myRights"] as Record<string, boolean>)["mayAddChildren"];
  expect([await mayAdd(actor), await mayAdd(reader), await mayAdd(actor)]).toEqual([
    true,
    false,
    true,
  ]);
  const { accounts } = await engine.session(reader, {
    api: "",
    download: "",
    upload: "",
    eventSource: "",
  });
  expect(accounts[bob.accountId]!.isReadOnly).toBe(true);
});

test("what has not been asked for the longest makes room in memory", async () => {
  const { bob, dave } = people;
  await share("bob", { [everyone]: READ });
  await share("dave", { [everyone]: READ });
  engineWith(createReadShares(3));
  const first = await statementsOf(async () => get(await carolNow(), bob));
  expect(await statementsOf(async () => get(await carolNow(), bob))).toBe(first - 1);
  await get(await carolNow(), dave);
  expect(await statementsOf(async () => get(await carolNow(), dave))).toBe(first - 1);
  expect(await statementsOf(async () => get(await carolNow(), bob))).toBe(first);
});

test("nothing of a transaction that is not committed stays in memory", async () => {
  const { bob } = people;
  const { db } = suite.platform;
  await share("bob", { [everyone]: READ });
  const actor = await carolNow();
  const undone = db.transaction().execute(async (tx) => {
    const rights = ["mayRead", "mayAddChildren"];
    await tx.updateTable("share_grant").set({ rights }).execute();
    const inside = await engine.services.withShares(actor, [bob.accountId], tx);
    const reach = inside.partialAccounts![bob.accountId]!.reach["FileNode"]!;
    expect(reach.get(folders.bob)).toContain("mayAddChildren");
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await get(actor, bob)).toMatchObject({ list: [{ myRights: { mayAddChildren: false } }] });
});

test("what could not be read is asked for again", async () => {
  const { bob } = people;
  await share("bob", { [everyone]: READ });
  const actor = await carolNow();
  const asking = { ...actor, principals: actor.principals! };
  const read = createReadShares();
  let left = 1;
  const failing = suite.platform.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (left-- === 0) throw new Error("the database is away");
      return result;
    },
  });
  // The second statement fails, which reads what is to be kept.
  await expect(read(failing, asking, [bob.accountId])).rejects.toThrow("away");
  expect(await read(failing, asking, [bob.accountId])).toHaveProperty([bob.accountId]);
});

test("at the top is what was shared by itself, and not what lies in that", async () => {
  const { bob } = people;
  const make = async (name: string, parentId: string): Promise<string> => {
    const answer = await set(bob, { create: { a: { name, parentId } } });
    return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
  };
  const inside = await make("Inside", folders.bob);
  const deep = await make("Deep", inside);
  const query = async (filter: object) =>
    (
      await callMethod({ engine, actor: await carolNow() }, FileNode, "query", {
        accountId: bob.accountId,
        filter,
      })
    )["ids"];
  const shareInside = { update: { [inside]: { shareWith: { [everyone]: READ } } } };
  expect((await set(bob, shareInside))["notUpdated"]).toBeNull();
  expect(await query({ parentId: null })).toEqual([inside]);
  expect(await query({ isTopLevel: true })).toEqual([inside]);
  expect(await query({ parentId: inside })).toEqual([deep]);
  await share("bob", { [everyone]: READ });
  expect(await query({ parentId: null })).toEqual([folders.bob]);
  const named = (name: string) => ({
    operator: "AND",
    conditions: [{ parentId: null }, { text: name }],
  });
  expect(await query(named("fold"))).toEqual([folders.bob]);
  expect(await query(named("inside"))).toEqual([]);
  expect(await query({ isTopLevel: false })).toEqual(expect.arrayContaining([inside, deep]));
});

test("the session says whose account it is of which something is shared", async () => {
  const { bob, carol } = people;
  await share("bob", { [everyone]: READ });
  const actor = await engine.services.withShares(await carolNow(), null, suite.platform.db);
  const urls = { api: "", download: "", upload: "", eventSource: "" };
  const { accounts } = await suite.engine.session(actor, urls);
  const ownerOf = (accountId: string) =>
    accounts[accountId]!.accountCapabilities[CAPABILITY.principalsOwner]?.["principalId"];
  expect(ownerOf(bob.accountId)).toBe(bob.id);
  expect(ownerOf(carol.accountId)).toBe(carol.id);
});
