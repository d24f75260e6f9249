import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@atrium/contract/types/wire";
import {
  createEngine,
  parseBlobId,
  partBlobId,
  type Actor,
  type Engine,
} from "../../engine/index.ts";
import { testPlatform } from "../../testing/index.ts";
import { fileTypes } from "../drive/index.ts";
import { createRoleMailboxes, deliver, mailTypes } from "../mail/index.ts";
import { blobCapabilities, blobTypes } from "./index.ts";

let engine: Engine;
let alice: Actor;
let bob: Actor;

const personal = (name: string, isReadOnly = false) => ({ name, isPersonal: true, isReadOnly });

beforeAll(async () => {
  const platform = await testPlatform();
  const types = [...mailTypes, ...fileTypes];
  const limits = { maxSizeUpload: 5000, maxObjectsInGet: 20, maxObjectsInSet: 20 };
  engine = createEngine({
    ...platform,
    types: [...types, ...blobTypes(types)],
    capabilities: blobCapabilities(types, limits),
    limits,
  });
  for (const accountId of ["a1", "a2", "a3", "org"])
    await engine.write([], async (w) => {
      const kind = accountId === "org" ? "organisation" : "personal";
      await w.addAccount({ accountId, kind, name: accountId });
      await createRoleMailboxes(w, accountId);
    });
  alice = {
    personId: "p1",
    accountId: "a1",
    roles: ["member"],
    accounts: {
      a1: personal("alice"),
      a2: { ...personal("team"), isPersonal: false, kind: "shared" },
      a3: personal("archive", true),
      org: { ...personal("house", true), isPersonal: false, kind: "organisation" },
    },
  };
  bob = { ...alice, personId: "p2", accountId: "a2", accounts: { a2: personal("bob") } };
});

async function call(name: string, args: JsonObject, actor = alice): Promise<Answer> {
  return (await run([[`Blob/${name}`, { accountId: actor.accountId, ...args }]], actor))[0]![1];
}

async function run(calls: [string, JsonObject][], actor = alice) {
  const using = ["core", "mail", "blob", "filenode"].map((name) => `urn:ietf:params:jmap:${name}`);
  const methodCalls = calls.map(([name, args], n) => [name, args, `${n}`]);
  const { methodResponses } = await engine.handle(actor, { using, methodCalls });
  return methodResponses as unknown as [string, Answer, string][];
}

