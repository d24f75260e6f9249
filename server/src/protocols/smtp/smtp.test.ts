import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testWhole } from "../../../../formats/src/testing/whole.ts";
import { createInbound } from "../../features/inbound/index.ts";
import { selfSigned, type Certificate } from "../../platform/tls/index.ts";
import { rawSmtp, startLoad, type RawSmtp } from "../../testing/smtp-client.ts";
import {
  storedMail,
  testSuite,
  type StoredMail,
  type TestSuite,
} from "../../testing/organisation.ts";
import { createSmtpServer, type SmtpServer, type SmtpLimits } from "./index.ts";

const MAX_SIZE = 200_000;

let suite: TestSuite;
let port: number;
const accountOf: Record<string, string> = {};
let certificate: Certificate;
const servers: SmtpServer[] = [];
const connections: RawSmtp[] = [];

beforeAll(async () => {
  suite = await testSuite();
  certificate = await selfSigned("mx.demo.test");
  const { accounts } = suite;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const ids: Record<string, string> = {};
  for (const [name, aliases] of [
    ["bob", ["robert@demo.test"]],
    ["carol", []],
    ["dave", []],
    ["지민", []],
  ] as const) {
    const person = await accounts.persons.create("system", {
      name,
      address: `${name}@demo.test`,
      password: null,
      roles: name === "dave" ? ["member", "administrator"] : ["member"],
      aliases,
    });
    accountOf[name] = person.accountId;
    ids[name] = person.id;
  }
  const pair = await accounts.groups.create("system", {
    name: "Pair",
    address: "pair@demo.test",
    members: [ids["bob"]!, ids["carol"]!],
  });
  await accounts.groups.create("system", {
    name: "All",
    address: "all@demo.test",
    members: [pair.id, ids["bob"]!, ids["dave"]!],
  });
  port = await open();
});
afterEach(() => connections.splice(0).forEach((smtp) => smtp.end()));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

async function open(
  limits: Partial<SmtpLimits> = {},
  proxyFrom: string[] = [],
  of = suite,
): Promise<number> {
  const { platform, engine, accounts } = of;
  const inbound = createInbound({
    ...platform,
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: MAX_SIZE,
  });
  const server = createSmtpServer({
    inbound,
    ids: platform.ids,
    log: platform.log,
    hostName: "mx.demo.test",
    certificate,
    maxMessageSize: MAX_SIZE,
    proxyFrom,
    limits,
  });
  servers.push(server);
  return await server.listen(0, "127.0.0.1");
}

function connect(to = port): RawSmtp {
  const smtp = rawSmtp(to);
  connections.push(smtp);
  return smtp;
}

async function greeted(to = port): Promise<RawSmtp> {
  const smtp = connect(to);
  expect(await smtp.reply()).toBe("220 mx.demo.test ESMTP");
  await smtp.say("EHLO client.example.net");
  return smtp;
}

/** As far as DATA, with recipients that are all accepted. */
async function atData(
  recipients: string[],
  from = "<ann@example.net>",
  to = port,
): Promise<RawSmtp> {
  const smtp = await greeted(to);
  expect(await smtp.say(`MAIL FROM:${from}`)).toBe("250 2.1.0 Accepted");
  for (const address of recipients)
    expect(await smtp.say(`RCPT TO:<${address}>`)).toBe("250 2.1.5 Accepted");
  expect(await smtp.say("DATA")).toMatch(/^354 /);
  return smtp;
}

async function deliverTo(recipients: string[], content: string, from?: string): Promise<string> {
  const smtp = await atData(recipients, from);
  smtp.write(`${content}\r\n.\r\n`);
  return await smtp.reply();
}

let counter = 0;
const subject = (): string => `Message ${(counter += 1)}`;
const mail = (title: string): string =>
  `From: Ann <ann@example.net>\r\nSubject: ${title}\r\nMessage-ID: <${title.replace(" ", "-")}@example.net>\r\n\r\nhello`;

