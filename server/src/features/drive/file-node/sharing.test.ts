import { FileNode, type FileNodeRecord } from "@atrium/contract/types/file-node";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import { storageOf, type Actor } from "../../../engine/index.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { endShares, settleUnsettled, type Person } from "../../accounts/index.ts";

/** What others reach of a person's files once some are shared (RFC 9670), and that they learn nothing of the rest. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave", Person>>;
/** Ids of Bob's nodes: two folders, one of which is shared, with a folder and files in each. */
let ids: Readonly<Record<"open" | "inner" | "note" | "deep" | "closed" | "secret" | "top", string>>;

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "bob", "carol", "dave");
});

beforeEach(async () => {
  const { accountId } = people.bob;
  const all = await call(await actorOf("bob"), "query", {});
  await call(await actorOf("bob"), "set", {
    destroy: all.ids,
    onDestroyRemoveChildren: true,
    accountId,
  });
  const bob = await actorOf("bob");
  const open = await folder(bob, "Open");
  const closed = await folder(bob, "Closed");
  const inner = await folder(bob, "Inner", open);
  ids = {
    open,
    closed,
    inner,
    note: await file(bob, "note.txt", "a note", open),
    deep: await file(bob, "deep.txt", "deep down", inner),
    secret: await file(bob, "secret.txt", "a secret", closed),
    top: await file(bob, "top.txt", "at the top"),
  };
});

/** As a password makes one, so that it has what is shared by now. */
async function actorOf(name: keyof typeof people): Promise<Actor> {
  const { id, accountId } = people[name];
  const given = {
    kind: "token",
    name: "x",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  } as const;
  const by = { personId: id, accountId, roles: [], accounts: {} };
  tokens[name] ??= (await suite.accounts.credentials.create(by, given)).secret;
  const actor = await suite.accounts.authenticateToken(tokens[name], { ip: "127.0.0.1" });
  return await suite.engine.withShares(actor);
}
const tokens: Partial<Record<keyof typeof people, string>> = {};

const call = (actor: Actor, verb: string, args: object): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor }, FileNode, verb, {
    accountId: people.bob.accountId,
    ...args,
  });

const folder = async (actor: Actor, name: string, parentId: string | null = null) =>
  made(await call(actor, "set", { create: { a: { name, parentId } } }));

async function file(actor: Actor, name: string, text: string, parentId: string | null = null) {
  const { blobId } = await upload(actor, text);
  return made(await call(actor, "set", { create: { a: { name, parentId, blobId } } }));
}

const upload = (actor: Actor, text: string) =>
  suite.engine.blobs.upload(actor, people.bob.accountId, Buffer.from(text), "text/plain");

function made(answer: Answer): string {
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}

const READ = { mayRead: true };
const WRITE = { mayRead: true, mayAddChildren: true, mayRename: true, mayDelete: true };

/** Bob shares a node of his; answers what was refused. */
async function share(id: string, shareWith: object | null, shareUntil?: object): Promise<unknown> {
  const patch = { shareWith, ...(shareUntil && { shareUntil }) };
  const answer = await call(await actorOf("bob"), "set", { update: { [id]: patch } });
  expect(answer["type"]).toBeUndefined();
  return answer["notUpdated"];
}

const listed = async (actor: Actor): Promise<FileNodeRecord[]> =>
  (await call(actor, "get", { ids: null })).list as unknown as FileNodeRecord[];
const namesOf = (nodes: readonly FileNodeRecord[]): string[] =>
  nodes.map(({ name }) => name).sort();

