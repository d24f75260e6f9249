import { EmailSubmission } from "@atrium/contract/types/email-submission";
import { CAPABILITY, type Invocation, type JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, putMail, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";

const USING = [CAPABILITY.core, CAPABILITY.mail, CAPABILITY.submission];
const DAY = 86_400_000;

let suite: TestSuite;
let bob: Person;
let carol: Person;

beforeAll(async () => {
  suite = await testSuite({ maxRecipients: 5, sendLimit: 300, maxMessageSize: 20_000 });
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
  const { engine } = suite;
  return (await engine.handle(actorOf(person), { using: USING, methodCalls })).methodResponses;
}

type Answers = Record<string, Record<string, JsonObject & { id: string }>> & {
  list: (JsonObject & { id: string })[];
};
const one = async (person: Person, name: string, args: JsonObject): Promise<Answers> =>
  (await request(person, [name, args]))[0]![1] as unknown as Answers;

const draft = ({ accountId }: Person, text: string): Promise<string> =>
  putMail(suite, { accountId, mailboxRole: "drafts", keywords: ["$draft", "$seen"] }, text);

const letter = (...fields: string[]): string =>
  [
    ...fields,
    "Date: Mon, 02 Mar 2026 09:00:00 +0000",
    "Message-ID: <1@demo.test>",
    "",
    "hello",
    "",
  ].join("\r\n");
const FROM = "From: Bob <bob@demo.test>";
const TO = "To: Ann <ann@example.net>";

async function identityOf(person: Person, email = `${person.name}@demo.test`): Promise<string> {
  const { list } = await one(person, "Identity/get", { ids: null });
  return list.find((identity) => identity["email"] === email)!.id;
}

/** Sends and answers what was created, or the error. */
async function send(text: string, more: JsonObject = {}): Promise<JsonObject & { id: string }> {
  const [emailId, identityId] = [await draft(bob, text), await identityOf(bob)];
  const { created, notCreated } = await one(bob, "EmailSubmission/set", {
    create: { new: { identityId, emailId, ...more } },
  });
  return (created ?? notCreated)!["new"]!;
}

const get = async (id: string): Promise<JsonObject> =>
  (await one(bob, "EmailSubmission/get", { ids: [id] })).list[0]!;

/** The message as it lies in the queue. */
async function queued(submissionId: string) {
  const { db, blobs } = suite.platform;
  const message = await db
    .selectFrom("queue_message")
    .selectAll()
    .where("submission_id", "=", submissionId)
    .executeTakeFirstOrThrow();
  const recipients = await db
    .selectFrom("queue_recipient")
    .selectAll()
    .where("message_id", "=", message.id)
    .orderBy("position")
    .execute();
  return {
    ...message,
    text: message.blob_hash === null ? null : String(await blobs.read(message.blob_hash)),
    recipients,
  };
}

const mailFrom = (parameters: JsonObject | null, email = "bob@demo.test"): JsonObject => ({
  envelope: {
    mailFrom: { email, parameters },
    rcptTo: [{ email: "ann@example.net", parameters: null }],
  },
});

conformsToJmap(EmailSubmission, async () => {
  const emailId = await draft(bob, letter(FROM, TO));
  const identityId = await identityOf(bob);
  const create = (): JsonObject => ({ identityId, emailId, ...mailFrom(null) });
  const make = async (): Promise<string> =>
    (await one(bob, "EmailSubmission/set", { create: { new: create() } }))["created"]!["new"]!.id;
  const foreign = await one(carol, "EmailSubmission/set", {
    create: {
      new: {
        identityId: await identityOf(carol),
        emailId: await draft(carol, letter("From: carol@demo.test", TO)),
      },
    },
  });
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: foreign["created"]!["new"]!.id },
    make,
    create,
    patch: () => ({ undoStatus: "canceled" }),
    destroys: true,
    queries: true,
  };
});