async function inboxOf(name: string, title: string): Promise<StoredMail[]> {
  return (await storedMail(suite, accountOf[name]!)).filter((stored) => stored.subject === title);
}

test("a message lies in the recipient's inbox when it is acknowledged, with its trace in front", async () => {
  const title = subject();
  expect(await deliverTo(["bob@demo.test"], mail(title))).toMatch(/^250 2\.6\.0 Accepted as t\w+$/);
  const [stored, ...more] = await inboxOf("bob", title);
  expect(more).toEqual([]);
  expect(stored).toMatchObject({ role: "inbox", keywords: [] });
  expect(stored!.text).toMatch(
    /^Return-Path: <ann@example\.net>\r\nDelivered-To: bob@demo\.test\r\nX-Original-To: bob@demo\.test\r\nAuthentication-Results: mx\.demo\.test;\r\n\tspf=none smtp\.mailfrom=example\.net;\r\n\tdkim=none;\r\n\tarc=none smtp\.remote-ip=127\.0\.0\.1;\r\n\tdmarc=none header\.from=example\.net\r\nReceived: from client\.example\.net \(\[127\.0\.0\.1\]\)\r\n\tby mx\.demo\.test with ESMTP id t\w+\r\n\tfor <bob@demo\.test>;\r\n\tMon, 02 Mar 2026 09:00:00 \+0000\r\nFrom: Ann/,
  );
  expect(stored!.text.endsWith("\r\n\r\nhello\r\n")).toBe(true);
});

test("it offers what it really does, and no sign-in", async () => {
  const smtp = connect();
  await smtp.reply();
  const offers = (await smtp.say("EHLO client.example.net"))
    .split("\r\n")
    .map((line) => line.slice(4))
    .sort();
  expect(offers).toEqual([
    "8BITMIME",
    "CHUNKING",
    "ENHANCEDSTATUSCODES",
    "PIPELINING",
    `SIZE ${MAX_SIZE}`,
    "SMTPUTF8",
    "STARTTLS",
    "mx.demo.test",
  ]);
  expect(await smtp.say("AUTH PLAIN AGJvYgBzZWNyZXQ=")).toMatch(/^500 /);
  expect(await smtp.say("WIZ")).toMatch(/^500 /);
});

test("recipients are told apart at RCPT: unknown people and other people's domains", async () => {
  const smtp = await greeted();
  await smtp.say("MAIL FROM:<ann@example.net>");
  expect(await smtp.say("RCPT TO:<nobody@demo.test>")).toBe("550 5.1.1 No such mailbox here");
  expect(await smtp.say("RCPT TO:<bob@elsewhere.example>")).toBe("550 5.7.1 Relaying denied");
  // Forms that old servers took for a way through.
  for (const trick of ["bob%elsewhere.example@demo.test", "elsewhere.example!bob@demo.test"])
    expect(await smtp.say(`RCPT TO:<${trick}>`)).toMatch(/^550 5\.1\.1/);
  for (const trick of ["bob@elsewhere.example@demo.test", "bob@demo.test@elsewhere.example"])
    expect(await smtp.say(`RCPT TO:<${trick}>`)).toMatch(/^501 5\.1\.3/);
  expect(await smtp.say("RCPT TO:<@demo.test:bob@elsewhere.example>")).toMatch(/^550 5\.7\.1/);
  expect(await smtp.say("DATA")).toMatch(/^503 /);
});

test("a message that does not say clearly who wrote it is refused with the reason", async () => {
  for (const from of [
    "From: <ann@example.net> <ceo@bank.test>",
    "From: a@b.test\r\nFROM : c@d.test",
  ])
    expect(
      await deliverTo(["bob@demo.test"], `${from}\r\nSubject: ${subject()}\r\n\r\nhello`),
    ).toBe(
      "554 5.6.0 From must be one field with one address per author, see RFC 5322 section 3.6",
    );
});

test("the null sender of bounces is welcome", async () => {
  const title = subject();
  expect(await deliverTo(["bob@demo.test"], mail(title), "<>")).toMatch(/^250 /);
  expect((await inboxOf("bob", title))[0]!.text).toMatch(/^Return-Path: <>\r\n/);
});

