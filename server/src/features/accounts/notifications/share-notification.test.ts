import { FileNode } from "@atrium/contract/types/file-node";
import { ShareGuest } from "@atrium/contract/types/share-guest";
import {
  ShareNotification,
  type ShareNotificationRecord,
} from "@atrium/contract/types/share-notification";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import type { CredentialAccess } from "@atrium/contract/types/client-credential";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { refuse, type Actor, type Changed } from "../../../engine/index.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { asInBrowser, endShares, LIMITS, tellOfShares, type Person } from "../index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { writeGrants } from "../sharing/shares.store.ts";
import { addNotification, forgetNotifications } from "./notifications.store.ts";

/** What people are told of what others share with them (RFC 9670 §3), and that nobody else hears of it. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave" | "erin", Person>>;

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "bob", "carol", "dave", "erin");
});

const EVERYTHING = { scope: "all", isReadOnly: false } as const;
const secrets = new Map<string, string>();

async function actorOf(person: Person, access: CredentialAccess = EVERYTHING): Promise<Actor> {
  const key = `${person.id} ${access.scope} ${access.isReadOnly}`;
  let secret = secrets.get(key);
  if (secret === undefined) {
    const given = { kind: "token", name: "x", expiresAt: null, ...access } as const;
    const by = { personId: person.id, accountId: person.accountId, roles: [], accounts: {} };
    secret = (await suite.accounts.credentials.create(by, given)).secret;
    secrets.set(key, secret);
  }
  return await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
}

const ask = async (person: Person, verb: string, args: JsonObject = {}): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: await actorOf(person) }, ShareNotification, verb, {
    accountId: ORGANISATION,
    ...args,
  });

/** What a person is told, the newest first, once all is told that there is to tell. */
async function toldTo(person: Person): Promise<ShareNotificationRecord[]> {
  await tellOfShares(suite.engine);
  const { ids } = await ask(person, "query", {
    sort: [{ property: "created", isAscending: false }],
  });
  const { list } = await ask(person, "get", { ids: ids as string[] });
  return list as unknown as ShareNotificationRecord[];
}

const files = async (args: JsonObject, person: Person = people.bob): Promise<Answer> => {
  const given = { accountId: people.bob.accountId, ...args };
  const answer = await callMethod(
    { engine: suite.engine, actor: await actorOf(person) },
    FileNode,
    "set",
    given,
  );
  for (const refused of ["error", "notCreated", "notUpdated", "notDestroyed"])
    expect(answer[refused] ?? null).toBeNull();
  return answer;
};

async function folder(name: string, parentId: string | null = null): Promise<string> {
  const { created } = await files({ create: { a: { name, parentId } } });
  return (created as Record<string, { id: string }>)["a"]!.id;
}

const share = (id: string, shareWith: JsonObject | null, more: JsonObject = {}) =>
  files({ update: { [id]: { shareWith, ...more } } });

const READ = { mayRead: true };
const NOTHING_MORE = {
  mayAddChildren: false,
  mayRename: false,
  mayDelete: false,
  mayModifyContent: false,
  mayShare: false,
};

let count = 0;
const newName = (): string => `Folder ${(count += 1)}`;

async function dismissAll(...those: readonly Person[]): Promise<void> {
  await tellOfShares(suite.engine);
  for (const person of those) {
    const { ids } = await ask(person, "query");
    if ((ids as string[]).length > 0) await ask(person, "set", { destroy: ids as string[] });
  }
}

beforeEach(() => dismissAll(...Object.values(people)));

const toldOf = (objectId: string): Parameters<typeof addNotification>[2] => ({
  created: suite.platform.clock.now(),
  changedBy: { name: "Bob", email: null, principalId: null },
  objectType: "FileNode",
  objectAccountId: "a0",
  objectId,
  name: "Folder",
  oldRights: null,
  newRights: READ,
});

