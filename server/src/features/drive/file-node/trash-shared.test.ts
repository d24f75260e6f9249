import { FileNode, TRASH_ID, type FileNodeRecord } from "@atrium/contract/types/file-node";
import { beforeEach, describe, expect, it } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { settleUnsettled, tellOfShares, type Person } from "../../accounts/index.ts";

/** What becomes of what is shared when it gets into the trash of its owner, Bob, and who may put it there. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave", Person>>;
let ids: Readonly<Record<"open" | "inner" | "note" | "deep", string>>;
const tokens = new Map<string, string>();
let count = 0;

beforeEach(async () => {
  if (suite === undefined) {
    suite = await testSuite();
    await makeDemo(suite);
  }
  count += 1;
  const named = async (name: string): Promise<Person> => {
    const address = `${name.toLowerCase()}${count}@demo.test`;
    return suite.accounts.persons.create("system", { name, address, password: null });
  };
  people = { bob: await named("Bob"), carol: await named("Carol"), dave: await named("Dave") };
  const open = await make("Open");
  const inner = await make("Inner", open);
  ids = { open, inner, note: await make("note.txt", open), deep: await make("deep.txt", inner) };
});

async function actorOf(name: keyof typeof people): Promise<Actor> {
  const { id: personId, accountId } = people[name];
  if (!tokens.has(personId)) {
    const by = { personId, accountId, roles: [], accounts: {} };
    const given = { kind: "token", name: "x", expiresAt: null, scope: "all" } as const;
    const all = { ...given, isReadOnly: false };
    tokens.set(personId, (await suite.accounts.credentials.create(by, all)).secret);
  }
  const token = tokens.get(personId)!;
  const actor = await suite.accounts.authenticateToken(token, { ip: "127.0.0.1" });
  return suite.engine.withShares(actor);
}

const call = async (name: keyof typeof people, verb: string, args: object): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: await actorOf(name) }, FileNode, verb, {
    accountId: people.bob.accountId,
    ...args,
  });
const set = (name: keyof typeof people, args: object): Promise<Answer> => call(name, "set", args);
const move = (name: keyof typeof people, id: string, parentId: string | null): Promise<Answer> =>
  set(name, { update: { [id]: { parentId } } });

async function make(name: string, parentId: string | null = null): Promise<string> {
  const answer = await set("bob", { create: { a: { name, parentId } } });
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}

async function share(name: keyof typeof people, id: string, shareWith: object | null) {
  const answer = await set(name, { update: { [id]: { shareWith } } });
  expect(answer["notUpdated"]).toBeNull();
}

/** The names of what somebody has of Bob's; nothing when nothing is shared. */
async function seenBy(name: keyof typeof people): Promise<string[]> {
  const { list = [] } = await call(name, "get", { ids: null });
  return (list as unknown as FileNodeRecord[]).map((node) => node.name).sort();
}
const read = async (id: string): Promise<FileNodeRecord> =>
  (await call("bob", "get", { ids: [id] })).list![0] as unknown as FileNodeRecord;

const READ = { mayRead: true };
const DELETE = { mayRead: true, mayDelete: true };
const ADD = { mayRead: true, mayAddChildren: true };
const PASS_ON = { mayRead: true, mayShare: true };

async function suspended(): Promise<number> {
  const { rows } = await suite.platform.pool.query(
    "select 1 from share_suspended where account_id = $1",
    [people.bob.accountId],
  );
  return rows.length;
}