describe("what is sent", () => {
  test("a message goes to the recipients of its header, each once, and none of them sees who got a hidden copy", async () => {
    const text = letter(
      FROM,
      "To: Ann <ann@example.net>, ANN@EXAMPLE.NET",
      "Cc: carol@demo.test",
      "Bcc: dan@example.net",
    );
    const made = await send(text);
    expect(made).toMatchObject({
      envelope: { mailFrom: { email: "bob@demo.test", parameters: null } },
      undoStatus: "pending",
      deliveryStatus: {
        "carol@demo.test": { delivered: "queued", displayed: "unknown" },
        "dan@example.net": { delivered: "queued", displayed: "unknown" },
      },
      dsnBlobIds: [],
      mdnBlobIds: [],
    });
    const { recipients, mail_from, text: sent, not_before, created_at } = await queued(made.id);
    expect(recipients.map(({ address }) => address.toLowerCase())).toEqual([
      "ann@example.net",
      "carol@demo.test",
      "dan@example.net",
    ]);
    expect(mail_from).toBe("bob@demo.test");
    expect(sent).toBe(text.replace("Bcc: dan@example.net\r\n", ""));
    // It can be taken back for a while; sendAt says when it was handed in (RFC 8621 §7).
    expect(not_before.getTime() - created_at.getTime()).toBe(15_000);
    expect(new Date(made["sendAt"] as string).getTime()).toBe(
      Math.floor(created_at.getTime() / 1000) * 1000,
    );
  });

  test("a message without Bcc is stored once", async () => {
    const made = await send(letter(FROM, TO));
    const { blob_hash } = await queued(made.id);
    const email = await one(bob, "Email/get", {
      ids: [made["emailId"] ?? (await get(made.id))["emailId"]],
      properties: ["blobId"],
    });
    expect(email.list[0]!["blobId"]).toBe(`b${blob_hash}`);
  });

  test("line ends are made whole, Date and Message-ID added", async () => {
    const made = await send(`${FROM}\n${TO}\n\nhello\n.\nMAIL FROM:<x@y>\r`);
    const { text } = await queued(made.id);
    expect(text).toBe(
      `Date: ${new Date(made["sendAt"] as string).toUTCString().replace("GMT", "+0000")}\r\n` +
        `Message-ID: <${made.id}@demo.test>\r\n${FROM}\r\n${TO}\r\n\r\nhello\r\n.\r\nMAIL FROM:<x@y>\r\n`,
    );
  });

  test("the sender's address is the return address where the identity allows it, else the identity's", async () => {
    const from = async (...fields: string[]) =>
      (await send(letter(...fields, TO)))["envelope"] as { mailFrom: JsonObject };
    expect(await from("From: bob+shop@demo.test")).toMatchObject({
      mailFrom: { email: "bob+shop@demo.test" },
    });
    expect(await from(FROM, "Sender: robert@demo.test")).toMatchObject({
      mailFrom: { email: "bob@demo.test" },
    });
  });

  test("a given envelope counts, with its parameters, whatever the header says", async () => {
    const made = await send(letter(FROM, TO), {
      envelope: {
        mailFrom: { email: "robert@demo.test", parameters: { ENVID: "one + two", ret: "HDRS" } },
        rcptTo: [{ email: "carol@demo.test", parameters: { NOTIFY: "SUCCESS,FAILURE" } }],
      },
    });
    const { recipients, mail_from, mail_from_params } = await queued(made.id);
    expect({ mail_from, mail_from_params }).toEqual({
      mail_from: "robert@demo.test",
      mail_from_params: { ENVID: "one + two", RET: "HDRS" },
    });
    expect(recipients).toMatchObject([
      { address: "carol@demo.test", params: { NOTIFY: "SUCCESS,FAILURE" } },
    ]);
  });

  test("the null sender may be given, as mail programs do for receipts", async () => {
    const made = await send(letter(FROM, TO), mailFrom(null, ""));
    expect(await queued(made.id)).toMatchObject({ mail_from: "" });
  });
});

