import { connect as connectTcp } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "../../features/accounts/index.ts";
import { createSubmit } from "../../features/submission/index.ts";
import { selfSigned, type Certificate } from "../../platform/tls/index.ts";
import { testSuite, type TestSuite } from "../../testing/organisation.ts";
import { smtpOver, rawSmtp, type RawSmtp } from "../../testing/smtp-client.ts";
import type { SmtpServer } from "../smtp/mail-server.ts";
import { createSubmissionServer } from "./index.ts";

const PASSWORD = "a long enough passphrase";
const MAX_SIZE = 50_000;
const HOST = "mail.demo.test";

let suite: TestSuite;
let certificate: Certificate;
let bob: Person;
let support: string;
let port: number;
let tlsPort: number;
/** Where a PROXY header in front makes a test come from somewhere else than this machine. */
let proxiedPort: number;
const servers: SmtpServer[] = [];
const connections: RawSmtp[] = [];

beforeAll(async () => {
  suite = await testSuite();
  certificate = await selfSigned(HOST);
  const { accounts } = suite;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const make = (name: string, aliases: string[] = []) =>
    accounts.persons.create("system", {
      name,
      address: `${name}@demo.test`,
      aliases,
      password: PASSWORD,
    });
  bob = await make("bob", ["robert@demo.test", "밥@demo.test"]);
  const carol = await make("carol");
  await accounts.groups.create("system", {
    name: "Team",
    address: "team@demo.test",
    members: [bob.id, carol.id],
  });
  const members = [{ personId: bob.id, mayWrite: true }];
  const address = "support@demo.test";
  support = (await accounts.shared.create("system", { name: "Support", address, members }))
    .accountId;
  port = await open();
  tlsPort = await open({ implicitTls: true });
  proxiedPort = await open({ proxyFrom: ["127.0.0.1"] });
});
afterEach(() => connections.splice(0).forEach((smtp) => smtp.end()));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

async function open({ implicitTls = false, proxyFrom = [] as string[] } = {}): Promise<number> {
  const { platform, engine, accounts } = suite;
  const server = createSubmissionServer({
    ...platform,
    submit: createSubmit({
      engine,
      limits: { undoSend: 15_000, maxMessageSize: MAX_SIZE, maxRecipients: 5, sendLimit: 20 },
    }),
    accounts,
    hostName: HOST,
    certificate,
    implicitTls,
    maxMessageSize: MAX_SIZE,
    maxRecipients: 5,
    proxyFrom,
  });
  servers.push(server);
  return await server.listen(0, "127.0.0.1");
}

const remember = (smtp: RawSmtp): RawSmtp => {
  connections.push(smtp);
  return smtp;
};

/** Greeted, by a client on this machine unless an address is given. */
async function greeted(from?: string): Promise<RawSmtp> {
  const smtp = remember(rawSmtp(from === undefined ? port : proxiedPort));
  if (from !== undefined) smtp.write(`PROXY TCP4 ${from} 192.0.2.1 1234 587\r\n`);
  expect(await smtp.reply()).toBe(`220 ${HOST} ESMTP`);
  return smtp;
}

const plain = (address = bob.address, password = PASSWORD, as = ""): string =>
  `AUTH PLAIN ${Buffer.from(`${as}\0${address}\0${password}`).toString("base64")}`;

async function signedIn(address?: string): Promise<RawSmtp> {
  const smtp = await greeted();
  await smtp.say("EHLO client.example.net");
  expect(await smtp.say(plain(address))).toMatch(/^235 2\.7\.0 /);
  return smtp;
}

/** Says STARTTLS on a socket of its own and answers both ends of the wrapped one. */
async function overTls(from: string, afterStartTls = ""): Promise<RawSmtp> {
  const socket = connectTcp(proxiedPort, "127.0.0.1");
  const clear = smtpOver(socket);
  clear.write(`PROXY TCP4 ${from} 192.0.2.1 1234 587\r\n`);
  await clear.reply();
  await clear.say("EHLO client.example.net");
  clear.write(`STARTTLS\r\n${afterStartTls}`);
  expect(await clear.reply()).toMatch(/^220 /);
  socket.removeAllListeners("data");
  const secure: TLSSocket = connectTls({ socket, ca: certificate.cert, servername: HOST });
  return remember(smtpOver(secure));
}