test("aliases, details after a plus sign, capital letters and the postmaster find their people", async () => {
  for (const [address, name] of [
    ["Robert@Demo.Test", "bob"],
    ["bob+lists@demo.test", "bob"],
    ["postmaster", "dave"],
    ["POSTMASTER@demo.test", "dave"],
  ] as const) {
    const title = subject();
    expect(await deliverTo([address], mail(title))).toMatch(/^250 /);
    const stored = await inboxOf(name, title);
    expect(stored).toHaveLength(1);
    expect(stored[0]!.text).toContain(`\r\nX-Original-To: ${address}\r\n`);
  }
});

test("the postmaster's mail waits while nobody is here, and is taken from the first person on", async () => {
  const fresh = await testSuite();
  const { accounts } = fresh;
  await accounts.createOrganisation("system", { name: "Fresh", domain: "fresh.test" });
  const smtp = await greeted(await open({}, [], fresh));
  const answers = async (): Promise<string[]> => {
    await smtp.say("RSET");
    await smtp.say("MAIL FROM:<ann@example.net>");
    const recipients = ["Postmaster", "POSTMASTER@fresh.test", "nobody@fresh.test"];
    const all: string[] = [];
    for (const recipient of recipients) all.push(await smtp.say(`RCPT TO:<${recipient}>`));
    return all.map((answer) => answer.slice(0, 9));
  };
  expect(await answers()).toEqual(["450 4.2.1", "450 4.2.1", "550 5.1.1"]);
  const first = { name: "Ann", address: "ann@fresh.test", password: null };
  const { accountId } = await accounts.persons.create("system", first);
  expect(await answers()).toEqual(["250 2.1.5", "250 2.1.5", "550 5.1.1"]);
  await smtp.say("DATA");
  expect(await smtp.say("Subject: for whoever is here\r\n\r\nhello\r\n.")).toMatch(/^250 /);
  expect(await storedMail(fresh, accountId)).toMatchObject([{ subject: "for whoever is here" }]);
});

test("groups inside groups reach everyone once, also beside their own members", async () => {
  const title = subject();
  expect(
    await deliverTo(
      ["all@demo.test", "bob@demo.test", "bob+x@demo.test", "pair@demo.test"],
      mail(title),
    ),
  ).toMatch(/^250 /);
  for (const name of ["bob", "carol", "dave"]) expect(await inboxOf(name, title)).toHaveLength(1);
  expect(await inboxOf("지민", title)).toHaveLength(0);
});

test("with several recipients none of them is named to the others", async () => {
  const title = subject();
  await deliverTo(["bob@demo.test", "carol@demo.test"], mail(title));
  const [stored] = await inboxOf("carol", title);
  expect(stored!.text).not.toMatch(/demo\.test>|Delivered-To|X-Original-To| for </);
});

test("addresses beyond ASCII need SMTPUTF8 and then work", async () => {
  const smtp = await greeted();
  await smtp.say("MAIL FROM:<ann@example.net>");
  expect(await smtp.say("RCPT TO:<지민@demo.test>")).toBe("553 5.6.7 This address needs SMTPUTF8");
  await smtp.say("RSET");
  const title = subject();
  expect(await smtp.say("MAIL FROM:<anné@example.net> SMTPUTF8 BODY=8BITMIME")).toMatch(/^250 /);
  expect(await smtp.say("RCPT TO:<지민@demo.test>")).toMatch(/^250 /);
  await smtp.say("DATA");
  smtp.write(`${mail(title)} 안녕하세요\r\n.\r\n`);
  expect(await smtp.reply()).toMatch(/^250 /);
  const [stored] = await inboxOf("지민", title);
  expect(stored!.text).toContain("Delivered-To: 지민@demo.test\r\n");
  expect(stored!.text).toContain("with UTF8SMTP id");
  expect(stored!.text.endsWith("안녕하세요\r\n")).toBe(true);
});