/** Tells a person something, as the job does. */
async function told(person: Person, objectId = `n${(count += 1)}`): Promise<string> {
  const { accountId } = person;
  await suite.engine.write([accountId], (w) => addNotification(w, accountId, toldOf(objectId)));
  const row = await suite.platform.db
    .selectFrom("share_notification")
    .select("id")
    .where("account_id", "=", accountId)
    .where("object_id", "=", objectId)
    .executeTakeFirstOrThrow();
  return row.id;
}

conformsToJmap(ShareNotification, async () => ({
  engine: suite.engine,
  actor: await actorOf(people.erin),
  accountId: ORGANISATION,
  foreign: { accountId: people.carol.accountId, id: await told(people.carol) },
  make: () => told(people.erin),
  destroys: true,
  queries: true,
}));

describe("a person with whom something is shared", () => {
  it("is told by whom, what, and what may be done with it", async () => {
    const { bob, carol, dave } = people;
    const name = newName();
    const id = await folder(name);
    await share(id, { [carol.id]: READ });
    const [notification, ...more] = await toldTo(carol);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      changedBy: { name: "bob", email: "bob@demo.test", principalId: bob.id },
      objectType: "FileNode",
      objectAccountId: bob.accountId,
      objectId: id,
      name,
      oldRights: null,
      newRights: { ...READ, ...NOTHING_MORE },
    });
    const nodes = await callMethod(
      { engine: suite.engine, actor: await actorOf(carol) },
      FileNode,
      "get",
      { accountId: bob.accountId, ids: [id] },
    );
    expect(nodes.list![0]!["myRights"]).toEqual(notification!.newRights);
    expect(await toldTo(bob)).toEqual([]);
    expect(await toldTo(dave)).toEqual([]);
  });

  it("is told the rights of before and now in the place of what was told first", async () => {
    const { carol } = people;
    const id = await folder(newName());
    await share(id, { [carol.id]: READ });
    const [first] = await toldTo(carol);
    const { state } = await ask(carol, "get", { ids: [] });
    // What comes from above alone is no right to what is shared by itself.
    await share(id, { [carol.id]: { ...READ, mayAddChildren: true, mayRename: true } });
    const [second, ...more] = await toldTo(carol);
    expect(more).toEqual([]);
    expect(second).toMatchObject({
      oldRights: first!.newRights,
      newRights: { ...READ, ...NOTHING_MORE, mayAddChildren: true },
    });
    expect(await ask(carol, "changes", { sinceState: state! })).toMatchObject({
      created: [second!.id],
      destroyed: [first!.id],
    });
    // Nothing that the person could see has become another.
    await share(id, { [carol.id]: { ...READ, mayAddChildren: true } });
    expect((await toldTo(carol)).map((one) => one.id)).toEqual([second!.id]);
  });

  it("is told that it was taken back by the name that it had until then", async () => {
    const { carol } = people;
    const name = newName();
    const id = await folder(name);
    await share(id, { [carol.id]: READ });
    await toldTo(carol);
    await share(id, null, { name: `Secret ${newName()}` });
    expect(await toldTo(carol)).toMatchObject([
      { objectId: id, name, oldRights: { mayRead: true }, newRights: null },
    ]);
    await files({ update: { [id]: { name: `Secret ${newName()}` } } });
    expect(await toldTo(carol)).toMatchObject([{ name }]);
  });

  it("is told so by the name that it was given while it was in reach", async () => {
    const { carol } = people;
    const [id, name] = [await folder(newName()), newName()];
    await share(id, { [carol.id]: READ });
    await files({ update: { [id]: { name } } });
    await share(id, null);
    expect(await toldTo(carol)).toMatchObject([{ name, newRights: null }]);
  });

  it("is told nothing of what was taken back before it was told, but that", async () => {
    const { carol } = people;
    const id = await folder(newName());
    await share(id, { [carol.id]: READ });
    await share(id, null);
    expect(await toldTo(carol)).toMatchObject([{ objectId: id, newRights: null }]);
  });

  it("is told when it is destroyed, and by whom", async () => {
    const { carol, dave } = people;
    const [above, name] = [await folder(newName()), newName()];
    const id = await folder(name, above);
    await share(above, { [dave.id]: { ...READ, mayDelete: true } });
    await share(id, { [carol.id]: READ });
    await toldTo(carol);
    await files({ destroy: [id] }, dave);
    expect(await toldTo(carol)).toMatchObject([
      { changedBy: { principalId: dave.id }, objectId: id, name, newRights: null },
    ]);
    expect(JSON.stringify(await toldTo(carol))).not.toContain(above);
  });

  it("is not told the name of a guest who did it", async () => {
    const { bob, carol } = people;
    const inBrowser = asInBrowser(await actorOf(bob), new Date(8.64e15));
    const { accountId } = bob;
    const guests = (verb: string, args: JsonObject): Promise<Answer> =>
      callMethod({ engine: suite.engine, actor: inBrowser }, ShareGuest, verb, {
        accountId,
        ...args,
      });
    const { created } = await guests("set", { create: { a: { name: "Outsider" } } });
    const guestId = (created as Record<string, { id: string }>)["a"]!.id;
    const { secret } = await guests("newSecret", { id: guestId });
    const above = await folder(newName());
    const id = await folder(newName(), above);
    await share(above, { [guestId]: { ...READ, mayDelete: true } });
    await share(id, { [carol.id]: READ });
    await toldTo(carol);
    const guest = await suite.accounts.authenticateToken(secret as string, { ip: "127.0.0.1" });
    const args = { accountId, destroy: [id] };
    expect(
      await callMethod({ engine: suite.engine, actor: guest }, FileNode, "set", args),
    ).toMatchObject({ destroyed: [id] });
    expect(await toldTo(carol)).toMatchObject([
      { objectId: id, newRights: null, changedBy: { name: "Demo", principalId: null } },
    ]);
  });

  it("is told that it ended, which nobody did", async () => {
    const { carol } = people;
    const id = await folder(newName());
    await share(id, { [carol.id]: READ });
    await toldTo(carol);
    const past = "2020-01-01T00:00:00Z";
    await share(id, { [carol.id]: READ }, { shareUntil: { [carol.id]: past } });
    await endShares(suite.engine);
    expect(await toldTo(carol)).toMatchObject([
      { changedBy: { name: "Demo", email: null, principalId: null }, newRights: null },
    ]);
  });

  it("is not told of the end when it was over before this person came into the group", async () => {
    const { dave, erin } = people;
    const { groups } = suite.accounts;
    const { clock, db } = suite.platform;
    const group = await groups.create("system", { name: newName(), members: [dave.id] });
    const id = await folder(newName());
    await share(id, { [group.id]: READ });
    expect(await toldTo(dave)).toHaveLength(1);
    clock.advance(2000);
    const until = new Date(clock.now().getTime() - 1000);
    await db.updateTable("share_grant").set({ until }).where("container_id", "=", id).execute();
    await groups.update("system", group.id, { members: [dave.id, erin.id] });
    await endShares(suite.engine);
    expect(await toldTo(dave)).toMatchObject([{ newRights: null }]);
    expect(await toldTo(erin)).toEqual([]);
    await groups.remove("system", group.id);
  });

  it("is not told of what this person does, and not of what stays in reach from above", async () => {
    const { carol, dave } = people;
    const above = await folder(newName());
    const id = await folder(newName(), above);
    const all = { ...READ, ...Object.fromEntries(Object.keys(NOTHING_MORE).map((r) => [r, true])) };
    await share(above, { [carol.id]: all, [dave.id]: READ });
    await toldTo(carol);
    await dismissAll(carol);
    await dismissAll(dave);
    const inside = { update: { [id]: { shareWith: { [dave.id]: READ, [carol.id]: READ } } } };
    await files(inside, carol);
    expect(await toldTo(carol)).toEqual([]);
    expect(await toldTo(dave)).toEqual([]);
    await files({ update: { [id]: { shareWith: null } } }, carol);
    expect(await toldTo(dave)).toEqual([]);
  });
});

