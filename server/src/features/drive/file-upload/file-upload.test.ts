import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { BackgroundTask, type BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import { FileNode } from "@atrium/contract/types/file-node";
import { FileUpload, type FileUploadRecord } from "@atrium/contract/types/file-upload";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { releaseBlobs } from "../../../engine/blob-release.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { asInBrowser } from "../../accounts/index.ts";
import { createTaskKinds } from "../../../wiring/task-kinds.ts";
import { runTask } from "../../background-tasks/run-task.ts";
import { sweepBlobs } from "../../blobs/index.ts";
import { fileOctetsOf } from "../file-octets.ts";
import { MAX_FILE_UPLOAD, MAX_FILE_UPLOADS, UPLOAD_KEPT } from "../limits.ts";
import { trimUploads } from "./trim-uploads.ts";

/** Of the suite below: less than the limit for uploads at once. */
const PART = 10_000_000;

let suite: TestSuite;
let alice: Actor;
let bob: Actor;
beforeAll(async () => {
  suite = await testSuite();
  const people = await makeDemo(suite, "alice", "bob");
  alice = asInBrowser(actorOf(people.alice), new Date(8.64e15));
  bob = asInBrowser(actorOf(people.bob), new Date(8.64e15));
});

const call = (type: Parameters<typeof callMethod>[1], verb: string, args: object, actor = alice) =>
  callMethod({ engine: suite.engine, actor }, type, verb, { accountId: actor.accountId, ...args });

async function put(bytes: Uint8Array, actor = alice): Promise<string> {
  const { blobId } = await suite.engine.blobs.upload(actor, actor.accountId, bytes, "x/y");
  return blobId;
}

async function begin(size: number, more: object = {}, actor = alice): Promise<string> {
  const answer = await call(
    FileUpload,
    "set",
    { create: { new: { name: "film.mkv", size, ...more } } },
    actor,
  );
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["new"]!.id;
}

const refused = async (create: object): Promise<unknown> =>
  ((await call(FileUpload, "set", { create: { new: create } }))["notCreated"] as Answer)?.["new"];

const change = (id: string, patch: object, actor = alice) =>
  call(FileUpload, "set", { update: { [id]: patch } }, actor);

async function read(id: string, actor = alice): Promise<FileUploadRecord | undefined> {
  const { list } = await call(FileUpload, "get", { ids: [id] }, actor);
  return (list as FileUploadRecord[])[0];
}

/** Begins the task, and does it as its job would. */
async function join(fileUploadId: string): Promise<BackgroundTaskRecord | object> {
  const answer = await call(BackgroundTask, "set", {
    create: { new: { kind: "joinUpload", name: "Film", arguments: { fileUploadId } } },
  });
  const made = (answer["created"] as Record<string, { id: string }> | null)?.["new"];
  if (made === undefined) return (answer["notCreated"] as Record<string, object>)["new"]!;
  await run(made.id);
  const { list } = await call(BackgroundTask, "get", { ids: [made.id] });
  return (list as BackgroundTaskRecord[])[0]!;
}

const run = (taskId: string): Promise<void> =>
  runTask(
    {
      engine: suite.engine,
      kinds: createTaskKinds(suite.platform),
      actorOf: async () => alice,
    },
    { accountId: alice.accountId, taskId },
  );

/** What counts against Alice's quota, who has no mail. */
const octets = async (): Promise<number> => {
  const { db } = suite.platform;
  const { used_octets: used } = await db
    .selectFrom("account")
    .select("used_octets")
    .where("account_id", "=", alice.accountId)
    .executeTakeFirstOrThrow();
  expect(await fileOctetsOf(db, alice.accountId)).toBe(used);
  return used;
};

/** As it is done every day. */
const release = (): Promise<number> => {
  const { platform, engine } = suite;
  return releaseBlobs({
    db: platform.db,
    write: (accounts, work) => engine.write(accounts, work),
    now: platform.clock.now(),
  });
};

const bytes = (length: number, letter: string): Buffer => Buffer.alloc(length, letter);

conformsToJmap(FileUpload, async () => {
  // Two, so that each patch changes something.
  const fives = [await put(Buffer.from("five1")), await put(Buffer.from("five2"))];
  let count = 0;
  return {
    engine: suite.engine,
    actor: alice,
    accountId: alice.accountId,
    foreign: { accountId: bob.accountId, id: await begin(5, {}, bob) },
    make: () => begin(5),
    create: () => ({ name: `film ${(count += 1)}`, size: 5 }),
    patch: () => ({ "parts/0": fives[(count += 1) % 2] }),
    destroys: true,
    queries: false,
  };
});

describe("a file in parts", () => {
  it("is the same file when they are joined, in whatever order they came", async () => {
    const [first, last] = [bytes(PART, "a"), bytes(1234, "b")];
    const before = await octets();
    const id = await begin(PART + 1234, { type: "video/x-matroska" });
    expect(await read(id)).toMatchObject({ partSize: PART, parts: {}, blobId: null });
    expect(await join(id)).toMatchObject({ type: "invalidProperties" });

    expect((await change(id, { "parts/1": await put(last) }))["notUpdated"]).toBeNull();
    expect(await octets()).toBe(before + 1234);
    expect(await join(id)).toMatchObject({ type: "invalidProperties" });
    await change(id, { "parts/0": await put(first) });
    expect(await octets()).toBe(before + PART + 1234);

    expect(await join(id)).toMatchObject({ state: "done", done: 1, failed: 0 });
    const hash = createHash("sha256").update(first).update(last).digest("hex");
    const joined = (await read(id))!;
    expect(joined).toMatchObject({ parts: {} });
    expect(joined.blobId).toContain(hash);
    expect(await octets()).toBe(before + PART + 1234);
    // Once more changes nothing.
    expect(await join(id)).toMatchObject({ state: "done" });

    await call(FileUpload, "set", { destroy: [id] });
    expect(await octets()).toBe(before);
    const { created } = await call(FileNode, "set", {
      create: { new: { name: "film.mkv", blobId: joined.blobId } },
    });
    expect(created).toMatchObject({ new: { size: PART + 1234 } });
    expect(await octets()).toBe(before + PART + 1234);
  });

  it("keeps what has come for seven days, and is swept by nothing else", async () => {
    const { platform, engine } = suite;
    // Those of the tests before.
    platform.clock.advance(UPLOAD_KEPT);
    await trimUploads(engine);
    const before = await octets();
    const part = await put(bytes(PART, "c"));
    const id = await begin(PART + 1);
    await change(id, { "parts/0": part });
    const other = await begin(5);
    await change(other, { "parts/0": await put(Buffer.from("whole")) });
    await join(other);
    const whole = (await read(other))!.blobId!;

    platform.clock.advance(UPLOAD_KEPT - 60_000);
    expect(await trimUploads(engine)).toBe(0);
    await release();
    await sweepBlobs(platform);
    for (const blobId of [part, whole])
      expect(await engine.blobs.open(alice, alice.accountId, blobId)).not.toBeNull();
    expect(await octets()).toBe(before + PART + 5);

    platform.clock.advance(120_000);
    expect(await trimUploads(engine)).toBe(2);
    expect(await read(id)).toBeUndefined();
    expect(await octets()).toBe(before);
    await release();
    for (const blobId of [part, whole])
      expect(await engine.blobs.open(alice, alice.accountId, blobId)).toBeNull();
  });

  it("takes a part of the right size and number alone", async () => {
    const before = await octets();
    const id = await begin(PART + 10);
    const ten = await put(bytes(10, "d"));
    const wrong: object[] = [
      { "parts/0": ten },
      { "parts/2": ten },
      { "parts/-1": ten },
      { "parts/01": ten },
      { "parts/1e0": ten },
      { "parts/1": await put(bytes(11, "e")) },
      { "parts/1": ten, "parts/2": ten },
      { "parts/1": "Gnothing" },
      { "parts/1": await put(Buffer.from("of another"), bob) },
      { name: "another" },
      { size: 5 },
      { blobId: ten },
    ];
    for (const patch of wrong)
      expect((await change(id, patch))["notUpdated"], JSON.stringify(patch)).toHaveProperty(id);
    expect(await read(id)).toMatchObject({ parts: {}, size: PART + 10 });
    expect(await octets()).toBe(before);
    // One takes the place of another, and goes.
    await change(id, { "parts/1": ten });
    await change(id, { "parts/1": await put(bytes(10, "f")) });
    expect(await octets()).toBe(before + 10);
    await change(id, { "parts/1": null });
    expect(await octets()).toBe(before);
    await call(FileUpload, "set", { destroy: [id] });
  });

  it("is refused before a part is sent when it can never be kept", async () => {
    for (const name of ["", "a/b", "x".repeat(256), "a\u0000b"])
      expect(await refused({ name, size: 1 })).toMatchObject({ properties: ["name"] });
    expect(await refused({ name: "a", size: 0 })).toMatchObject({ properties: ["size"] });
    expect(await refused({ name: "a", size: MAX_FILE_UPLOAD + 1 })).toMatchObject({
      type: "tooLarge",
    });
    expect(await refused({ name: "a", size: 1, type: "no type" })).toMatchObject({
      properties: ["type"],
    });
    expect(
      await refused({ name: "a", size: 1, parts: { "0": await put(Buffer.from("x")) } }),
    ).toMatchObject({ properties: ["parts"] });
    // A name is kept in one form.
    const id = await begin(1, { name: " e\u0301 " });
    expect(await read(id)).toMatchObject({ name: "\u00e9" });
    await call(FileUpload, "set", { destroy: [id] });
  });

  it("does not exceed the quota, by its size nor by parts of several at once", async () => {
    const { engine } = suite;
    const used = await octets();
    const accountId = alice.accountId;
    await engine.write([accountId], (w) =>
      w.setQuota(accountId, { octets: used + 1000, emails: null }),
    );
    expect(await refused({ name: "a", size: 1001 })).toMatchObject({ type: "overQuota" });
    const [one, two] = [await begin(600), await begin(600)];
    const part = await put(bytes(600, "g"));
    const answer = await call(FileUpload, "set", {
      update: { [one]: { "parts/0": part }, [two]: { "parts/0": part } },
    });
    expect(answer["notUpdated"]).toMatchObject({ [two]: { type: "overQuota" } });
    expect(await octets()).toBe(used + 600);
    await call(FileUpload, "set", { destroy: [one, two] });
    expect(await octets()).toBe(used);
    await engine.write([accountId], (w) => w.setQuota(accountId, { octets: null, emails: null }));
  });

  it("is one of a limited number", async () => {
    const wanted = Array.from({ length: MAX_FILE_UPLOADS + 1 }, (_, n) => [
      `n${n}`,
      { name: "a", size: 1 },
    ]);
    const answer = await call(FileUpload, "set", { create: Object.fromEntries(wanted) });
    const created = answer["created"] as Record<string, { id: string }>;
    expect(Object.keys(created)).toHaveLength(MAX_FILE_UPLOADS);
    expect(Object.values(answer["notCreated"] as object)).toMatchObject([{ type: "overQuota" }]);
    await call(FileUpload, "set", { destroy: Object.values(created).map(({ id }) => id) });
  });

  it("is nobody else's", async () => {
    const id = await begin(4);
    await change(id, { "parts/0": await put(Buffer.from("mine")) });
    const asBob = (verb: string, args: object) =>
      callMethod({ engine: suite.engine, actor: bob }, FileUpload, verb, {
        accountId: alice.accountId,
        ...args,
      });
    expect(await asBob("get", { ids: [id] })).toMatchObject({ type: "accountNotFound" });
    expect(await asBob("set", { destroy: [id] })).toMatchObject({ type: "accountNotFound" });
    expect(await read(id, bob)).toBeUndefined();
    await call(FileUpload, "set", { destroy: [id] });
  });
});
