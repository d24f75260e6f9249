import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testWhole } from "../../../../../formats/src/testing/whole.ts";
import type { Actor } from "../../../engine/index.ts";
import { cloneDatabase } from "../../../testing/index.ts";
import { rawSmtp } from "../../../testing/smtp-client.ts";
import { startSuite, type TestSuite } from "../../../testing/suite.ts";

/** What would overflow an index, a column or a parser arrives all the same, is kept octet for octet, read and found. */

let server: TestSuite;
let drop: () => Promise<void>;
let actor: Actor;

beforeAll(async () => {
  const database = await cloneDatabase();
  ({ drop } = database);
  server = await startSuite({
    connection: database.connection,
    config: { maxMessageSize: 20_000_000 },
  });
  const { accountId, personId, name } = server.people.bob;
  const accounts = { [accountId]: { name, isPersonal: true, isReadOnly: false } };
  actor = { personId, accountId, roles: ["member"], accounts };
});
afterAll(async () => {
  await server.close();
  await drop();
});

async function call(method: string, args: object): Promise<Record<string, unknown>> {
  const { methodResponses } = await server.suite.engine.handle(actor, {
    using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
    methodCalls: [[method, { accountId: actor.accountId, ...args }, "c"]],
  });
  const [name, answer] = methodResponses[0]!;
  expect(name, JSON.stringify(answer)).toBe(method);
  return answer;
}

/** Sends a message to Bob as any server would. */
async function send(message: string | Buffer): Promise<string> {
  const smtp = rawSmtp(server.smtpPort);
  await smtp.reply();
  await smtp.say("EHLO mx.example.net");
  await smtp.say("MAIL FROM:<someone@example.net>");
  await smtp.say("RCPT TO:<bob@demo.test>");
  await smtp.say("DATA");
  const bytes = Buffer.isBuffer(message) ? message : Buffer.from(message);
  smtp.write(Buffer.from(bytes.toString("latin1").replaceAll(/^\./gm, ".."), "latin1"));
  smtp.write("\r\n.\r\n");
  const reply = await smtp.reply();
  smtp.end();
  return reply;
}

interface Got {
  id: string;
  blobId: string;
  subject: string | null;
  messageId: string[] | null;
  references: string[] | null;
  threadId: string;
  to: { email: string }[] | null;
  headers: { name: string; value: string }[];
  bodyValues: Record<string, { value: string }>;
  textBody: { partId: string }[];
}

const find = async (filter: object): Promise<string[]> =>
  (await call("Email/query", { filter }))["ids"] as string[];

/** The one message that the filter finds, as a client reads it. */
async function read(filter: object): Promise<Got> {
  const ids = await find(filter);
  expect(ids, JSON.stringify(filter)).toHaveLength(1);
  const { list } = await call("Email/get", {
    ids,
    properties: [
      "blobId",
      "subject",
      "messageId",
      "references",
      "threadId",
      "to",
      "headers",
      "textBody",
      "bodyValues",
    ],
    fetchTextBodyValues: true,
  });
  return (list as Got[])[0]!;
}

async function stored(email: Got): Promise<string> {
  const blob = await server.suite.engine.blobs.open(actor, actor.accountId, email.blobId);
  return Buffer.concat(await blob!.stream().toArray()).toString("latin1");
}

const head = (subject: string, more: readonly string[] = []): string =>
  ["From: someone@example.net", "To: bob@demo.test", `Subject: ${subject}`, ...more, "", ""].join(
    "\r\n",
  );

/** Some to a line, as programs write long lists: a header of more lines than any real one has is refused. */
const folded = (items: readonly string[], between: string): string =>
  items
    .map((item, n) => (n % 10 === 9 ? `${item}${between.trim()}\r\n ` : item + between))
    .join("")
    .trim()
    .replace(/,$/, "");

