import { FileNode } from "@atrium/contract/types/file-node";
import { ShareGuest } from "@atrium/contract/types/share-guest";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import type { TypeDescription } from "@atrium/contract/types/define";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { asInBrowser, type Person } from "../index.ts";
import { endOverGuests } from "./guests.ts";

/** People outside of the organisation, who get in by a secret and reach what is shared with them. */
let suite: TestSuite;
let bob: Person;
let carol: Person;

beforeAll(async () => {
  suite = await testSuite();
  ({ bob, carol } = await makeDemo(suite, "bob", "carol"));
});

const inBrowser = (person: Person): Actor => asInBrowser(actorOf(person), new Date(0));

const call = (actor: Actor, type: TypeDescription, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor }, type, verb, { accountId: bob.accountId, ...args });

let count = 0;
const create = () => ({ name: `Guest ${(count += 1)}`, email: "guest@elsewhere.test" });

const madeOf = ({ created }: Answer): string =>
  (created as Record<string, { id: string }>)["a"]!.id;

const invite = async (more: JsonObject = {}, owner = bob): Promise<string> =>
  madeOf(
    await call(inBrowser(owner), ShareGuest, "set", {
      accountId: owner.accountId,
      create: { a: { ...create(), ...more } },
    }),
  );

async function secretOf(id: string): Promise<string> {
  const answer = await call(inBrowser(bob), ShareGuest, "newSecret", { id });
  return answer["secret"] as string;
}

const enter = (secret: string) => suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });

conformsToJmap(ShareGuest, async () => ({
  engine: suite.engine,
  actor: inBrowser(bob),
  accountId: bob.accountId,
  foreign: { accountId: carol.accountId, id: await invite({}, carol) },
  make: () => invite(),
  create,
  patch: () => ({ name: `Renamed ${(count += 1)}` }),
  destroys: true,
  queries: false,
}));

const set = (args: JsonObject, actor: Actor = inBrowser(bob)) => call(actor, FileNode, "set", args);

async function node(name: string, parentId: string | null, text?: string): Promise<string> {
  const { blobs } = suite.engine;
  const upload = async () =>
    (await blobs.upload(inBrowser(bob), bob.accountId, Buffer.from(text!), "text/plain")).blobId;
  const blobId = text === undefined ? null : await upload();
  return madeOf(await set({ create: { a: { name, parentId, blobId } } }));
}

const READ = { mayRead: true };
const WRITE = { ...READ, mayAddChildren: true, mayModifyContent: true };
const share = async (id: string, shareWith: JsonObject | null) =>
  (await set({ update: { [id]: { shareWith } } }))["notUpdated"];

const URLS = { api: "", download: "", upload: "", eventSource: "" };

