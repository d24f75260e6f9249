import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testPlatform, type TestPlatform } from "../testing/index.ts";
import { blobId, createEngine, parseBlobId, partBlobId, type Actor, type Engine } from "./index.ts";

let platform: TestPlatform;
let engine: Engine;
let alice: Actor;
let bob: Actor;

beforeAll(async () => {
  platform = await testPlatform();
  engine = createEngine({
    ...platform,
    types: [],
    limits: { maxSizeUpload: 1000, maxConcurrentUpload: 2 },
  });
  [alice, bob] = [await person("alice"), await person("bob")];
});

async function person(name: string): Promise<Actor> {
  const accountId = platform.ids.next("a");
  await engine.write([], (w) => w.addAccount({ accountId, kind: "personal", name }));
  const accounts = { [accountId]: { name, isPersonal: true, isReadOnly: false } };
  return { personId: name, accountId, roles: ["member"], accounts };
}

const upload = (actor: Actor, text: string, accountId = actor.accountId) =>
  engine.blobs.upload(actor, accountId, Buffer.from(text), "text/plain");

async function read(actor: Actor, id: string, accountId = actor.accountId): Promise<string | null> {
  const blob = await engine.blobs.open(actor, accountId, id);
  return blob && Buffer.concat(await blob.stream().toArray()).toString();
}

