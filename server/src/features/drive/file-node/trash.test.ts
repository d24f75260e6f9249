import {
  FileNode,
  TRASH_ID,
  type FileNodeFilter,
  type FileNodeRecord,
} from "@atrium/contract/types/file-node";
import { beforeEach, describe, expect, it } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import { storageOf } from "../../../engine/index.ts";
import {
  actorOf,
  makeDemo,
  testSuite,
  TRASH_LIFETIME,
  type TestSuite,
} from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { TRASH_BATCH } from "../limits.ts";
import { zipOf } from "../zip/zip.ts";
import { trimTrash } from "./trim-trash.ts";

/** What owners do with their trash. */
let suite: TestSuite;
let bob: Person;
let count = 0;

beforeEach(async () => {
  if (suite === undefined) {
    suite = await testSuite();
    await makeDemo(suite);
  }
  const address = `bob${(count += 1)}@demo.test`;
  bob = await suite.accounts.persons.create("system", { name: "Bob", address, password: null });
});

const call = (verb: string, args: object): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: actorOf(bob) }, FileNode, verb, {
    accountId: bob.accountId,
    ...args,
  });
const set = (args: object): Promise<Answer> => call("set", args);

function made(answer: Answer): string {
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}
const folder = async (name: string, parentId: string | null = null): Promise<string> =>
  made(await set({ create: { a: { name, parentId } } }));
async function file(name: string, text: string, parentId: string | null = null): Promise<string> {
  const bytes = Buffer.from(text);
  const { blobId } = await suite.engine.blobs.upload(
    actorOf(bob),
    bob.accountId,
    bytes,
    "text/plain",
  );
  return made(await set({ create: { a: { name, parentId, blobId } } }));
}

const move = (id: string, parentId: string | null, more: object = {}): Promise<Answer> =>
  set({ update: { [id]: { parentId } }, ...more });
async function trash(...ids: readonly string[]): Promise<void> {
  const update = Object.fromEntries(ids.map((id) => [id, { parentId: TRASH_ID }]));
  expect((await set({ update }))["notUpdated"]).toBeNull();
}
const get = async (id: string): Promise<FileNodeRecord | undefined> =>
  (await call("get", { ids: [id] })).list![0] as unknown as FileNodeRecord | undefined;
const find = async (filter: FileNodeFilter | null, sort: readonly object[] = []) =>
  (await call("query", { filter, sort }))["ids"] as string[];
const octets = async (): Promise<number> =>
  (await storageOf(suite.platform.db, bob.accountId, { octets: null, emails: null })).used.octets;

/** Puts so many folders into one. */
async function fill(parentId: string, many: number): Promise<void> {
  await suite.platform.pool.query(
    `insert into file_node
      (account_id, id, parent_id, node_type, name, created, modified, changed, executable)
    select account_id, 'filler' || n, id, 'directory', 'Filler ' || n, now(), now(), now(), false
    from file_node, generate_series(1, $3::int) n where account_id = $1 and id = $2`,
    [bob.accountId, parentId, many],
  );
}

const NO_RIGHTS = {
  mayRead: true,
  mayAddChildren: false,
  mayRename: false,
  mayDelete: false,
  mayModifyContent: false,
  mayShare: false,
};

