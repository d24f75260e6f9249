import { FileNode, type FileNodeRecord } from "@atrium/contract/types/file-node";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";

/** What becomes of a node whose name is taken. */
let suite: TestSuite;
let bob: Person;
let parentId: string;
let folders = 0;

beforeAll(async () => {
  suite = await testSuite();
  ({ bob } = await makeDemo(suite, "bob"));
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

  it("rename names a copy", async () => {
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
    const copy = async (more: object): Promise<Answer> => {
      const from = { fromAccountId: bob.accountId, accountId, create: { a: { id } } };
      return callMethod({ engine: suite.engine, actor }, FileNode, "copy", { ...from, ...more });
    };
    const first = (await copy({}))["created"] as Created;
    expect(await copy({})).toMatchObject({
      notCreated: { a: { type: "alreadyExists", existingId: first["a"]!.id } },
    });
    expect(await copy(RENAME)).toMatchObject({ created: { a: { name: "copied (2).txt" } } });
  });
});
