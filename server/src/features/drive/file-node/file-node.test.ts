import { beforeAll, describe, expect, it } from "vitest";
import { FileNode } from "@atrium/contract/types/file-node";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { createEngine, type Actor, type Engine } from "../../../engine/index.ts";
import { testPlatform } from "../../../testing/index.ts";
import { fileCapabilities, fileTypes } from "../index.ts";

interface Owner {
  readonly actor: Actor;
  readonly accountId: string;
}

let engine: Engine;
let alice: Owner;

async function owner(name: string): Promise<Owner> {
  const { ids } = engine.services;
  const accountId = ids.next("a");
  await engine.write([], (w) => w.addAccount({ accountId, kind: "personal", name }));
  const accounts = { [accountId]: { name, isPersonal: true, isReadOnly: false } };
  return { accountId, actor: { personId: ids.next("p"), accountId, roles: ["member"], accounts } };
}

beforeAll(async () => {
  const platform = await testPlatform();
  engine = createEngine({
    ...platform,
    types: fileTypes,
    capabilities: fileCapabilities({ trashLifetime: 1 }),
  });
  alice = await owner("alice");
});

const call = (verb: string, args: object, who: Owner = alice): Promise<Answer> =>
  callMethod({ engine, actor: who.actor }, FileNode, verb, { accountId: who.accountId, ...args });

let count = 0;
const newName = (): string => `file ${(count += 1)}.txt`;

async function upload(text: string, who: Owner = alice): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return (await engine.blobs.upload(who.actor, who.accountId, bytes, "text/plain")).blobId;
}

async function make(record: object = {}, who: Owner = alice): Promise<string> {
  const answer = await call("set", { create: { new: { name: newName(), ...record } } }, who);
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["new"]!.id;
}

const get = async (id: string): Promise<Record<string, unknown>> =>
  (await call("get", { ids: [id] })).list![0]!;

conformsToJmap(FileNode, async () => {
  const bob = await owner("bob");
  return {
    engine,
    actor: alice.actor,
    accountId: alice.accountId,
    foreign: { accountId: bob.accountId, id: await make({}, bob) },
    make: () => make(),
    create: () => ({ name: newName(), executable: true }),
    patch: () => ({ name: newName() }),
    destroys: true,
    queries: true,
  };
});

