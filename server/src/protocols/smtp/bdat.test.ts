import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createInbound } from "../../features/inbound/index.ts";
import { selfSigned } from "../../platform/tls/index.ts";
import { storedMail, makeDemo, testSuite, type TestSuite } from "../../testing/organisation.ts";
import { rawSmtp, type RawSmtp } from "../../testing/smtp-client.ts";
import { createSmtpServer, type SmtpServer, type SmtpLimits } from "./index.ts";

const MAX_SIZE = 200_000;

let suite: TestSuite;
const servers: SmtpServer[] = [];
let port: number;
/** Where a message has to be whole at once. */
let hastyPort: number;
let bob: string;
const connections: RawSmtp[] = [];

beforeAll(async () => {
  suite = await testSuite();
  const { platform, engine, accounts } = suite;
  bob = (await makeDemo(suite, "bob")).bob.accountId;
  const common = { ...platform, hostName: "mx.demo.test" };
  const certificate = await selfSigned("mx.demo.test");
  const open = async (limits: Partial<SmtpLimits>): Promise<number> => {
    const server = createSmtpServer({
      ...common,
      inbound: createInbound({ ...common, engine, accounts, maxSize: MAX_SIZE }),
      certificate,
      maxMessageSize: MAX_SIZE,
      limits,
    });
    servers.push(server);
    return await server.listen(0, "127.0.0.1");
  };
  port = await open({});
  hastyPort = await open({ dataTimeout: 200 });
});
afterEach(() => connections.splice(0).forEach((smtp) => smtp.end()));
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** After MAIL and, unless there shall be none, RCPT. */
async function ready(recipient: string | null = "bob@demo.test", to = port): Promise<RawSmtp> {
  const smtp = rawSmtp(to);
  connections.push(smtp);
  await smtp.reply();
  await smtp.say("EHLO client.example.net");
  await smtp.say("MAIL FROM:<ann@example.net>");
  if (recipient !== null) await smtp.say(`RCPT TO:<${recipient}>`);
  return smtp;
}

let count = 0;
const subject = (): string => `Chunked ${++count}`;

async function stored(title: string): Promise<string[]> {
  const mail = await storedMail(suite, bob);
  return mail.filter((one) => one.subject === title).map(({ text }) => text);
}

test("a message comes in chunks, whatever lines they hold", async () => {
  const title = subject();
  const smtp = await ready();
  const head = `Subject: ${title}\r\n\r\nfirst\r\n.\r\nMAIL FROM:<x@y.example>\r\n`;
  expect(await smtp.say(`BDAT ${head.length}\r\n${head.slice(0, -2)}`)).toBe(
    `250 2.0.0 ${head.length} octets received`,
  );
  smtp.write("BDAT 8 LAST\r\n..last\r\n");
  expect(await smtp.reply()).toMatch(/^250 2\.6\.0 Accepted as t/);
  const [text, ...more] = await stored(title);
  expect(more).toEqual([]);
  expect(text!.endsWith(`${head}..last\r\n`)).toBe(true);
  // The next message of the connection comes as usual.
  const next = subject();
  await smtp.say("MAIL FROM:<ann@example.net>");
  await smtp.say("RCPT TO:<bob@demo.test>");
  expect(await smtp.say("DATA")).toMatch(/^354 /);
  expect(await smtp.say(`Subject: ${next}\r\n\r\n.`)).toMatch(/^250 /);
  expect(await stored(next)).toHaveLength(1);
});

test("chunks and commands may come all at once, and cut into any packets", async () => {
  const title = subject();
  const smtp = await ready();
  const text = `Subject: ${title}\r\n\r\nhello\r\n`;
  const bytes = `BDAT 3\r\n${text.slice(0, 3)}BDAT ${text.length - 3}\r\n${text.slice(3)}BDAT 0 LAST\r\nNOOP\r\n`;
  for (const byte of bytes) {
    smtp.write(byte);
    if (byte === "\n") await new Promise((resolve) => setImmediate(resolve));
  }
  for (const reply of [
    /^250 2\.0\.0 3 octets/,
    /^250 2\.0\.0 /,
    /^250 2\.6\.0 /,
    /^250 2\.0\.0 OK/,
  ])
    expect(await smtp.reply()).toMatch(reply);
  expect(await stored(title)).toHaveLength(1);
});