test("parameters that were not offered are refused", async () => {
  const smtp = await greeted();
  expect(await smtp.say("MAIL FROM:<ann@example.net> RET=HDRS")).toBe(
    "555 5.5.4 Parameter is not supported",
  );
  expect(await smtp.say("MAIL FROM:<ann@example.net> BODY=BINARYMIME")).toMatch(/^501 /);
  expect(await smtp.say("MAIL FROM:<ann@example.net>")).toMatch(/^250 /);
  expect(await smtp.say("RCPT TO:<bob@demo.test> NOTIFY=NEVER")).toBe(
    "555 5.5.4 Parameter is not supported",
  );
});

test("commands sent all at once are answered in order", async () => {
  const title = subject();
  const smtp = await greeted();
  smtp.write(
    "MAIL FROM:<ann@example.net>\r\nRCPT TO:<nobody@demo.test>\r\nRCPT TO:<bob@demo.test>\r\nDATA\r\n",
  );
  const replies = [await smtp.reply(), await smtp.reply(), await smtp.reply(), await smtp.reply()];
  expect(replies.map((reply) => reply.slice(0, 3))).toEqual(["250", "550", "250", "354"]);
  smtp.write(`${mail(title)}\r\n.\r\nMAIL FROM:<>\r\nQUIT\r\n`);
  expect(await smtp.reply()).toMatch(/^250 2\.6\.0/);
  expect(await smtp.reply()).toMatch(/^250 2\.1\.0/);
  expect(await smtp.reply()).toMatch(/^221 /);
  expect(await inboxOf("bob", title)).toHaveLength(1);
});

test("a message that says it is too large is refused at MAIL, one that turns out so at its end", async () => {
  const smtp = await greeted();
  expect(await smtp.say(`MAIL FROM:<ann@example.net> SIZE=${MAX_SIZE + 1}`)).toMatch(
    /^552 5\.3\.4 /,
  );
  expect(await smtp.say(`MAIL FROM:<ann@example.net> SIZE=${MAX_SIZE}`)).toMatch(/^250 /);
  await smtp.say("RCPT TO:<bob@demo.test>");
  await smtp.say("DATA");
  const title = subject();
  smtp.write(`${mail(title)}\r\n${`${"x".repeat(76)}\r\n`.repeat(3000)}.\r\n`);
  expect(await smtp.reply()).toMatch(/^552 5\.3\.4 /);
  expect(await inboxOf("bob", title)).toHaveLength(0);
  // The connection lives on.
  expect(await smtp.say("NOOP")).toMatch(/^250 /);
});

test("a message without an end is not read for ever", async () => {
  const smtp = await atData(["bob@demo.test"]);
  const line = Buffer.from(`${"x".repeat(998)}\r\n`.repeat(100));
  const last = smtp.closed.then(() => "closed");
  for (let sent = 0; sent < 4 * MAX_SIZE; sent += line.length) smtp.write(line);
  expect(await smtp.reply()).toMatch(/^421 4\.3\.4 /);
  expect(await last).toBe("closed");
});

const SMUGGLED =
  "MAIL FROM:<evil@example.net>\r\nRCPT TO:<carol@demo.test>\r\nDATA\r\nSubject: smuggled\r\n\r\ngotcha\r\n.\r\n";

test.each([
  ["LF . LF", "\n.\n"],
  ["LF . CRLF", "\n.\r\n"],
  ["CR . CR", "\r.\r"],
  ["CR . CRLF", "\r.\r\n"],
  ["CRLF . LF", "\r\n.\n"],
  ["CRLF . CR", "\r\n.\r"],
  ["LF .. CRLF", "\n..\r\n"],
  ["NUL between", "\r\n\u0000.\r\n"],
])(
  "the sequence %s ends no message, and nothing can be smuggled behind it",
  async (_, sequence) => {
    const title = subject();
    const smtp = await atData(["bob@demo.test"]);
    smtp.write(`${mail(title)}${sequence}${SMUGGLED}`);
    // One reply: the whole was one message, and it was refused unless its line ends were right.
    const reply = await smtp.reply();
    const lonely = /(^|[^\r])\n|\r([^\n]|$)/.test(sequence);
    expect(reply).toMatch(lonely ? /^554 5\.6\.0 / : /^250 /);
    expect(await smtp.say("NOOP")).toBe("250 2.0.0 OK");
    expect(await inboxOf("carol", "smuggled")).toHaveLength(0);
    expect(await inboxOf("bob", title)).toHaveLength(lonely ? 0 : 1);
  },
);

