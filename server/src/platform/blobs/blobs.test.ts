import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "./index.ts";
import type { BlobStore } from "./index.ts";

let folder: string;
let blobs: BlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-blobs-"));
  blobs = await openBlobs(join(folder, "blobs"));
});
afterAll(() => rm(folder, { recursive: true }));

const TEXT = Buffer.from("the quick brown fox");
const HASH = "9ecb36561341d18eb65484e833efea61edc74b84cf5e6ae1b81c63533e25fc8f";

test("a blob is named by the SHA-256 of its bytes and read back whole, in part and as a stream", async () => {
  expect(await blobs.put(TEXT)).toEqual({ hash: HASH, size: 19 });
  expect(await blobs.has(HASH)).toBe(true);
  expect(await blobs.read(HASH)).toEqual(TEXT);
  expect(String(await blobs.read(HASH, { start: 4, end: 9 }))).toBe("quick");
  expect(String(await blobs.read(HASH, { start: 16, end: 99 }))).toBe("fox");
  expect(String(await buffer(blobs.stream(HASH, { start: 4, end: 9 })))).toBe("quick");
  expect(await buffer(blobs.stream(HASH, { start: 4, end: 4 }))).toHaveLength(0);
});

test("a stream of pieces is the same blob as its bytes at once", async () => {
  async function* pieces() {
    yield TEXT.subarray(0, 7);
    yield TEXT.subarray(7);
  }
  expect(await blobs.put(pieces())).toEqual({ hash: HASH, size: 19 });
});

test("a put that fails half way leaves nothing behind", async () => {
  async function* broken() {
    yield TEXT;
    throw new Error("the sender went away");
  }
  await expect(blobs.put(broken())).rejects.toThrow("the sender went away");
  expect(await readdir(join(folder, "blobs/tmp"))).toEqual([]);
});

test("a put that finds no place for its name leaves nothing behind, and works again when there is one", async () => {
  const elsewhere = join(folder, "full");
  const store = await openBlobs(elsewhere);
  const inTheWay = join(elsewhere, HASH.slice(0, 2));
  await writeFile(inTheWay, "");
  await expect(store.put(TEXT)).rejects.toThrow("ENOTDIR");
  expect(await readdir(join(elsewhere, "tmp"))).toEqual([]);
  await rm(inTheWay);
  expect(await store.put(TEXT)).toEqual({ hash: HASH, size: 19 });
});

test("many puts of new and equal bytes at once all succeed", async () => {
  const puts = Array.from({ length: 200 }, (_, i) => blobs.put(Buffer.from(`blob ${i % 50}`)));
  const hashes = new Set((await Promise.all(puts)).map(({ hash }) => hash));
  expect(hashes.size).toBe(50);
  for (const hash of hashes) expect(await blobs.has(hash)).toBe(true);
});

test("a blob that was put again lately is not removed, one that was not is", async () => {
  const { hash } = await blobs.put(Buffer.from("to be swept"));
  const path = join(folder, "blobs", hash.slice(0, 2), hash.slice(2, 4), hash);
  await utimes(path, new Date(0), new Date(0));
  await blobs.put(Buffer.from("to be swept"));
  expect(await blobs.remove(hash, new Date(1_000_000))).toBe(false);
  await utimes(path, new Date(0), new Date(0));
  expect(await blobs.remove(hash, new Date(1_000_000))).toBe(true);
  expect(await blobs.has(hash)).toBe(false);
});

test("the list names every blob once", async () => {
  const listed = [];
  for await (const blob of blobs.list()) listed.push(blob.hash);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toContain(HASH);
});

test("opening clears away old unfinished files and leaves those that another process writes", async () => {
  const old = join(folder, "blobs/tmp/old");
  await writeFile(old, "half");
  await utimes(old, new Date(0), new Date(0));
  await writeFile(join(folder, "blobs/tmp/current"), "half");
  await openBlobs(join(folder, "blobs"));
  expect(await readdir(join(folder, "blobs/tmp"))).toEqual(["current"]);
});

test("what is not a hash is refused, so no path can be smuggled in", async () => {
  await expect(blobs.read("../../etc/passwd")).rejects.toThrow("is not the hash of a blob");
});