const mail = (...fields: string[]): string => [...fields, "", "hello"].join("\r\n");
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `<ann${n}@example.net>`);
const FROM = "From: Bob <bob@demo.test>";

/** One whole transaction of Bob's; answers the last reply. */
async function submit(
  message: string,
  options: { from?: string; to?: string[]; smtp?: RawSmtp } = {},
): Promise<string> {
  const { from = "<bob@demo.test>", to = ["<ann@example.net>"] } = options;
  const smtp = options.smtp ?? (await signedIn());
  const reply = await smtp.say(`MAIL FROM:${from}`);
  if (!reply.startsWith("250")) return reply;
  for (const recipient of to) {
    const reply = await smtp.say(`RCPT TO:${recipient}`);
    if (!reply.startsWith("250")) return reply;
  }
  expect(await smtp.say("DATA")).toMatch(/^354 /);
  smtp.write(`${message}\r\n.\r\n`);
  return await smtp.reply();
}

interface Queued {
  account_id: string;
  submission_id: string | null;
  origin: string;
  mail_from: string;
  mail_from_params: object;
  created_at: Date;
  not_before: Date;
  text: string;
  recipients: { address: string; params: object }[];
}

/** What has been put on its way since it was asked last. What was counted is forgotten too. */
async function queued(): Promise<Queued[]> {
  const { db, blobs, pool } = suite.platform;
  const messages = await db.selectFrom("queue_message").selectAll().orderBy("id").execute();
  const recipients = await db
    .selectFrom("queue_recipient")
    .select(["message_id", "address", "params"])
    .orderBy("position")
    .execute();
  // So few rows are deleted sooner than their files are made anew.
  await pool.query(
    "delete from queue_message; delete from queue_recipient; delete from send_count",
  );
  return await Promise.all(
    messages.map(async (row) => ({
      ...row,
      text: String(await blobs.read(row.blob_hash!)),
      recipients: recipients
        .filter(({ message_id }) => message_id === row.id)
        .map(({ address, params }) => ({ address, params })),
    })),
  );
}
beforeEach(async () => void (await queued()));