interface Answer {
  readonly type?: string;
  readonly list: readonly JsonObject[];
  readonly created: Readonly<Record<string, { id: string; size: number; type: string }>>;
  readonly copied: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

const upload = async (text: string | Buffer, actor = alice): Promise<string> =>
  (await engine.blobs.upload(actor, actor.accountId, Buffer.from(text), "text/plain")).blobId;

async function read(accountId: string, id: string): Promise<string | null> {
  const blob = await engine.blobs.open(alice, accountId, id);
  return blob && Buffer.concat(await blob.stream().toArray()).toString();
}

const QUICK = "The quick brown fox";

describe("Blob/upload", () => {
  it("joins text, base64 and pieces of blobs, also of those it made just before", async () => {
    const { created, notCreated } = await call("upload", {
      create: {
        b4: { data: [{ "data:asText": QUICK }] },
        cat: {
          type: "text/x-cat",
          data: [
            { "data:asText": "A " },
            { blobId: "#b4", offset: 4, length: 5 },
            { "data:asBase64": Buffer.from([0x20, 0xff]).toString("base64") },
            { blobId: "#b4", offset: 15 },
            { blobId: "#b4", length: 0 },
          ],
        },
        empty: { data: [] },
      },
    });
    expect(notCreated).toBeNull();
    const cat = Buffer.concat([Buffer.from("A quick "), Buffer.from([0xff]), Buffer.from(" fox")]);
    expect(created["cat"]).toMatchObject({ size: cat.length, type: "text/x-cat" });
    expect(created["empty"]).toMatchObject({ size: 0, type: "application/octet-stream" });
    expect(parseBlobId(created["cat"]!.id)!.hash).toBe(
      createHash("sha256").update(cat).digest("hex"),
    );
    expect(await read("a1", created["b4"]!.id)).toBe(QUICK);
  });

  it("takes pieces of parts of messages, decoded", async () => {
    const id = await upload(`x\r\n\r\n${Buffer.from(QUICK).toString("base64")}`);
    const part = partBlobId(parseBlobId(id)!.hash, { start: 5, end: 33 }, "base64");
    const data = [
      { blobId: part, offset: 16 },
      { blobId: part, offset: 3, length: 6 },
    ];
    const { created } = await call("upload", { create: { a: { data } } });
    expect(await read("a1", created["a"]!.id)).toBe("fox quick");
    const beyond = { data: [{ blobId: part, offset: 3, length: 17 }] };
    expect(await call("upload", { create: { a: beyond } })).toMatchObject({
      notCreated: { a: { properties: ["data"] } },
    });
  });

  it("guesses nothing", async () => {
    const id = await upload("12345");
    const wrong: Record<string, [unknown, string]> = {
      notList: ["text", "invalidProperties"],
      notObject: [["text"], "invalidProperties"],
      nothing: [[{}], "invalidProperties"],
      two: [[{ "data:asText": "a", "data:asBase64": "YQ==" }], "invalidProperties"],
      both: [[{ "data:asText": "a", blobId: id }], "invalidProperties"],
      surrogate: [[{ "data:asText": "\ud800" }], "invalidProperties"],
      base64: [[{ "data:asBase64": "Y Q=" }], "invalidProperties"],
      base64url: [[{ "data:asBase64": "_-8=" }], "invalidProperties"],
      beyond: [[{ blobId: id, offset: 3, length: 3 }], "invalidProperties"],
      after: [[{ blobId: id, offset: 6 }], "invalidProperties"],
      negative: [[{ blobId: id, offset: -1 }], "invalidProperties"],
      missing: [[{ blobId: `b${"0".repeat(64)}` }], "blobNotFound"],
      unmade: [[{ blobId: "#nobody" }], "blobNotFound"],
      large: [
        [{ "data:asText": "x".repeat(3000) }, { "data:asText": "x".repeat(2001) }],
        "tooLarge",
      ],
      many: [Array.from({ length: 257 }, () => ({ "data:asText": "" })), "invalidProperties"],
    };
    const create = Object.fromEntries(
      Object.entries(wrong).map(([key, [data]]) => [key, { data }]),
    );
    const { created, notCreated } = await call("upload", { create });
    expect(created).toBeNull();
    const types = Object.entries(notCreated as Record<string, { type: string }>);
    expect(Object.fromEntries(types.map(([key, { type }]) => [key, type]))).toEqual(
      Object.fromEntries(Object.entries(wrong).map(([key, [, type]]) => [key, type])),
    );
    const badType = { a: { data: [], type: "text\r\nx" }, b: { data: [], extra: 1 } };
    expect(await call("upload", { create: badType })).toMatchObject({
      notCreated: { a: { properties: ["type"] }, b: { properties: ["extra"] } },
    });
  });

  it("is refused where the person may not write, and above the limits", async () => {
    const create = { a: { data: [] } };
    for (const [accountId, type] of [
      ["a3", "accountReadOnly"],
      ["org", "accountReadOnly"],
      ["nobody", "accountNotFound"],
    ])
      expect(await call("upload", { accountId, create })).toMatchObject({ type });
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, { data: [] }]));
    expect(await call("upload", { create: many })).toMatchObject({ type: "requestTooLarge" });
  });
});

