import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../testing/index.ts";
import { S3_BUCKET, S3_KEYS, startTestS3, type TestS3 } from "../../../testing/s3-server.ts";
import { readConfig, type Config } from "../../config/index.ts";
import type { Db } from "../../db/index.ts";
import { checkBlobStore, openS3Blobs, s3Of, type BlobStore } from "../index.ts";
import { keepsBlobs } from "../contract.fixture.ts";

const PART = 5 * 1024 * 1024;

let s3: TestS3;
let folder: string;
let db: Db;
let blobs: BlobStore;
/** Of another server on the same database. */
let other: BlobStore;

beforeAll(async () => {
  s3 = await startTestS3();
  folder = await mkdtemp(join(tmpdir(), "atrium-s3-"));
  ({ db } = await testDatabase());
  blobs = await open();
  other = await open();
});
afterEach(() => {
  s3.trouble = () => null;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

function configOf(more: Partial<Config> = {}): Config {
  return {
    ...readConfig({}, folder).config,
    s3Bucket: S3_BUCKET,
    s3Endpoint: s3.endpoint,
    s3AccessKey: S3_KEYS.accessKey,
    s3SecretKey: S3_KEYS.secretKey,
    s3PartSize: PART,
    s3Timeout: 60_000,
    s3Attempts: 3,
    ...more,
  };
}

const open = (
  more: Partial<Config> = {},
  database: Db | null = db,
  settings = { ...s3Of(configOf(more))!, pause: 5 },
): Promise<BlobStore> =>
  openS3Blobs({
    settings,
    db: database,
    spoolFolder: join(folder, "spool"),
  });

const tomorrow = (): Date => new Date(Date.now() + 86_400_000);
const messageOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "it went well",
    (error: Error) => error.message,
  );

keepsBlobs(() => blobs, 3 * PART + 17);

test("what waited to be sent is gone from the disk, also after a put that fails half way", async () => {
  async function* broken() {
    yield Buffer.alloc(400_000);
    throw new Error("the sender went away");
  }
  await expect(blobs.put(broken())).rejects.toThrow("the sender went away");
  s3.trouble = ({ method }) => (method === "PUT" ? { status: 403, code: "AccessDenied" } : null);
  expect(await messageOf(blobs.put(Buffer.alloc(400_000, "x")))).toContain("AccessDenied");
  expect(await readdir(join(folder, "spool"))).toEqual([]);
});

describe("when the store is in trouble", () => {
  test.for([
    "break",
    "break-after",
    { status: 503, code: "SlowDown" },
    { status: 500, code: "InternalError" },
  ] as const)("a put goes through after two tries that failed: %o", async (trouble) => {
    let left = 2;
    s3.trouble = ({ method }) => (method === "PUT" && left-- > 0 ? trouble : null);
    const { hash } = await blobs.put(Buffer.from(`put under ${JSON.stringify(trouble)}`));
    expect(left).toBeLessThan(0);
    expect(await blobs.has(hash)).toBe(true);
  });

  test("a store that says nothing is given up in time, and the put is not acknowledged", async () => {
    const settings = { ...s3Of(configOf({ s3Attempts: 2 }))!, pause: 5 };
    const hasty = await open({}, db, settings);
    await hasty.put(Buffer.from("heard"));
    settings.timeout = 50;
    s3.trouble = ({ method }) => (method === "PUT" ? "silence" : null);
    expect(await messageOf(hasty.put(Buffer.from("unheard")))).toContain("does not answer in time");
  });

  test("a store that is not there is named, without the secret", async () => {
    const away = await open({ s3Endpoint: "http://127.0.0.1:9", s3Attempts: 1 });
    const message = await messageOf(away.put(Buffer.from("x")));
    expect(message).toContain(`s3://${S3_BUCKET}/atrium/ at http://127.0.0.1:9 cannot be reached`);
    expect(message).not.toContain(S3_KEYS.secretKey);
  });

  test("a download that breaks off is taken up where it broke", async () => {
    const bytes = Buffer.alloc(300_000, "some bytes that differ ");
    const { hash } = await blobs.put(bytes);
    let left = 2;
    const from = s3.seen.length;
    s3.trouble = ({ method }) => (method === "GET" && left-- > 0 ? "half" : null);
    expect((await blobs.read(hash)).equals(bytes)).toBe(true);
    expect(s3.seen.length - from).toBe(3);
  });

  test("the answer to the last step of a large put may get lost", async () => {
    s3.trouble = ({ method, query }) =>
      method === "POST" && query.has("uploadId") && s3.uploads.size > 0 ? "break-after" : null;
    const { hash, size } = await blobs.put(Buffer.alloc(2 * PART, "answer lost"));
    expect(s3.objects.get(`atrium/${hash}`)?.bytes.length).toBe(size);
  });

  test("a large put that fails leaves no parts behind, and what was left by one that died is tidied away", async () => {
    s3.trouble = ({ query }) =>
      query.get("partNumber") === "2" ? { status: 403, code: "No" } : null;
    const bytes = Buffer.alloc(2 * PART, "parts");
    expect(await messageOf(blobs.put(bytes))).toContain("403");
    expect(s3.uploads.size).toBe(0);
    s3.uploads.set("died", { key: "atrium/x", parts: new Map(), at: new Date(0) });
    s3.uploads.set("lives", { key: "atrium/y", parts: new Map(), at: new Date() });
    await blobs.tidy(new Date(Date.now() - 86_400_000));
    expect([...s3.uploads.keys()]).toEqual(["lives"]);
    s3.uploads.clear();
  });

  test("an answer that leads elsewhere is not followed", async () => {
    s3.trouble = () => ({ status: 307, code: "TemporaryRedirect" });
    expect(await messageOf(blobs.has("1".repeat(64)))).toContain("check ATRIUM_S3_ENDPOINT");
  });

  test("a bucket that is not there is no blob that is missing", async () => {
    const elsewhere = await open({ s3Bucket: "no-such-bucket" });
    expect(await messageOf(elsewhere.read("1".repeat(64)))).toContain("check ATRIUM_S3_BUCKET");
  });

  test("a wrong key is said, and nothing of a signature", async () => {
    const wrong = await open({ s3SecretKey: "wrong" });
    const message = await messageOf(wrong.put(Buffer.from("x")));
    expect(message).toContain("403 SignatureDoesNotMatch): check ATRIUM_S3_SECRET_KEY");
    expect(message).not.toMatch(/Signature=|Credential=|AKTEST/);
  });
});

describe("two servers on one database", () => {
  test("what one puts while another removes it stays, however they meet", async () => {
    const bytes = Buffer.from("wanted and unwanted");
    for (let round = 0; round < 20; round++) {
      const { hash } = await blobs.put(bytes);
      // All that was said of it is long ago.
      await db.deleteFrom("blob_put" as never).execute();
      s3.objects.get(`atrium/${hash}`)!.at = new Date(0);
      const before = new Date(Date.now() - 60_000);
      const put = pause(round % 5).then(() => blobs.put(bytes));
      const [removed] = await Promise.all([other.remove(hash, before), put]);
      expect([round, removed, await blobs.has(hash)]).toEqual([round, removed, true]);
    }
  });

  test("a put that is announced keeps the sweep of another server away before a byte of it was sent", async () => {
    const bytes = Buffer.from("slow to arrive");
    const { hash } = await blobs.put(bytes);
    await db.deleteFrom("blob_put" as never).execute();
    s3.objects.get(`atrium/${hash}`)!.at = new Date(0);
    let removed: boolean | undefined;
    let asked: Promise<void> | undefined;
    s3.trouble = ({ method }) => {
      if (method === "PUT")
        asked ??= other
          .remove(hash, new Date(Date.now() - 60_000))
          .then((was) => void (removed = was));
      return null;
    };
    await blobs.put(bytes);
    await asked;
    expect(removed).toBe(false);
    expect(await blobs.has(hash)).toBe(true);
  });

  test("a put waits for a removal of the same bytes that has begun", async () => {
    const bytes = Buffer.from("on its way out");
    const { hash } = await blobs.put(bytes);
    let put: Promise<unknown> | undefined;
    const order: string[] = [];
    s3.trouble = ({ method, key }) => {
      if (key.endsWith(hash) && method !== "HEAD") order.push(method);
      if (method === "DELETE") put ??= blobs.put(bytes);
      return null;
    };
    expect(await other.remove(hash, tomorrow())).toBe(true);
    await put;
    expect(order).toEqual(["DELETE", "PUT"]);
    expect(await blobs.has(hash)).toBe(true);
  });

  test("a removal that may or may not have been done keeps the name closed", async () => {
    const bytes = Buffer.from("perhaps removed");
    const { hash } = await blobs.put(bytes);
    s3.trouble = ({ method }) =>
      method === "DELETE" ? { status: 403, code: "AccessDenied" } : null;
    expect(await messageOf(other.remove(hash, tomorrow()))).toContain("AccessDenied");
    expect(await messageOf(blobs.put(bytes))).toContain("is just being removed");
    await pretendAge(db, hash, 16);
    expect((await blobs.put(bytes)).hash).toBe(hash);
  });
});

async function pretendAge(database: Db, hash: string, minutes: number): Promise<void> {
  await database
    .updateTable("blob_put" as never)
    .set({ at: new Date(Date.now() - minutes * 60_000) } as never)
    .where("hash" as never, "=", hash as never)
    .execute();
}

test("a store belongs to one database: another one neither begins nor sweeps there", async () => {
  const { db: stranger } = await testDatabase();
  await expect(open({}, stranger)).rejects.toThrow("belongs to another database");
  await expect(open({}, null)).rejects.toThrow("belongs to another database");
  const beside = await open({ s3Prefix: "beside/" }, stranger);
  s3.objects.get("beside/owner")!.bytes = Buffer.from("somebody else");
  await expect(beside.tidy(new Date(0))).rejects.toThrow("belongs to another database");
});

test("the doctor's look says what does not go, and leaves nothing behind", async () => {
  const before = s3.objects.size;
  expect(await checkBlobStore(configOf())).toEqual({
    place: `messages and files in s3://${S3_BUCKET}/atrium/ at ${s3.endpoint}`,
    fault: null,
  });
  for (const [method, step] of [
    ["PUT", "write"],
    ["DELETE", "delete"],
  ]) {
    s3.trouble = (request) =>
      request.method === method ? { status: 403, code: "AccessDenied" } : null;
    const { fault } = await checkBlobStore(configOf());
    expect(fault?.step).toBe(step);
    expect(fault?.what).toContain("AccessDenied");
  }
  s3.trouble = () => null;
  for (const key of s3.objects.keys()) if (key.includes("probe")) s3.objects.delete(key);
  expect(await checkBlobStore(configOf({ s3AccessKey: null }))).toMatchObject({
    fault: { step: "configure", what: "ATRIUM_S3_BUCKET needs ATRIUM_S3_ACCESS_KEY." },
  });
  expect(s3.objects.size).toBe(before);
});
