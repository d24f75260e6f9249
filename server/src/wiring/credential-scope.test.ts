import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import type { CredentialAccess } from "@atrium/contract/types/client-credential";
import { beforeAll, expect, test } from "vitest";
import { partBlobId, type Actor } from "../engine/index.ts";
import type { Person } from "../features/accounts/index.ts";
import { actorOf, makeDemo, putMail, testSuite, type TestSuite } from "../testing/organisation.ts";

/** What a program with a scope reaches across the features; `access-table.test.ts` tries each method. */
let suite: TestSuite;
let bob: Person;
let shared: string;
/** Of a message, of the file in it, of a file in the drive, and of an upload that nothing uses yet. */
let blobs: Readonly<Record<"message" | "part" | "file" | "unused", string>>;

const MESSAGE = [
  "From: Carol <carol@elsewhere.test>",
  "Subject: Lantern",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  'Content-Type: text/plain; name="lantern.txt"',
  "Content-Disposition: attachment",
  "",
  "A lantern in an attachment.",
  "--b--",
  "",
].join("\r\n");

beforeAll(async () => {
  suite = await testSuite();
  bob = (await makeDemo(suite, "bob")).bob;
  const given = {
    name: "Support",
    address: "support@demo.test",
    members: [{ personId: bob.id, mayWrite: true }],
  };
  shared = (await suite.accounts.shared.create("system", given)).accountId;
  const { accountId } = bob;
  const emailId = await putMail(suite, { accountId }, MESSAGE);
  const whole = actorOf(bob);
  const properties = ["blobId", "attachments"];
  const got = await call(whole, "Email/get", { accountId, ids: [emailId], properties });
  const [email] = got["list"] as { blobId: string; attachments: { blobId: string }[] }[];
  const upload = async (text: string) =>
    (await suite.engine.blobs.upload(whole, accountId, Buffer.from(text), "text/plain")).blobId;
  const file = await upload("A lantern in a file.");
  await call(whole, "FileNode/set", {
    accountId,
    create: { a: { name: "Lantern.txt", blobId: file } },
  });
  blobs = {
    message: email!.blobId,
    part: email!.attachments[0]!.blobId,
    file,
    unused: await upload("A lantern that waits."),
  };
});

async function program(access: CredentialAccess): Promise<Actor> {
  const given = { kind: "token", name: "Program", expiresAt: null, ...access } as const;
  const { secret } = await suite.accounts.credentials.create(actorOf(bob), given);
  return suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
}

const URLS = { api: "", download: "", upload: "", eventSource: "" };

async function call(actor: Actor, name: string, args: JsonObject): Promise<JsonObject> {
  const using = Object.keys((await suite.engine.session(actor, URLS)).capabilities);
  const methodCalls = [[name, args, "c"]];
  const { methodResponses } = await suite.engine.handle(actor, { using, methodCalls });
  return methodResponses[0]![1];
}

const WITHOUT_MAIL = ["contacts", "files"] as const;

test.each([
  ["mail", [true, true, false, false]],
  ["files", [false, false, true, false]],
  ["contacts", [false, false, false, false]],
  ["all", [true, true, true, true]],
] as const)(
  "a blob is there with a record of the scope that has it: %s",
  async (scope, expected) => {
    const actor = await program({ scope, isReadOnly: false });
    const { accountId } = bob;
    const ids = Object.values(blobs);
    for (const [at, id] of ids.entries()) {
      const opened = await suite.engine.blobs.open(actor, accountId, id);
      expect(opened !== null).toBe(expected[at]);
    }
    const { list, notFound } = await call(actor, "Blob/get", { accountId, ids });
    expect((list as { id: string }[]).map(({ id }) => id)).toEqual(
      ids.filter((_, at) => expected[at]),
    );
    expect(notFound).toEqual(ids.filter((_, at) => !expected[at]));
    const copied = await call(actor, "Blob/copy", {
      fromAccountId: accountId,
      accountId: shared,
      blobIds: ids,
    });
    expect(Object.keys(copied["copied"] ?? {}).sort()).toEqual(
      ids.filter((_, at) => expected[at]).sort(),
    );
  },
);

test("a program may use what it has uploaded itself, which another one may not", async () => {
  const { accountId } = bob;
  const files = await program({ scope: "files", isReadOnly: false });
  const mail = await program({ scope: "mail", isReadOnly: false });
  const bytes = Buffer.from("A lantern of a program.");
  const { blobId } = await suite.engine.blobs.upload(files, accountId, bytes, "text/plain");
  const create = { a: { name: "Of a program.txt", blobId } };
  const got = async (actor: Actor) =>
    (await call(actor, "Blob/get", { accountId, ids: [blobId] }))["notFound"];
  expect(await got(files)).toEqual([]);
  expect(await got(mail)).toEqual([blobId]);
  const kept = await call(files, "FileNode/set", { accountId, create });
  expect(kept["created"]).toMatchObject({ a: {} });
  const put = await call(mail, "Blob/upload", {
    accountId,
    create: { a: { data: [{ "data:asText": "Of a program for mail." }] } },
  });
  const { id } = (put["created"] as Record<string, { id: string }>)["a"]!;
  expect(await call(mail, "Blob/get", { accountId, ids: [id] })).toMatchObject({ notFound: [] });
});