test("the end of a message is found however its bytes are cut into packets, and dots are given back", async () => {
  const title = subject();
  const smtp = await atData(["bob@demo.test"]);
  for (const byte of `Subject: ${title}\r\n\r\n..one\r\n...\r\nend\r\n.\r\n`) {
    smtp.write(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await smtp.reply()).toMatch(/^250 /);
  expect((await inboxOf("bob", title))[0]!.text.endsWith("\r\n\r\n.one\r\n..\r\nend\r\n")).toBe(
    true,
  );
});

test("an empty message is a message", async () => {
  const smtp = await atData(["carol@demo.test"]);
  smtp.write(".\r\n");
  expect(await smtp.reply()).toMatch(/^250 /);
});

test("a message that passed too many servers, or was here before, goes round in a loop", async () => {
  const hops = (count: number): string =>
    "Received: from a by b; Mon, 2 Mar 2026 09:00:00 +0000\r\n".repeat(count);
  expect(await deliverTo(["bob@demo.test"], `${hops(51)}${mail(subject())}`)).toBe(
    "554 5.4.6 Mail loop detected",
  );
  expect(await deliverTo(["bob@demo.test"], `${hops(50)}${mail(subject())}`)).toMatch(/^250 /);
  expect(
    await deliverTo(["bob+x@demo.test"], `Delivered-To: Bob@demo.test\r\n${mail(subject())}`),
  ).toMatch(/^554 5\.4\.6 /);
  expect(
    await deliverTo(["bob@demo.test"], `Delivered-To: carol@demo.test\r\n${mail(subject())}`),
  ).toMatch(/^250 /);
  // What stands in the body counts for nothing.
  expect(
    await deliverTo(
      ["bob@demo.test"],
      `${mail(subject())}\r\n\r\nDelivered-To: bob@demo.test\r\n${hops(60)}`,
    ),
  ).toMatch(/^250 /);
});

test("a client that goes away in the middle of a message leaves nothing behind", async () => {
  const title = subject();
  const smtp = await atData(["bob@demo.test"]);
  smtp.write(`${mail(title)}\r\n`);
  smtp.end();
  await smtp.closed;
  expect(await deliverTo(["bob@demo.test"], mail(subject()))).toMatch(/^250 /);
  expect(await inboxOf("bob", title)).toHaveLength(0);
});

test("who talks before the greeting is sent away", async () => {
  const smtp = connect();
  smtp.write("EHLO client.example.net\r\n");
  expect(await smtp.reply()).toMatch(/^421 .*too soon/);
  await smtp.closed;
});

test("the number of recipients of a message has a limit, which is not an error of the message", async () => {
  const few = await open({ maxRecipients: 2 });
  const smtp = await greeted(few);
  await smtp.say("MAIL FROM:<ann@example.net>");
  expect(await smtp.say("RCPT TO:<bob@demo.test>")).toMatch(/^250 /);
  expect(await smtp.say("RCPT TO:<carol@demo.test>")).toMatch(/^250 /);
  expect(await smtp.say("RCPT TO:<dave@demo.test>")).toMatch(/^452 4\.5\.3 /);
  expect(await smtp.say("RCPT TO:<BOB@demo.test>")).toMatch(/^250 /);
  expect(await smtp.say("DATA")).toMatch(/^354 /);
});

test("guessing addresses ends the connection", async () => {
  const strict = await open({ maxRefusedRecipients: 3 });
  const smtp = await greeted(strict);
  await smtp.say("MAIL FROM:<ann@example.net>");
  for (const guess of ["a", "b", "c"])
    expect(await smtp.say(`RCPT TO:<${guess}@demo.test>`)).toMatch(/^550 5\.1\.1/);
  expect(await smtp.say("RCPT TO:<d@demo.test>")).toMatch(/^421 4\.7\.0/);
  await smtp.closed;
});

test("messages in one connection, connections from one address and connections in all have limits", async () => {
  const strict = await open({ maxMessagesPerConnection: 1, maxConnectionsPerAddress: 2 });
  const first = await atData(["bob@demo.test"], undefined, strict);
  first.write(`${mail(subject())}\r\n.\r\n`);
  expect(await first.reply()).toMatch(/^250 /);
  const second = await greeted(strict);
  const third = connect(strict);
  expect(await third.reply()).toMatch(/^421 .*Too many connections/);
  await third.closed;
  expect(await first.say("MAIL FROM:<ann@example.net>")).toMatch(/^421 4\.7\.0/);
  await first.closed;
  expect(await second.say("NOOP")).toMatch(/^250 /);
  expect(await greeted(strict)).toBeDefined();

  const tiny = await open({ maxConnections: 1 });
  await greeted(tiny);
  expect(await connect(tiny).reply()).toMatch(/^421 .*Too many connected clients/);
});

test("a silent client, an endless message and an endless connection come to an end", async () => {
  const idle = connect(await open({ idleTimeout: 200 }));
  expect(await idle.reply()).toMatch(/^220 /);
  expect(await idle.reply()).toMatch(/^421 /);
  await idle.closed;
  const slow = await atData(["bob@demo.test"], undefined, await open({ dataTimeout: 200 }));
  slow.write("Subject: slow\r\n");
  expect(await slow.reply()).toMatch(/^421 4\.4\.2 /);
  await slow.closed;
  const long = connect(await open({ connectionTimeout: 400 }));
  expect(await long.reply()).toMatch(/^220 /);
  expect(await long.reply()).toMatch(/^421 4\.4\.2 /);
  await long.closed;
});

test("PROXY and XCLIENT count only from those who may speak them", async () => {
  const stranger = await greeted();
  expect(await stranger.say("XCLIENT ADDR=203.0.113.9")).toMatch(/^550 /);
  const liar = connect();
  liar.write("PROXY TCP4 203.0.113.9 127.0.0.1 5000 25\r\n");
  expect(await liar.reply()).toMatch(/^421 /);

  const trusting = await open({}, ["127.0.0.0/8"]);
  const plain = await greeted(trusting);
  expect(await plain.say("NOOP")).toMatch(/^250 /);
  expect(await plain.say("PROXY TCP4 203.0.113.9 127.0.0.1 5000 25")).toMatch(/^421 4\.7\.0 /);

  const viaXclient = await greeted(trusting);
  expect(
    await viaXclient.say("XCLIENT ADDR=203.0.113.9 NAME=sender.example HELO=sender.example"),
  ).toMatch(/^220 /);
  await viaXclient.say("EHLO sender.example");
  const xclientTitle = subject();
  await viaXclient.say("MAIL FROM:<ann@example.net>");
  await viaXclient.say("RCPT TO:<bob@demo.test>");
  await viaXclient.say("DATA");
  viaXclient.write(`${mail(xclientTitle)}\r\n.\r\n`);
  await viaXclient.reply();
  expect((await inboxOf("bob", xclientTitle))[0]!.text).toContain(
    "from sender.example ([203.0.113.9])",
  );

  // These speak at once; how soon that is read is up to the machine.
  const patient = await open({ proxyTimeout: 60_000 }, ["127.0.0.0/8"]);
  for (const header of [
    Buffer.from("PROXY TCP6 2001:db8::9 2001:db8::1 5000 25\r\n"),
    Buffer.concat([
      Buffer.from("0d0a0d0a000d0a515549540a21210024", "hex"),
      Buffer.from("20010db8000000000000000000000009", "hex"),
      Buffer.from("20010db8000000000000000000000001", "hex"),
      Buffer.from("13880019", "hex"),
    ]),
  ]) {
    const proxied = connect(patient);
    proxied.write(header);
    await proxied.reply();
    await proxied.say("EHLO six.example");
    const title = subject();
    await proxied.say("MAIL FROM:<ann@example.net>");
    await proxied.say("RCPT TO:<bob@demo.test>");
    await proxied.say("DATA");
    proxied.write(`${mail(title)}\r\n.\r\n`);
    await proxied.reply();
    expect((await inboxOf("bob", title))[0]!.text).toMatch(
      /from six\.example \(\[IPv6:2001:db8:(:|0:0:0:0:0:)9\]\)/,
    );
  }

  const broken = connect(trusting);
  broken.write("PROXY TCP4 not-an-address 127.0.0.1 5000 25\r\n");
  await broken.closed;
});

test("mail made by a real mail program arrives as it was, with its attachment", async () => {
  const title = subject();
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    secure: false,
    ignoreTLS: true,
    name: "client.example.net",
  });
  const info = await transport.sendMail({
    from: "Ann <ann@example.net>",
    to: "bob@demo.test, carol@demo.test",
    subject: title,
    text: "See the attachment.\n.\n..\nEnd.",
    attachments: [{ filename: "light.bin", content: Buffer.alloc(20_000, 7) }],
  });
  transport.close();
  expect(info.accepted).toEqual(["bob@demo.test", "carol@demo.test"]);
  const [stored] = await inboxOf("bob", title);
  expect(stored!.text).toContain("\r\n.\r\n..\r\nEnd.");
  expect(stored!.text).toContain("filename=light.bin");
  expect((await inboxOf("carol", title))[0]!.text).toBe(stored!.text);
});

