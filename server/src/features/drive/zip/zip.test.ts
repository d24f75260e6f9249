import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openZip } from "@atrium/formats/zip";
import { FileNode } from "@atrium/contract/types/file-node";
import { MAX_ZIPPED } from "@atrium/contract/zip-download";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { ZIP_PAGE } from "../limits.ts";
import { zipOf } from "./zip.ts";

let suite: TestSuite;
let alice: Actor;
let bobId: string;
let secret: string;
let accountId: string;
beforeAll(async () => {
  suite = await testSuite();
  const people = await makeDemo(suite, "alice", "bob");
  alice = actorOf(people.alice);
  accountId = alice.accountId;
  const { id, accountId: own } = people.bob;
  const by = { personId: id, accountId: own, roles: [], accounts: {} };
  ({ secret } = await suite.accounts.credentials.create(by, {
    kind: "token",
    name: "x",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  }));
  bobId = id;
});

const asAlice = async () => alice;
const asBob = () => suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });

const set = async (args: object, actor = alice) =>
  await callMethod({ engine: suite.engine, actor }, FileNode, "set", { accountId, ...args });

/** Makes nodes; answers their ids by their keys. A text is the content of a file. */
async function make(
  nodes: Readonly<
    Record<string, { readonly name: string; readonly parentId?: string; readonly text?: string }>
  >,
): Promise<Record<string, string>> {
  const create: Record<string, object> = {};
  for (const [key, { text, ...node }] of Object.entries(nodes)) {
    const blob =
      text === undefined
        ? undefined
        : await suite.engine.blobs.upload(alice, accountId, Buffer.from(text), "text/plain");
    create[key] = { ...node, ...(blob && { blobId: blob.blobId }) };
  }
  const answer = await set({ create });
  expect(answer).toMatchObject({ notCreated: null });
  return Object.fromEntries(
    Object.entries(answer["created"] as Record<string, { id: string }>).map(([key, { id }]) => [
      key,
      id,
    ]),
  );
}

/** The names in the ZIP file with their contents, and the whole. */
async function unpacked(who: () => Promise<Actor>, ...ids: string[]) {
  const made = await zipOf(suite.engine, who, { accountId, ids });
  const bytes = Buffer.concat((await made.stream().toArray()) as Uint8Array[]);
  expect(BigInt(bytes.length)).toBe(made.size);
  const zip = openZip(bytes);
  const texts: Record<string, string | null> = {};
  for (const name of zip.names)
    texts[name] = name.endsWith("/") ? null : new TextDecoder().decode(await zip.read(name));
  return { bytes, texts };
}

test("folders come with all that lies in them, under their own names", async () => {
  const { a, b, c, d } = await make({
    a: { name: "분기 보고" },
    b: { name: "empty", parentId: "#a" },
    c: { name: "e\u0301t\u00e9 🌻.txt ", parentId: "#a", text: "summer" },
    d: { name: "..\\up.txt", parentId: "#a", text: "" },
    e: { name: ".._up.txt", parentId: "#a", text: "twin" },
  });
  expect([a, b, c, d].every((id) => id !== undefined)).toBe(true);
  const { texts, bytes } = await unpacked(asAlice, a!);
  expect(texts).toEqual({
    "분기 보고/": null,
    "분기 보고/empty/": null,
    "분기 보고/\u00e9t\u00e9 🌻.txt": "summer",
    "분기 보고/.._up.txt": "",
    "분기 보고/.._up (2).txt": "twin",
  });
  // An independent reader agrees.
  const folder = await mkdtemp(join(tmpdir(), "atrium-zip-"));
  await writeFile(join(folder, "a.zip"), bytes);
  const program =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))";
  const { stdout } = await promisify(execFile)("python3", ["-c", program, join(folder, "a.zip")]);
  expect(stdout.trim()).toBe("None 5");
  await rm(folder, { recursive: true });
});

test("those from several folders that have one name all come", async () => {
  const { b, c } = await make({
    a: { name: "twins" },
    b: { name: "same.txt", text: "first" },
    c: { name: "same.txt", parentId: "#a", text: "second" },
  });
  expect((await unpacked(asAlice, b!, c!, b!)).texts).toEqual({
    "same.txt": "first",
    "same (2).txt": "second",
  });
});

test("a folder of more files than are read at once comes whole", async () => {
  const { folder } = await make({ folder: { name: "many" } });
  const names = Array.from({ length: ZIP_PAGE + 1 }, (_, index) => `${index}.txt`);
  for (const some of [names.slice(0, ZIP_PAGE), names.slice(ZIP_PAGE)])
    await make(
      Object.fromEntries(
        some.map((name, index) => [`f${index}`, { name, parentId: folder!, text: "x" }]),
      ),
    );
  expect(Object.keys((await unpacked(asAlice, folder!)).texts)).toHaveLength(names.length + 1);
});

test("what is out of reach is not there, and gone as soon as it is out of reach", async () => {
  const { shared, inside, secret } = await make({
    shared: { name: "shared" },
    inside: { name: "inside.txt", parentId: "#shared", text: "for both" },
    secret: { name: "secret.txt", text: "for alice" },
  });
  const zip = (...ids: string[]) => zipOf(suite.engine, asBob, { accountId, ids });
  await expect(zip(shared!)).rejects.toMatchObject({ code: "notFound" });
  await set({ update: { [shared!]: { shareWith: { [bobId]: { mayRead: true } } } } });
  expect((await unpacked(asBob, shared!)).texts).toEqual({
    "shared/": null,
    "shared/inside.txt": "for both",
  });
  await expect(zip(shared!, secret!)).rejects.toMatchObject({ code: "notFound" });
  await expect(zip(secret!)).rejects.toMatchObject({ code: "notFound" });
  const made = await zip(inside!);
  await set({ update: { [shared!]: { shareWith: null } } });
  await expect(made.stream().toArray()).rejects.toMatchObject({ code: "notFound" });
});

test("no more is asked for at once than one address holds", async () => {
  const zip = (ids: readonly string[]) => zipOf(suite.engine, asAlice, { accountId, ids });
  await expect(zip([])).rejects.toMatchObject({ code: "notFound" });
  await expect(zip(["../x"])).rejects.toMatchObject({ code: "notFound" });
  const many = Array.from({ length: MAX_ZIPPED + 1 }, (_, index) => `n${index}`);
  await expect(zip(many)).rejects.toMatchObject({ code: "tooLarge" });
});