describe("a guest", () => {
  let open: string;
  let inside: string;
  let closed: string;
  let guest: string;
  let secret: string;

  beforeEach(async () => {
    count += 1;
    open = await node(`Open ${count}`, null);
    inside = await node("inside.txt", open, `inside ${count}`);
    closed = await node(`closed ${count}.txt`, null, `closed ${count}`);
    guest = await invite();
    secret = await secretOf(guest);
    expect(await share(open, { [guest]: READ })).toBeNull();
  });

  it("reaches what is shared with it, and has no account of its own", async () => {
    const actor = await enter(secret);
    expect(actor.accounts).toEqual({});
    const { list } = await call(actor, FileNode, "get", { ids: null });
    expect(list!.map(({ id }) => id).toSorted()).toEqual([open, inside].toSorted());
    expect(await call(actor, FileNode, "get", { ids: [closed] })).toMatchObject({
      notFound: [closed],
    });
    expect(await set({ update: { [inside]: { name: "x" } } }, actor)).toMatchObject({
      type: "accountReadOnly",
    });
    const session = await suite.engine.session(actor, URLS);
    expect(session).toMatchObject({
      username: expect.stringMatching(/^Guest/),
      primaryAccounts: {},
      accounts: { [bob.accountId]: { name: "bob", isPersonal: false, isReadOnly: true } },
    });
    expect(Object.keys(session.accounts)).toEqual([bob.accountId]);
    expect(JSON.stringify(session)).not.toContain("demo.test");
    for (const urn of [CAPABILITY.mail, CAPABILITY.principals, CAPABILITY.quota, CAPABILITY.guests])
      expect(JSON.stringify(session)).not.toContain(urn);
  });

  it("has no push subscriptions, no guests of its own and no directory", async () => {
    const actor = await enter(secret);
    const using = [CAPABILITY.core, CAPABILITY.fileNode];
    const ask = async (name: string, args: JsonObject) => {
      const { methodResponses } = await suite.engine.handle(actor, {
        using,
        methodCalls: [[name, args, "c"]],
      });
      return methodResponses[0]![1]["type"];
    };
    expect(await ask("PushSubscription/get", { ids: null })).toBe("forbidden");
    const create = { a: { deviceClientId: "d", url: "https://push.example/1" } };
    expect(await ask("PushSubscription/set", { create })).toBe("forbidden");
    for (const capability of [CAPABILITY.guests, CAPABILITY.principals, CAPABILITY.mail])
      await expect(
        suite.engine.handle(actor, { using: [capability], methodCalls: [] }),
      ).rejects.toMatchObject({
        problem: { type: "urn:ietf:params:jmap:error:unknownCapability" },
      });
  });

  it("puts files where it may, which count as the owner's", async () => {
    expect(await share(open, { [guest]: WRITE })).toBeNull();
    const actor = await enter(secret);
    const bytes = Buffer.from(`of a guest ${count}`);
    const { blobId } = await suite.engine.blobs.upload(actor, bob.accountId, bytes, "text/plain");
    const used = async () =>
      (
        await suite.platform.db
          .selectFrom("account")
          .select("used_octets")
          .where("account_id", "=", bob.accountId)
          .executeTakeFirstOrThrow()
      ).used_octets;
    const before = await used();
    const put = (parentId: string | null) =>
      set({ create: { a: { name: "new.txt", parentId, blobId } } }, actor);
    expect(await put(null)).toMatchObject({ notCreated: { a: { type: "forbidden" } } });
    expect(await put(open)).toMatchObject({ notCreated: null });
    expect(await used()).toBe(before + bytes.length);
    const other = await enter(await secretOf(await invite()));
    await expect(
      suite.engine.blobs.upload(other, bob.accountId, bytes, "text/plain"),
    ).rejects.toMatchObject({ code: "accountNotFound" });
  });

  it("shares with nobody, and only the owner's own guests are shared with", async () => {
    const theirs = await invite({}, carol);
    for (const shareWith of [{ [guest]: { ...READ, mayShare: true } }, { [theirs]: READ }])
      expect(await share(open, shareWith)).toMatchObject({
        [open]: { type: "invalidProperties", properties: ["shareWith"] },
      });
  });

  it("is out when the secret is wrong, or renewed, or the guest is destroyed: the answer is the same", async () => {
    const refused = { code: "wrongCredentials" };
    await expect(enter(`atrium_guest_${"x".repeat(43)}`)).rejects.toMatchObject(refused);
    const before = await enter(secret);
    expect(await suite.accounts.refresh(before)).not.toBeNull();
    const renewed = await secretOf(guest);
    await expect(enter(secret)).rejects.toMatchObject(refused);
    expect(await suite.accounts.refresh(before)).toBeNull();
    const after = await enter(renewed);
    await call(inBrowser(bob), ShareGuest, "set", { destroy: [guest] });
    await expect(enter(renewed)).rejects.toMatchObject(refused);
    expect(await suite.accounts.refresh(after)).toBeNull();
    const [record] = (await call(inBrowser(bob), FileNode, "get", { ids: [open] })).list!;
    expect(record).toMatchObject({ shareWith: null });
  });

  it("is told of at once when what it reaches changes, so that what is open ends", async () => {
    const notified: string[] = [];
    const stop = suite.accounts.access.onChanged(
      (id) => notified.push(id),
      () => undefined,
    );
    await share(open, null);
    await secretOf(guest);
    await call(inBrowser(bob), ShareGuest, "set", {
      update: { [guest]: { until: "2999-01-01T00:00:00Z" } },
    });
    await suite.accounts.persons.disable("system", bob.id);
    await suite.accounts.persons.enable("system", bob.id);
    await call(inBrowser(bob), ShareGuest, "set", { destroy: [guest] });
    stop();
    expect(notified.filter((id) => id === guest)).toHaveLength(5);
  });

  it("gets in as long as the person may sign in whose account it is", async () => {
    const actor = await enter(secret);
    await suite.accounts.persons.disable("system", bob.id);
    await expect(enter(secret)).rejects.toMatchObject({ code: "wrongCredentials" });
    expect(await suite.accounts.refresh(actor)).toBeNull();
    await suite.accounts.persons.enable("system", bob.id);
    expect((await enter(secret)).personId).toBe(guest);
  });

  it("ends with its time, and then what was shared with it", async () => {
    const { db, clock } = suite.platform;
    const bobs = inBrowser(bob);
    const past = await call(bobs, ShareGuest, "set", {
      update: { [guest]: { until: "2001-01-01T00:00:00Z" } },
    });
    expect(past["notUpdated"]).toMatchObject({
      [guest]: { type: "invalidProperties", properties: ["until"] },
    });
    const actor = await enter(secret);
    await db
      .updateTable("share_guest")
      .set({ until: new Date(clock.now().getTime() - 1) })
      .where("id", "=", guest)
      .execute();
    await expect(enter(secret)).rejects.toMatchObject({ code: "wrongCredentials" });
    expect(await suite.accounts.refresh(actor)).toBeNull();
    const { state } = await call(bobs, ShareGuest, "get", { ids: [] });
    await endOverGuests(suite.engine);
    expect(await call(bobs, ShareGuest, "changes", { sinceState: state })).toMatchObject({
      destroyed: [guest],
    });
    const [record] = (await call(bobs, FileNode, "get", { ids: [open] })).list!;
    expect(record).toMatchObject({ shareWith: null });
  });

  it("has a secret of which only a hash is kept, and that no record says", async () => {
    const [record] = (await call(inBrowser(bob), ShareGuest, "get", { ids: [guest] })).list!;
    expect(JSON.stringify(record)).not.toContain("atrium_guest_");
    const rows = await suite.platform.pool.query<{ row: string }>(
      "select g::text as row from share_guest g",
    );
    expect(rows.rows.map(({ row }) => row).join()).not.toContain(secret.slice(13));
    expect(Buffer.from(secret.slice(13), "base64url")).toHaveLength(32);
    expect(await call(inBrowser(bob), ShareGuest, "newSecret", { id: "v0" })).toMatchObject({
      code: "notFound",
    });
  });
});