describe("what is shared with a person", () => {
  it("is in reach with all that lies in it, and nothing beside it is", async () => {
    expect((await actorOf("carol")).partialAccounts).toBeUndefined();
    expect(await share(ids.open, { [people.carol.id]: READ })).toBeNull();
    const carol = await actorOf("carol");
    const nodes = await listed(carol);
    expect(namesOf(nodes)).toEqual(["Inner", "Open", "deep.txt", "note.txt"]);
    const root = nodes.find(({ id }) => id === ids.open)!;
    expect(root).toMatchObject({ parentId: null, shareWith: null });
    expect(root.myRights).toEqual({
      mayRead: true,
      mayAddChildren: false,
      mayRename: false,
      mayDelete: false,
      mayModifyContent: false,
      mayShare: false,
    });
    const outside = [ids.closed, ids.secret, ids.top];
    expect(await call(carol, "get", { ids: outside })).toMatchObject({ notFound: outside });
    for (const [filter, found] of [
      [null, [ids.inner, ids.open, ids.deep, ids.note]],
      [{ text: "secret" }, []],
      [{ parentId: ids.closed }, []],
      [{ isTopLevel: true }, [ids.open]],
      [{ operator: "NOT", conditions: [{ text: "note" }] }, [ids.inner, ids.open, ids.deep]],
    ] as const) {
      const answer = await call(carol, "query", { filter, calculateTotal: true });
      expect((answer["ids"] as string[]).toSorted()).toEqual(([...found] as string[]).toSorted());
      expect(answer["total"]).toBe(found.length);
    }
    expect((await actorOf("dave")).partialAccounts).toBeUndefined();
    expect(await call(await actorOf("dave"), "get", { ids: null })).toMatchObject({
      type: "accountNotFound",
    });
  });

  it("is the same whether all of it is asked for, single nodes, or what lies in a folder", async () => {
    const carol = people.carol.id;
    await share(ids.open, { [carol]: READ });
    await share(ids.inner, { [carol]: { ...READ, mayAddChildren: true } });
    await share(ids.secret, { [carol]: READ });
    const actor = await actorOf("carol");
    const byId = (a: FileNodeRecord, b: FileNodeRecord): number => (a.id < b.id ? -1 : 1);
    const nodes = (await listed(actor)).toSorted(byId);
    expect(namesOf(nodes)).toEqual(["Inner", "Open", "deep.txt", "note.txt", "secret.txt"]);
    const rights = (id: string) => nodes.find((node) => node.id === id)!.myRights.mayAddChildren;
    expect([rights(ids.open), rights(ids.inner), rights(ids.deep)]).toEqual([false, true, false]);
    const some = await call(actor, "get", { ids: Object.values(ids) });
    expect((some.list as unknown as FileNodeRecord[]).toSorted(byId)).toEqual(nodes);
    expect((some["notFound"] as string[]).toSorted()).toEqual([ids.closed, ids.top].toSorted());
    const isDeep = { name: "deep.txt" };
    const deep = ({ id }: FileNodeRecord): boolean => id === ids.deep;
    for (const parentId of Object.values(ids)) {
      const lies = (node: FileNodeRecord): boolean => node.parentId === parentId;
      const conditions = [isDeep, { parentId }];
      for (const [filter, meets] of [
        [{ parentId }, lies],
        [{ operator: "AND", conditions }, (node) => deep(node) && lies(node)],
        [{ operator: "OR", conditions }, (node) => deep(node) || lies(node)],
        [{ operator: "NOT", conditions: [{ parentId }] }, (node) => !lies(node)],
      ] as readonly (readonly [object, (node: FileNodeRecord) => boolean])[]) {
        const found = (await call(actor, "query", { filter }))["ids"] as string[];
        const expected = nodes.filter(meets).map(({ id }) => id);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }
    }
  });

  it("stands in the session with what is for files alone", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    const { accounts, primaryAccounts } = await suite.engine.session(await actorOf("carol"), urls);
    const part = accounts[people.bob.accountId]!;
    expect(part).toMatchObject({ isPersonal: false, isReadOnly: true });
    expect(Object.keys(part.accountCapabilities).sort()).toEqual(
      [CAPABILITY.blob, CAPABILITY.fileNode, CAPABILITY.principalsOwner, CAPABILITY.share].sort(),
    );
    expect(Object.values(primaryAccounts)).not.toContain(people.bob.accountId);
  });

  it("is in reach by groups within groups, and no more with the last share", async () => {
    const { groups } = suite.accounts;
    const inner = await groups.create("system", { name: "Inner", members: [people.carol.id] });
    const outer = await groups.create("system", { name: "Outer", members: [inner.id] });
    await share(ids.note, { [outer.id]: READ });
    expect(namesOf(await listed(await actorOf("carol")))).toEqual(["note.txt"]);
    const notified: string[] = [];
    const stop = suite.accounts.access.onChanged(
      (personId) => notified.push(personId),
      () => undefined,
    );
    await groups.update("system", inner.id, { members: [people.dave.id] });
    stop();
    expect(notified).toEqual(expect.arrayContaining([people.carol.id, people.dave.id]));
    expect((await actorOf("carol")).partialAccounts).toBeUndefined();
    expect(namesOf(await listed(await actorOf("dave")))).toEqual(["note.txt"]);
    await share(ids.note, null);
    expect((await actorOf("dave")).partialAccounts).toBeUndefined();
  });

  it("ends when it was said to", async () => {
    const until = "2999-01-01T00:00:00Z";
    const { carol, dave } = people;
    const both = { [carol.id]: READ, [dave.id]: READ };
    expect(await share(ids.open, both, { [carol.id]: until })).toBeNull();
    const [root] = (await call(await actorOf("bob"), "get", { ids: [ids.open] })).list!;
    expect(root).toMatchObject({ shareWith: both, shareUntil: { [carol.id]: until } });
    await endShares(suite.engine);
    expect((await actorOf("carol")).partialAccounts).toBeDefined();
    const past = "2020-01-01T00:00:00Z";
    await share(ids.open, both, { [carol.id]: past });
    expect((await actorOf("carol")).partialAccounts).toBeUndefined();
    await endShares(suite.engine);
    const [after] = (await call(await actorOf("bob"), "get", { ids: [ids.open] })).list!;
    expect(after).toMatchObject({ shareWith: { [dave.id]: READ }, shareUntil: null });
  });

  it("shows its end, and takes one, where a request names the capability of that", async () => {
    const until = "2999-01-01T00:00:00Z";
    const [carol, dave] = [people.carol.id, people.dave.id];
    await share(ids.open, { [carol]: READ }, { [carol]: until });
    const bob = await actorOf("bob");
    const without = async (verb: string, args: object) => {
      const using = [CAPABILITY.core, CAPABILITY.fileNode];
      const given = { accountId: people.bob.accountId, ...args };
      const { methodResponses } = await suite.engine.handle(bob, {
        using,
        methodCalls: [[`FileNode/${verb}`, given, "c"]],
      });
      return methodResponses[0]![1];
    };
    const [node] = (await without("get", { ids: [ids.open] }))["list"] as JsonObject[];
    expect(node).toHaveProperty("shareWith", { [carol]: READ });
    expect(node).not.toHaveProperty("shareUntil");
    expect(await without("get", { ids: [ids.open], properties: ["shareUntil"] })).toMatchObject({
      type: "invalidArguments",
    });
    const refused = { type: "invalidProperties", properties: ["shareUntil"] };
    const set = { shareUntil: { [carol]: "2999-02-01T00:00:00Z" } };
    expect(
      await without("set", {
        update: { [ids.open]: set },
        create: { a: { name: "New", shareUntil: null } },
      }),
    ).toMatchObject({ notUpdated: { [ids.open]: refused }, notCreated: { a: refused } });
    // What it does not see stays.
    await without("set", { update: { [ids.open]: { [`shareWith/${dave}`]: READ } } });
    const [both] = (await call(bob, "get", { ids: [ids.open] })).list!;
    expect(both).toMatchObject({
      shareWith: { [carol]: READ, [dave]: READ },
      shareUntil: { [carol]: until },
    });
    await without("set", { update: { [ids.open]: { [`shareWith/${carol}`]: null } } });
    const [one] = (await call(bob, "get", { ids: [ids.open] })).list!;
    expect(one).toMatchObject({ shareWith: { [dave]: READ }, shareUntil: null });
  });

  it("ends at the others' too when the account of one is deleted before or meanwhile", async () => {
    const { engine, platform, accounts } = suite;
    const past = "2020-01-01T00:00:00Z";
    const owners: Person[] = [];
    for (const name of ["one", "two", "three", "four"])
      owners.push(
        await accounts.persons.create("system", {
          name,
          address: `${name}@demo.test`,
          password: null,
        }),
      );
    const nodes: string[] = [];
    for (const { id, accountId } of owners) {
      const account = { name: "x", isPersonal: true, isReadOnly: false };
      const actor = { personId: id, accountId, roles: [], accounts: { [accountId]: account } };
      const shared = { [people.carol.id]: READ };
      const a = { name: "Open", shareWith: shared, shareUntil: { [people.carol.id]: past } };
      nodes.push(made(await call(actor, "set", { accountId, create: { a } })));
    }
    const deleteAccount = (accountId: string) =>
      engine.write([accountId], (w) => w.removeAccount(accountId));
    await deleteAccount(owners[1]!.accountId);
    let isFirst = true;
    const write: typeof engine.write = async (ids, work) => {
      if (isFirst) await deleteAccount(owners[2]!.accountId);
      isFirst = false;
      return await engine.write(ids, work);
    };
    await endShares({ ...engine, write });
    const left = await platform.db
      .selectFrom("share_grant")
      .select("container_id")
      .where("container_id", "in", nodes)
      .orderBy("container_id")
      .execute();
    expect(left.map((row) => row.container_id)).toEqual([nodes[1], nodes[2]]);
  });

  it("is said in words that hold: no unknown right, nobody unknown, not oneself, no end for others", async () => {
    const { bob, carol } = people;
    for (const [shareWith, shareUntil] of [
      [{ [carol.id]: { mayRead: true, mayFly: true } }],
      [{ [carol.id]: { mayRename: true } }],
      [{ [carol.id]: { mayRead: "yes" } }],
      [{ [carol.id]: null }],
      [{ [bob.id]: READ }],
      [{ p0: READ }],
      [Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, READ]))],
      [{ [carol.id]: READ }, { [people.dave.id]: "2999-01-01T00:00:00Z" }],
      [{ [carol.id]: READ }, { [carol.id]: "soon" }],
    ] as const)
      expect(await share(ids.open, shareWith, shareUntil)).toMatchObject({
        [ids.open]: { type: "invalidProperties" },
      });
    expect((await actorOf("carol")).partialAccounts).toBeUndefined();
  });

  it("leaves nothing of a file with which it was refused, and no quota used", async () => {
    const bob = await actorOf("bob");
    const { accountId } = people.bob;
    const used = async () =>
      (await storageOf(suite.platform.db, accountId, suite.engine.services.quota)).used;
    const before = [await listed(bob), (await call(bob, "get", { ids: [] })).state, await used()];
    const shareWith = { p0: READ };
    const { blobId } = await upload(bob, "much more than the note had in it");
    const answer = await call(bob, "set", {
      create: { a: { name: "new.txt", blobId, shareWith } },
      update: { [ids.note]: { name: "other.txt", blobId, shareWith } },
    });
    expect(answer).toMatchObject({
      notCreated: { a: { properties: ["shareWith"] } },
      notUpdated: { [ids.note]: { properties: ["shareWith"] } },
    });
    expect([await listed(bob), (await call(bob, "get", { ids: [] })).state, await used()]).toEqual(
      before,
    );
    // What is done beside it counts for itself alone.
    const { octets } = await used();
    const done = await call(bob, "set", {
      create: { a: { name: "new.txt", blobId, shareWith }, b: { name: "kept.txt", blobId } },
    });
    expect(Object.keys(done.created ?? {})).toEqual(["b"]);
    expect(await used()).toMatchObject({
      octets: octets + "much more than the note had in it".length,
    });
  });
});