testWhole("under load every acknowledged message is there once", async () => {
  const load = startLoad({
    port,
    connections: 8,
    recipients: () => ["bob@demo.test", "carol@demo.test"],
    limit: 60,
    size: 3000,
  });
  while (load.acknowledged.length < 60 && load.failures() === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await load.stop();
  expect(load.failures()).toBe(0);
  for (const name of ["bob", "carol"]) {
    const texts = (await storedMail(suite, accountOf[name]!)).map(({ text }) => text);
    for (const id of load.acknowledged)
      expect(texts.filter((text) => text.includes(`<${id}>`))).toHaveLength(1);
  }
});

test("stopping lets a message that is arriving finish and sends the idle away", async () => {
  const stopping = await open();
  const server = servers.pop()!;
  const title = subject();
  const idle = await greeted(stopping);
  const busy = await atData(["bob@demo.test"], undefined, stopping);
  busy.write(mail(title));
  // The server has the bytes: it has answered a later question on another connection.
  await idle.say("NOOP");
  const closed = server.close();
  expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
  busy.write("\r\n.\r\n");
  expect(await busy.reply()).toMatch(/^250 /);
  expect(await busy.reply()).toMatch(/^421 4\.3\.2 /);
  await closed;
  expect(await inboxOf("bob", title)).toHaveLength(1);
  await expect(connect(stopping).reply()).rejects.toThrow();
});

test("when the store fails the client is asked to try again, and nothing is half delivered", async () => {
  const findRecipient: TestSuite["accounts"]["findRecipient"] = async (address) => {
    // Between RCPT and DATA the account is gone, as when a person is removed at that very moment.
    const found = await suite.accounts.findRecipient(address);
    return found && [...found, { ...found[0]!, accountId: "gone", personId: "gone" }];
  };
  const broken = { ...suite, accounts: { ...suite.accounts, findRecipient } };
  const title = subject();
  const smtp = await atData(["bob@demo.test"], undefined, await open({}, [], broken));
  smtp.write(`${mail(title)}\r\n.\r\n`);
  expect(await smtp.reply()).toBe("451 4.3.0 Temporary failure, please try again later");
  expect(await inboxOf("bob", title)).toHaveLength(0);
});