describe("the members of a group", () => {
  it("are told, in groups within groups too, when it is more or less to them", async () => {
    const { carol, dave, erin } = people;
    const { groups } = suite.accounts;
    const inner = await groups.create("system", { name: newName(), members: [carol.id, dave.id] });
    const outer = await groups.create("system", { name: newName(), members: [inner.id] });
    const id = await folder(newName());
    await share(id, { [outer.id]: READ });
    for (const person of [carol, dave])
      expect(await toldTo(person)).toMatchObject([{ objectId: id, oldRights: null }]);
    expect(await toldTo(erin)).toEqual([]);
    await dismissAll(carol);
    // As much as by the group already.
    await share(id, { [outer.id]: READ, [carol.id]: READ });
    expect(await toldTo(carol)).toEqual([]);
    await share(id, { [carol.id]: READ });
    expect(await toldTo(carol)).toEqual([]);
    expect(await toldTo(dave)).toMatchObject([{ objectId: id, newRights: null }]);
  });

  it("are not told where they are very many, and whoever is named is", async () => {
    const { carol } = people;
    const { db } = suite.platform;
    const group = await suite.accounts.groups.create("system", { name: newName(), members: [] });
    const ids = Array.from({ length: LIMITS.peopleToldOfShare + 1 }, (_, at) => `pmany${at}`);
    const created_at = suite.platform.clock.now();
    await db
      .insertInto("person")
      .values(
        ids.map((id) => ({
          account_id: ORGANISATION,
          id,
          personal_account_id: `a${id}`,
          name: id,
          roles: [],
          preferences: "{}",
          disabled_at: null,
          removed_at: null,
          created_at,
        })),
      )
      .execute();
    await db
      .insertInto("person_group_member")
      .values(
        ids.map((id) => ({
          account_id: ORGANISATION,
          group_id: group.id,
          member_id: id,
          since: created_at,
        })),
      )
      .execute();
    const id = await folder(newName());
    await share(id, { [group.id]: READ, [carol.id]: READ });
    expect(await toldTo(carol)).toMatchObject([{ objectId: id }]);
    const rows = await db
      .selectFrom("share_notification")
      .select("account_id")
      .where("object_id", "=", id)
      .execute();
    expect(rows).toEqual([{ account_id: carol.accountId }]);
    await db.deleteFrom("person").where("id", "in", ids).execute();
    await db.deleteFrom("person_group_member").where("member_id", "in", ids).execute();
  });
});