describe("rights", () => {
  const refused = async (actor: Actor, args: JsonObject): Promise<unknown> => {
    const { type, notCreated, notUpdated, notDestroyed } = await call(actor, "set", args);
    const set = (notCreated ?? notUpdated ?? notDestroyed) as Record<string, { type: string }>;
    return type ?? (set === null ? "nothing" : Object.values(set)[0]!.type);
  };

  it("with reading alone nothing changes", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    const carol = await actorOf("carol");
    expect(await refused(carol, { destroy: [ids.note] })).toBe("accountReadOnly");
    await expect(upload(carol, "x")).rejects.toMatchObject({ code: "accountReadOnly" });
  });

  it("each is asked for, in both places when something moves", async () => {
    await share(ids.open, { [people.carol.id]: WRITE });
    await share(ids.secret, { [people.carol.id]: READ });
    const carol = await actorOf("carol");
    const { blobId } = await upload(carol, "of Carol");
    for (const [args, expected] of [
      [{ create: { a: { name: "mine.txt", blobId, parentId: ids.inner } } }, "nothing"],
      [{ create: { a: { name: "mine.txt", blobId, parentId: null } } }, "forbidden"],
      [{ create: { a: { name: "mine.txt", blobId, parentId: ids.closed } } }, "invalidProperties"],
      [{ update: { [ids.note]: { name: "renamed.txt" } } }, "nothing"],
      [{ update: { [ids.note]: { blobId } } }, "forbidden"],
      [{ update: { [ids.note]: { shareWith: { [people.dave.id]: READ } } } }, "forbidden"],
      [{ update: { [ids.note]: { parentId: ids.inner } } }, "nothing"],
      [{ update: { [ids.note]: { parentId: null } } }, "forbidden"],
      [{ update: { [ids.note]: { parentId: ids.closed } } }, "invalidProperties"],
      [{ update: { [ids.inner]: { parentId: ids.deep } } }, "invalidProperties"],
      [{ update: { [ids.secret]: { parentId: ids.open } } }, "forbidden"],
      [{ update: { [ids.secret]: { name: "known.txt" } } }, "forbidden"],
      [{ update: { [ids.top]: { name: "known.txt" } } }, "notFound"],
      [{ destroy: [ids.open], onDestroyRemoveChildren: true }, "forbidden"],
      [{ destroy: [ids.top] }, "notFound"],
      [{ destroy: [ids.deep] }, "nothing"],
    ] as const)
      expect([args, await refused(carol, args)]).toEqual([args, expected]);
    const bob = await actorOf("bob");
    expect(namesOf(await listed(bob))).toEqual([
      "Closed",
      "Inner",
      "Open",
      "mine.txt",
      "renamed.txt",
      "secret.txt",
      "top.txt",
    ]);
  });

  it("what was shared by itself stays where it lies, under its name", async () => {
    await share(ids.inner, { [people.carol.id]: { ...WRITE, mayModifyContent: true } });
    const carol = await actorOf("carol");
    const [root] = await listed(carol).then((nodes) => nodes.filter(({ id }) => id === ids.inner));
    expect(root!.myRights).toMatchObject({ mayRename: false, mayDelete: false });
    for (const name of ["note.txt", "anything"])
      expect(await refused(carol, { update: { [ids.inner]: { name } } })).toBe("forbidden");
    const modified = "2026-01-01T00:00:00Z";
    expect(await refused(carol, { update: { [ids.inner]: { modified } } })).toBe("nothing");
    const [node] = (await call(await actorOf("bob"), "get", { ids: [ids.inner] })).list!;
    expect(node).toMatchObject({ parentId: ids.open, modified });
  });

  it("are those that a change asks for, where a file is shared itself and lies in what is", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    await share(ids.note, { [people.carol.id]: { ...WRITE, mayModifyContent: true } });
    const carol = await actorOf("carol");
    const rightsTo = async (id: string) =>
      (await listed(carol)).find((node) => node.id === id)!.myRights;
    // Its folder is seen, so that a name says nothing new; but nothing may go from there.
    expect(await rightsTo(ids.note)).toMatchObject({ mayRename: true, mayDelete: false });
    expect(await refused(carol, { update: { [ids.note]: { name: "b.txt" } } })).toBe("nothing");
    expect(await refused(carol, { destroy: [ids.note] })).toBe("forbidden");
    expect(await refused(carol, { update: { [ids.note]: { parentId: ids.inner } } })).toBe(
      "forbidden",
    );
    expect(await rightsTo(ids.inner)).toMatchObject({ mayRename: false, mayDelete: false });
  });

  it("nobody gives more than they have", async () => {
    const { carol, dave } = people;
    await share(ids.open, { [carol.id]: { ...READ, mayShare: true }, [dave.id]: WRITE });
    const to = (shareWith: object) =>
      call(carolNow, "set", { update: { [ids.open]: { shareWith } } });
    const carolNow = await actorOf("carol");
    const own = { [carol.id]: { ...READ, mayShare: true } };
    expect((await to({ [carol.id]: { ...WRITE, mayShare: true } }))["notUpdated"]).not.toBeNull();
    expect(
      (await to({ ...own, [dave.id]: { ...WRITE, mayModifyContent: true } }))["notUpdated"],
    ).not.toBeNull();
    expect(
      (await to({ ...own, [dave.id]: { ...READ, mayDelete: true } }))["notUpdated"],
    ).toBeNull();
  });

  it("whoever may share it sees with whom it is shared, and shares it on", async () => {
    await share(ids.open, { [people.carol.id]: { ...WRITE, mayShare: true } });
    const carol = await actorOf("carol");
    const on = { [people.carol.id]: { ...WRITE, mayShare: true }, [people.dave.id]: READ };
    expect(await call(carol, "set", { update: { [ids.open]: { shareWith: on } } })).toMatchObject({
      notUpdated: null,
    });
    expect((await listed(carol)).find(({ id }) => id === ids.open)!.shareWith).toEqual(on);
    expect(namesOf(await listed(await actorOf("dave")))).toContain("note.txt");
  });
});