describe("signing in", () => {
  test("on this machine it is offered at once, with all that is really done", async () => {
    const smtp = await greeted();
    const offers = (await smtp.say("EHLO client.example.net"))
      .split("\r\n")
      .map((line) => line.slice(4));
    expect(offers[0]).toBe(HOST);
    expect(offers.slice(1).toSorted()).toEqual(
      [
        "8BITMIME",
        "AUTH PLAIN LOGIN",
        "CHUNKING",
        "DSN",
        "ENHANCEDSTATUSCODES",
        "PIPELINING",
        `SIZE ${MAX_SIZE}`,
        "SMTPUTF8",
        "STARTTLS",
      ].sort(),
    );
  });

  test("from elsewhere only over TLS", async () => {
    const smtp = await greeted("198.51.100.7");
    expect(await smtp.say("EHLO client.example.net")).not.toContain("AUTH");
    expect(await smtp.say(plain())).toMatch(/^500 /);
    expect(await smtp.say("MAIL FROM:<bob@demo.test>")).toBe("530 5.7.0 Say STARTTLS first");
    const secure = await overTls("198.51.100.7");
    expect(await secure.say("EHLO client.example.net")).toContain("AUTH PLAIN LOGIN");
    expect(await secure.say(plain())).toMatch(/^235 /);
    expect(await submit(mail(FROM), { smtp: secure })).toMatch(/^250 2\.6\.0 /);
  });

  test("what was said in the clear behind STARTTLS is never read", async () => {
    const injected = [
      "EHLO evil.example.net",
      plain(),
      "MAIL FROM:<bob@demo.test>",
      "RCPT TO:<victim@example.net>",
      "DATA",
      mail(FROM),
      ".",
      "",
    ].join("\r\n");
    const secure = await overTls("198.51.100.7", injected);
    // The first reply is that to the first thing said inside.
    expect(await secure.say("NOOP")).toMatch(/^250 /);
    expect(await secure.say("MAIL FROM:<bob@demo.test>")).toMatch(/^503 /);
    await secure.say("EHLO client.example.net");
    expect(await secure.say("MAIL FROM:<bob@demo.test>")).toBe("530 5.7.0 Sign in first");
    expect(await secure.say("RCPT TO:<victim@example.net>")).toMatch(/^530 /);
    expect(await queued()).toEqual([]);
  });

  test("who signed in in the clear on this machine signs in again after STARTTLS", async () => {
    const socket = connectTcp(port, "127.0.0.1");
    const clear = smtpOver(socket);
    await clear.reply();
    await clear.say("EHLO client.example.net");
    expect(await clear.say(plain())).toMatch(/^235 /);
    await clear.say("STARTTLS");
    socket.removeAllListeners("data");
    const secure = remember(
      smtpOver(connectTls({ socket, ca: certificate.cert, servername: HOST })),
    );
    await secure.say("EHLO client.example.net");
    expect(await secure.say("MAIL FROM:<bob@demo.test>")).toBe("530 5.7.0 Sign in first");
  });

  test("with LOGIN too, and with an alias", async () => {
    const smtp = await greeted();
    await smtp.say("EHLO client.example.net");
    expect(await smtp.say("AUTH LOGIN")).toBe("334 VXNlcm5hbWU6");
    expect(await smtp.say(Buffer.from("robert@demo.test").toString("base64"))).toMatch(/^334 /);
    expect(await smtp.say(Buffer.from(PASSWORD).toString("base64"))).toMatch(/^235 /);
  });

  test("without it nothing is taken", async () => {
    const smtp = await greeted();
    await smtp.say("EHLO client.example.net");
    for (const line of ["MAIL FROM:<bob@demo.test>", "RCPT TO:<ann@example.net>", "DATA"])
      expect(await smtp.say(line)).toBe("530 5.7.0 Sign in first");
  });

  test("a proxy's word for who signed in is not enough", async () => {
    const smtp = await greeted("127.0.0.1");
    await smtp.say("EHLO client.example.net");
    expect(await smtp.say("XCLIENT ADDR=127.0.0.1 LOGIN=bob@demo.test")).toMatch(/^550 /);
    await smtp.closed;
  });

  test("a wrong password, an unknown address and another user's name get one answer, and soon none", async () => {
    const smtp = await greeted();
    await smtp.say("EHLO client.example.net");
    expect(await smtp.say(plain(bob.address, "wrong"))).toMatch(/^535 5\.7\.8 /);
    expect(await smtp.say(plain("nobody@demo.test"))).toMatch(/^535 5\.7\.8 /);
    expect(await smtp.say(plain(bob.address, PASSWORD, "carol@demo.test"))).toMatch(/^421 /);
    await smtp.closed;
  });

  test("an app password sends if it is for mail and may change something", async () => {
    const { credentials } = suite.accounts;
    const by = await suite.accounts.authenticate(
      { address: bob.address, password: PASSWORD },
      { ip: "127.0.0.1" },
    );
    for (const [scope, isReadOnly, reply] of [
      ["mail", false, /^235 2\.7\.0 /],
      ["all", false, /^235 2\.7\.0 /],
      ["mail", true, /^535 5\.7\.8 /],
      ["files", false, /^535 5\.7\.8 /],
      ["contacts", false, /^535 5\.7\.8 /],
    ] as const) {
      const given = {
        kind: "app-password",
        name: "x",
        expiresAt: null,
        scope,
        isReadOnly,
      } as const;
      const { secret, credential } = await credentials.create(by, given);
      const smtp = await greeted();
      await smtp.say("EHLO client.example.net");
      expect(await smtp.say(plain(bob.address, secret))).toMatch(reply);
      if (scope !== "mail" || isReadOnly) continue;
      // What is taken back counts on a connection that is open.
      const narrow = { name: "x", scope: "files", isReadOnly } as const;
      await credentials.change(by, credential.id, narrow);
      expect(await submit(mail(FROM), { smtp })).toMatch(/^550 /);
    }
  });

  test("guessing is slowed down over all connections", async () => {
    let last = "";
    for (let n = 0; n < 30 && !last.startsWith("454"); n += 1) {
      const smtp = await greeted();
      await smtp.say("EHLO client.example.net");
      last = await smtp.say(plain("carol@demo.test", `guess ${n}`));
    }
    expect(last).toMatch(/^454 4\.7\.0 /);
    suite.platform.clock.advance(86_400_000);
  });

  test("who is disabled sends no more, also on a connection that is open", async () => {
    const { accounts } = suite;
    const smtp = await signedIn();
    await accounts.persons.disable("system", bob.id);
    expect(await submit(mail(FROM), { smtp })).toMatch(/^421 /);
    await accounts.persons.enable("system", bob.id);
    expect(await queued()).toEqual([]);
  });
});

