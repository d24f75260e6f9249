import { FileNode } from "@atrium/contract/types/file-node";
import { ShareGuest } from "@atrium/contract/types/share-guest";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { callMethod } from "../../../engine/testing/conforms.ts";
import {
  actorOf as ownerOf,
  makeDemo,
  testSuite,
  type TestSuite,
} from "../../../testing/organisation.ts";
import { asInBrowser, endShares, ORGANISATION, type Person } from "../../accounts/index.ts";

/** RFC 8620 §2: the state of the session moves whenever somebody sees other accounts than before, or has other rights there. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave", Person>>;
let folder: string;
let secrets: Readonly<Record<"carol" | "dave", string>>;

const READ = { mayRead: true };
const URLS = { api: "", download: "", upload: "", eventSource: "" };

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "bob", "carol", "dave");
  secrets = { carol: await tokenOf(people.carol), dave: await tokenOf(people.dave) };
  const { created } = await set({ create: { a: { name: "Folder" } } });
  folder = (created as Record<string, { id: string }>)["a"]!.id;
});

async function tokenOf({ id, accountId }: Person): Promise<string> {
  const by = { personId: id, accountId, roles: [], accounts: {} };
  const given = {
    kind: "token",
    name: "x",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  } as const;
  return (await suite.accounts.credentials.create(by, given)).secret;
}

const actorOf = (name: keyof typeof secrets): Promise<Actor> =>
  suite.accounts.authenticateToken(secrets[name], { ip: "127.0.0.1" });

/** The state, which every response has; it is that of the session. */
async function stateOf(actor: Actor): Promise<string> {
  const { sessionState } = await suite.engine.handle(actor, { using: [], methodCalls: [] });
  expect((await suite.engine.session(actor, URLS)).state).toBe(sessionState);
  return sessionState;
}

const set = (args: object) =>
  callMethod({ engine: suite.engine, actor: ownerOf(people.bob) }, FileNode, "set", {
    accountId: people.bob.accountId,
    ...args,
  });

const update = async (properties: object): Promise<void> =>
  expect((await set({ update: { [folder]: properties } }))["notUpdated"]).toBeNull();

/** Whose states move by this: Carol's, Dave's. */
async function moved(work: () => Promise<unknown>): Promise<string[]> {
  const names = ["carol", "dave"] as const;
  const states = async () =>
    await Promise.all(names.map(async (name) => stateOf(await actorOf(name))));
  const before = await states();
  await work();
  const after = await states();
  return names.filter((_name, at) => before[at] !== after[at]);
}

test("it moves with a share that is given, changed and taken back, for those whom it concerns", async () => {
  const { carol } = people;
  expect(await moved(() => update({ shareWith: { [carol.id]: READ } }))).toEqual(["carol"]);
  const more = { ...READ, mayAddChildren: true };
  expect(await moved(() => update({ shareWith: { [carol.id]: more } }))).toEqual(["carol"]);
  expect(await moved(() => update({ name: "Another name" }))).toEqual([]);
  expect(await moved(() => update({ shareWith: null }))).toEqual(["carol"]);
});

test("it moves when a share ends", async () => {
  const { carol } = people;
  await update({
    shareWith: { [carol.id]: READ },
    shareUntil: { [carol.id]: "2999-01-01T00:00:00Z" },
  });
  expect(await moved(() => endShares(suite.engine))).toEqual([]);
  const until = new Date(suite.platform.clock.now().getTime() - 1000);
  await suite.platform.db.updateTable("share_grant").set({ until }).execute();
  expect(await moved(() => endShares(suite.engine))).toEqual(["carol"]);
});

test("it moves with groups, and groups within them", async () => {
  const { groups } = suite.accounts;
  const { carol, dave } = people;
  const inner = await groups.create("system", { name: "Inner", members: [] });
  const outer = await groups.create("system", { name: "Outer", members: [inner.id] });
  expect(await moved(() => groups.update("system", inner.id, { members: [carol.id] }))).toEqual([]);
  expect(await moved(() => update({ shareWith: { [outer.id]: READ } }))).toEqual(["carol"]);
  expect(
    await moved(() => groups.update("system", inner.id, { members: [carol.id, dave.id] })),
  ).toEqual(["dave"]);
  expect(await moved(() => groups.update("system", inner.id, { members: [dave.id] }))).toEqual([
    "carol",
  ]);
  expect(await moved(() => groups.remove("system", inner.id))).toEqual(["dave"]);
});

test("it moves when the record is destroyed, and when the person is removed who shares", async () => {
  const { carol, dave } = people;
  const create = { a: { name: "Other", shareWith: { [carol.id]: READ } } };
  const { created } = await set({ create });
  const { id } = (created as Record<string, { id: string }>)["a"]!;
  expect(await moved(() => set({ destroy: [id] }))).toEqual(["carol"]);
  await update({ shareWith: { [dave.id]: READ } });
  const { persons } = suite.accounts;
  expect(await moved(() => persons.remove("system", people.bob.id, null))).toEqual(["dave"]);
  expect(await moved(() => persons.update("system", people.bob.id, { isRemoved: false }))).toEqual(
    [],
  );
});

test("it moves for guests too", async () => {
  const { accountId } = people.bob;
  const { engine, accounts } = suite;
  const actor = asInBrowser(ownerOf(people.bob), new Date(0));
  const made = await callMethod({ engine, actor }, ShareGuest, "set", {
    accountId,
    create: { a: { name: "Guest" } },
  });
  const { id } = (made["created"] as Record<string, { id: string }>)["a"]!;
  const { secret } = await callMethod({ engine, actor }, ShareGuest, "newSecret", {
    accountId,
    id,
  });
  const guest = () => accounts.authenticateToken(secret as string, { ip: "127.0.0.1" });
  const before = await stateOf(await guest());
  await update({ shareWith: { [id]: READ } });
  const after = await stateOf(await guest());
  expect(after).not.toBe(before);
  await update({ shareWith: null });
  expect([before, after]).not.toContain(await stateOf(await guest()));
});

test("no version is left of a guest, a group or a person who is gone", async () => {
  const { accounts, engine, platform } = suite;
  const versions = async (): Promise<string[]> => {
    const rows = await platform.db.selectFrom("share_principal").select("principal_id").execute();
    return rows.map((row) => row.principal_id);
  };
  const { accountId } = people.bob;
  const actor = asInBrowser(ownerOf(people.bob), new Date(0));
  const guests = (args: object) =>
    callMethod({ engine, actor }, ShareGuest, "set", { accountId, ...args });
  const { created } = await guests({ create: { a: { name: "Guest" } } });
  const { id: guest } = (created as Record<string, { id: string }>)["a"]!;
  const group = await accounts.groups.create("system", { name: "Passing", members: [] });
  await update({ shareWith: { [guest]: READ, [group.id]: READ, [people.carol.id]: READ } });
  expect(await versions()).toEqual(expect.arrayContaining([guest, group.id, people.carol.id]));
  await guests({ destroy: [guest] });
  await accounts.groups.remove("system", group.id);
  expect(await versions()).not.toContain(guest);
  expect(await versions()).not.toContain(group.id);
  // As a guest leaves it behind whose owner's account is deleted.
  const version = "00000000-0000-4000-8000-000000000000";
  const gone = { account_id: ORGANISATION, principal_id: "v0", version };
  await platform.db.insertInto("share_principal").values(gone).execute();
  await accounts.sweep();
  expect(await versions()).not.toContain("v0");
  expect(await versions()).toContain(people.carol.id);
});