describe("the trash", () => {
  it("is there when something is first moved into it, beside a folder of its name", async () => {
    const own = await folder("Trash");
    const plans = await folder("Plans");
    const id = await file("plan.txt", "a plan", plans);
    expect(await get(TRASH_ID)).toBeUndefined();
    const { newState: before } = await call("set", {});
    const answer = await move(id, TRASH_ID);
    const now = suite.platform.clock.now().toISOString().replace(/\.\d+/, "");
    const placed = { inTrash: true, trashed: now, trashedFrom: plans };
    const mayDelete = { ...NO_RIGHTS, mayDelete: true };
    expect(answer["updated"]).toMatchObject({ [id]: { ...placed, myRights: mayDelete } });
    expect(await get(id)).toMatchObject({ parentId: TRASH_ID, name: "plan.txt", ...placed });
    expect(await get(TRASH_ID)).toMatchObject({
      role: "trash",
      nodeType: "directory",
      parentId: null,
      inTrash: false,
      myRights: { ...NO_RIGHTS, mayAddChildren: true },
    });
    expect(await call("changes", { sinceState: before })).toMatchObject({
      created: [TRASH_ID],
      updated: [id],
    });
    expect(await get(own)).toMatchObject({ role: null, inTrash: false, trashed: null });
    await trash(own);
    expect(await find({ parentId: TRASH_ID })).toHaveLength(2);
  });

  it("stays as it is", async () => {
    await trash(await file("a", "a"));
    const other = await folder("Other");
    const shareWith = { [bob.id]: { mayRead: true } };
    for (const patch of [{ name: "Bin" }, { parentId: other }, { shareWith }, { executable: true }])
      expect(await set({ update: { [TRASH_ID]: patch } })).toMatchObject({
        notUpdated: { [TRASH_ID]: { type: "forbidden" } },
      });
    expect(await set({ destroy: [TRASH_ID], onDestroyRemoveChildren: true })).toMatchObject({
      notDestroyed: { [TRASH_ID]: { type: "forbidden" } },
    });
    expect(await move(other, TRASH_ID)).toMatchObject({ notUpdated: null });
  });

  it("is found by its role, and what lies in it by its parent or by lying there", async () => {
    const plans = await folder("Plans");
    const inner = await folder("Inner plans", plans);
    const deep = await file("plan.txt", "deep", inner);
    const kept = await file("plan.md", "kept");
    const { queryState } = await call("query", { filter: { text: "plan" } });
    await trash(plans);
    for (const filter of [
      null,
      { text: "plan" },
      { operator: "NOT", conditions: [{ text: "nothing" }] },
      { isTopLevel: true },
      { parentId: null },
      { inTrash: false },
      { operator: "OR", conditions: [{ parentId: "none" }, { text: "plan" }] },
    ] as FileNodeFilter[])
      expect(await find(filter)).toEqual([kept]);
    expect(await find({ role: "trash" })).toEqual([TRASH_ID]);
    expect(await find({ parentId: TRASH_ID })).toEqual([plans]);
    expect(await find({ parentId: inner })).toEqual([deep]);
    expect((await find({ inTrash: true })).toSorted()).toEqual([plans, inner, deep].toSorted());
    const changes = { filter: { text: "plan" }, sinceQueryState: queryState };
    const { removed } = await call("queryChanges", changes);
    expect(removed).toEqual(expect.arrayContaining([plans, inner, deep]));
    suite.platform.clock.advance(1000);
    await trash(kept);
    const sort = [{ property: "trashed", isAscending: false }];
    expect(await find({ parentId: TRASH_ID }, sort)).toEqual([kept, plans]);
  });

  it("takes twins, and folders of any depth, but nothing that changes otherwise", async () => {
    const names = await Promise.all(["One", "Two"].map((name) => folder(name)));
    const twins: string[] = [];
    for (const parent of names) twins.push(await file("twin.txt", parent, parent));
    await trash(...twins);
    expect(await find({ parentId: TRASH_ID, name: "twin.txt" })).toHaveLength(2);
    const id = await file("a", "a");
    expect(await set({ update: { [id]: { parentId: TRASH_ID, name: "b" } } })).toMatchObject({
      notUpdated: { [id]: { type: "invalidProperties", properties: ["name"] } },
    });
    expect(await get(id)).toMatchObject({ parentId: null, name: "a", inTrash: false });
  });

  it("lets what lies in it be restored or destroyed, and nothing else", async () => {
    const plans = await folder("Plans");
    const deep = await file("deep.txt", "deep", plans);
    const other = await folder("Other");
    await trash(plans, other);
    const { blobId } = (await get(deep))!;
    const shareWith = { [bob.id]: { mayRead: true } };
    for (const id of [plans, deep])
      for (const patch of [{ name: "x" }, { shareWith }, { modified: "2020-01-01T00:00:00Z" }])
        expect(await set({ update: { [id]: patch } })).toMatchObject({
          notUpdated: { [id]: { type: "forbidden" } },
        });
    for (const parentId of [TRASH_ID, other])
      expect(await move(deep, parentId)).toMatchObject({
        notUpdated: { [deep]: { type: "invalidProperties", properties: ["parentId"] } },
      });
    for (const parentId of [TRASH_ID, plans])
      for (const record of [{ blobId }, {}])
        expect(await set({ create: { a: { name: "new", parentId, ...record } } })).toMatchObject({
          notCreated: { a: { type: "invalidProperties", properties: ["parentId"] } },
        });
    const alive = await file("alive", "alive");
    expect(await move(alive, plans)).toMatchObject({ notUpdated: { [alive]: {} } });
    expect(await move(deep, null)).toMatchObject({ notUpdated: null });
    expect(await get(deep)).toMatchObject({ parentId: null, inTrash: false, trashed: null });
    const destroyed = await set({ destroy: [plans, other], onDestroyRemoveChildren: true });
    expect(destroyed["destroyed"]).toEqual([plans, other]);
    expect(await find({ inTrash: true })).toEqual([]);
  });

  it("gives back what it took, under another name where its own is taken", async () => {
    const plans = await folder("Plans");
    const deep = await file("deep.txt", "deep", plans);
    await trash(plans);
    const twin = await folder("Plans");
    const { trashedFrom } = (await get(plans))!;
    expect(await move(plans, trashedFrom)).toMatchObject({
      notUpdated: { [plans]: { type: "alreadyExists", existingId: twin } },
    });
    expect(await get(plans)).toMatchObject({ inTrash: true });
    const answer = await move(plans, trashedFrom, { onExists: "rename" });
    const restored = { inTrash: false, trashed: null, trashedFrom: null };
    expect(answer["updated"]).toMatchObject({ [plans]: { name: "Plans (2)", ...restored } });
    expect(await get(deep)).toMatchObject({ parentId: plans, ...restored });
    expect((await get(deep))!.myRights.mayRename).toBe(true);
    expect(await find({ text: "deep" })).toEqual([deep]);
  });

  it("holds what counts against the quota, and what can still be downloaded", async () => {
    const plans = await folder("Plans");
    const id = await file("plan.txt", "twelve bytes", plans);
    await trash(plans);
    expect(await octets()).toBe(12);
    const { blobId } = (await get(id))!;
    const read = await suite.engine.blobs.open(actorOf(bob), bob.accountId, blobId!);
    expect(read).not.toBeNull();
    const { accountId } = bob;
    const zip = await zipOf(suite.engine, async () => actorOf(bob), { accountId, ids: [plans] });
    const parts: Buffer[] = [];
    for await (const part of zip.stream()) parts.push(part as Buffer);
    expect(Buffer.concat(parts).includes("twelve bytes")).toBe(true);
    await set({ destroy: [plans], onDestroyRemoveChildren: true });
    expect(await octets()).toBe(0);
  });

  it("forgets what has been in it too long, step by step, and nothing sooner", async () => {
    const options = { trashLifetime: TRASH_LIFETIME };
    // What other people left there.
    suite.platform.clock.advance(TRASH_LIFETIME);
    await trimTrash(suite.engine, options);
    const old = await folder("Old");
    const inside = await folder("Inside", old);
    await fill(inside, TRASH_BATCH);
    await file("counts.txt", "octets", inside);
    await trash(old);
    suite.platform.clock.advance(TRASH_LIFETIME / 2);
    const recent = await file("recent.txt", "recent");
    const kept = await file("kept.txt", "kept");
    await trash(recent);
    expect(await trimTrash(suite.engine, options)).toBe(0);
    suite.platform.clock.advance(TRASH_LIFETIME / 2);
    const { newState: before } = await call("set", {});
    const total = (await find({ inTrash: true })).length - 1;
    expect(total).toBeGreaterThan(TRASH_BATCH);
    // As if it was stopped after the first step: what is left is a smaller tree.
    let looks = 0;
    const signal = {
      get aborted() {
        return (looks += 1) > 1;
      },
    };
    expect(await trimTrash(suite.engine, options, signal as AbortSignal)).toBe(TRASH_BATCH);
    expect(await get(old)).toMatchObject({ inTrash: true });
    expect(await trimTrash(suite.engine, options)).toBe(total - TRASH_BATCH);
    expect(await find({ inTrash: true })).toEqual([recent]);
    expect(await find(null)).toEqual([kept]);
    expect(await octets()).toBe("recentkept".length);
    const { destroyed } = await call("changes", { sinceState: before });
    expect(destroyed).toContain(old);
    expect(await trimTrash(suite.engine, options)).toBe(0);
  });
});
