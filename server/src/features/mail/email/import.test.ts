import { describe, expect, it } from "vitest";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture } from "../mail.fixture.ts";

const platform = await testPlatform();
const fixture = mailFixture(platform);
const alice = await fixture.person("alice");

type Json = Readonly<Record<string, unknown>>;

async function upload(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const { blobs } = fixture.engine;
  return (await blobs.upload(alice.actor, alice.accountId, bytes, "message/rfc822")).blobId;
}

async function get(id: string, properties: readonly string[]): Promise<Json> {
  const { list } = await fixture.call(alice, "Email/get", { ids: [id], properties });
  return (list as Json[])[0]!;
}

const inbox = (): object => ({ [alice.mailboxes.inbox]: true });

const importOne = (email: object, more: object = {}): Promise<Json> =>
  fixture.call(alice, "Email/import", { emails: { one: email }, ...more });

describe("Email/import", () => {
  it("makes an Email of an uploaded message, as given", async () => {
    const { state } = await fixture.call(alice, "Email/get", { ids: [] });
    const blobId = await upload("From: 지민 <지민@데모.test>\r\nSubject: 회의\r\n\r\ntext");
    const answer = await importOne({
      blobId,
      mailboxIds: inbox(),
      keywords: { $Seen: true },
      receivedAt: "2025-06-15T10:30:00Z",
    });
    const { one } = answer["created"] as Record<string, Json>;
    const { id, threadId, size } = one as { id: string; threadId: string; size: number };
    expect(one).toEqual({ id, blobId, threadId, size });
    expect(answer).toMatchObject({ oldState: state, notCreated: null });
    expect(answer["newState"]).not.toBe(state);
    const properties = ["keywords", "receivedAt", "subject", "from", "blobId", "threadId", "size"];
    expect(await get(id, properties)).toEqual({
      ...one,
      keywords: { $seen: true },
      receivedAt: "2025-06-15T10:30:00Z",
      subject: "회의",
      from: [{ name: "지민", email: "지민@데모.test" }],
    });
  });

  it("takes a message as it is, whoever it says it is from, and vouches for nobody", async () => {
    const fields = ["From: ceo@bank.test", "From: <a@evil.test> <ceo@bank.test>"];
    const proof = "Authentication-Results: mx.demo.test; dmarc=pass header.from=bank.test";
    const blobId = await upload([proof, ...fields, "Subject: bill", "", "x"].join("\r\n"));
    const answer = await importOne({ blobId, mailboxIds: inbox() });
    const { id } = (answer["created"] as Record<string, { id: string }>)["one"]!;
    expect(await get(id, ["from", "authentication"])).toMatchObject({
      from: [{ name: null, email: "ceo@bank.test" }],
      authentication: null,
    });
  });

  it("takes the time of arrival from the newest Received field, or now", async () => {
    const received = async (header: string): Promise<unknown> => {
      const blobId = await upload(`${header}From: a@demo.test\r\n\r\nx`);
      const { created } = await importOne({ blobId, mailboxIds: inbox() });
      return (await get((created as { one: { id: string } }).one.id, ["receivedAt"]))["receivedAt"];
    };
    const trace =
      "Received: from a; by b (x; y);\r\n Tue, 3 Mar 2026 10:00:00 +0900\r\n" +
      "Received: by c; Mon, 2 Mar 2026 10:00:00 +0000\r\n";
    expect(await received(trace)).toBe("2026-03-03T01:00:00Z");
    const before = platform.clock.now().getTime();
    const now = Date.parse((await received("Received: nonsense\r\n")) as string);
    expect(now).toBeGreaterThan(before - 1000);
  });

  it("may hold a message twice, each with an id of its own", async () => {
    const blobId = await upload("From: a@demo.test\r\n\r\ntwice");
    const email = { blobId, mailboxIds: inbox() };
    const { created } = await fixture.call(alice, "Email/import", {
      emails: { one: email, two: email },
    });
    const { one, two } = created as Record<string, Json>;
    expect(one!["id"]).not.toBe(two!["id"]);
    expect(one!["threadId"]).toBeDefined();
  });

  it("takes creation ids of any name", async () => {
    const blobId = await upload("From: a@demo.test\r\n\r\nany name");
    const answer = await fixture.call(alice, "Email/import", {
      emails: JSON.parse(
        `{"__proto__":${JSON.stringify({ blobId, mailboxIds: inbox() })},"constructor":{}}`,
      ),
    });
    expect(Object.keys(answer["created"] as Json)).toEqual(["__proto__"]);
    expect(Object.keys(answer["notCreated"] as Json)).toEqual(["constructor"]);
    const refused = await fixture.call(alice, "Email/import", {
      emails: JSON.parse(`{"__proto__":{}}`),
    });
    expect(Object.keys(refused["notCreated"] as Json)).toEqual(["__proto__"]);
  });

  it("imports a message that hangs on another", async () => {
    const outer = [
      "From: a@demo.test",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: message/rfc822",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("From: inner@demo.test\r\nSubject: inner\r\n\r\nhello").toString("base64"),
      "--b--",
      "",
    ].join("\r\n");
    const { created } = await importOne({ blobId: await upload(outer), mailboxIds: inbox() });
    const { attachments } = await get((created as { one: { id: string } }).one.id, ["attachments"]);
    const [{ blobId }] = attachments as [{ blobId: string }];
    const answer = await importOne({ blobId, mailboxIds: inbox() });
    const { one } = answer["created"] as Record<string, Json>;
    expect(await get(one!["id"] as string, ["subject", "size"])).toMatchObject({
      subject: "inner",
      size: one!["size"],
    });
  });

  it("imports each by itself, and takes ids made in the same request", async () => {
    const blobId = await upload("From: a@demo.test\r\n\r\nx");
    const { accountId } = alice;
    const { methodResponses } = await fixture.engine.handle(alice.actor, {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        ["Mailbox/set", { accountId, create: { box: { name: "Imported" } } }, "0"],
        [
          "Email/import",
          {
            accountId,
            emails: {
              good: { blobId, mailboxIds: { "#box": true } },
              bad: { blobId: "nonsense", mailboxIds: { "#box": true } },
            },
          },
          "1",
        ],
        ["Email/set", { accountId, update: { "#good": { "keywords/$seen": true } } }, "2"],
      ],
    });
    expect(methodResponses[1]![1]).toMatchObject({
      created: { good: {} },
      notCreated: { bad: { type: "invalidProperties", properties: ["blobId"] } },
    });
    expect(methodResponses[2]![1]).toMatchObject({ notUpdated: null });
  });

  it("refuses what it cannot import, and says why", async () => {
    const blobId = await upload("From: a@demo.test\r\n\r\nx");
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, true]));
    const bob = await fixture.person("bob");
    const cases: readonly (readonly [object, object])[] = [
      [{ mailboxIds: inbox() }, { properties: ["blobId"] }],
      [{ blobId }, { properties: ["mailboxIds"] }],
      [{ blobId, mailboxIds: {} }, { properties: ["mailboxIds"] }],
      [{ blobId, mailboxIds: { [bob.mailboxes.inbox]: true } }, { properties: ["mailboxIds"] }],
      [{ blobId, mailboxIds: { [alice.mailboxes.inbox]: false } }, { properties: ["mailboxIds"] }],
      [{ blobId, mailboxIds: inbox(), keywords: ["a"] }, { properties: ["keywords"] }],
      [{ blobId, mailboxIds: inbox(), keywords: { "a b": true } }, { properties: ["keywords"] }],
      [{ blobId, mailboxIds: inbox(), keywords: many }, { type: "tooManyKeywords" }],
      [{ blobId, mailboxIds: inbox(), receivedAt: "yesterday" }, { properties: ["receivedAt"] }],
      [{ blobId, mailboxIds: inbox(), subject: "x" }, { properties: ["subject"] }],
      [{ blobId: `b${"0".repeat(64)}`, mailboxIds: inbox() }, { properties: ["blobId"] }],
    ];
    for (const [email, error] of cases)
      expect(await importOne(email)).toMatchObject({
        created: null,
        notCreated: { one: { type: "invalidProperties", ...error } },
      });
    for (const content of ["this is no email", '{"a": 1}', "\r\nFrom: late@demo.test", ""])
      expect(await importOne({ blobId: await upload(content), mailboxIds: inbox() })).toMatchObject(
        { notCreated: { one: { type: "invalidEmail" } } },
      );
    expect(await importOne({}, { ifInState: "0" })).toMatchObject({ type: "stateMismatch" });
    expect(await importOne({}, { colour: "red" })).toMatchObject({ type: "invalidArguments" });
  });
});