test("no record of the scope takes in what lies outside of it", async () => {
  const { accountId } = bob;
  const mail = await program({ scope: "mail", isReadOnly: false });
  const [mailbox] = (await call(mail, "Mailbox/get", { accountId, ids: null }))["list"] as {
    id: string;
  }[];
  const mailboxIds = { [mailbox!.id]: true };
  const attachments = [{ blobId: blobs.file, type: "text/plain" }];
  const written = await call(mail, "Email/set", {
    accountId,
    create: { a: { mailboxIds, subject: "x", attachments } },
  });
  expect(written["notCreated"]).toMatchObject({ a: { type: "blobNotFound" } });
  const imported = await call(mail, "Email/import", {
    accountId,
    emails: { a: { blobId: blobs.file, mailboxIds } },
  });
  expect(imported["notCreated"]).toMatchObject({ a: { type: "invalidProperties" } });
  expect(await call(mail, "Email/parse", { accountId, blobIds: [blobs.file] })).toMatchObject({
    notFound: [blobs.file],
  });
  const piece = partBlobId(blobs.file.slice(1), { start: 0, end: 4 }, "identity");
  const pieced = await call(mail, "Blob/upload", {
    accountId,
    create: { a: { data: [{ blobId: blobs.file }] }, b: { data: [{ blobId: piece }] } },
  });
  expect(pieced["notCreated"]).toMatchObject({
    a: { type: "blobNotFound" },
    b: { type: "blobNotFound" },
  });

  const files = await program({ scope: "files", isReadOnly: false });
  const kept = await call(files, "FileNode/set", {
    accountId,
    create: { a: { name: "Message", blobId: blobs.message } },
  });
  expect(kept["notCreated"]).toMatchObject({ a: { type: "blobNotFound" } });
});

test("which records have a blob is asked of types of the scope alone", async () => {
  const { accountId } = bob;
  const mail = await program({ scope: "mail", isReadOnly: true });
  const lookup = (typeNames: readonly string[]) =>
    call(mail, "Blob/lookup", { accountId, typeNames, ids: Object.values(blobs) });
  expect(await lookup(["FileNode"])).toMatchObject({ type: "unknownDataType" });
  const { accounts } = await suite.engine.session(mail, URLS);
  expect(accounts[accountId]!.accountCapabilities[CAPABILITY.blob]).toMatchObject({
    supportedTypeNames: ["Mailbox", "Thread", "Email", "SieveScript"],
  });
  const { list, notFound } = await lookup(["Email"]);
  expect(list).toHaveLength(2);
  expect(notFound).toEqual([blobs.file, blobs.unused]);
});

test("the session and a request know no capability outside of the scope", async () => {
  for (const scope of WITHOUT_MAIL) {
    const actor = await program({ scope, isReadOnly: true });
    const session = await suite.engine.session(actor, URLS);
    const inAccounts = Object.values(session.accounts).flatMap((account) =>
      Object.keys(account.accountCapabilities),
    );
    const known = [
      ...Object.keys(session.capabilities),
      ...Object.keys(session.primaryAccounts),
      ...inAccounts,
    ];
    for (const urn of [CAPABILITY.mail, CAPABILITY.submission, CAPABILITY.quota])
      expect(known).not.toContain(urn);
    expect(Object.values(session.accounts).every(({ isReadOnly }) => isReadOnly)).toBe(true);
    const request = { using: [CAPABILITY.core, CAPABILITY.mail], methodCalls: [] };
    await expect(suite.engine.handle(actor, request)).rejects.toMatchObject({
      problem: { type: "urn:ietf:params:jmap:error:unknownCapability" },
    });
  }
});

test("what only reads uploads nothing, and may be pushed what it reads", async () => {
  const { accountId } = bob;
  const actor = await program({ scope: "files", isReadOnly: true });
  await expect(
    suite.engine.blobs.upload(actor, accountId, Buffer.from("x"), "text/plain"),
  ).rejects.toMatchObject({ code: "accountReadOnly" });
  const subscribed = await call(actor, "PushSubscription/set", {
    create: { a: { deviceClientId: "d", url: "https://push.example/1" } },
  });
  expect(subscribed["created"]).toMatchObject({ a: {} });
  const row = await suite.platform.db
    .selectFrom("push_subscription")
    .select("sees_types")
    .executeTakeFirstOrThrow();
  expect(row.sees_types).toContain("FileNode");
  expect(row.sees_types).not.toContain("Email");
});

test("a scope that changes holds for what is open already", async () => {
  const { accounts, engine } = suite;
  const given = { kind: "token", name: "Program", expiresAt: null } as const;
  const { secret, credential } = await accounts.credentials.create(actorOf(bob), {
    ...given,
    scope: "all",
    isReadOnly: false,
  });
  const before = await accounts.authenticateToken(secret, { ip: "127.0.0.1" });
  expect(engine.typesOf(before)).toContain("Email");
  const notified: string[] = [];
  const stop = accounts.access.onChanged(
    (personId) => notified.push(personId),
    () => undefined,
  );
  const narrow = { name: "Files", scope: "files", isReadOnly: true } as const;
  await accounts.credentials.change(actorOf(bob), credential.id, narrow);
  stop();
  expect(notified).toEqual([bob.id]);
  expect(await accounts.credentials.list(bob.id)).toContainEqual(
    expect.objectContaining({ id: credential.id, ...narrow }),
  );
  for (const actor of [
    await accounts.refresh(before),
    await accounts.authenticateToken(secret, { ip: "127.0.0.1" }),
  ]) {
    expect(engine.typesOf(actor!)).not.toContain("Email");
    expect(Object.values(actor!.accounts).every(({ isReadOnly }) => isReadOnly)).toBe(true);
  }
});
