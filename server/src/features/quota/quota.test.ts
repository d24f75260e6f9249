import { beforeAll, describe, expect, it } from "vitest";
import { Quota } from "@atrium/contract/types/quota";
import { conformsToJmap } from "../../engine/testing/conforms.ts";
import { createEngine, type Actor, type Engine, type QuotaLimits } from "../../engine/index.ts";
import { testPlatform, type TestPlatform } from "../../testing/index.ts";
import { fileCapabilities, fileTypes } from "../drive/index.ts";
import { createRoleMailboxes, deliver, mailCapabilities, mailTypes } from "../mail/index.ts";
import { testMessage } from "../mail/mail.fixture.ts";
import { quotaCapabilities, quotaTypes } from "./index.ts";

const CORE = "urn:ietf:params:jmap:core";
const MAIL = "urn:ietf:params:jmap:mail";
const FILES = "urn:ietf:params:jmap:filenode";
const QUOTA = "urn:ietf:params:jmap:quota";

let platform: TestPlatform;

beforeAll(async () => {
  platform = await testPlatform();
});

function engineWith(quota: QuotaLimits): Engine {
  return createEngine({
    ...platform,
    types: [...mailTypes, ...fileTypes, ...quotaTypes],
    capabilities: [
      ...mailCapabilities,
      ...fileCapabilities({ trashLifetime: 1 }),
      ...quotaCapabilities,
    ],
    quota,
  });
}

async function person(engine: Engine): Promise<Actor> {
  const accountId = platform.ids.next("a");
  await engine.write([], async (w) => {
    await w.addAccount({ accountId, kind: "personal", name: "Alice" });
    await createRoleMailboxes(w, accountId);
  });
  const accounts = { [accountId]: { name: "Alice", isPersonal: true, isReadOnly: false } };
  return { personId: platform.ids.next("p"), accountId, roles: ["member"], accounts };
}

async function call(engine: Engine, actor: Actor, method: string, args: object, using?: string[]) {
  const { methodResponses } = await engine.handle(actor, {
    using: using ?? [CORE, MAIL, FILES, QUOTA],
    methodCalls: [[method, { accountId: actor.accountId, ...args }, "c"]],
  });
  return methodResponses[0]![1] as Record<string, unknown> & { list: Record<string, unknown>[] };
}

let letters = 0;
async function letter(engine: Engine, { accountId }: Actor, body: string) {
  letters += 1;
  const { hash, size } = await platform.blobs.put(testMessage({ body }, letters));
  const [one] = await deliver(engine, {
    hash,
    size,
    transactionId: `quota ${letters}`,
    receivedAt: platform.clock.now(),
    recipients: [{ accountId }],
  });
  return { id: one!.emailId, size };
}

async function file(engine: Engine, actor: Actor, size: number): Promise<string> {
  const bytes = Buffer.alloc(size, `${(letters += 1)} `);
  return (await engine.blobs.upload(actor, actor.accountId, bytes, "text/plain")).blobId;
}

conformsToJmap(Quota, async () => {
  const engine = engineWith({ octets: 10_000_000, emails: null });
  const [alice, bob] = [await person(engine), await person(engine)];
  await letter(engine, alice, "one");
  return {
    engine,
    actor: alice,
    accountId: alice.accountId,
    using: [MAIL],
    foreign: { accountId: bob.accountId, id: "octets" },
    singleton: true,
    make: async () => {
      await letter(engine, alice, "one more");
      return "octets";
    },
    destroys: false,
    queries: true,
  };
});