it("guests of others end too when the account of one is deleted meanwhile", async () => {
  const { engine, platform, accounts } = suite;
  const gone = await accounts.persons.create("system", {
    name: "Gone",
    address: "gone@demo.test",
    password: null,
  });
  const ids = [await invite({}, gone), await invite()];
  const { db, clock } = platform;
  const guests = () => db.selectFrom("share_guest").select("id").where("id", "in", ids).execute();
  // The one whose account is gone comes first.
  for (const [at, id] of ids.entries())
    await db
      .updateTable("share_guest")
      .set({ until: new Date(clock.now().getTime() - 2000 + at) })
      .where("id", "=", id)
      .execute();
  let isFirst = true;
  const write: typeof engine.write = async (accountIds, work) => {
    if (isFirst) await engine.write([gone.accountId], (w) => w.removeAccount(gone.accountId));
    isFirst = false;
    return await engine.write(accountIds, work);
  };
  await endOverGuests({ ...engine, write });
  expect(await guests()).toEqual([{ id: ids[0] }]);
});

it("programs make no guests, nor anybody in the account of another", async () => {
  const program = actorOf(bob);
  await expect(
    suite.engine.handle(program, { using: [CAPABILITY.guests], methodCalls: [] }),
  ).rejects.toMatchObject({ problem: { type: "urn:ietf:params:jmap:error:unknownCapability" } });
  for (const verb of ["get", "set", "newSecret"])
    expect(await call(inBrowser(carol), ShareGuest, verb, {})).toMatchObject({
      type: "accountNotFound",
    });
});

it("a name and an address are what they say, and there are only so many guests", async () => {
  const actor = inBrowser(carol);
  const refused = async (guest: JsonObject) =>
    (await call(actor, ShareGuest, "set", { accountId: carol.accountId, create: { a: guest } }))[
      "notCreated"
    ];
  expect(await refused({ name: " " })).toMatchObject({ a: { properties: ["name"] } });
  expect(await refused({ name: "x", email: "nobody" })).toMatchObject({
    a: { properties: ["email"] },
  });
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`g${at}`, create()]));
  const answer = await call(actor, ShareGuest, "set", { accountId: carol.accountId, create: many });
  expect(Object.values(answer["notCreated"] as object)).toContainEqual(
    expect.objectContaining({ type: "overQuota" }),
  );
});
