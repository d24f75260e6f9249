import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "./files.ts";
import { keepsBlobs } from "./contract.fixture.ts";
import type { BlobStore } from "./store.ts";

let folder: string;
let blobs: BlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-blobs-"));
  blobs = await openBlobs(join(folder, "blobs"));
});
afterAll(() => rm(folder, { recursive: true }));

const TEXT = Buffer.from("the quick brown fox");
const HASH = "9ecb36561341d18eb65484e833efea61edc74b84cf5e6ae1b81c63533e25fc8f";

keepsBlobs(() => blobs, 300_000);

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
  await expect(store.put(TEXT)).rejects.toThrow("EEXIST");
  expect(await readdir(join(elsewhere, "tmp"))).toEqual([]);
  await rm(inTheWay);
  expect(await store.put(TEXT)).toEqual({ hash: HASH, size: 19 });
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

test("opening clears away old unfinished files and leaves those that another process writes", async () => {
  const old = join(folder, "blobs/tmp/old");
  await writeFile(old, "half");
  await utimes(old, new Date(0), new Date(0));
  await writeFile(join(folder, "blobs/tmp/current"), "half");
  await openBlobs(join(folder, "blobs"));
  expect(await readdir(join(folder, "blobs/tmp"))).toEqual(["current"]);
});