describe("what is shared and in the trash", () => {
  it("is shared with nobody, and as before when it is restored", async () => {
    await share("bob", ids.open, { [people.carol.id]: READ });
    await share("bob", ids.inner, { [people.dave.id]: READ });
    expect(await move("bob", ids.open, TRASH_ID)).toMatchObject({
      updated: { [ids.open]: { shareWith: null } },
    });
    for (const name of ["carol", "dave"] as const) {
      expect((await actorOf(name)).partialAccounts).toBeUndefined();
      expect(await seenBy(name)).toEqual([]);
    }
    expect(await read(ids.inner)).toMatchObject({ shareWith: null, inTrash: true });
    const shareWith = { [people.carol.id]: READ };
    expect(await move("bob", ids.open, null)).toMatchObject({
      updated: { [ids.open]: { shareWith } },
    });
    expect(await read(ids.open)).toMatchObject({ shareWith });
    expect(await seenBy("carol")).toEqual(["Inner", "Open", "deep.txt", "note.txt"]);
    expect(await seenBy("dave")).toEqual(["Inner", "deep.txt"]);
    expect(await suspended()).toBe(0);
  });

  it("leaves the reach of others and comes back into it, in their changes too", async () => {
    const apart = await make("Apart");
    await share("bob", apart, { [people.carol.id]: READ, [people.dave.id]: READ });
    await share("bob", ids.open, { [people.carol.id]: READ });
    await share("bob", ids.inner, { [people.dave.id]: READ });
    const stateOf = async (name: "carol" | "dave") =>
      (await call(name, "get", { ids: [] }))["state"];
    const changes = async (name: "carol" | "dave", sinceState: unknown) => {
      const answer = await call(name, "changes", { sinceState });
      return [answer["created"], answer["destroyed"]].map((all) => (all as string[]).toSorted());
    };
    const [carol, dave] = [await stateOf("carol"), await stateOf("dave")];
    await move("bob", ids.open, TRASH_ID);
    // The shares are others than those of that state by now.
    for (const [name, state] of [
      ["carol", carol],
      ["dave", dave],
    ] as const)
      expect(await call(name, "changes", { sinceState: state })).toMatchObject({
        type: "cannotCalculateChanges",
      });
    expect(await seenBy("carol")).toEqual(["Apart"]);
    await move("bob", ids.open, null);
    expect(await seenBy("dave")).toEqual(["Apart", "Inner", "deep.txt"]);
    // Where what is shared stays so, and something in it goes.
    const [later, other] = [await stateOf("carol"), await stateOf("dave")];
    await move("bob", ids.deep, TRASH_ID);
    expect(await changes("carol", later)).toEqual([[], [ids.deep]]);
    expect(await changes("dave", other)).toEqual([[], [ids.deep]]);
    const gone = await stateOf("carol");
    await move("bob", ids.deep, ids.inner);
    expect(await changes("carol", gone)).toEqual([[ids.deep], []]);
  });

  it("comes back as it would be by then", async () => {
    const end = new Date(suite.platform.clock.now().getTime() + 60_000).toISOString();
    const until = end.replace(/\.\d+/, "");
    const shareWith = { [people.carol.id]: READ, [people.dave.id]: READ };
    const shareUntil = { [people.dave.id]: until };
    await set("bob", { update: { [ids.open]: { shareWith, shareUntil } } });
    const group = await suite.accounts.groups.create("system", { name: "Few", members: [] });
    await share("bob", ids.note, { [group.id]: READ });
    await move("bob", ids.open, TRASH_ID);
    suite.platform.clock.advance(60_001);
    await suite.accounts.groups.remove("system", group.id);
    await move("bob", ids.open, null);
    expect(await read(ids.open)).toMatchObject({
      shareWith: { [people.carol.id]: READ },
      shareUntil: null,
    });
    expect(await read(ids.note)).toMatchObject({ shareWith: null });
  });

  it("keeps what was passed on, as long as whoever did has it where it is restored", async () => {
    await share("bob", ids.open, { [people.carol.id]: PASS_ON });
    await share("carol", ids.inner, { [people.dave.id]: READ });
    await move("bob", ids.inner, TRASH_ID);
    // Whatever is settled meanwhile.
    await share("bob", ids.note, { [people.dave.id]: READ });
    await share("bob", ids.note, null);
    await settleUnsettled(suite.engine);
    expect(await seenBy("dave")).toEqual([]);
    await move("bob", ids.inner, ids.open);
    expect(await seenBy("dave")).toEqual(["Inner", "deep.txt"]);
    await move("bob", ids.inner, TRASH_ID);
    await move("bob", ids.inner, null);
    expect(await seenBy("dave")).toEqual([]);
    await move("bob", ids.inner, ids.open);
    expect(await seenBy("dave")).toEqual([]);
  });

  it("is forgotten with it", async () => {
    await share("bob", ids.inner, { [people.carol.id]: READ });
    await move("bob", ids.open, TRASH_ID);
    expect(await suspended()).toBe(1);
    await set("bob", { destroy: [ids.open], onDestroyRemoveChildren: true });
    expect(await suspended()).toBe(0);
    await tellOfShares(suite.engine);
  });
});

describe("who may delete in what is shared", () => {
  it("moves it into the trash of the owner, who alone sees and restores it", async () => {
    await move("bob", await make("private.txt"), TRASH_ID);
    await share("bob", ids.open, { [people.carol.id]: DELETE, [people.dave.id]: READ });
    const answer = await move("carol", ids.inner, TRASH_ID);
    expect(answer).toMatchObject({ updated: { [ids.inner]: {} }, notUpdated: null });
    expect(JSON.stringify(answer)).not.toContain("private");
    expect(await seenBy("carol")).toEqual(["Open", "note.txt"]);
    expect(await read(ids.inner)).toMatchObject({ inTrash: true, trashedFrom: ids.open });
    for (const args of [{ filter: { parentId: TRASH_ID } }, { filter: { inTrash: true } }])
      expect((await call("carol", "query", args)).ids).toEqual([]);
    const wanted = [TRASH_ID, ids.inner, ids.deep];
    expect(await call("carol", "get", { ids: wanted })).toMatchObject({ notFound: wanted });
    expect(await move("carol", ids.inner, ids.open)).toMatchObject({
      notUpdated: { [ids.inner]: { type: "notFound" } },
    });
    expect(await set("carol", { destroy: [ids.inner, TRASH_ID] })).toMatchObject({
      notDestroyed: { [ids.inner]: { type: "notFound" }, [TRASH_ID]: { type: "notFound" } },
    });
    await move("bob", ids.inner, ids.open);
    expect(await seenBy("carol")).toEqual(["Inner", "Open", "deep.txt", "note.txt"]);
  });

  it("is asked for that right, and learns nothing of whether there is a trash", async () => {
    await share("bob", ids.open, { [people.carol.id]: DELETE, [people.dave.id]: ADD });
    const tries = async () => [
      await move("dave", ids.inner, TRASH_ID),
      // It lies where its owner put it.
      await move("carol", ids.open, TRASH_ID),
      await set("carol", { create: { a: { name: "new", parentId: TRASH_ID } } }),
      await set("carol", { update: { [TRASH_ID]: { name: "new" } } }),
    ];
    const refusals = async () =>
      (await tries()).map(({ notUpdated, notCreated }) => notUpdated ?? notCreated);
    const before = await refusals();
    expect(before).toMatchObject([
      { [ids.inner]: { type: "forbidden" } },
      { [ids.open]: { type: "forbidden" } },
      { a: { type: "invalidProperties", properties: ["parentId"] } },
      { [TRASH_ID]: { type: "notFound" } },
    ]);
    await move("bob", await make("other.txt"), TRASH_ID);
    expect(await refusals()).toEqual(before);
  });
});