describe("what one person is told", () => {
  it("no other one sees, finds, destroys or hears of", async () => {
    const { carol, dave } = people;
    const before = await ask(dave, "get", { ids: null });
    const heard: Changed[] = [];
    const actor = await actorOf(dave);
    const own = await actorOf(carol);
    const stop = suite.engine.onChange((changed) => {
      // A stream is told of its accounts alone.
      for (const [whose, id] of [
        [actor, dave.accountId],
        [own, carol.accountId],
      ] as const)
        if (changed[id]) heard.push(suite.engine.shownTo(whose, { [id]: changed[id] }));
    });
    const id = await folder(newName());
    await share(id, { [carol.id]: READ });
    const [notification] = await toldTo(carol);
    stop();
    const { state } = await ask(carol, "get", { ids: [] });
    expect(heard).toEqual([{ [ORGANISATION]: { ShareNotification: state } }]);
    expect(await ask(dave, "get", { ids: null })).toEqual(before);
    expect(await ask(dave, "get", { ids: [notification!.id] })).toMatchObject({ list: [] });
    expect(await ask(dave, "query", { calculateTotal: true })).toMatchObject({ total: 0 });
    expect(await ask(dave, "changes", { sinceState: before.state! })).toMatchObject({
      created: [],
      updated: [],
      destroyed: [],
      newState: before.state!,
    });
    expect(await ask(dave, "set", { destroy: [notification!.id] })).toMatchObject({
      notDestroyed: { [notification!.id]: { type: "notFound" } },
    });
    expect(await toldTo(carol)).toHaveLength(1);
    for (const [person, accountId] of [
      [carol, carol.accountId],
      [dave, carol.accountId],
    ] as const) {
      const type = person === carol ? "accountNotSupportedByMethod" : "accountNotFound";
      expect(await ask(person, "get", { accountId, ids: null })).toMatchObject({ type });
    }
  });

  it("is dismissed by destroying it, and neither made nor changed", async () => {
    const id = await told(people.carol);
    const forbidden = { type: "forbidden" };
    expect(
      await ask(people.carol, "set", {
        create: { a: {} },
        update: { [id]: { name: "Mine" } },
      }),
    ).toMatchObject({ notCreated: { a: forbidden }, notUpdated: { [id]: forbidden } });
    expect(await ask(people.carol, "set", { destroy: [id] })).toMatchObject({ destroyed: [id] });
  });

  it("is found by time, type and account, in the order of time", async () => {
    const { carol } = people;
    const ids = [await told(carol), await told(carol)];
    for (const [filter, found] of [
      [{ after: "2000-01-01T00:00:00Z" }, 2],
      [{ before: "2000-01-01T00:00:00Z" }, 0],
      [{ after: null, before: null }, 2],
      [{ objectType: "FileNode", objectAccountId: "a0" }, 2],
      [{ objectType: "Mailbox" }, 0],
      [{ objectAccountId: "a1" }, 0],
    ] as const)
      expect((await ask(carol, "query", { filter }))["ids"]).toHaveLength(found);
    expect(await ask(carol, "query", { sort: [{ property: "created" }] })).toMatchObject({ ids });
    expect(await ask(carol, "query", { sort: [{ property: "name" }] })).toMatchObject({
      type: "unsupportedSort",
    });
  });

  it("is so much and no more: the oldest makes room", async () => {
    const { accountId } = people.carol;
    const objects = Array.from({ length: LIMITS.notificationsPerPerson + 2 }, (_, at) => `n${at}`);
    await suite.engine.write([accountId], async (w) => {
      for (const id of objects) await addNotification(w, accountId, toldOf(id));
    });
    const kept = (await toldTo(people.carol)).map(({ objectId }) => objectId);
    expect(kept).toHaveLength(LIMITS.notificationsPerPerson);
    expect(kept).toContain(objects.at(-1));
    expect(kept).not.toContain("n0");
  });

  it("is forgotten after its time", async () => {
    const { carol } = people;
    const [old, kept] = [await told(carol), await told(carol)];
    const { state } = await ask(carol, "get", { ids: [] });
    const created = new Date(suite.platform.clock.now().getTime() - LIMITS.notificationsKept - 1);
    await suite.platform.db
      .updateTable("share_notification")
      .set({ created })
      .where("id", "=", old)
      .execute();
    for (const _ of [1, 2]) await forgetNotifications(suite.engine);
    expect((await toldTo(carol)).map(({ id }) => id)).toEqual([kept]);
    expect(await ask(carol, "changes", { sinceState: state! })).toMatchObject({ destroyed: [old] });
  });

  it("hears nothing of what is given and taken away again in one call", async () => {
    const { carol, dave, erin } = people;
    const outer = await folder(newName());
    const inner = await folder(newName(), outer);
    const all = { ...NOTHING_MORE, ...READ, mayDelete: true, mayShare: true };
    await share(outer, { [carol.id]: all, [erin.id]: READ });
    await dismissAll(carol, erin);
    // What she gives rests on what she gives up with the next record.
    const update = {
      [inner]: { shareWith: { [dave.id]: READ, [erin.id]: { ...READ, mayDelete: true } } },
      [outer]: { shareWith: { [erin.id]: READ } },
    };
    await files({ update }, carol);
    for (const person of [dave, erin]) expect(await toldTo(person)).toEqual([]);
  });

  it("hears once of what is shared twice in one call, unless the first is refused", async () => {
    const { bob, carol } = people;
    const id = await folder(newName());
    const container = { accountId: bob.accountId, type: FileNode.name, id };
    const given = (rights: readonly string[]) => [
      { principalId: carol.id, givenBy: "", rights, until: null },
    ];
    await suite.engine.write([bob.accountId], async (w) => {
      const give = (rights: readonly string[]) =>
        writeGrants(w, container, given(rights), { by: bob.id, name: "Twice", above: [] });
      await expect(
        w.tentatively(
          async () => {
            await give(["mayRead", "mayDelete"]);
            refuse("forbidden");
          },
          { writesFirst: true },
        ),
      ).rejects.toThrow();
      await give(["mayRead"]);
      await give(["mayRead", "mayModifyContent"]);
    });
    expect(await toldTo(carol)).toMatchObject([
      {
        objectId: id,
        name: "Twice",
        oldRights: null,
        newRights: { ...NOTHING_MORE, ...READ, mayModifyContent: true },
      },
    ]);
  });

  it("is told once, by however many runs", async () => {
    const id = await folder(newName());
    const { carol, dave } = people;
    await share(id, { [carol.id]: READ, [dave.id]: READ });
    await Promise.all([1, 2, 3].map(() => tellOfShares(suite.engine)));
    for (const person of [carol, dave]) expect(await toldTo(person)).toHaveLength(1);
    const { rows } = await suite.platform.pool.query("select from share_change");
    expect(rows).toEqual([]);
  });

  it("goes with the account of the person", async () => {
    const gone = await suite.accounts.persons.create("system", {
      name: "Gone",
      address: "gone@demo.test",
      password: null,
    });
    await told(gone);
    await suite.engine.write([gone.accountId], (w) => w.removeAccount(gone.accountId));
    await suite.engine.trim();
    const { rows } = await suite.platform.pool.query(
      "select from share_notification where account_id = $1",
      [gone.accountId],
    );
    expect(rows).toEqual([]);
  });
});