describe("what is refused", () => {
  const invalidEmail = (...properties: string[]) => ({ type: "invalidEmail", properties });
  test.each([
    ["no From", letter(TO), {}, invalidEmail("from")],
    ["two From fields", letter(FROM, "From: carol@demo.test", TO), {}, invalidEmail("from")],
    [
      "two addresses in one mailbox",
      letter("From: <carol@demo.test> <bob@demo.test>", TO),
      {},
      invalidEmail("from"),
    ],
    [
      "several authors of whom none sends",
      letter("From: bob@demo.test, robert@demo.test", TO),
      {},
      invalidEmail("from"),
    ],
    [
      "two senders",
      letter(FROM, "Sender: bob@demo.test, carol@demo.test", TO),
      {},
      invalidEmail("sender"),
    ],
    ["no recipients", letter(FROM, "To: Nobody:;"), {}, { type: "noRecipients" }],
    [
      "an envelope without recipients",
      letter(FROM, TO),
      { envelope: { mailFrom: { email: "bob@demo.test" }, rcptTo: [] } },
      { type: "noRecipients" },
    ],
    [
      "too many recipients",
      letter(FROM, `To: ${"abcdef".replaceAll(/./g, "$&@example.net,").slice(0, -1)}`),
      {},
      { type: "tooManyRecipients", maxRecipients: 5 },
    ],
    [
      "recipients that are no addresses, or nobody's here",
      letter(FROM, "To: ann@example.net, nowhere, nobody@demo.test, carol@demo.test"),
      {},
      { type: "invalidRecipients", invalidRecipients: ["nowhere", "nobody@demo.test"] },
    ],
    [
      "another's return address",
      letter(FROM, TO),
      mailFrom(null, "carol@demo.test"),
      { type: "forbiddenMailFrom" },
    ],
    [
      "a foreign return address",
      letter(FROM, TO),
      mailFrom(null, "bob@example.net"),
      { type: "forbiddenMailFrom" },
    ],
    ["another's From", letter("From: carol@demo.test", TO), {}, { type: "forbiddenFrom" }],
    [
      "another's From behind an own return address",
      letter("From: carol@demo.test", TO),
      mailFrom(null),
      { type: "forbiddenFrom" },
    ],
    [
      "another's From behind the null sender",
      letter("From: carol@demo.test", TO),
      mailFrom(null, ""),
      { type: "forbiddenFrom" },
    ],
    [
      "another beside oneself",
      letter("From: bob@demo.test, carol@demo.test", "Sender: bob@demo.test", TO),
      {},
      { type: "forbiddenFrom" },
    ],
    [
      "another's Sender",
      letter(FROM, "Sender: carol@demo.test", TO),
      {},
      { type: "forbiddenFrom" },
    ],
    [
      "another own address than the identity's",
      letter("From: robert@demo.test", TO),
      {},
      { type: "forbiddenFrom" },
    ],
    [
      "a message that is too large",
      `${letter(FROM, TO)}${"x".repeat(20_000)}`,
      {},
      { type: "tooLarge", maxSize: 20_000 },
    ],
  ])("%s", async (_, text, more, error) => {
    expect(await send(text, more)).toMatchObject(error);
  });

  test.each([
    ["a status", { undoStatus: "final" }, "undoStatus"],
    ["an identity that is not there", { identityId: "i0" }, "identityId"],
    ["an email that is not there", { emailId: "m0" }, "emailId"],
    ["an envelope that is none", { envelope: { rcptTo: {} } }, "envelope"],
    ["an unknown parameter", mailFrom({ XYZ: "1" }), "envelope"],
    ["a parameter twice", mailFrom({ RET: "FULL", ret: "HDRS" }), "envelope"],
    ["a line break in a parameter", mailFrom({ ENVID: "a\r\nRCPT TO:<x@y>" }), "envelope"],
    ["a wrong notification", mailFrom({ NOTIFY: "NEVER" }), "envelope"],
    ["a wait that is no number", mailFrom({ HOLDFOR: "soon" }), "envelope"],
    ["a wait of years", mailFrom({ HOLDFOR: "99999999" }), "envelope"],
    ["a time that has passed", mailFrom({ HOLDUNTIL: "2026-01-01T00:00:00Z" }), "envelope"],
    ["two times", mailFrom({ HOLDUNTIL: "2026-03-20T00:00:00Z", HOLDFOR: "60" }), "envelope"],
  ])("%s", async (_, more, property) => {
    expect(await send(letter(FROM, TO), more)).toMatchObject({
      type: "invalidProperties",
      properties: [property],
    });
  });

  test("more recipients in an hour than a person may send to; an hour later it goes on", async () => {
    const identityId = await identityOf(bob);
    const emailId = await draft(
      bob,
      letter(FROM, "To: a@x.test, b@x.test, c@x.test, d@x.test, e@x.test"),
    );
    const many = (count: number) =>
      one(bob, "EmailSubmission/set", {
        create: Object.fromEntries(
          Array.from({ length: count }, (_, n) => [`n${n}`, { identityId, emailId }]),
        ),
      });
    expect((await many(59))["notCreated"]).toBeNull();
    const { created, notCreated } = await many(2);
    expect(Object.keys(created!)).toHaveLength(1);
    expect(Object.values(notCreated!)).toMatchObject([{ type: "rateLimit" }]);
    suite.platform.clock.advance(3_600_000);
    expect((await many(1))["notCreated"]).toBeNull();
  });
});