describe("Quota", () => {
  it("shows the limits that are set and what is used of them", async () => {
    const engine = engineWith({ octets: 10_000, emails: 5 });
    const alice = await person(engine);
    const { size } = await letter(engine, alice, "hello");
    const { list } = await call(engine, alice, "Quota/get", { ids: null });
    expect(list).toEqual([
      {
        id: "octets",
        name: "Storage",
        resourceType: "octets",
        scope: "account",
        used: size,
        hardLimit: 10_000,
        warnLimit: 9_000,
        softLimit: null,
        types: ["Email", "FileNode"],
        description: null,
      },
      expect.objectContaining({ id: "emails", resourceType: "count", used: 1, hardLimit: 5 }),
    ]);
    const one = await call(engine, alice, "Quota/get", { ids: ["emails", "none"] });
    expect(one).toMatchObject({ list: [{ id: "emails" }], notFound: ["none"] });
  });

  it("shows none where there is no limit, nor types that the client does not know", async () => {
    const free = engineWith({ octets: null, emails: null });
    const alice = await person(free);
    expect((await call(free, alice, "Quota/get", { ids: null })).list).toEqual([]);
    const engine = engineWith({ octets: 10, emails: 5 });
    const seen = await call(engine, alice, "Quota/get", { ids: null }, [CORE, FILES, QUOTA]);
    expect(seen.list).toMatchObject([{ id: "octets", types: ["FileNode"] }]);
    expect((await call(engine, alice, "Quota/get", { ids: null }, [CORE, QUOTA])).list).toEqual([]);
  });

  it("says that only what is used has changed", async () => {
    const engine = engineWith({ octets: 10_000, emails: null });
    const alice = await person(engine);
    const { state } = await call(engine, alice, "Quota/get", { ids: [] });
    await letter(engine, alice, "hello");
    const changes = await call(engine, alice, "Quota/changes", { sinceState: state });
    expect(changes).toMatchObject({
      created: [],
      updated: ["octets"],
      destroyed: [],
      updatedProperties: ["used"],
    });
    const after = await call(engine, alice, "Quota/get", { ids: [] });
    expect(after["state"]).toBe(changes["newState"]);
    const none = await call(engine, alice, "Quota/changes", { sinceState: after["state"] });
    expect(none).toMatchObject({ updated: [], updatedProperties: null });
  });

  it("is found by name, scope, kind and type, in order of name or use", async () => {
    const engine = engineWith({ octets: 10_000, emails: 5 });
    const alice = await person(engine);
    await letter(engine, alice, "hello");
    const find = async (args: object) => (await call(engine, alice, "Quota/query", args))["ids"];
    expect(await find({ sort: [{ property: "used" }] })).toEqual(["emails", "octets"]);
    expect(await find({ sort: [{ property: "name", isAscending: false }] })).toEqual([
      "octets",
      "emails",
    ]);
    expect(await find({ filter: { name: "stor" } })).toEqual(["octets"]);
    expect(await find({ filter: { type: "FileNode", scope: "account" } })).toEqual(["octets"]);
    expect(await find({ filter: { resourceType: "count" } })).toEqual(["emails"]);
    expect(await find({ filter: { scope: "global" } })).toEqual([]);
    const before = await call(engine, alice, "Quota/query", { sort: [{ property: "used" }] });
    await letter(engine, alice, "again");
    const changes = await call(engine, alice, "Quota/queryChanges", {
      sort: [{ property: "used" }],
      sinceQueryState: before["queryState"],
    });
    expect(changes).toMatchObject({
      removed: expect.arrayContaining(["octets", "emails"]),
      added: [
        { id: "emails", index: 0 },
        { id: "octets", index: 1 },
      ],
    });
  });

  it("cannot be changed by clients", async () => {
    const engine = engineWith({ octets: 1, emails: 1 });
    const alice = await person(engine);
    const update = { octets: { hardLimit: 1_000_000 } };
    expect(await call(engine, alice, "Quota/set", { update })).toMatchObject({
      type: "unknownMethod",
    });
  });
});

describe("usage", () => {
  it("is what a recount of messages and files says, whatever happened", async () => {
    const engine = engineWith({ octets: 1_000_000, emails: null });
    const alice = await person(engine);
    const used = async () =>
      (await call(engine, alice, "Quota/get", { ids: null })).list[0]!["used"];
    const first = await letter(engine, alice, "first");
    const second = await letter(engine, alice, "second, somewhat longer");
    expect(await used()).toBe(first.size + second.size);
    await call(engine, alice, "Email/set", { destroy: [first.id] });
    expect(await used()).toBe(second.size);
    const [small, large] = [await file(engine, alice, 100), await file(engine, alice, 5000)];
    const made = await call(engine, alice, "FileNode/set", {
      create: { a: { name: "a.txt", blobId: small, type: "text/plain", parentId: null } },
    });
    const { id } = (made["created"] as Record<string, { id: string }>)["a"]!;
    expect(await used()).toBe(second.size + 100);
    await call(engine, alice, "FileNode/set", { update: { [id]: { blobId: large } } });
    expect(await used()).toBe(second.size + 5000);
    expect(await call(engine, alice, "Quota/usage", {})).toEqual({
      accountId: alice.accountId,
      octets: second.size + 5000,
      fileOctets: 5000,
      emails: 1,
    });
    await call(engine, alice, "FileNode/set", { destroy: [id] });
    expect(await used()).toBe(second.size);
  });
});