describe("who a mail is from", () => {
  test.each([
    ["<bob@demo.test>", () => bob.accountId],
    ["<Robert+x@Demo.TEST>", () => bob.accountId],
    ["<support@demo.test>", () => support],
    // As mail programs send receipts (RFC 8098 §3).
    ["<>", () => bob.accountId],
    ["<밥@demo.test> SMTPUTF8", () => bob.accountId],
  ])("MAIL FROM:%s is taken", async (from, accountId) => {
    expect(await submit(mail(FROM), { from })).toMatch(/^250 2\.6\.0 /);
    expect(await queued()).toMatchObject([
      { account_id: accountId(), mail_from: from.slice(1, from.indexOf(">")), origin: "mua" },
    ]);
  });

  test.each(["<carol@demo.test>", "<team@demo.test>", "<bob@example.net>", "<x@demo.test>"])(
    "MAIL FROM:%s is refused",
    async (from) => {
      expect(await submit(mail(FROM), { from })).toBe(
        "550 5.7.1 You may not send from this address",
      );
      expect(await queued()).toEqual([]);
    },
  );

  test.each([
    ["another's From", mail("From: Carol <carol@demo.test>"), 550],
    ["another beside oneself", mail("From: bob@demo.test, carol@demo.test"), 550],
    ["another's Sender", mail(FROM, "Sender: carol@demo.test"), 550],
    ["a foreign From", mail("From: ceo@example.net"), 550],
    ["a second From", mail(FROM, "From: carol@demo.test"), 554],
    ["a second From below another name", mail(FROM, "X: y", "fRoM : carol@demo.test"), 554],
    ["two addresses in one mailbox", mail("From: <carol@demo.test> <bob@demo.test>"), 554],
    ["no From", mail("Subject: hello"), 554],
    ["no header", "hello", 554],
  ])("%s is refused, whatever the envelope says", async (_, message, code) => {
    for (const from of ["<bob@demo.test>", "<>"])
      expect(await submit(message, { from })).toMatch(
        new RegExp(code === 550 ? "^550 5\\.7\\.1 " : "^554 5\\.6\\.0 "),
      );
    expect(await queued()).toEqual([]);
  });

  test("one may send for a shared account in the own name", async () => {
    const message = mail("From: support@demo.test", "Sender: bob@demo.test");
    expect(await submit(message)).toMatch(/^250 /);
  });
});