describe("sending later", () => {
  test("a mail is held for as long as was asked for, and says so", async () => {
    const now = suite.platform.clock.now();
    const made = await send(letter(FROM, TO), mailFrom({ HOLDFOR: "86400" }));
    expect(new Date(made["sendAt"] as string)).toEqual(new Date(now.getTime() + DAY));
    expect((await queued(made.id)).not_before).toEqual(new Date(now.getTime() + DAY));
    const time = new Date(now.getTime() + 2 * DAY);
    const until = await send(letter(FROM, TO), mailFrom({ HOLDUNTIL: time.toISOString() }));
    expect((await queued(until.id)).not_before).toEqual(time);
  });

  test("the session says how long, and what envelopes may hold", async () => {
    const { engine } = suite;
    const urls = { api: "", download: "", upload: "", eventSource: "" };
    const { accounts, capabilities } = await engine.session(actorOf(bob), urls);
    expect(capabilities[CAPABILITY.submission]).toEqual({});
    expect(accounts[bob.accountId]!.accountCapabilities[CAPABILITY.submission]).toEqual({
      maxDelayedSend: 60 * 86_400,
      undoSend: expect.any(Number),
      submissionExtensions: { DSN: [], FUTURERELEASE: [], SIZE: ["20000"] },
    });
  });
});

describe("taking back", () => {
  const cancel = (id: string) =>
    one(bob, "EmailSubmission/set", { update: { [id]: { undoStatus: "canceled" } } });

  test("what was not begun is taken back, for good", async () => {
    const { id } = await send(letter(FROM, TO));
    expect(await cancel(id)).toMatchObject({
      updated: { [id]: { deliveryStatus: { "ann@example.net": { delivered: "no" } } } },
    });
    expect(await get(id)).toMatchObject({ undoStatus: "canceled" });
    expect(await queued(id)).toMatchObject({
      canceled_at: expect.any(Date),
      recipients: [{ state: "canceled" }],
    });
    const again = await one(bob, "EmailSubmission/set", {
      update: { [id]: { undoStatus: "pending" } },
    });
    expect(again["notUpdated"]![id]).toMatchObject({ type: "invalidProperties" });
  });

  test("what has begun cannot be", async () => {
    const { id } = await send(letter(FROM, TO));
    await suite.platform.pool.query(
      "update queue_message set begun_at = now() where submission_id = $1",
      [id],
    );
    expect(await get(id)).toMatchObject({ undoStatus: "final" });
    expect((await cancel(id))["notUpdated"]![id]).toMatchObject({ type: "cannotUnsend" });
  });
});

