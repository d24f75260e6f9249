import { FileNode, TRASH_ID, type FileNodeRecord } from "@atrium/contract/types/file-node";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";

/** What becomes of a node whose name is taken. */
let suite: TestSuite;
let bob: Person;
let carol: Person;
let parentId: string;
let folders = 0;

beforeAll(async () => {
  suite = await testSuite();
  ({ bob, carol } = await makeDemo(suite, "bob", "carol"));
});

const call = (verb: string, args: object): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: actorOf(bob) }, FileNode, verb, {
    accountId: bob.accountId,
    ...args,
  });

type Created = Record<string, Pick<FileNodeRecord, "id" | "name">>;

/** A node in a folder, as the answer has it. */
async function make(name: string, args: object = {}, record: object = {}) {
  const answer = await call("set", { create: { a: { name, parentId, ...record } }, ...args });
  return { ...answer, made: (answer["created"] as Created | null)?.["a"] };
}

async function newFolder(): Promise<string> {
  const { made } = await make(`Folder ${(folders += 1)}`, {}, { parentId: null });
  return made!.id;
}

const RENAME = { onExists: "rename" };

async function upload(text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const { accountId } = bob;
  return (await suite.engine.blobs.upload(actorOf(bob), accountId, bytes, "text/plain")).blobId;
}

const REPLACE = { onExists: "replace" };

const read = async (id: string): Promise<FileNodeRecord> =>
  (await call("get", { ids: [id] })).list![0] as unknown as FileNodeRecord;

const namesIn = async (folder: string): Promise<string[]> => {
  const { ids } = await call("query", { filter: { parentId: folder } });
  const { list } = await call("get", { ids });
  return (list as unknown as FileNodeRecord[]).map(({ name }) => name).sort();
};