describe("FileNode", () => {
  it("a file has the size of its content and may get another", async () => {
    const blobId = await upload("twelve bytes");
    const id = await make({ blobId, type: "text/plain", modified: "2025-03-01T10:00:00Z" });
    const file = { nodeType: "file", blobId, size: 12, type: "text/plain" };
    expect(await get(id)).toMatchObject({ ...file, modified: "2025-03-01T10:00:00Z" });
    const longer = await upload("now it is longer");
    expect(await call("set", { update: { [id]: { blobId: longer } } })).toMatchObject({
      updated: { [id]: { size: 16 } },
    });
    expect(await get(id)).toMatchObject({ blobId: longer, size: 16 });
  });

  it("content is what the account itself has", async () => {
    const eve = await owner("eve");
    const theirs = await upload("a secret of eve's", eve);
    const mine = await upload("some text");
    for (const blobId of [theirs, `b${"0".repeat(64)}`, `${mine}-0-4-i`, "x"])
      expect(await call("set", { create: { a: { name: newName(), blobId } } })).toMatchObject({
        created: null,
        notCreated: { a: { type: "blobNotFound", notFound: [blobId] } },
      });
  });

  it("a directory has no content, and a file never loses its own", async () => {
    const blobId = await upload("text");
    const created = await call("set", {
      create: {
        a: { name: newName(), nodeType: "directory", blobId },
        b: { name: newName(), nodeType: "file" },
      },
    });
    expect(created).toMatchObject({
      notCreated: { a: { properties: ["blobId"] }, b: { properties: ["blobId"] } },
    });
    const [file, folder] = [await make({ blobId }), await make()];
    expect(
      await call("set", { update: { [file]: { blobId: null }, [folder]: { blobId } } }),
    ).toMatchObject({
      notUpdated: { [file]: { properties: ["blobId"] }, [folder]: { properties: ["blobId"] } },
    });
  });

  it("names beside one another differ, at the top too", async () => {
    const name = newName();
    const first = await make({ name });
    const folder = await make();
    await make({ name, parentId: folder });
    for (const place of [null, folder]) {
      const answer = await call("set", { create: { a: { name, parentId: place } } });
      const existingId = place === null ? { existingId: first } : {};
      expect(answer).toMatchObject({ notCreated: { a: { type: "alreadyExists", ...existingId } } });
    }
    expect(await call("set", { update: { [first]: { parentId: folder } } })).toMatchObject({
      notUpdated: { [first]: { type: "alreadyExists" } },
    });
  });

  it("names are swapped in one call, as far as that leads anywhere", async () => {
    const [a, b, c] = [newName(), newName(), newName()];
    const [first, second, third] = [
      await make({ name: a }),
      await make({ name: b }),
      await make({ name: c }),
    ];
    const swap = { [first]: { name: b }, [second]: { name: a } };
    expect(await call("set", { update: swap })).toMatchObject({ notUpdated: null });
    expect([await get(first), await get(second)]).toMatchObject([{ name: b }, { name: a }]);
    // The third keeps its name, so nobody can have it.
    const stuck = { [first]: { name: a }, [second]: { name: c }, [third]: { executable: 1 } };
    expect(await call("set", { update: stuck })).toMatchObject({
      updated: null,
      notUpdated: {
        [first]: { type: "alreadyExists" },
        [second]: { type: "alreadyExists" },
        [third]: { type: "invalidProperties" },
      },
    });
    expect([await get(first), await get(second)]).toMatchObject([{ name: b }, { name: a }]);
  });

  it("names are normalised and safe in a path", async () => {
    const id = await make({ name: "  Cafe\u0301.txt " });
    expect(await get(id)).toMatchObject({ name: "Café.txt" });
    const bad = ["", " ", ".", "..", "a/b", "a\u0000b", "a\nb", "\ud800", "x".repeat(256)];
    const create = Object.fromEntries(bad.map((name, index) => [`n${index}`, { name }]));
    const { notCreated } = await call("set", { create });
    const refused = Object.values(notCreated as Record<string, { properties: string[] }>);
    expect(refused.map((error) => error.properties)).toEqual(bad.map(() => ["name"]));
  });

  it("names are found however they are written, and differ by case", async () => {
    const name = `계획 caf\u00E9 ${newName()}`;
    const [id, twin] = [await make({ name }), await make({ name: name.toUpperCase() })];
    const find = async (filter: object) => (await call("query", { filter }))["ids"];
    for (const form of ["NFC", "NFD"] as const) {
      expect(await find({ name: name.normalize(form) })).toEqual([id]);
      const found = (await find({ text: name.normalize(form) })) as string[];
      expect(found.sort()).toEqual([id, twin].sort());
    }
  });

  it("names have at most 255 octets, in the form that is kept", async () => {
    const room = "x".repeat(255 - 3 * 84 - 1);
    // 84 syllables are 252 octets, and thrice that as the client writes them.
    const longest = `${"\uD55C".repeat(84)}${room}y`;
    const id = await make({ name: longest.normalize("NFD") });
    expect(await get(id)).toMatchObject({ name: longest });
    const longer = { name: `${longest}z`.normalize("NFD") };
    expect(await call("set", { create: { a: longer } })).toMatchObject({
      notCreated: { a: { type: "invalidProperties", properties: ["name"] } },
    });
  });

  it("a type is a media type", async () => {
    await make({ type: "text/plain; charset=utf-8" });
    for (const type of ["text", "text/html\r\nX: y", "", `a/${"b".repeat(300)}`])
      expect(await call("set", { create: { a: { name: newName(), type } } })).toMatchObject({
        notCreated: { a: { properties: ["type"] } },
      });
  });

  it("lies in a directory that is there, never in itself", async () => {
    const file = await make({ blobId: await upload("text") });
    const outer = await make();
    const inner = await make({ parentId: outer });
    for (const parentId of ["nobody", file])
      expect(await call("set", { create: { a: { name: newName(), parentId } } })).toMatchObject({
        notCreated: { a: { properties: ["parentId"] } },
      });
    for (const parentId of [outer, inner])
      expect(await call("set", { update: { [outer]: { parentId } } })).toMatchObject({
        notUpdated: { [outer]: { properties: ["parentId"] } },
      });
  });

  it("directories nest up to the limit, moved ones too", async () => {
    let deepest: string | null = null;
    const chain: string[] = [];
    for (let depth = 0; depth < 50; depth += 1) {
      deepest = await make({ parentId: deepest });
      chain.push(deepest);
    }
    const tooDeep = { notCreated: { a: { properties: ["parentId"] } } };
    expect(
      await call("set", { create: { a: { name: newName(), parentId: deepest } } }),
    ).toMatchObject(tooDeep);
    const other = await make();
    expect(await call("set", { update: { [chain[0]!]: { parentId: other } } })).toMatchObject({
      notUpdated: { [chain[0]!]: { properties: ["parentId"] } },
    });
  });

  it("a directory goes with what is in it only on demand, and every id is reported", async () => {
    const folder = await make();
    const inner = await make({ parentId: folder });
    const file = await make({ parentId: inner, blobId: await upload("text") });
    expect(await call("set", { destroy: [folder] })).toMatchObject({
      notDestroyed: { [folder]: { type: "nodeHasChildren" } },
    });
    const { state } = await call("get", { ids: [] });
    const answer = await call("set", { destroy: [folder], onDestroyRemoveChildren: true });
    expect(answer).toMatchObject({ destroyed: [folder], notDestroyed: null });
    const { destroyed } = await call("changes", { sinceState: state! });
    expect((destroyed as string[]).sort()).toEqual([folder, inner, file].sort());
  });

  it("a directory and what is in it may be destroyed by name in any order", async () => {
    const folder = await make();
    const file = await make({ parentId: folder, blobId: await upload("text") });
    const { destroyed } = await call("set", { destroy: [folder, file] });
    expect((destroyed as string[]).sort()).toEqual([folder, file].sort());
  });

  it("is found by place, kind, name, size and time", async () => {
    const carol = await owner("carol");
    const folder = await make({ name: "Reports" }, carol);
    const inFolder = { parentId: folder, type: "text/plain" };
    const short = await upload("short", carol);
    const a = await make(
      { ...inFolder, name: "b plan.txt", blobId: short, modified: "2025-01-01T00:00:00Z" },
      carol,
    );
    const long = await upload("much longer", carol);
    const b = await make(
      { ...inFolder, name: "A Plan.txt", blobId: long, modified: "2025-06-01T00:00:00Z" },
      carol,
    );
    const find = async (filter: object, sort: object[] = [{ property: "name" }]) =>
      (await call("query", { filter, sort }, carol))["ids"];
    expect(await find({ parentId: null })).toEqual([folder]);
    // Never one of another account, however the conditions are joined.
    expect(
      await find({ operator: "OR", conditions: [{ isTopLevel: true }, { isTopLevel: false }] }),
    ).toEqual([b, a, folder]);
    expect(await find({ isTopLevel: false })).toEqual([b, a]);
    expect(await find({ parentId: folder }, [{ property: "name", isAscending: false }])).toEqual([
      a,
      b,
    ]);
    expect(await find({ nodeType: "directory" })).toEqual([folder]);
    expect(await find({ name: "b plan.txt" })).toEqual([a]);
    expect(await find({ text: "PLAN" })).toEqual([b, a]);
    expect(await find({ text: "\0" })).toEqual([]);
    expect(await find({ minSize: 6 })).toEqual([b]);
    expect(await find({ operator: "NOT", conditions: [{ minSize: 6 }] })).toEqual([a, folder]);
    expect(await find({ modifiedBefore: "2025-03-01T00:00:00Z" })).toEqual([a]);
    expect(await find({ blobId: long })).toEqual([b]);
  });

  it("is nothing to the account of an organisation", async () => {
    const { actor, accountId } = alice;
    const accounts = {
      [accountId]: {
        kind: "organisation" as const,
        name: "x",
        isPersonal: false,
        isReadOnly: false,
      },
    };
    const stranger = { actor: { ...actor, accounts }, accountId };
    expect(await call("get", { ids: null }, stranger)).toMatchObject({
      type: "accountNotSupportedByMethod",
    });
  });
});