describe("through SMTP", () => {
  testWhole("a text of 5 MB is found by its early words, and what was cut is noted", async () => {
    const lines = Array.from(
      { length: 120_000 },
      (_, n) => `word${n} differs from the line before by ${n * 7}`,
    );
    const text = `earliest pelican\r\n${lines.join("\r\n")}\r\nlatest heron`;
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(await send(head("Five megabytes") + text)).toMatch(/^250 /);
    const email = await read({ body: "pelican" });
    expect(email.subject).toBe("Five megabytes");
    expect(email.bodyValues[email.textBody[0]!.partId]!.value.endsWith("latest heron\n")).toBe(
      true,
    );
    expect(await find({ body: '"earliest pelican" word500' })).toEqual([email.id]);
    expect(await find({ body: '"word1200 differs"' })).toEqual([email.id]);
    expect(await find({ body: '"pelican word1200"' })).toEqual([]);
    expect(await find({ body: "heron" })).toEqual([]);
    const { rows } = await sql<{ cut: boolean; octets: number }>`
      select cut, pg_column_size(words) as octets from email_words
      where account_id = ${actor.accountId} and email_id = ${email.id}`.execute(
      server.suite.engine.db,
    );
    expect(rows[0]!.cut).toBe(true);
    expect(rows[0]!.octets).toBeLessThan(1_000_000);
    const { list } = await call("SearchSnippet/get", {
      emailIds: [email.id],
      filter: { body: "pelican" },
    });
    expect(list).toMatchObject([{ preview: expect.stringContaining("<mark>pelican</mark>") }]);
  });

  it("a message of few words is not cut, however often they come", async () => {
    expect(
      await send(head("Often") + "often and stork\r\n".repeat(30_000) + "finally crane"),
    ).toMatch(/^250 /);
    const { id } = await read({ body: "crane" });
    expect(await find({ body: '"finally crane"' })).toEqual([id]);
    expect(await find({ body: '"stork finally"' })).toEqual([id]);
    expect(await find({ body: '"finally stork"' })).toEqual([]);
  });

  it("NUL octets in header and body", async () => {
    const message = `${head("Nul\0subject puffin")}bo\0dy with gan\0net\r\n`;
    const reply = await send(message);
    expect(reply).toMatch(/^250 /);
    const email = await read({ subject: "puffin" });
    expect(email.subject).not.toContain("\0");
    expect(email.bodyValues[email.textBody[0]!.partId]!.value).not.toContain("\0");
    expect(await stored(email)).toContain("bo\0dy with gan\0net");
    expect(await find({ body: "gannet" })).toEqual([email.id]);
    expect(await find({ text: "gan\0net" })).toEqual([email.id]);
  });

  it("a Message-ID of 100,000 characters, and a reply to it", async () => {
    const id = `${"i".repeat(100_000)}@example.net`;
    expect(await send(head("Endless albatross", [`Message-ID: <${id}>`]))).toMatch(/^250 /);
    expect(
      await send(
        head("Re: Endless albatross", [
          "Message-ID: <short@example.net>",
          `In-Reply-To: <${id}>`,
          `References: <${id}>`,
        ]),
      ),
    ).toMatch(/^250 /);
    const ids = await find({ subject: "albatross" });
    const { list } = await call("Email/get", {
      ids,
      properties: ["threadId", "messageId", "references"],
    });
    const emails = list as Got[];
    expect(new Set(emails.map((email) => email.threadId)).size).toBe(1);
    expect(
      emails.map((email) => email.messageId?.[0]).toSorted((a, b) => a!.length - b!.length),
    ).toEqual(["short@example.net", id]);
    expect(await find({ header: ["Message-ID", `<${id}>`] })).toHaveLength(1);
  });

  it("References of 20,000 ids", async () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `<${n}.reference@example.net>`);
    expect(await send(head("Referring tern", [`References: ${folded(ids, " ")}`]))).toMatch(
      /^250 /,
    );
    const email = await read({ subject: "tern" });
    expect(email.references).toHaveLength(20_000);
    expect(await find({ header: ["References", "<19999.reference@example.net>"] })).toEqual([
      email.id,
    ]);
  });

  testWhole("words of any length", async () => {
    const long = "w".repeat(500_000);
    const korean = "가나다라".repeat(50_000);
    expect(
      await send(
        Buffer.from(
          `${head("Long words", ["Content-Type: text/plain; charset=utf-8"])}${long} ibis ${korean} ${"x".repeat(3000)}@example.net\r\n`,
        ),
      ),
    ).toMatch(/^250 /);
    const email = await read({ body: "ibis" });
    expect(await find({ body: "라가나" })).toEqual([email.id]);
    expect(await find({ body: "라나" })).toEqual([]);
    expect(await find({ body: `${"x".repeat(3000)}@example.net` })).toEqual([email.id]);
    expect(await find({ body: `${"x".repeat(2999)}@example.net` })).toEqual([]);
    const { list } = await call("Email/get", { ids: [email.id], properties: ["preview"] });
    expect((list as { preview: string }[])[0]!.preview.length).toBeLessThanOrEqual(256);
  });

  testWhole("5,000 recipients in To", async () => {
    const people = Array.from({ length: 5000 }, (_, n) => `Person ${n} <person.${n}@example.net>`);
    expect(
      await send(
        `From: someone@example.net\r\nTo: ${folded(people, ", ")}\r\nCc: cormorant@example.net\r\nSubject: Everybody\r\n\r\nhello shag`,
      ),
    ).toMatch(/^250 /);
    const email = await read({ to: "person.4999@example.net" });
    expect(email.to).toHaveLength(5000);
    expect(await find({ to: "cormorant" })).toEqual([]);
    expect(await find({ cc: "cormorant", body: "shag" })).toEqual([email.id]);
    const sort = [{ property: "to" }];
    expect((await call("Email/query", { filter: { body: "shag" }, sort }))["ids"]).toEqual([
      email.id,
    ]);
  });

  it("4,000 header fields, and no more than the checks of origin can bear", async () => {
    const fields = Array.from({ length: 4000 }, (_, n) => `X-Field-${n}: value ${n}`);
    expect(await send(`${head("Too many", [...fields, ...fields])}ruff`)).toMatch(/^55\d /);
    expect(await send(`${head("Many fields", fields)}dunlin`)).toMatch(/^250 /);
    const email = await read({ body: "dunlin" });
    expect(email.headers.length).toBeGreaterThan(4000);
    expect(email.headers.find(({ name }) => name === "X-Field-3999")?.value).toBe(" value 3999");
    for (const header of [
      ["X-Field-1"],
      ["x-field-3999"],
      ["X-Field-3999", "VALUE 3999"],
      ["X-Field-5"],
    ])
      expect(await find({ header })).toEqual([email.id]);
    expect(await find({ header: ["X-Field-10000"] })).toEqual([]);
  });

  testWhole(
    "header lines without end, fields without names, and a header without a body",
    async () => {
      const subject = `avocet ${"very ".repeat(50_000)}`;
      expect(
        await send(
          `From: a@example.net\r\nSubject: ${subject}\r\n: nameless\r\n${"n".repeat(200)}: x\r\n`,
        ),
      ).toMatch(/^250 /);
      const email = await read({ subject: "avocet" });
      expect(email.subject!.length).toBeGreaterThan(200_000);
      expect(await find({ header: ["n".repeat(200)] })).toEqual([email.id]);
    },
  );

  it("parts within parts, and boundaries by the thousand", async () => {
    const depth = 500;
    const open = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
    ).join("");
    const nested = `From: a@example.net\r\nSubject: Nested curlew\r\n${open}Content-Type: text/plain\r\n\r\ndeep\r\n`;
    expect(await send(nested)).toMatch(/^250 /);
    expect((await read({ subject: "curlew" })).subject).toBe("Nested curlew");
    const many = `From: a@example.net\r\nSubject: Many godwits\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(20_000)}--b--\r\n`;
    expect(await send(many)).toMatch(/^250 /);
    expect((await read({ subject: "godwits" })).subject).toBe("Many godwits");
  });

  it("octets that are no character of any charset", async () => {
    const message = Buffer.concat([
      Buffer.from("From: =?nonsense?B?////?= <a@example.net>\r\nSubject: whimbrel "),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
      Buffer.from("\r\nContent-Type: text/plain; charset=nonsense\r\n\r\nsmew "),
      Buffer.from([0xed, 0xb0, 0x80, 0xff]),
    ]);
    expect(await send(message)).toMatch(/^250 /);
    const email = await read({ subject: "whimbrel" });
    expect(await find({ body: "smew" })).toEqual([email.id]);
    expect(email.subject!.isWellFormed()).toBe(true);
  });
});
