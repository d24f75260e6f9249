import { JamClient } from "jmap-jam";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import { missing, verifyInPython } from "../../server/src/testing/python-dkim.ts";
import { startNameServer, type NameServer } from "../../server/src/testing/name-server.ts";
import { startSink, type Sink } from "../../server/src/testing/sink.ts";
import { startSuite, type TestSuite } from "../../server/src/testing/suite.ts";

// A JMAP client that others wrote, against a whole server: it signs in with a token, lists, reads, files and answers
// a mail from outside, and the answer arrives at the server that DNS names for the sender.

let names: NameServer;
let elsewhere: Sink;
let server: TestSuite;
let jam: JamClient;
let accountId: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  elsewhere = await startSink();
  names = await startNameServer({
    "elsewhere.test": { MX: [[10, "mx.elsewhere.test"]] },
    "mx.elsewhere.test": { A: ["127.0.0.1"] },
  });
  const clone = await cloneDatabase();
  drop = clone.drop;
  server = await startSuite({
    connection: clone.connection,
    config: {
      dns: names,
      mxPort: elsewhere.port,
      outboundNetworks: ["127.0.0.0/8"],
      undoSend: 200,
    },
  });
  const { bob } = server.people;
  jam = new JamClient({
    sessionUrl: `${server.url}/jmap/session`,
    bearerToken: await tokenOf(bob.address, bob.password),
  });
  accountId = await jam.getPrimaryAccount();
});

afterAll(async () => {
  await server.close();
  await drop();
  await names.close();
  await elsewhere.close();
});

/** As a person makes one in the settings. */
async function tokenOf(address: string, password: string): Promise<string> {
  const { accounts } = server.suite;
  const actor = await accounts.authenticate({ address, password }, { ip: "127.0.0.1" });
  return (
    await accounts.credentials.create(actor, {
      kind: "token",
      name: "jmap-jam",
      expiresAt: null,
      scope: "all",
      isReadOnly: false,
    })
  ).secret;
}

test("it lists, reads, files and answers a mail", async () => {
  const post = createTransport({
    host: "127.0.0.1",
    port: server.smtpPort,
    tls: { rejectUnauthorized: false },
  });
  await post.sendMail({
    from: "Erin <erin@elsewhere.test>",
    to: server.people.bob.address,
    subject: "Plans for spring",
    messageId: "<spring@elsewhere.test>",
    text: "Shall we meet in April?",
    attachments: [{ filename: "plan.txt", content: "April, or May." }],
  });

  // Lists.
  const [mailboxes] = await jam.api.Mailbox.get({ accountId });
  const byRole = new Map(mailboxes.list.map(({ role, id }) => [role as string, id]));
  const [{ found }] = await jam.requestMany((draft) => {
    const query = draft.Email.query({
      accountId,
      filter: { inMailbox: byRole.get("inbox")!, subject: "spring" },
      sort: [{ property: "receivedAt", isAscending: false }],
    });
    const found = draft.Email.get({
      accountId,
      ids: query.$ref("/ids"),
      properties: ["id", "subject", "from", "messageId", "textBody", "bodyValues", "attachments"],
      fetchTextBodyValues: true,
    });
    return { query, found };
  });
  const [mail] = found.list;
  expect(mail).toMatchObject({
    subject: "Plans for spring",
    from: [{ name: "Erin", email: "erin@elsewhere.test" }],
  });

  // Reads.
  const partId = mail!.textBody[0]!.partId!;
  expect(mail!.bodyValues[partId]!.value.trim()).toBe("Shall we meet in April?");
  const [attachment] = mail!.attachments;
  const download = await jam.downloadBlob({
    accountId,
    blobId: attachment!.blobId!,
    mimeType: attachment!.type,
    fileName: attachment!.name!,
  });
  expect(await download.text()).toBe("April, or May.");

  // Files: into a folder that it makes, marked as read.
  const [made] = await jam.api.Mailbox.set({ accountId, create: { plans: { name: "Plans" } } });
  const plans = made.created["plans"]!.id;
  const [filed] = await jam.api.Email.set({
    accountId,
    update: { [mail!.id]: { mailboxIds: { [plans]: true }, "keywords/$seen": true } },
  });
  expect(filed.notUpdated).toBeNull();
  const [inPlans] = await jam.api.Email.query({ accountId, filter: { inMailbox: plans } });
  expect(inPlans.ids).toEqual([mail!.id]);

  // Sends: a draft, its submission, and the draft moved to Sent when that succeeds, in one request.
  const [identities] = await jam.api.Identity.get({ accountId });
  const [{ submission }] = await jam.requestMany((draft) => ({
    email: draft.Email.set({
      accountId,
      create: {
        reply: {
          mailboxIds: { [byRole.get("drafts")!]: true },
          keywords: { $draft: true, $seen: true },
          from: [{ name: "Bob", email: server.people.bob.address }],
          to: [{ name: null, email: "erin@elsewhere.test" }],
          subject: "Re: Plans for spring",
          inReplyTo: mail!.messageId,
          references: mail!.messageId,
          textBody: [{ partId: "text", type: "text/plain" }],
          bodyValues: {
            text: { value: "April is fine. 좋아요!", isEncodingProblem: false, isTruncated: false },
          },
        },
      } as never,
    }),
    submission: draft.EmailSubmission.set({
      accountId,
      create: { send: { emailId: "#reply", identityId: identities.list[0]!.id } } as never,
      onSuccessUpdateEmail: {
        "#send": {
          [`mailboxIds/${byRole.get("drafts")}`]: null,
          [`mailboxIds/${byRole.get("sent")}`]: true,
          "keywords/$draft": null,
        },
      } as never,
    }),
  }));
  expect(submission).toMatchObject({ notCreated: null });

  await expect.poll(() => elsewhere.messages.length).toBe(1);
  const [sent] = elsewhere.messages;
  expect(sent!.recipients).toEqual(["erin@elsewhere.test"]);
  expect(sent!.text).toMatch(/^DKIM-Signature: /im);
  expect(sent!.text).toMatch(/^In-Reply-To: <spring@elsewhere\.test>/im);
  const [inSent] = await jam.api.Email.query({
    accountId,
    filter: { inMailbox: byRole.get("sent")! },
  });
  const [answered] = await jam.api.Email.get({ accountId, ids: inSent.ids });
  expect(answered.list.map(({ subject }) => subject)).toEqual(["Re: Plans for spring"]);
  // It joined the conversation that it answers.
  const [thread] = await jam.api.Thread.get({ accountId, ids: [answered.list[0]!.threadId] });
  expect(thread.list[0]!.emailIds).toEqual([mail!.id, answered.list[0]!.id]);
});

test.skipIf(missing !== "")(
  `the signature of the answer that left is right for a verifier of others${missing}`,
  async () => {
    const records = await server.suite.dkim.prepare("demo.test");
    const zone = Object.fromEntries(records.map(({ name, text }) => [name, text]));
    const verdicts = verifyInPython(elsewhere.messages[0]!.text, zone);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.every(Boolean)).toBe(true);
  },
);
