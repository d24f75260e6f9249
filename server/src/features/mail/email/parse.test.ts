import { beforeAll, describe, expect, it } from "vitest";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

type Json = Readonly<Record<string, unknown>>;

async function upload(content: string): Promise<string> {
  const { blobs } = fixture.engine;
  const bytes = Buffer.from(content, "latin1");
  return (await blobs.upload(alice.actor, alice.accountId, bytes, "text/plain")).blobId;
}

async function parse(content: string, args: object = {}): Promise<Json> {
  const blobId = await upload(content);
  const answer = await fixture.call(alice, "Email/parse", { blobIds: [blobId], ...args });
  expect(answer).toMatchObject({ notFound: null, notParsable: null });
  return (answer["parsed"] as Record<string, Json>)[blobId]!;
}

async function opened(blobId: string): Promise<string> {
  const blob = await fixture.engine.blobs.open(alice.actor, alice.accountId, blobId);
  return Buffer.concat(await blob!.stream().toArray()).toString();
}

const MESSAGE = [
  "From: Ann <ann@demo.test>",
  "Subject: Parsed",
  "Message-ID: <p@demo.test>",
  "X-Other: one",
  "",
  "The text.",
].join("\r\n");

describe("Email/parse", () => {
  it("answers the properties of a message that is nobody's", async () => {
    const email = await parse(MESSAGE);
    expect(email).toEqual({
      messageId: ["p@demo.test"],
      inReplyTo: null,
      references: null,
      sender: null,
      from: [{ name: "Ann", email: "ann@demo.test" }],
      to: null,
      cc: null,
      bcc: null,
      replyTo: null,
      subject: "Parsed",
      sentAt: null,
      hasAttachment: false,
      preview: "The text.",
      bodyValues: {},
      textBody: [expect.objectContaining({ partId: "1", size: 9 })],
      htmlBody: [expect.objectContaining({ partId: "1" })],
      attachments: [],
    });
  });

  it("answers what is asked for, null for what only an Email in a mailbox has", async () => {
    const properties = [
      "id",
      "blobId",
      "threadId",
      "mailboxIds",
      "keywords",
      "receivedAt",
      "size",
      "headers",
      "bodyStructure",
      "bodyValues",
      "header:X-OTHER:asText",
      "header:x-none:all",
    ];
    const email = await parse(MESSAGE, {
      properties,
      bodyProperties: ["partId", "header:x-other"],
      fetchAllBodyValues: true,
      maxBodyValueBytes: 3,
    });
    expect(email).toEqual({
      id: null,
      blobId: email["blobId"],
      threadId: null,
      mailboxIds: null,
      keywords: null,
      receivedAt: null,
      size: MESSAGE.length,
      headers: expect.arrayContaining([{ name: "X-Other", value: " one" }]),
      bodyStructure: { partId: "1", "header:x-other": " one" },
      bodyValues: { "1": { value: "The", isEncodingProblem: false, isTruncated: true } },
      "header:X-OTHER:asText": "one",
      "header:x-none:all": [],
    });
    expect(await opened(email["blobId"] as string)).toBe(MESSAGE);
  });

  it("reads raw header octets in the charset of the text", async () => {
    // "회의" in EUC-KR.
    const email = await parse(
      "Subject: \xc8\xb8\xc0\xc7\r\nFrom: \xc8\xb8\xc0\xc7 <a@demo.test>\r\n" +
        "Content-Type: text/plain; charset=euc-kr\r\n\r\nx",
      { properties: ["subject", "from", "header:Subject:asText", "header:Subject"] },
    );
    expect(email).toMatchObject({
      subject: "회의",
      from: [{ name: "회의" }],
      "header:Subject:asText": "회의",
    });
    expect(email["header:Subject"]).toContain("\ufffd");
  });

  it("parses attached messages however they are encoded, and what hangs on them", async () => {
    const inner = [
      "Subject: inner",
      "Content-Type: multipart/mixed; boundary=i",
      "",
      "--i",
      "Content-Type: application/octet-stream; name=a.bin",
      "Content-Disposition: attachment",
      "",
      "the file",
      "--i--",
      "",
    ].join("\r\n");
    const outer = [
      "Subject: outer",
      "Content-Type: multipart/mixed; boundary=o",
      "",
      "--o",
      "Content-Type: message/rfc822",
      "",
      inner,
      "--o",
      "Content-Type: message/rfc822",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(inner).toString("base64"),
      "--o--",
      "",
    ].join("\r\n");
    const { attachments } = await parse(outer, { properties: ["attachments"] });
    const blobIds = (attachments as { blobId: string }[]).map(({ blobId }) => blobId);
    expect(blobIds).toHaveLength(2);
    const { parsed } = await fixture.call(alice, "Email/parse", {
      blobIds,
      properties: ["subject", "attachments", "size", "blobId"],
    });
    for (const blobId of blobIds) {
      const email = (parsed as Record<string, Json>)[blobId]!;
      expect(email).toMatchObject({ subject: "inner", size: inner.length, blobId });
      const [file] = email["attachments"] as { blobId: string; name: string }[];
      expect(file!.name).toBe("a.bin");
      expect(await opened(file!.blobId)).toBe("the file");
    }
  });

  it("says what is not there and what is no message", async () => {
    const text = await upload("this is no email");
    const bob = await fixture.person("bob");
    const foreign = await fixture.engine.blobs.upload(
      bob.actor,
      bob.accountId,
      Buffer.from(`${MESSAGE} Bob's.`),
      "message/rfc822",
    );
    expect(
      await fixture.call(alice, "Email/parse", { blobIds: [text, foreign.blobId, "nonsense"] }),
    ).toMatchObject({ parsed: null, notParsable: [text], notFound: [foreign.blobId, "nonsense"] });
    for (const args of [
      { properties: ["colour"] },
      { properties: ["header:From:asDate"] },
      { bodyProperties: ["colour"] },
      { blobIds: "x" },
    ])
      expect(await fixture.call(alice, "Email/parse", { blobIds: [], ...args })).toMatchObject({
        type: "invalidArguments",
      });
  });
});
