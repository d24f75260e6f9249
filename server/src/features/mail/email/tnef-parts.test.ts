import { beforeAll, describe, expect, it } from "vitest";
import type { EmailBodyPart } from "@atrium/contract/types/email";
import { testPlatform } from "../../../testing/index.ts";
import { embeddedObject, writeTnef } from "../../../../../formats/src/testing/write-tnef.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

const inner = writeTnef({
  properties: [
    [0x0037, "The inner one"],
    [0x1000, "inner words"],
  ],
});
const TNEF = writeTnef({
  properties: [
    [0x1000, "Only Outlook's pelican text"],
    [0x1013, Buffer.from("<p>Only Outlook's <b>pelican</b> text</p>")],
  ],
  attachments: [
    {
      properties: [
        [0x3701, Buffer.from("%PDF-1.7")],
        [0x3707, "견적서.pdf"],
      ],
    },
    {
      properties: [
        [0x3701, embeddedObject(inner)],
        [0x3705, 5],
        [0x3001, "The inner one"],
      ],
    },
  ],
});

const part = [
  'Content-Type: application/ms-tnef; name="winmail.dat"',
  "Content-Transfer-Encoding: base64",
  "",
  TNEF.toString("base64").replace(/.{76}/g, "$&\r\n"),
];

const withText = [
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain",
  "",
  "Own text",
  "--b",
  ...part,
  "--b--",
  "",
];

async function arrive(lines: readonly string[]): Promise<string> {
  const head = ["From: bob@demo.test", "Subject: Files", "MIME-Version: 1.0"];
  return await fixture.deliver(alice, { bytes: Buffer.from([...head, ...lines].join("\r\n")) });
}

interface Got {
  attachments: EmailBodyPart[];
  textBody: EmailBodyPart[];
  htmlBody: EmailBodyPart[];
  bodyValues: Record<string, { value: string; isTruncated: boolean }>;
  bodyStructure: EmailBodyPart;
}

async function get(id: string, args: object = {}): Promise<Got> {
  const { list } = await fixture.call(alice, "Email/get", {
    ids: [id],
    properties: ["attachments", "textBody", "htmlBody", "bodyValues", "bodyStructure"],
    ...args,
  });
  return (list as Got[])[0]!;
}

async function bytesOf(blobId: string | null): Promise<string> {
  const blob = await fixture.engine.blobs.open(alice.actor, alice.accountId, blobId!);
  return Buffer.concat(await blob!.stream().toArray()).toString();
}

describe("a winmail.dat", () => {
  it("shows its files beside it, each to be downloaded by itself", async () => {
    const email = await get(await arrive(withText), { fetchAllBodyValues: true });
    expect(email.attachments.map(({ partId, name, type }) => [partId, name, type])).toEqual([
      ["2", "winmail.dat", "application/ms-tnef"],
      ["2.t0", "견적서.pdf", "application/pdf"],
      ["2.t1", "The inner one.eml", "message/rfc822"],
    ]);
    const [, pdf, eml] = email.attachments;
    expect(pdf).toMatchObject({ size: 8, disposition: "attachment", cid: null, charset: null });
    expect(await bytesOf(pdf!.blobId)).toBe("%PDF-1.7");
    expect(await bytesOf(eml!.blobId)).toContain("Subject: The inner one");
    // The message has a text of its own, and its structure is what it is.
    expect(Object.keys(email.bodyValues)).toEqual(["1"]);
    expect(email.bodyStructure.subParts).toHaveLength(2);
    const open = await fixture.engine.blobs.open(alice.actor, alice.accountId, pdf!.blobId!);
    expect(Buffer.concat(await open!.stream({ start: 1, end: 4 }).toArray()).toString()).toBe(
      "PDF",
    );
    const beyond = pdf!.blobId!.replace(/-t0$/, "-t99");
    expect(await fixture.engine.blobs.open(alice.actor, alice.accountId, beyond)).toBeNull();
  });

  it("in it a message can be parsed, with bodies and all", async () => {
    const { attachments } = await get(await arrive(withText));
    const { parsed } = await fixture.call(alice, "Email/parse", {
      blobIds: [attachments[2]!.blobId],
      fetchTextBodyValues: true,
    });
    expect(Object.values(parsed as object)).toMatchObject([
      { subject: "The inner one", bodyValues: { 1: { value: "inner words" } } },
    ]);
  });

  it("gives the body of a message that has none, which is then found and previewed too", async () => {
    const id = await arrive(part);
    const email = await get(id, { fetchTextBodyValues: true, fetchHTMLBodyValues: true });
    expect(email.textBody).toMatchObject([
      { partId: "1.t2", type: "text/plain", charset: "utf-8" },
    ]);
    expect(email.htmlBody).toMatchObject([{ partId: "1.t3", type: "text/html", charset: "utf-8" }]);
    expect(email.bodyValues).toMatchObject({
      "1.t2": { value: "Only Outlook's pelican text", isTruncated: false },
      "1.t3": { value: "<p>Only Outlook's <b>pelican</b> text</p>" },
    });
    expect(await bytesOf(email.textBody[0]!.blobId)).toBe("Only Outlook's pelican text");
    const cut = await get(id, { fetchTextBodyValues: true, maxBodyValueBytes: 4 });
    expect(cut.bodyValues).toMatchObject({ "1.t2": { value: "Only", isTruncated: true } });
    const { ids } = await fixture.call(alice, "Email/query", { filter: { body: "pelican" } });
    expect(ids).toContain(id);
    const { list } = await fixture.call(alice, "Email/get", { ids: [id], properties: ["preview"] });
    expect(list).toMatchObject([{ preview: "Only Outlook's pelican text" }]);
    const named = await fixture.call(alice, "Email/query", { filter: { text: "견적서" } });
    expect(named["ids"]).toContain(id);
  });
});