describe("an account's own limits", () => {
  it("hold instead of the usual ones, at once, and its clients hear of it", async () => {
    const engine = engineWith({ octets: 1000, emails: null });
    const [alice, bob] = [await person(engine), await person(engine)];
    const set = (own: QuotaLimits) =>
      engine.write([alice.accountId], (w) => w.setQuota(alice.accountId, own));
    const { state } = await call(engine, alice, "Quota/get", { ids: [] });
    await set({ octets: 2000, emails: 1 });
    const { list } = await call(engine, alice, "Quota/get", { ids: null });
    expect(list).toMatchObject([
      { id: "octets", hardLimit: 2000, warnLimit: 1800 },
      { id: "emails", hardLimit: 1 },
    ]);
    expect(await call(engine, alice, "Quota/changes", { sinceState: state })).toMatchObject({
      created: ["emails"],
      updated: ["octets"],
      updatedProperties: null,
    });
    const make = async (actor: Actor, size: number) =>
      (
        await call(engine, actor, "FileNode/set", {
          create: {
            a: { name: `${size}`, blobId: await file(engine, actor, size), parentId: null },
          },
        })
      )["notCreated"];
    expect(await make(alice, 1500)).toBeNull();
    expect(await make(bob, 1500)).toMatchObject({ a: { type: "overQuota" } });
    await set({ octets: null, emails: null });
    expect((await call(engine, alice, "Quota/get", { ids: null })).list).toMatchObject([
      { id: "octets", hardLimit: 1000, used: 1500 },
    ]);
    expect(await make(alice, 1)).toMatchObject({ a: { type: "overQuota" } });
    expect(await call(engine, bob, "Quota/get", { ids: ["emails"] })).toMatchObject({ list: [] });
  });

  it("let less be kept than there is: nothing is deleted, and nothing new fits", async () => {
    const engine = engineWith({ octets: null, emails: null });
    const alice = await person(engine);
    const { accountId } = alice;
    await letter(engine, alice, "here already");
    expect(await engine.isOverQuota(accountId, { octets: 1, emails: 1 })).toBe(false);
    await engine.write([accountId], (w) => w.setQuota(accountId, { octets: 0, emails: null }));
    expect(await engine.isOverQuota(accountId, { octets: 1, emails: 1 })).toBe(true);
    const { ids } = await call(engine, alice, "Email/query", {});
    expect(ids).toHaveLength(1);
    expect((await call(engine, alice, "Quota/get", { ids: null })).list).toMatchObject([
      { hardLimit: 0, warnLimit: 0 },
    ]);
  });

  it("of a new account are counted in the unit that makes it", async () => {
    const engine = engineWith({ octets: 10, emails: null });
    const accountId = platform.ids.next("a");
    await engine.write([], async (w) => {
      await w.addAccount({ accountId, kind: "personal", name: "Carol" });
      expect(w.isOverQuota(accountId, { octets: 11 })).toBe(true);
      await w.setQuota(accountId, { octets: 11, emails: null });
      expect(w.isOverQuota(accountId, { octets: 11 })).toBe(false);
    });
    expect(await engine.isOverQuota(accountId, { octets: 11 })).toBe(false);
  });
});

describe("over quota", () => {
  it("a file is refused, and one that is replaced by a smaller one is not", async () => {
    const engine = engineWith({ octets: 1000, emails: null });
    const alice = await person(engine);
    const blobs = [await file(engine, alice, 600), await file(engine, alice, 601)];
    const create = Object.fromEntries(
      blobs.map((blobId, n) => [`f${n}`, { name: `f${n}`, blobId, parentId: null }]),
    );
    const made = await call(engine, alice, "FileNode/set", { create });
    expect(made).toMatchObject({
      created: { f0: { size: 600 } },
      notCreated: { f1: { type: "overQuota" } },
    });
    const { id } = (made["created"] as Record<string, { id: string }>)["f0"]!;
    const grown = await call(engine, alice, "FileNode/set", {
      update: { [id]: { blobId: blobs[1] } },
    });
    expect(grown).toMatchObject({ updated: { [id]: { size: 601 } } });
    const tooLarge = await file(engine, alice, 1001);
    const refused = await call(engine, alice, "FileNode/set", {
      update: { [id]: { blobId: tooLarge } },
    });
    expect(refused).toMatchObject({ notUpdated: { [id]: { type: "overQuota" } } });
  });

  it("the engine says so before mail is taken in", async () => {
    const engine = engineWith({ octets: null, emails: 1 });
    const alice = await person(engine);
    const { accountId } = alice;
    expect(await engine.isOverQuota(accountId, { octets: 10_000, emails: 1 })).toBe(false);
    await letter(engine, alice, "the only one");
    expect(await engine.isOverQuota(accountId, { octets: 1, emails: 1 })).toBe(true);
    expect(await engine.isOverQuota(accountId, {})).toBe(false);
  });
});