describe("what is put on its way", () => {
  test("the mail as it came, without hidden recipients, with Date and Message-ID, at once", async () => {
    const reply = await submit(
      mail(FROM, "To: ann@example.net", "Bcc: dan@example.net,", " eve@example.net", "X-Y: z"),
      { to: ["<ann@example.net>", "<dan@example.net>", "<carol@demo.test>"] },
    );
    // It stands in the database when the reply comes.
    const [message, ...more] = await queued();
    expect(more).toEqual([]);
    const [, transactionId] = /^250 2\.6\.0 Accepted as (t\w+)$/.exec(reply) ?? [];
    const date = suite.platform.clock.now().toUTCString().replace("GMT", "+0000");
    expect(message).toMatchObject({
      submission_id: null,
      text:
        `Date: ${date}\r\nMessage-ID: <${transactionId}@demo.test>\r\n` +
        `${FROM}\r\nTo: ann@example.net\r\nX-Y: z\r\n\r\nhello\r\n`,
      recipients: [
        { address: "ann@example.net" },
        { address: "dan@example.net" },
        { address: "carol@demo.test" },
      ],
    });
    expect(message!.not_before).toEqual(message!.created_at);
  });

  test("what was asked for about reports goes along, decoded", async () => {
    await submit(mail(FROM), {
      from: "<bob@demo.test> RET=HDRS ENVID=a+2Bb+3D SIZE=100 BODY=8BITMIME AUTH=<>",
      to: ["<ann@example.net> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;Ann+2Bx@example.net"],
    });
    expect(await queued()).toMatchObject([
      {
        mail_from_params: { RET: "HDRS", ENVID: "a+b=" },
        recipients: [{ params: { NOTIFY: "SUCCESS,DELAY", ORCPT: "rfc822;Ann+x@example.net" } }],
      },
    ]);
  });

  test.each([
    ["<bob@demo.test> HOLDFOR=60", ["<ann@example.net>"], 555],
    ["<bob@demo.test> RET=ALL", ["<ann@example.net>"], 501],
    ["<bob@demo.test> ENVID=a+0D+0Ab", ["<ann@example.net>"], 501],
    [`<bob@demo.test> SIZE=${MAX_SIZE + 1}`, ["<ann@example.net>"], 552],
    ["<bob@demo.test>", ["<ann@example.net> NOTIFY=NEVER,SUCCESS"], 501],
    ["<bob@demo.test>", ["<ann@example.net> RET=FULL"], 555],
    ["<bob@demo.test>", ["<nobody@demo.test>"], 550],
    ["<bob@demo.test>", ["<ann@-example-.net>"], 501],
    ["<bob@demo.test>", ["<ann@[127.0.0.1]>"], 553],
    ["<bob@demo.test>", ["<안@example.net>"], 553],
    ["<bob@demo.test>", many(6), 452],
  ])("MAIL FROM:%s, RCPT TO:%j is answered with %i", async (from, to, code) => {
    expect(await submit(mail(FROM), { from, to })).toMatch(new RegExp(`^${code} `));
    expect(await queued()).toEqual([]);
  });

  test.each([
    ["a lone LF", `${FROM}\r\n\r\nhello\n.\r\nMAIL FROM:<bob@demo.test>`],
    ["a lone CR", `${FROM}\r\n\r\nhello\r.\r\n`],
    ["LF alone around the dot", `${FROM}\r\n\r\nhello\n.\n`],
  ])("%s ends nothing, and the mail is refused", async (_, message) => {
    expect(await submit(message)).toMatch(/^554 5\.6\.0 /);
    expect(await queued()).toEqual([]);
  });

  test("a message that is too large is refused, and the connection goes on", async () => {
    const smtp = await signedIn();
    const message = `${mail(FROM)}\r\n${`${"x".repeat(70)}\r\n`.repeat(800)}`;
    expect(await submit(message, { smtp })).toMatch(/^552 /);
    expect(await submit(mail(FROM), { smtp })).toMatch(/^250 /);
  });

  test("more recipients in an hour than a person may send to wait for the next one", async () => {
    const to = many(5);
    const smtp = await signedIn();
    for (let n = 0; n < 4; n += 1) expect(await submit(mail(FROM), { smtp, to })).toMatch(/^250 /);
    expect(await submit(mail(FROM), { smtp })).toMatch(/^451 4\.7\.1 /);
    suite.platform.clock.advance(3_600_000);
    expect(await submit(mail(FROM), { smtp })).toMatch(/^250 /);
    expect(await queued()).toHaveLength(5);
  });

  test("several mails on one connection, everything said at once", async () => {
    const smtp = await signedIn();
    const one = ["MAIL FROM:<bob@demo.test>", "RCPT TO:<ann@example.net>", "DATA", ""].join("\r\n");
    for (let n = 0; n < 2; n += 1) {
      smtp.write(one);
      for (const code of [250, 250, 354])
        expect(await smtp.reply()).toMatch(new RegExp(`^${code} `));
      smtp.write(`${mail(FROM)}\r\n.\r\n`);
      expect(await smtp.reply()).toMatch(/^250 /);
    }
    expect(await queued()).toHaveLength(2);
  });
});

test.each(["STARTTLS", "TLS from the first byte"])("a mail program sends by %s", async (how) => {
  const transport = createTransport({
    host: "127.0.0.1",
    port: how === "STARTTLS" ? port : tlsPort,
    secure: how !== "STARTTLS",
    requireTLS: true,
    tls: { ca: certificate.cert, servername: HOST },
    auth: { user: "bob@demo.test", pass: PASSWORD },
  });
  await transport.sendMail({
    from: "Bob <bob@demo.test>",
    to: "ann@example.net",
    bcc: "dan@example.net",
    subject: how,
    text: "hello",
  });
  transport.close();
  const [message] = await queued();
  expect(message!.recipients.map(({ address }) => address)).toEqual([
    "ann@example.net",
    "dan@example.net",
  ]);
  expect(message!.text).toContain(`Subject: ${how}`);
  expect(message!.text).not.toContain("dan@example.net");
});