describe("Blob/get", () => {
  const sha = (text: string, algorithm: string) =>
    createHash(algorithm).update(text).digest("base64");
  const get = async (id: string, args: JsonObject = {}) =>
    (await call("get", { ids: [id], ...args })).list[0];

  it("answers text as text and other bytes in base64", async () => {
    const text = await upload(QUICK);
    expect(await get(text)).toEqual({ id: text, "data:asText": QUICK, size: 19 });
    const bytes = Buffer.from([0x54, 0x81, 0x82]);
    const binary = await upload(bytes);
    expect(await get(binary)).toEqual({
      id: binary,
      "data:asBase64": bytes.toString("base64"),
      isEncodingProblem: true,
      size: 3,
    });
    expect(await get(binary, { properties: ["data:asText", "data:asBase64"] })).toEqual({
      id: binary,
      "data:asText": null,
      "data:asBase64": bytes.toString("base64"),
      isEncodingProblem: true,
    });
    expect(await get(binary, { properties: ["data:asText"], length: 1 })).toEqual({
      id: binary,
      "data:asText": "T",
    });
  });

  it("answers ranges, and says when they end too soon", async () => {
    const id = await upload(QUICK);
    const properties = ["data:asText", "digest:sha-256", "digest:sha", "size"];
    expect(await get(id, { properties, offset: 4, length: 5 })).toEqual({
      id,
      "data:asText": "quick",
      "digest:sha-256": sha("quick", "sha256"),
      "digest:sha": sha("quick", "sha1"),
      size: 19,
    });
    expect(await get(id, { offset: 16, length: 9 })).toMatchObject({
      "data:asText": "fox",
      isTruncated: true,
    });
    expect(await get(id, { offset: 30 })).toMatchObject({ "data:asText": "", isTruncated: true });
    expect(await get(id, { offset: 19 })).not.toHaveProperty("isTruncated");
  });

  it("reads parts of messages, decoded", async () => {
    const id = await upload(`x\r\n\r\n${Buffer.from(QUICK).toString("base64")}`);
    const part = partBlobId(parseBlobId(id)!.hash, { start: 5, end: 33 }, "base64");
    expect(await get(part, { offset: 4, length: 5 })).toMatchObject({
      id: part,
      "data:asText": "quick",
      size: 19,
    });
  });

  it("discloses nothing of what the account does not have", async () => {
    const theirs = await upload("a secret of bob's", bob);
    const hers = await upload("alice's");
    const ids = [theirs, "nonsense", hers, "#nobody"];
    expect(await call("get", { ids })).toMatchObject({
      list: [{ id: hers }],
      notFound: [theirs, "nonsense", "#nobody"],
    });
    expect(await call("get", { ids, accountId: "org" })).toMatchObject({
      type: "accountNotSupportedByMethod",
    });
    expect(await call("get", { ids: [hers], accountId: "a1" }, bob)).toMatchObject({
      type: "accountNotFound",
    });
  });

  it("refuses unknown properties and too many ids", async () => {
    for (const properties of [["digest:md5"], ["name"], ["data:asHex"], ["sha"]])
      expect(await call("get", { ids: [], properties })).toMatchObject({
        type: "invalidArguments",
      });
    const ids = Array.from({ length: 21 }, (_, n) => `b${n}`);
    expect(await call("get", { ids })).toMatchObject({ type: "requestTooLarge" });
  });
});