describe("what somebody passes on", () => {
  const ALL = { ...WRITE, mayModifyContent: true, mayShare: true };
  const [MAY, JUNE] = ["2999-05-01T00:00:00Z", "2999-06-01T00:00:00Z"];
  const set = async (name: keyof typeof people, id: string, patch: object) => {
    const answer = await call(await actorOf(name), "set", { update: { [id]: patch } });
    expect(answer["notUpdated"]).toBeNull();
    return (answer["updated"] as Record<string, JsonObject>)[id];
  };
  const sharedAs = async (id: string) => {
    const [node] = (await call(await actorOf("bob"), "get", { ids: [id] })).list!;
    const { shareWith, shareUntil } = node as unknown as FileNodeRecord;
    return { shareWith, shareUntil };
  };
  const give = async (
    name: keyof typeof people,
    id: string,
    to: keyof typeof people,
    rights: object | null,
  ) => {
    const key = people[to].id;
    const isShared = (await sharedAs(id)).shareWith !== null;
    return await set(
      name,
      id,
      isShared ? { [`shareWith/${key}`]: rights } : { shareWith: { [key]: rights } },
    );
  };
  const inReach = async (name: keyof typeof people): Promise<string[]> => {
    const actor = await actorOf(name);
    return actor.partialAccounts === undefined ? [] : namesOf(await listed(actor));
  };
  it("is looked through once for all that one request shares, and nothing is left of what is refused", async () => {
    await give("bob", ids.open, "carol", ALL);
    await give("carol", ids.inner, "dave", READ);
    const { container } = suite.engine.services.types.find(({ type }) => type === FileNode)!;
    const above = vi.spyOn(container!, "above");
    onTestFinished(() => above.mockRestore());
    const shared = { shareWith: { [people.dave.id]: READ } };
    const nobody = { shareWith: { nobody: READ } };
    const update = {
      [ids.note]: shared,
      [ids.closed]: shared,
      [ids.open]: nobody,
      [ids.top]: shared,
    };
    const answer = await call(await actorOf("bob"), "set", { update });
    expect(Object.keys(answer["notUpdated"]!)).toEqual([ids.open]);
    expect(above.mock.calls.filter(([, asked]) => asked.includes(ids.inner))).toHaveLength(1);
    expect(await inReach("dave")).toEqual([
      "Closed",
      "Inner",
      "deep.txt",
      "note.txt",
      "secret.txt",
      "top.txt",
    ]);
  });

  it("is answered as what is left of it at once, also below what ends sooner", async () => {
    const shared = {
      shareWith: { [people.carol.id]: ALL },
      shareUntil: { [people.carol.id]: MAY },
    };
    await set("bob", ids.open, shared);
    const on = { shareWith: { [people.dave.id]: READ } };
    const until = { [people.dave.id]: MAY };
    expect(await set("carol", ids.inner, on)).toMatchObject({ ...on, shareUntil: until });
    expect(await sharedAs(ids.inner)).toEqual({ ...on, shareUntil: until });
  });

  it("goes with what that person had, wherever below it, and says so to the owner", async () => {
    await give("bob", ids.open, "carol", ALL);
    await give("carol", ids.inner, "dave", ALL);
    await give("dave", ids.inner, "carol", { ...READ, mayShare: true });
    await give("bob", ids.note, "dave", READ);
    expect(await inReach("dave")).toEqual(["Inner", "deep.txt", "note.txt"]);
    const { state } = await call(await actorOf("bob"), "get", { ids: [] });
    await give("bob", ids.open, "carol", null);
    expect([await inReach("carol"), await inReach("dave")]).toEqual([[], ["note.txt"]]);
    expect(await sharedAs(ids.inner)).toEqual({ shareWith: null, shareUntil: null });
    const changes = await call(await actorOf("bob"), "changes", { sinceState: state });
    expect(changes["updated"]).toEqual(expect.arrayContaining([ids.inner, ids.open]));
  });

  it("is no more than that person has, and no longer", async () => {
    const { carol, dave } = people;
    await set("bob", ids.open, {
      shareWith: { [carol.id]: ALL },
      shareUntil: { [carol.id]: JUNE },
    });
    expect(await give("carol", ids.inner, "dave", WRITE)).toMatchObject({
      shareUntil: { [dave.id]: JUNE },
    });
    await set("bob", ids.open, { [`shareUntil/${carol.id}`]: MAY });
    expect(await sharedAs(ids.inner)).toEqual({
      shareWith: { [dave.id]: WRITE },
      shareUntil: { [dave.id]: MAY },
    });
    // Longer again, it is not the owner who has said so of the other.
    await set("bob", ids.open, { shareUntil: null });
    expect((await sharedAs(ids.inner)).shareUntil).toEqual({ [dave.id]: MAY });
    await give("bob", ids.open, "carol", { ...READ, mayDelete: true, mayShare: true });
    expect((await sharedAs(ids.inner)).shareWith).toEqual({
      [dave.id]: { ...READ, mayDelete: true },
    });
    await give("bob", ids.open, "carol", { ...READ, mayDelete: true });
    expect(await inReach("dave")).toEqual([]);
  });

  it("leaves what the owner gave, and what somebody else gave too", async () => {
    await give("bob", ids.open, "carol", ALL);
    await give("bob", ids.inner, "dave", READ);
    await give("carol", ids.inner, "dave", WRITE);
    await give("carol", ids.note, "dave", READ);
    await give("bob", ids.closed, "dave", READ);
    await give("bob", ids.open, "carol", null);
    expect((await sharedAs(ids.inner)).shareWith).toEqual({ [people.dave.id]: READ });
    expect(await inReach("dave")).toEqual(["Closed", "Inner", "deep.txt", "secret.txt"]);
  });

  it("goes when it is moved out of what that person has", async () => {
    await give("bob", ids.open, "carol", ALL);
    await give("carol", ids.inner, "dave", READ);
    await set("bob", ids.inner, { parentId: ids.closed });
    expect(await inReach("dave")).toEqual([]);
    expect(await inReach("carol")).toEqual(["Open", "note.txt"]);
  });

  it("goes when that person had it by a group, and is in it no more", async () => {
    const { groups } = suite.accounts;
    const inner = await groups.create("system", { name: "Within", members: [people.carol.id] });
    const team = await groups.create("system", { name: "Team", members: [inner.id] });
    await set("bob", ids.open, { shareWith: { [team.id]: ALL } });
    await give("carol", ids.inner, "dave", READ);
    await groups.update("system", team.id, { name: "Crew" });
    await settleUnsettled(suite.engine);
    expect(await inReach("dave")).toEqual(["Inner", "deep.txt"]);
    await groups.update("system", inner.id, { members: [] });
    await settleUnsettled(suite.engine);
    expect(await inReach("dave")).toEqual([]);
    await groups.update("system", inner.id, { members: [people.carol.id] });
    await give("carol", ids.inner, "dave", READ);
    expect(await inReach("dave")).toEqual(["Inner", "deep.txt"]);
    await groups.remove("system", team.id);
    await settleUnsettled(suite.engine);
    expect(await inReach("dave")).toEqual([]);
  });

  it.each([
    ["directly, when they are removed", true],
    ["by a group, when they are deleted for good", false],
  ])("goes with a person who had it %s", async (_, isDirect) => {
    const { persons, groups, credentials } = suite.accounts;
    const address = `erin-${isDirect}@demo.test`;
    const erin = await persons.create("system", { name: "Erin", address, password: null });
    const team = await groups.create("system", { name: "Erin's", members: [erin.id] });
    await set("bob", ids.open, { shareWith: { [isDirect ? erin.id : team.id]: ALL } });
    const by = { personId: erin.id, accountId: erin.accountId, roles: [], accounts: {} };
    const { secret } = await credentials.create(by, {
      kind: "token",
      name: "x",
      expiresAt: null,
      scope: "all",
      isReadOnly: false,
    });
    const actor = await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
    const update = { [ids.inner]: { shareWith: { [people.dave.id]: READ } } };
    const answer = await callMethod({ engine: suite.engine, actor }, FileNode, "set", {
      accountId: people.bob.accountId,
      update,
    });
    expect(answer["notUpdated"]).toBeNull();
    expect(await inReach("dave")).toEqual(["Inner", "deep.txt"]);
    await persons.update("system", erin.id, { isRemoved: true });
    await endShares(suite.engine);
    if (!isDirect) {
      expect(await inReach("dave")).toEqual(["Inner", "deep.txt"]);
      suite.platform.clock.advance(31 * 86_400_000);
      await persons.deleteRemoved();
      await settleUnsettled(suite.engine);
    }
    expect(await inReach("dave")).toEqual([]);
  });
});