describe("programs", () => {
  it.each([
    ["all", true],
    ["contacts", true],
    ["mail", false],
    ["files", false],
  ] as const)("whose credential is for %s see it: %s", async (scope, sees) => {
    const id = await told(people.carol);
    const actor = await actorOf(people.carol, { scope, isReadOnly: false });
    const using = [CAPABILITY.core, CAPABILITY.principals];
    const methodCalls = [["ShareNotification/get", { accountId: ORGANISATION, ids: [id] }, "c"]];
    const answer = suite.engine.handle(actor, { using, methodCalls });
    if (sees) expect((await answer).methodResponses[0]![1]).toMatchObject({ list: [{ id }] });
    else await expect(answer).rejects.toThrow(/is not known/);
    expect(suite.engine.typesOf(actor).includes(ShareNotification.name)).toBe(sees);
  });

  it("that only read dismiss nothing, and the session says for whom the account is read-only", async () => {
    const id = await told(people.carol);
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    for (const isReadOnly of [false, true]) {
      const actor = await actorOf(people.carol, { scope: "contacts", isReadOnly });
      expect((await suite.engine.session(actor, urls)).accounts[ORGANISATION]).toMatchObject({
        isReadOnly,
      });
      if (!isReadOnly) continue;
      const args = { accountId: ORGANISATION, destroy: [id] };
      expect(
        await callMethod({ engine: suite.engine, actor }, ShareNotification, "set", args),
      ).toMatchObject({ type: "accountReadOnly" });
    }
    const mail = await actorOf(people.carol, { scope: "mail", isReadOnly: false });
    expect((await suite.engine.session(mail, urls)).accounts[ORGANISATION]!.isReadOnly).toBe(true);
  });
});
