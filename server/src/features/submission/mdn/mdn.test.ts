import { CAPABILITY, type Invocation, type JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blobId } from "../../../engine/index.ts";
import { actorOf, putMail, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { MAX_MDN_RECIPIENTS } from "./limits.ts";
import { parseMdn } from "./parse-mdn.ts";

const USING = [CAPABILITY.core, CAPABILITY.mail, CAPABILITY.submission, CAPABILITY.mdn];

let suite: TestSuite;
let bob: Person;
let carol: Person;

beforeAll(async () => {
  suite = await testSuite({ sendLimit: 5, maxMessageSize: 20_000 });
  const { accounts } = suite;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const make = (name: string, aliases: string[] = []) =>
    accounts.persons.create("system", {
      name,
      address: `${name}@demo.test`,
      aliases,
      password: null,
    });
  bob = await make("bob", ["robert@demo.test"]);
  carol = await make("carol");
});
// Each test has an hour of its own.
beforeEach(() => suite.platform.clock.advance(3_601_000));

async function request(
  person: Person,
  ...calls: [name: string, args: JsonObject][]
): Promise<readonly Invocation[]> {
  const methodCalls = calls.map(([name, args], index) => [
    name,
    { accountId: person.accountId, ...args },
    `c${index}`,
  ]);
  return (await suite.engine.handle(actorOf(person), { using: USING, methodCalls }))
    .methodResponses;
}

let count = 0;
/** A message in Bob's inbox that asks for a receipt. */
async function asked(
  fields: readonly string[] = ["Disposition-Notification-To: Ann <ann@example.net>"],
  keywords: readonly string[] = [],
): Promise<string> {
  count += 1;
  const text = [
    "Return-Path: <ann@example.net>",
    "Original-Recipient: rfc822;Bob@example.org",
    "From: Ann <ann@example.net>",
    "To: bob@demo.test",
    "Subject: 계획",
    `Message-ID: <ask${count}@example.net>`,
    ...fields,
    "",
    "hello",
    "",
  ].join("\r\n");
  return putMail(suite, { accountId: bob.accountId, keywords }, text);
}

async function identityOf(person: Person, email = `${person.name}@demo.test`): Promise<string> {
  const [[, answer]] = (await request(person, ["Identity/get", { ids: null }])) as unknown as [
    [string, { list: { id: string; email: string }[] }],
  ];
  return answer.list.find((identity) => identity.email === email)!.id;
}

const DISPOSITION = {
  actionMode: "manual-action",
  sendingMode: "mdn-sent-manually",
  type: "displayed",
};

/** The answers of MDN/send, and of what follows it. */
async function send(
  emailId: string,
  mdn: JsonObject = {},
  more: JsonObject = {},
): Promise<readonly Invocation[]> {
  return request(bob, [
    "MDN/send",
    {
      identityId: await identityOf(bob),
      send: { k: { forEmailId: emailId, disposition: DISPOSITION, ...mdn } },
      onSuccessUpdateEmail: { "#k": { "keywords/$mdnsent": true } },
      ...more,
    },
  ]);
}

async function refusal(answers: Promise<readonly Invocation[]>): Promise<unknown> {
  const all = await answers;
  expect(all).toHaveLength(1);
  const { sent, notSent } = all[0]![1] as { sent: unknown; notSent: { k: { type: string } } };
  expect(sent).toBeNull();
  return notSent.k.type;
}

/** What was put on its way last, and how many that are. */
async function queued() {
  const rows = await suite.platform.db
    .selectFrom("queue_message as m")
    .innerJoin("queue_recipient as r", (join) =>
      join.onRef("r.account_id", "=", "m.account_id").onRef("r.message_id", "=", "m.id"),
    )
    .select(["m.blob_hash", "m.mail_from", "m.origin", "r.address", "r.params", "m.id"])
    .orderBy("m.id", "desc")
    .execute();
  return rows;
}
const textOf = async (hash: string): Promise<string> =>
  Buffer.from(await suite.platform.blobs.read(hash)).toString();

async function keywordsOf(id: string): Promise<unknown> {
  const [[, answer]] = (await request(bob, [
    "Email/get",
    { ids: [id], properties: ["keywords"] },
  ])) as unknown as [[string, { list: { keywords: object }[] }]];
  return answer.list[0]!.keywords;
}

describe("MDN/send", () => {
  test("sends a receipt to whom the message asks to, and marks the message", async () => {
    const id = await asked();
    const [sent, set, ...rest] = await send(id, {
      subject: "Read: 계획",
      textBody: "Opened.\nIndeed.",
      reportingUA: "demo.test; Atrium",
      extensionFields: { "X-More": "1" },
    });
    expect(sent).toEqual([
      "MDN/send",
      {
        accountId: bob.accountId,
        sent: {
          k: {
            finalRecipient: "rfc822; bob@demo.test",
            includeOriginalMessage: false,
            originalRecipient: "rfc822;Bob@example.org",
            originalMessageId: `<ask${count}@example.net>`,
            mdnGateway: null,
            error: null,
          },
        },
        notSent: null,
      },
      "c0",
    ]);
    expect(set).toMatchObject(["Email/set", { updated: { [id]: null } }, "c0"]);
    expect(rest).toEqual([]);
    expect(await keywordsOf(id)).toEqual({ $mdnsent: true });
    const [message] = await queued();
    expect(message).toMatchObject({
      mail_from: "",
      origin: "mdn",
      address: "ann@example.net",
      params: { NOTIFY: "NEVER" },
    });
    const text = await textOf(message!.blob_hash!);
    expect(text).toMatch(/^From: bob <bob@demo\.test>\r\nTo: Ann <ann@example\.net>\r\n/);
    expect(text).toContain(`In-Reply-To: <ask${count}@example.net>`);
    expect(text).toContain("Auto-Submitted: auto-replied");
    expect(text).not.toMatch(/^Disposition-Notification-To/im);
    expect(parseMdn(Buffer.from(text))).toEqual({
      subject: "Read: 계획",
      textBody: "Opened.\nIndeed.",
      includeOriginalMessage: false,
      reportingUA: "demo.test; Atrium",
      mdnGateway: null,
      originalRecipient: "rfc822;Bob@example.org",
      finalRecipient: "rfc822; bob@demo.test",
      originalMessageId: `<ask${count}@example.net>`,
      disposition: DISPOSITION,
      error: null,
      extensionFields: { "X-More": "1" },
    });
  });

  test("says what it filled in, and brings the message back where that is wanted", async () => {
    const id = await asked();
    const [sent] = await send(id, {
      includeOriginalMessage: true,
      finalRecipient: "rfc822; Robert@demo.test",
    });
    expect(sent![1]).toMatchObject({ sent: { k: { subject: "Read: 계획" } } });
    const [message] = await queued();
    const text = await textOf(message!.blob_hash!);
    expect(text).toContain("Final-Recipient: rfc822; Robert@demo.test");
    expect(text).toContain("Content-Type: message/rfc822");
    expect(parseMdn(Buffer.from(text))).toMatchObject({ includeOriginalMessage: true });
  });

  test("sends one and no more, also when two windows do at once", async () => {
    const id = await asked();
    const before = (await queued()).length;
    const both = await Promise.all([send(id), send(id)]);
    const results = both.map(([first]) => first![1] as { sent: unknown; notSent: unknown });
    expect(results.filter(({ sent }) => sent !== null)).toHaveLength(1);
    expect(results.find(({ sent }) => sent === null)).toMatchObject({
      notSent: { k: { type: "mdnAlreadySent" } },
    });
    expect((await queued()).length).toBe(before + 1);
    expect(await refusal(send(id))).toBe("mdnAlreadySent");
    // Who decided against it has the keyword, too.
    expect(await refusal(send(await asked(undefined, ["$mdnsent"])))).toBe("mdnAlreadySent");
  });

  test("is refused for a message that asks for none, or for one that must not be sent", async () => {
    const to = "Disposition-Notification-To:";
    const many = Array.from({ length: MAX_MDN_RECIPIENTS + 1 }, (_, at) => `a${at}@x.example`);
    for (const fields of [
      [],
      [`${to} nobody`],
      [`${to} ${many.join(", ")}`],
      [`${to} ann@example.net`, `${to} eve@example.net`],
      [`${to} ann@example.net`, "Disposition-Notification-Options: sign=required,x"],
      [`${to} ann@example.net`, 'Content-Type: multipart/report; boundary="x"'],
    ])
      expect(await refusal(send(await asked(fields))), fields.join()).toBe("notFound");
    const bounced = await putMail(
      suite,
      { accountId: bob.accountId },
      `Return-Path: <>\r\n${to} ann@example.net\r\nSubject: x\r\n\r\n`,
    );
    expect(await refusal(send(bounced))).toBe("notFound");
    expect(await refusal(send("nobody"))).toBe("notFound");
    expect(await refusal(send(await asked(undefined, ["$draft"])))).toBe("notFound");
  });

  test("never goes by itself to anybody but the sender", async () => {
    const disposition = { ...DISPOSITION, sendingMode: "mdn-sent-automatically" };
    const other = await asked(["Disposition-Notification-To: eve@example.net"]);
    expect(await refusal(send(other, { disposition }))).toBe("forbidden");
    expect((await send(other))[0]![1]).toMatchObject({ notSent: null });
    expect((await send(await asked(), { disposition }))[0]![1]).toMatchObject({ notSent: null });
  });

  test("is refused when it does not set the keyword, for foreign addresses, and for what is no MDN", async () => {
    const id = await asked();
    for (const onSuccessUpdateEmail of [
      null,
      {},
      { "#k": {} },
      { "#k": { "keywords/$mdnsent": null } },
      { "#other": { "keywords/$mdnsent": true } },
    ])
      expect(await refusal(send(id, {}, { onSuccessUpdateEmail }))).toBe("invalidProperties");
    expect(await refusal(send(id, { finalRecipient: "rfc822; carol@demo.test" }))).toBe(
      "forbiddenFrom",
    );
    for (const wrong of [
      { disposition: { ...DISPOSITION, type: "read" } },
      { disposition: { ...DISPOSITION, more: 1 } },
      { disposition: {} },
      { error: ["x"] },
      { originalMessageId: "<x@y>" },
      { subject: 5 },
      { extensionFields: { "a b": "1" } },
      { extensionFields: { Disposition: "1" } },
      { extensionFields: { "X-A": 1 } },
    ])
      expect(await refusal(send(id, wrong)), JSON.stringify(wrong)).toBe("invalidProperties");
    for (const wrong of [
      { textBody: "x".repeat(20_000) },
      { subject: "x".repeat(2000) },
      {
        extensionFields: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`X-${at}`, ""])),
      },
    ])
      expect(await refusal(send(id, wrong))).toBe("tooLarge");
    expect(await keywordsOf(id)).toEqual({});
    const unknown = await send(id, {}, { identityId: "nobody" });
    expect(unknown).toMatchObject([["error", { type: "invalidArguments" }, "c0"]]);
  });

  test("counts among what a person may send in an hour", async () => {
    for (let sent = 0; sent < 5; sent += 1)
      expect((await send(await asked()))[0]![1]).toMatchObject({ notSent: null });
    const id = await asked();
    expect(await refusal(send(id))).toBe("rateLimit");
    expect(await keywordsOf(id)).toEqual({});
  });
});