describe("onExists", () => {
  it("unless given refuses a name that is taken, and says by what", async () => {
    parentId = await newFolder();
    const { made } = await make("plan.txt");
    for (const args of [{}, { onExists: null }]) {
      const refused = { type: "alreadyExists", existingId: made!.id };
      expect(await make("plan.txt", args)).toMatchObject({ notCreated: { a: refused } });
    }
    for (const onExists of ["number", 1, true])
      expect(await make("x", { onExists })).toMatchObject({ type: "invalidArguments" });
    expect(await namesIn(parentId)).toEqual(["plan.txt"]);
  });

  it("rename gives what is made the next number, and says so", async () => {
    parentId = await newFolder();
    const blobId = await upload("some text");
    const names: (string | undefined)[] = [];
    for (let count = 0; count < 12; count += 1)
      names.push((await make("plan.txt", RENAME, { blobId })).made!.name);
    const numbered = names.slice(1).map((_, index) => `plan (${index + 2}).txt`);
    // What the client has said itself is not repeated.
    expect(names).toEqual([undefined, ...numbered]);
    expect(await namesIn(parentId)).toEqual([...numbered, "plan.txt"].sort());
  });

  it("rename knows names by their letters, however they are written, and keeps twins in case apart", async () => {
    parentId = await newFolder();
    await make("caf\u00E9", RENAME);
    expect((await make(" cafe\u0301\u00A0", RENAME)).made!.name).toBe("caf\u00E9 (2)");
    expect((await make("CAF\u00C9", RENAME)).made!.name).toBeUndefined();
  });

  it("rename gives what moves another name, and leaves what stays its own", async () => {
    parentId = await newFolder();
    const target = await newFolder();
    await make("a", {}, { parentId: target });
    const { id } = (await make("a")).made!;
    expect(await call("set", { update: { [id]: { parentId: target } } })).toMatchObject({
      notUpdated: { [id]: { type: "alreadyExists" } },
    });
    const moved = await call("set", { update: { [id]: { parentId: target } }, ...RENAME });
    expect(moved["updated"]).toMatchObject({ [id]: { name: "a (2)" } });
    await call("set", { update: { [id]: { name: "b" } }, ...RENAME });
    const renamed = await call("set", { update: { [id]: { name: "a" } }, ...RENAME });
    expect(renamed["updated"]).toMatchObject({ [id]: { name: "a (2)" } });
    const same = await call("set", { update: { [id]: { name: "a (2)" } }, ...RENAME });
    expect(same["notUpdated"]).toBeNull();
    expect(await namesIn(target)).toEqual(["a", "a (2)"]);
  });

  it("replace moves what has the name into the trash, of what is made and of what moves", async () => {
    parentId = await newFolder();
    const first = (await make("plan.txt", {}, { blobId: await upload("first") })).made!.id;
    const second = (await make("plan.txt", REPLACE, { blobId: await upload("second") })).made!.id;
    expect(await namesIn(parentId)).toEqual(["plan.txt"]);
    expect(await read(first)).toMatchObject({ name: "plan.txt", trashedFrom: parentId });
    const folder = await newFolder();
    const third = (await make("plan.txt", {}, { parentId: folder })).made!.id;
    const moved = await call("set", { update: { [third]: { parentId } }, ...REPLACE });
    expect(moved).toMatchObject({ notUpdated: null });
    expect(await read(second)).toMatchObject({ inTrash: true, trashedFrom: parentId });
    const other = (await make("notes.txt")).made!.id;
    await call("set", { update: { [other]: { name: "plan.txt" } }, ...REPLACE });
    expect(await read(third)).toMatchObject({ inTrash: true });
    expect(await read(other)).toMatchObject({ name: "plan.txt", parentId });
    // What has its own name stays.
    await call("set", { update: { [other]: { name: "plan.txt", executable: true } }, ...REPLACE });
    expect(await read(other)).toMatchObject({ inTrash: false, executable: true });
  });

  it("replace takes nothing away for what is refused, nor what it lies in itself", async () => {
    parentId = await newFolder();
    const outer = (await make("same")).made!.id;
    const inner = (await make("same", {}, { parentId: outer })).made!.id;
    const answer = await call("set", { update: { [inner]: { parentId } }, ...REPLACE });
    expect(answer).toMatchObject({
      notUpdated: { [inner]: { type: "alreadyExists", existingId: outer } },
    });
    const blobId = "b0000000000000000000000000000000000000000000";
    expect(await make("same", REPLACE, { blobId })).toMatchObject({ notCreated: { a: {} } });
    expect(await read(outer)).toMatchObject({ inTrash: false, parentId });
  });

  it("replace asks whoever has part in reach for the right to delete", async () => {
    parentId = await newFolder();
    const shareWith = { [carol.id]: { mayRead: true, mayAddChildren: true } };
    await call("set", { update: { [parentId]: { shareWith } } });
    const { id } = (await make("plan.txt")).made!;
    const create = { a: { name: "plan.txt", parentId } };
    const asCarol = async (): Promise<Answer> => {
      const actor = await suite.engine.withShares({
        ...actorOf(carol),
        principals: [{ id: carol.id, version: String((versions += 1)) }],
      });
      const args = { accountId: bob.accountId, create, ...REPLACE };
      return callMethod({ engine: suite.engine, actor }, FileNode, "set", args);
    };
    let versions = 0;
    expect(await asCarol()).toMatchObject({ notCreated: { a: { type: "forbidden" } } });
    expect(await read(id)).toMatchObject({ inTrash: false });
    shareWith[carol.id] = { ...shareWith[carol.id]!, mayDelete: true } as never;
    await call("set", { update: { [parentId]: { shareWith } } });
    expect(await asCarol()).toMatchObject({ notCreated: null });
    expect(await read(id)).toMatchObject({ inTrash: true });
  });

  it("rename names a copy, replace makes room for it, and nothing is copied into the trash", async () => {
    const { accountId } = await suite.accounts.shared.create("system", {
      name: "Team",
      address: "team@demo.test",
      members: [{ personId: bob.id, mayWrite: true }],
    });
    const actor = {
      ...actorOf(bob),
      accounts: {
        ...actorOf(bob).accounts,
        [accountId]: { kind: "shared" as const, name: "", isPersonal: false, isReadOnly: false },
      },
    };
    parentId = await newFolder();
    const { id } = (await make("copied.txt", {}, { blobId: await upload("copied") })).made!;
    const copy = async (more: object, record: object = {}): Promise<Answer> => {
      const create = { a: { id, ...record } };
      const from = { fromAccountId: bob.accountId, accountId, create };
      return callMethod({ engine: suite.engine, actor }, FileNode, "copy", { ...from, ...more });
    };
    const first = (await copy({}))["created"] as Created;
    expect(await copy({})).toMatchObject({
      notCreated: { a: { type: "alreadyExists", existingId: first["a"]!.id } },
    });
    expect(await copy(RENAME)).toMatchObject({ created: { a: { name: "copied (2).txt" } } });
    const replaced = first["a"]!.id;
    expect(await copy(REPLACE)).toMatchObject({ notCreated: null });
    const args = { accountId, ids: [replaced] };
    const there = await callMethod({ engine: suite.engine, actor }, FileNode, "get", args);
    expect(there.list).toMatchObject([{ inTrash: true, name: "copied.txt" }]);
    for (const place of [TRASH_ID, replaced])
      expect(await copy({}, { parentId: place })).toMatchObject({
        notCreated: { a: { type: "invalidProperties", properties: ["parentId"] } },
      });
    // Out of the trash it may be copied.
    await call("set", { update: { [id]: { parentId: TRASH_ID } } });
    expect(await copy(RENAME)).toMatchObject({ created: { a: { name: "copied (3).txt" } } });
  });
});