describe("Blob/copy", () => {
  it("gives another account the right to the bytes, and to nothing around them", async () => {
    const message = await upload(`secret\r\n\r\n${QUICK}\r\n`);
    const part = partBlobId(parseBlobId(message)!.hash, { start: 10, end: 29 }, "identity");
    const whole = await upload("whole");
    const answer = await call("copy", {
      fromAccountId: "a1",
      accountId: "a2",
      blobIds: [whole, part, "nonsense", `b${"0".repeat(64)}`],
    });
    expect(answer).toMatchObject({
      fromAccountId: "a1",
      accountId: "a2",
      copied: { [whole]: whole },
      notCopied: {
        nonsense: { type: "blobNotFound", notFound: ["nonsense"] },
        [`b${"0".repeat(64)}`]: { type: "blobNotFound" },
      },
    });
    expect(await read("a2", whole)).toBe("whole");
    expect(await read("a2", answer.copied[part]!)).toBe(QUICK);
    expect(await read("a2", part)).toBeNull();
    expect(await read("a2", message)).toBeNull();
  });

  it("says what is wrong with the accounts", async () => {
    const id = await upload("text");
    for (const [fromAccountId, accountId, type] of [
      ["a1", "a1", "invalidArguments"],
      ["nobody", "a1", "fromAccountNotFound"],
      ["a1", "nobody", "accountNotFound"],
      ["a1", "a3", "accountReadOnly"],
      ["org", "a1", "fromAccountNotSupportedByMethod"],
    ])
      expect(await call("copy", { fromAccountId, accountId, blobIds: [id] })).toMatchObject({
        type,
      });
    expect(
      await call("copy", { fromAccountId: "a3", accountId: "a1", blobIds: [id] }),
    ).toMatchObject({ copied: null, notCopied: { [id]: { type: "blobNotFound" } } });
  });
});

describe("Blob/lookup", () => {
  it("finds the records that refer to a blob", async () => {
    const content = await upload("a file");
    const unused = await upload("used by nothing");
    const [made] = await run([
      ["FileNode/set", { accountId: "a1", create: { f: { name: "a.txt", blobId: content } } }],
    ]);
    const bytes = Buffer.from("Subject: hello\r\n\r\nworld\r\n");
    const { hash, size } = await engine.services.blobs.put(bytes);
    const recipients = [{ accountId: "a1", mailboxRole: "inbox" as const }];
    const [delivered] = await deliver(engine, {
      hash,
      size,
      transactionId: "t1",
      receivedAt: new Date(),
      recipients,
    });
    const [, [, got]] = (await run([
      ["Mailbox/query", { accountId: "a1", filter: { role: "inbox" } }],
      ["Email/get", { accountId: "a1", ids: [delivered!.emailId] }],
    ])) as unknown as [[string, Answer], [string, Answer]];
    const email = got.list[0]!;
    const part = partBlobId(hash, { start: 18, end: 23 }, "identity");
    const typeNames = ["Email", "Thread", "Mailbox", "FileNode"];
    expect(await call("lookup", { typeNames, ids: [content, part, unused, "no"] })).toEqual({
      accountId: "a1",
      list: [
        {
          id: content,
          matchedIds: { Email: [], Thread: [], Mailbox: [], FileNode: [made![1].created["f"]!.id] },
        },
        {
          id: part,
          matchedIds: {
            Email: [email["id"]],
            Thread: [email["threadId"]],
            Mailbox: Object.keys(email["mailboxIds"] as object),
            FileNode: [],
          },
        },
        { id: unused, matchedIds: { Email: [], Thread: [], Mailbox: [], FileNode: [] } },
      ],
      notFound: ["no"],
    });
  });

  it("knows only the types that it names in the session, each where it is served", async () => {
    expect(await call("lookup", { typeNames: ["Email", "Card"], ids: [] })).toMatchObject({
      type: "unknownDataType",
    });
    const organisation = { accountId: "org", ids: [] };
    expect(await call("lookup", { ...organisation, typeNames: ["FileNode"] })).toMatchObject({
      type: "accountNotSupportedByMethod",
    });
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    const { accounts } = await engine.session(alice, urls);
    const names = (id: string) =>
      accounts[id]!.accountCapabilities["urn:ietf:params:jmap:blob"]?.["supportedTypeNames"];
    for (const id of ["a1", "a2"])
      expect(names(id)).toEqual(["Mailbox", "Thread", "Email", "FileNode", "FileUpload"]);
    expect(names("org")).toBeUndefined();
  });
});