describe("blobs", () => {
  it("are those of the files in reach, and what was uploaded oneself", async () => {
    await share(ids.open, { [people.carol.id]: WRITE });
    const bob = await actorOf("bob");
    const nodes = (await call(bob, "get", { ids: [ids.note, ids.secret] })).list!;
    const [seen, hidden] = [ids.note, ids.secret].map(
      (id) => nodes.find((node) => node["id"] === id)!["blobId"] as string,
    );
    const carol = await actorOf("carol");
    const { accountId } = people.bob;
    const opens = async (id: string) =>
      (await suite.engine.blobs.open(carol, accountId, id)) !== null;
    expect(await opens(seen!)).toBe(true);
    expect(await opens(hidden!)).toBe(false);
    const { blobId } = await upload(carol, "of Carol herself");
    expect(await opens(blobId)).toBe(true);
    const answer = await call(carol, "set", {
      create: { a: { name: "taken.txt", blobId: hidden, parentId: ids.open } },
    });
    expect(answer["notCreated"]).toMatchObject({ a: { type: "blobNotFound" } });
  });
});

describe("states and changes", () => {
  const state = async (actor: Actor) => (await call(actor, "get", { ids: [] }))["state"] as string;
  const changes = async (actor: Actor, sinceState: string) => {
    const { type, created, updated, destroyed, newState } = await call(actor, "changes", {
      sinceState,
    });
    return type === undefined ? { created, updated, destroyed, newState } : { type };
  };

  it("move with what is in reach alone", async () => {
    await share(ids.open, { [people.carol.id]: WRITE });
    const [bob, carol] = [await actorOf("bob"), await actorOf("carol")];
    const begin = await state(carol);
    const statesIn = await suite.engine.statesIn(carol, people.bob.accountId);
    expect(statesIn).toEqual({ FileNode: begin });
    await call(bob, "set", { update: { [ids.secret]: { name: "other.txt" } } });
    await file(bob, "more.txt", "more", ids.closed);
    expect(await state(carol)).toBe(begin);
    expect(await changes(carol, begin)).toMatchObject({ created: [], updated: [], destroyed: [] });
    await call(bob, "set", { update: { [ids.deep]: { name: "deeper.txt" } } });
    const next = await state(carol);
    expect(next).not.toBe(begin);
    expect(await changes(carol, begin)).toEqual({
      created: [],
      updated: [ids.deep],
      destroyed: [],
      newState: next,
    });
    const own = await call(carol, "set", { update: { [ids.deep]: { name: "deepest.txt" } } });
    expect(own).toMatchObject({ oldState: next, newState: await state(carol) });
  });

  it("what comes into reach was created, and what leaves it destroyed, with all that lies in it", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    const [bob, carol] = [await actorOf("bob"), await actorOf("carol")];
    const begin = await state(carol);
    const move = (id: string, parentId: string | null) =>
      call(bob, "set", { update: { [id]: { parentId } } });
    await move(ids.secret, ids.open);
    await move(ids.inner, ids.closed);
    const found = await changes(carol, begin);
    expect(found).toMatchObject({ created: [ids.secret], updated: [] });
    expect([...(found.destroyed as string[])].sort()).toEqual([ids.inner, ids.deep].sort());
    const then = await state(carol);
    await move(ids.inner, ids.open);
    const back = await changes(carol, then);
    expect([...(back.created as string[])].sort()).toEqual([ids.inner, ids.deep].sort());
    const last = await state(carol);
    await call(bob, "set", { destroy: [ids.inner], onDestroyRemoveChildren: true });
    const gone = await changes(carol, last);
    expect([...(gone.destroyed as string[])].sort()).toEqual([ids.inner, ids.deep].sort());
    expect(await changes(carol, begin)).not.toHaveProperty("type");
  });

  it("count what left, came back and left again, however often it did between two looks", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    const [bob, carol] = [await actorOf("bob"), await actorOf("carol")];
    const move = (parentId: string) => call(bob, "set", { update: { [ids.deep]: { parentId } } });
    const begin = await state(carol);
    await move(ids.closed);
    await move(ids.open);
    expect(await changes(carol, begin)).toMatchObject({
      created: [],
      updated: [ids.deep],
      destroyed: [],
    });
    await move(ids.closed);
    expect(await changes(carol, begin)).toMatchObject({
      created: [],
      updated: [],
      destroyed: [ids.deep],
    });
  });

  it("say nothing of what happens to shares above", async () => {
    const { carol, dave } = people;
    await share(ids.inner, { [carol.id]: READ });
    await share(ids.open, { [dave.id]: READ });
    const begin = await state(await actorOf("carol"));
    await share(ids.open, null);
    expect(await state(await actorOf("carol"))).toBe(begin);
    await call(await actorOf("bob"), "set", { update: { [ids.open]: { parentId: ids.closed } } });
    expect(await state(await actorOf("carol"))).toBe(begin);
  });

  it("say nothing of what was passed on of it to others, and ends with what is shared above", async () => {
    const { carol, dave } = people;
    const { id: team } = await suite.accounts.groups.create("system", { name: "Few", members: [] });
    await share(ids.inner, { [dave.id]: READ });
    await share(ids.open, { [carol.id]: { ...WRITE, mayShare: true } });
    const passOn = { [ids.inner]: { [`shareWith/${team}`]: READ } };
    await call(await actorOf("carol"), "set", { update: passOn });
    const shareWith = async () => {
      const { list } = await call(await actorOf("bob"), "get", { ids: [ids.inner] });
      return Object.keys(list![0]!["shareWith"] as JsonObject).sort();
    };
    expect(await shareWith()).toEqual([dave.id, team].sort());
    const [begin, owners] = [await state(await actorOf("dave")), await state(await actorOf("bob"))];
    await share(ids.open, null);
    expect(await shareWith()).toEqual([dave.id]);
    expect(await state(await actorOf("dave"))).toBe(begin);
    const { updated } = await changes(await actorOf("bob"), owners);
    expect(updated).toEqual(expect.arrayContaining([ids.open, ids.inner]));
  });

  it("are not told across a change of what is in reach", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    const before = await state(await actorOf("carol"));
    await share(ids.closed, { [people.carol.id]: READ });
    expect(await changes(await actorOf("carol"), before)).toEqual({
      type: "cannotCalculateChanges",
    });
    const whole = await state(await actorOf("bob"));
    expect(await changes(await actorOf("carol"), whole)).toEqual({
      type: "cannotCalculateChanges",
    });
    expect(await changes(await actorOf("bob"), before)).toEqual({ type: "cannotCalculateChanges" });
  });

  it("of queries come out the same", async () => {
    await share(ids.open, { [people.carol.id]: READ });
    const [bob, carol] = [await actorOf("bob"), await actorOf("carol")];
    const sort = [{ property: "name" }];
    const { queryState } = await call(carol, "query", { sort });
    await file(bob, "a.txt", "a", ids.inner);
    await file(bob, "b.txt", "b", ids.closed);
    const answer = await call(carol, "queryChanges", {
      sort,
      sinceQueryState: queryState,
      calculateTotal: true,
    });
    expect(answer["added"]).toHaveLength(1);
    expect(answer["total"]).toBe(5);
  });
});
