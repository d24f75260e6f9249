import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { BlobStore } from "./store.ts";

const TEXT = Buffer.from("the quick brown fox");
const HASH = "9ecb36561341d18eb65484e833efea61edc74b84cf5e6ae1b81c63533e25fc8f";
const NEVER_PUT = "0".repeat(64);

/** What every store of blobs does. `largest`: octets that it takes no other way than anything larger. */
export function keepsBlobs(open: () => BlobStore, large: number): void {
  test("a blob is named by the SHA-256 of its bytes and read back whole, in part and as a stream", async () => {
    const blobs = open();
    expect(await blobs.put(TEXT)).toEqual({ hash: HASH, size: 19 });
    expect(await blobs.has(HASH)).toBe(true);
    expect(await blobs.read(HASH)).toEqual(TEXT);
    expect(String(await blobs.read(HASH, { start: 4, end: 9 }))).toBe("quick");
    expect(String(await blobs.read(HASH, { start: 16, end: 99 }))).toBe("fox");
    expect(await blobs.read(HASH, { start: 30, end: 40 })).toHaveLength(0);
    expect(await buffer(blobs.stream(HASH))).toEqual(TEXT);
    expect(String(await buffer(blobs.stream(HASH, { start: 4, end: 9 })))).toBe("quick");
    expect(await buffer(blobs.stream(HASH, { start: 4, end: 4 }))).toHaveLength(0);
  });

  test("nothing at all is a blob, too", async () => {
    const blobs = open();
    const { hash, size } = await blobs.put(Buffer.alloc(0));
    expect(size).toBe(0);
    expect(await blobs.read(hash)).toHaveLength(0);
    expect(await blobs.read(hash, { start: 0, end: 10 })).toHaveLength(0);
  });

  test("a stream of pieces is the same blob as its bytes at once", async () => {
    async function* pieces() {
      yield TEXT.subarray(0, 7);
      yield TEXT.subarray(7);
    }
    expect(await open().put(pieces())).toEqual({ hash: HASH, size: 19 });
  });

  test("a large blob is the same as it was, put once or again, and in any part", async () => {
    const blobs = open();
    const bytes = Buffer.alloc(large, "one line of it, ");
    bytes.writeUInt32BE(large, large - 4);
    async function* pieces() {
      for (let at = 0; at < large; at += 100_000) yield bytes.subarray(at, at + 100_000);
    }
    const { hash, size } = await blobs.put(pieces());
    expect(size).toBe(large);
    expect((await blobs.read(hash)).equals(bytes)).toBe(true);
    expect(await blobs.put(bytes)).toEqual({ hash, size });
    const end = await blobs.read(hash, { start: large - 4, end: large });
    expect(end.readUInt32BE()).toBe(large);
  });

  test("many puts of new and equal bytes at once all succeed", async () => {
    const blobs = open();
    const puts = Array.from({ length: 60 }, (_, i) => blobs.put(Buffer.from(`blob ${i % 15}`)));
    const hashes = new Set((await Promise.all(puts)).map(({ hash }) => hash));
    expect(hashes.size).toBe(15);
    for (const hash of hashes) expect(await blobs.has(hash)).toBe(true);
  });

  test("a blob that was put lately is not removed, one that was not is", async () => {
    const blobs = open();
    const { hash } = await blobs.put(Buffer.from("to be removed"));
    expect(await blobs.remove(hash, new Date(0))).toBe(false);
    expect(await blobs.has(hash)).toBe(true);
    expect(await blobs.remove(hash, tomorrow())).toBe(true);
    expect(await blobs.has(hash)).toBe(false);
    expect(await blobs.remove(hash, tomorrow())).toBe(false);
    await blobs.put(Buffer.from("to be removed"));
    expect(await blobs.has(hash)).toBe(true);
  });

  test("the list names every blob once, with its size and the time of its putting", async () => {
    const blobs = open();
    await blobs.put(TEXT);
    const listed = await Array.fromAsync(blobs.list());
    expect(new Set(listed.map(({ hash }) => hash)).size).toBe(listed.length);
    const found = listed.find(({ hash }) => hash === HASH);
    expect(found?.size).toBe(19);
    expect(Math.abs(found!.putAt.getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  test("a blob that is not there is said to be missing", async () => {
    const blobs = open();
    expect(await blobs.has(NEVER_PUT)).toBe(false);
    await expect(blobs.read(NEVER_PUT)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(buffer(blobs.stream(NEVER_PUT))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("what is not a hash is refused, so no path can be smuggled in", async () => {
    const read = async () => await open().read("../../etc/passwd");
    await expect(read()).rejects.toThrow("is not the hash of a blob");
  });
}

const tomorrow = (): Date => new Date(Date.now() + 86_400_000);