describe("what follows", () => {
  test("the email is changed and another destroyed, in one call after", async () => {
    const [identityId, first, second] = [
      await identityOf(bob),
      await draft(bob, letter(FROM, TO)),
      await draft(bob, letter(FROM, TO, "Subject: two")),
    ];
    const { list } = await one(bob, "Mailbox/get", { ids: null });
    const [drafts, sent] = ["drafts", "sent"].map(
      (role) => list.find((mailbox) => mailbox["role"] === role)!.id,
    );
    const responses = await request(bob, [
      "EmailSubmission/set",
      {
        create: {
          one: { identityId, emailId: first },
          two: { identityId, emailId: second },
          three: { identityId: "i0", emailId: second },
        },
        onSuccessUpdateEmail: {
          "#one": {
            [`mailboxIds/${drafts}`]: null,
            [`mailboxIds/${sent}`]: true,
            "keywords/$draft": null,
          },
          "#three": { "keywords/$flagged": true },
        },
        onSuccessDestroyEmail: ["#two"],
      },
    ]);
    expect(responses.map(([name, , callId]) => [name, callId])).toEqual([
      ["EmailSubmission/set", "c0"],
      ["Email/set", "c0"],
    ]);
    expect(responses[1]![1]).toMatchObject({
      updated: { [first]: null },
      destroyed: [second],
      notUpdated: null,
      notDestroyed: null,
    });
    const emails = await one(bob, "Email/get", {
      ids: [first, second],
      properties: ["mailboxIds", "keywords"],
    });
    expect(emails.list).toEqual([
      { id: first, mailboxIds: { [sent!]: true }, keywords: { $seen: true } },
    ]);
    // RFC 8621 §7: the mail is on its way all the same, and still says what it was of.
    const [, two] = Object.values(
      (responses[0]![1]["created"] as Record<string, { id: string }>) ?? {},
    );
    expect(await get(two!.id)).toMatchObject({ emailId: second, undoStatus: "pending" });
    expect((await queued(two!.id)).text).toContain("Subject: two");
  });

  test("also when a submission is taken back or destroyed, and not when nothing went well", async () => {
    const { id } = await send(letter(FROM, TO));
    const { emailId } = (await get(id)) as { emailId: string };
    const back = await request(bob, [
      "EmailSubmission/set",
      {
        update: { [id]: { undoStatus: "canceled" } },
        onSuccessUpdateEmail: { [id]: { "keywords/$flagged": true } },
      },
    ]);
    expect(back[1]![1]).toMatchObject({ updated: { [emailId]: null } });
    const gone = await request(bob, [
      "EmailSubmission/set",
      { destroy: [id], onSuccessDestroyEmail: [id] },
    ]);
    expect(gone[1]![1]).toMatchObject({ destroyed: [emailId] });
    const nothing = await request(bob, [
      "EmailSubmission/set",
      { destroy: [id], onSuccessDestroyEmail: [id] },
    ]);
    expect(nothing).toHaveLength(1);
  });
});

test("destroying the record leaves the mail on its way", async () => {
  const { id } = await send(letter(FROM, TO));
  const { id: queueId } = await queued(id);
  await one(bob, "EmailSubmission/set", { destroy: [id] });
  const row = await suite.platform.db
    .selectFrom("queue_message")
    .selectAll()
    .where("id", "=", queueId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ canceled_at: null, submission_id: null });
  expect(row.blob_hash).not.toBeNull();
});

test("submissions are found by what they are of, their status and their time", async () => {
  const { clock } = suite.platform;
  const query = async (filter: JsonObject): Promise<unknown> =>
    (await one(bob, "EmailSubmission/query", { filter, sort: [{ property: "sendAt" }] }))["ids"];
  const first = await send(letter(FROM, TO));
  clock.advance(60_000);
  const second = await send(letter(FROM, TO));
  const { identityId, emailId, threadId, sendAt } = (await get(second.id)) as Record<
    string,
    string
  >;
  await one(bob, "EmailSubmission/set", { update: { [first.id]: { undoStatus: "canceled" } } });
  expect(await query({ emailIds: [emailId] })).toEqual([second.id]);
  const before = new Date(clock.now().getTime() + 1000).toISOString();
  expect(await query({ threadIds: [threadId], after: sendAt, before })).toEqual([second.id]);
  expect(await query({ after: sendAt, before })).toEqual([second.id]);
  expect(await query({ before: sendAt, after: first["sendAt"] })).toEqual([first.id]);
  expect(await query({ undoStatus: "canceled", after: first["sendAt"] })).toEqual([first.id]);
  expect(
    await query({ identityIds: [identityId], undoStatus: "pending", after: sendAt, before }),
  ).toEqual([second.id]);
  expect(await query({ identityIds: [] })).toEqual([]);
});