describe("blobs", () => {
  it("are read by those who may, and look absent to others", async () => {
    const { blobId: id, size } = await upload(alice, "mine");
    expect(size).toBe(4);
    expect(await read(alice, id)).toBe("mine");
    expect(await read(bob, id)).toBeNull();
    expect(await read(bob, id, alice.accountId)).toBeNull();
    for (const wrong of [
      "b",
      `b${"0".repeat(64)}`,
      "../../etc/passwd",
      `${id}-0-99-i`,
      `${id}-3-1-i`,
      `${id}-0-2-z`,
    ])
      expect(await read(alice, wrong)).toBeNull();
  });

  it("are parts of messages too, decoded", async () => {
    const encoded = Buffer.from("hello 안녕").toString("base64");
    const { blobId: id } = await upload(alice, `head\r\n\r\n${encoded}\r\n=41`);
    const { hash } = parseBlobId(id)!;
    expect(blobId(hash)).toBe(id);
    const at = (start: number, end: number, encoding: "base64" | "identity" | "quoted-printable") =>
      read(alice, partBlobId(hash, { start, end }, encoding));
    expect(await at(8, 8 + encoded.length, "base64")).toBe("hello 안녕");
    expect(await at(0, 4, "identity")).toBe("head");
    expect(await at(10 + encoded.length, 13 + encoded.length, "quoted-printable")).toBe("A");
  });

  it("are refused above the limits, in accounts of others, and in read-only ones", async () => {
    await expect(upload(alice, "x".repeat(1001))).rejects.toThrow("tooLarge");
    await expect(upload(alice, "x", bob.accountId)).rejects.toThrow("accountNotFound");
    const accounts = { [bob.accountId]: { name: "", isPersonal: false, isReadOnly: true } };
    await expect(upload({ ...alice, accounts }, "x", bob.accountId)).rejects.toThrow(
      "accountReadOnly",
    );
    const three = [1, 2, 3].map((n) => upload(alice, `${n}`));
    const results = await Promise.allSettled(three);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  });

  it("end with the last record that refers to them, a day later", async () => {
    const used = parseBlobId((await upload(bob, "used")).blobId)!.hash;
    const unused = parseBlobId((await upload(bob, "unused")).blobId)!.hash;
    await sql`create table thing_with_blob (account_id text, blob_hash text)`.execute(platform.db);
    await sql`insert into thing_with_blob values (${bob.accountId}, ${used})`.execute(platform.db);
    await engine.trim();
    expect(await read(bob, blobId(unused))).toBe("unused");
    platform.clock.advance(25 * 3_600_000);
    const recent = await upload(bob, "recent");
    await engine.trim();
    expect(await read(bob, blobId(used))).toBe("used");
    expect(await read(bob, recent.blobId)).toBe("recent");
    expect(await read(bob, blobId(unused))).toBeNull();
  });

  it("that are not used make room for new ones, the oldest first (RFC 8620 §6)", async () => {
    const carol = await person("carol");
    await sql`create table paper_with_blob (account_id text, blob_hash text)`.execute(platform.db);
    const ids: string[] = [];
    for (const letter of "abcdefg") {
      const { blobId: id } = await upload(carol, letter.repeat(1000));
      ids.push(id);
      // The second one is used.
      if (letter === "b")
        await sql`insert into paper_with_blob values (${carol.accountId}, ${parseBlobId(id)!.hash})`.execute(
          platform.db,
        );
      platform.clock.advance(1000);
      // Uploaded again, the third one is new.
      if (letter === "e") await upload(carol, "c".repeat(1000));
      platform.clock.advance(1000);
    }
    const left = await Promise.all(ids.map(async (id) => (await read(carol, id))?.[0] ?? "-"));
    expect(left.join("")).toBe("-bc-efg");
  });

  it("that are not used make room first where somebody has brought the most, whoever comes", async () => {
    const owner = await person("owner");
    const as = (credential: string): Actor => ({ ...owner, credential });
    const left = async (ids: readonly string[]) =>
      (await Promise.all(ids.map(async (id) => (await read(owner, id))?.[0] ?? "-"))).join("");
    const bring = async (credential: string, letters: string): Promise<string[]> => {
      const ids: string[] = [];
      for (const letter of letters) {
        ids.push((await upload(as(credential), letter.repeat(1000))).blobId);
        platform.clock.advance(1000);
      }
      return ids;
    };
    const mine = await bring("session:1", "ab");
    const theirs = await bring("guest:v1", "stuvw");
    expect(await left([...mine, ...theirs])).toBe("ab---vw");
    const more = await bring("session:1", "cd");
    expect(await left([...mine, ...more, ...theirs])).toBe("--cd---vw");
  });

  describe("of who has part of the account in reach", () => {
    const quota = { octets: 10_000, emails: null };
    const within = async (name: string, owners: readonly Actor[]): Promise<Actor> => {
      const part = { ownerId: "p9", name: "", isReadOnly: false, reach: {} };
      const partialAccounts = Object.fromEntries(owners.map((one) => [one.accountId, part]));
      return { ...(await person(name)), credential: `session:${name}`, partialAccounts };
    };
    const bring = async (actor: Actor, letters: string, { accountId }: Actor) => {
      const ids: string[] = [];
      for (const letter of letters) {
        ids.push((await upload(actor, letter.repeat(1000), accountId)).blobId);
        platform.clock.advance(1000);
      }
      return ids;
    };
    const left = async (owner: Actor, ids: readonly string[]) =>
      (await Promise.all(ids.map(async (id) => (await read(owner, id))?.[0] ?? "-"))).join("");

    it("count against them alone, in all accounts together, whatever they sign in with", async () => {
      const [one, other] = [await person("one"), await person("other")];
      const guest = await within("guest", [one, other]);
      const mine = await bring(one, "abcd", one);
      const theirs = [
        ...(await bring(guest, "stu", one)),
        ...(await bring({ ...guest, credential: "session:again" }, "vw", one)),
      ];
      // The oldest of the five made room.
      expect(await left(one, [...mine, ...theirs])).toBe("abcd-tuvw");
      await expect(bring(guest, "x", other)).rejects.toThrow("overQuota");
      platform.clock.advance(25 * 3_600_000);
      expect(await left(other, await bring(guest, "x", other))).toBe("x");
      await bring(guest, "yz!", one);
      expect(await left(one, [...mine, ...(await bring(guest, "?", one))])).toBe("abcd?");
    });

    it("stay within what the account may keep, with those of all others", async () => {
      const owner = await person("limited");
      await engine.write([owner.accountId], async (w) => {
        await w.setQuota(owner.accountId, quota);
        w.used(owner.accountId, { octets: 7500 });
      });
      const [first, second] = [await within("first", [owner]), await within("second", [owner])];
      await bring(first, "a", owner);
      await bring(second, "b", owner);
      await expect(bring(second, "c", owner)).rejects.toThrow("overQuota");
      await expect(bring(first, "c", owner)).rejects.toThrow("overQuota");
      // What is the owner's is no longer theirs.
      await bring(owner, "ab", owner);
      expect(await left(owner, await bring(first, "c", owner))).toBe("c");
    });

    it("are not read any further than they may go, and leave nothing", async () => {
      const owner = await person("full");
      await engine.write([owner.accountId], async (w) => {
        await w.setQuota(owner.accountId, { octets: 300, emails: null });
      });
      const guest = await within("late", [owner]);
      let pieces = 0;
      const endless = async function* () {
        for (;;) {
          pieces += 1;
          yield Buffer.alloc(100);
        }
      };
      await expect(
        engine.blobs.upload(guest, owner.accountId, endless(), "text/plain"),
      ).rejects.toThrow("overQuota");
      expect(pieces).toBe(4);
      const rows = platform.db.selectFrom("blob").where("account_id", "=", owner.accountId);
      expect(await rows.selectAll().execute()).toEqual([]);
    });
  });
});