describe("MDN/parse", () => {
  test("reads a receipt, and finds the message that it is about", async () => {
    const id = await asked();
    await send(id, { textBody: "Opened." });
    const [message] = await queued();
    const text = await textOf(message!.blob_hash!);
    const put = async (bytes: string) => {
      const { hash } = await suite.engine.services.blobs.put(Buffer.from(bytes));
      const emailId = await putMail(suite, { accountId: bob.accountId }, bytes);
      expect(emailId).toBeTruthy();
      return blobId(hash);
    };
    const receipt = await put(text);
    const plain = await put("Subject: x\r\n\r\nhello\r\n");
    const parse = async (person: Person) => {
      const [[, answer]] = (await request(person, [
        "MDN/parse",
        { blobIds: [receipt, plain, "nothing"] },
      ])) as unknown as [[string, JsonObject]];
      return answer;
    };
    expect(await parse(bob)).toEqual({
      accountId: bob.accountId,
      parsed: {
        [receipt]: {
          forEmailId: id,
          subject: "Read: 계획",
          textBody: "Opened.",
          includeOriginalMessage: false,
          reportingUA: null,
          mdnGateway: null,
          originalRecipient: "rfc822;Bob@example.org",
          finalRecipient: "rfc822; bob@demo.test",
          originalMessageId: `<ask${count}@example.net>`,
          disposition: DISPOSITION,
          error: null,
          extensionFields: null,
        },
      },
      notParsable: [plain],
      notFound: ["nothing"],
    });
    // Carol has none of them.
    expect(await parse(carol)).toMatchObject({
      parsed: null,
      notFound: [receipt, plain, "nothing"],
    });
    const ids = Array.from({ length: 2000 }, (_, at) => `b${at}`);
    expect(await request(bob, ["MDN/parse", { blobIds: ids }])).toMatchObject([
      ["error", { type: "requestTooLarge" }, "c0"],
    ]);
  });

  test("of a receipt as large as a message may be the beginnings are read", () => {
    const huge = "x".repeat(20_000_000);
    const text = (disposition: string): Buffer =>
      Buffer.from(
        `Content-Type: multipart/report; boundary=B\r\n\r\n--B\r\n\r\n${huge}\r\n--B\r\nContent-Type: message/disposition-notification\r\n\r\n${disposition}\r\n--B--\r\n`,
      );
    const line = "Disposition: manual-action/MDN-sent-manually; displayed";
    expect(parseMdn(text(`${line}\r\nX: ${huge}`))!.textBody).toHaveLength(10_000);
    expect(parseMdn(text(`X: ${huge}\r\n${line}`))).toBeNull();
  });

  test("a capability says that there is both", async () => {
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    const session = await suite.engine.session(actorOf(bob), urls);
    expect(session.capabilities[CAPABILITY.mdn]).toEqual({});
    expect(session.accounts[bob.accountId]!.accountCapabilities[CAPABILITY.mdn]).toEqual({});
  });
});