test("a large message in large chunks arrives whole", async () => {
  const title = subject();
  const smtp = await ready();
  const line = `${"x".repeat(98)}\r\n`;
  const body = `Subject: ${title}\r\n\r\n${line.repeat(1800)}`;
  smtp.write(`BDAT ${body.length}\r\n${body}BDAT 0 LAST\r\n`);
  expect(await smtp.reply()).toMatch(/^250 /);
  expect(await smtp.reply()).toMatch(/^250 2\.6\.0 /);
  expect((await stored(title))[0]!.endsWith(body)).toBe(true);
});

test("a chunk for nobody is read away and refused", async () => {
  const smtp = await ready(null);
  expect(await smtp.say("BDAT 6 LAST\r\nQUIT")).toMatch(/^503 /);
  expect(await smtp.say("RCPT TO:<bob@demo.test>")).toMatch(/^250 /);
});

test("what DATA would refuse is refused, and the rest of the message is read away", async () => {
  const smtp = await ready();
  const bad = "Subject: x\r\n\r\na\nb\r\n";
  smtp.write(`BDAT ${bad.length}\r\n${bad}BDAT 6\r\nQUIT\r\nBDAT 0 LAST\r\nNOOP\r\n`);
  // The first chunk may be answered before it has been looked at.
  expect(await smtp.reply()).toMatch(/^(250|554 5\.6\.0) /);
  expect(await smtp.reply()).toMatch(/^(250|554 5\.6\.0) /);
  expect(await smtp.reply()).toMatch(/^554 5\.6\.0 /);
  expect(await smtp.reply()).toMatch(/^250 /);

  const large = await ready();
  const much = "x".repeat(MAX_SIZE);
  large.write(`BDAT ${much.length}\r\n${much}BDAT 5 LAST\r\nabcde`);
  await large.reply();
  expect(await large.reply()).toMatch(/^552 5\.3\.4 /);
});

test("chunks without a size, and far too many of them, end the connection", async () => {
  for (const command of ["BDAT", "BDAT x", "BDAT -1", "BDAT 5 FIRST", `BDAT ${3 * MAX_SIZE}`]) {
    const smtp = await ready();
    expect(await smtp.say(command)).toMatch(/^421 /);
    await smtp.closed;
  }
});

test("DATA and RCPT have no place in a message that comes in chunks; RSET gives it up", async () => {
  const title = subject();
  const smtp = await ready();
  const text = `Subject: ${title}\r\n\r\n`;
  await smtp.say(`BDAT ${text.length}\r\n${text.slice(0, -2)}`);
  expect(await smtp.say("DATA")).toMatch(/^503 /);
  expect(await smtp.say("RCPT TO:<bob@demo.test>")).toMatch(/^503 /);
  expect(await smtp.say("RSET")).toMatch(/^250 /);
  expect(await smtp.say("BDAT 0 LAST")).toMatch(/^503 /);
  expect(await stored(title)).toEqual([]);
});

test("a client that goes away between chunks leaves nothing behind, and a silent one is sent away", async () => {
  const title = subject();
  const text = `Subject: ${title}\r\n\r\n`;
  const gone = await ready();
  await gone.say(`BDAT ${text.length}\r\n${text.slice(0, -2)}`);
  gone.end();
  await gone.closed;
  const silent = await ready("bob@demo.test", hastyPort);
  silent.write(`BDAT ${text.length}\r\n${text}`);
  const first = await silent.reply();
  // A busy machine may not even come to the first chunk in time.
  expect(first.startsWith("250 ") ? await silent.reply() : first).toMatch(/^421 4\.4\.2 /);
  await silent.closed;
  expect(await stored(title)).toEqual([]);
});
