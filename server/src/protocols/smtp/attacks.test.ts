import { connect as tlsConnect } from "node:tls";
import { connect, type Socket } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { startNameServer } from "../../testing/name-server.ts";
import { rawSmtp, type RawSmtp } from "../../testing/smtp-client.ts";
import { startSuite, type TestSuite } from "../../testing/suite.ts";

let server: TestSuite;
const connections: RawSmtp[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  const names = await startNameServer({
    "strict.example": { TXT: ["v=spf1 ip4:203.0.113.0/24 -all"] },
    "_dmarc.strict.example": { TXT: ["v=DMARC1; p=reject"] },
    "_dmarc.careful.example": { TXT: ["v=DMARC1; p=quarantine"] },
  });
  server = await startSuite({ connection, config: { dns: names, smtpProxyFrom: ["127.0.0.1"] } });
  return async () => {
    await server.close();
    await names.close();
    await drop();
  };
});
afterEach(() => {
  connections.splice(0).forEach((smtp) => smtp.end());
  sockets.splice(0).forEach((socket) => socket.destroy());
});

/** A client at another address, which the proxy before the server passes on. */
async function from(address: string): Promise<RawSmtp> {
  const smtp = rawSmtp(server.smtpPort);
  connections.push(smtp);
  smtp.write(`PROXY TCP4 ${address} 192.0.2.1 40000 25\r\n`);
  await smtp.reply();
  await smtp.say("EHLO client.example");
  return smtp;
}

async function subjectsOf(name: "bob" | "carol"): Promise<Record<string, string | null>> {
  const { rows } = await server.suite.platform.pool.query<{ subject: string; role: string | null }>(
    `select e.subject, m.role from email e join mailbox m
       on m.account_id = e.account_id and m.id = any(e.mailbox_ids) where e.account_id = $1`,
    [server.people[name].accountId],
  );
  return Object.fromEntries(rows.map(({ subject, role }) => [subject, role]));
}

describe("nothing is passed on to others", () => {
  test.each([
    // Plain, and with this server as a way station (RFC 5321 appendix C and older habits).
    "victim@elsewhere.example",
    "@demo.test:victim@elsewhere.example",
    "@demo.test,@demo.test:victim@elsewhere.example",
    "victim%elsewhere.example@demo.test",
    "victim%elsewhere.example%demo.test@demo.test",
    "elsewhere.example!victim@demo.test",
    "demo.test!elsewhere.example!victim",
    "demo.test!victim@elsewhere.example",
    "victim@elsewhere.example@demo.test",
    "victim@demo.test@elsewhere.example",
    '"victim@elsewhere.example"@demo.test',
    '"victim@elsewhere.example"',
    '"bob@demo.test"@elsewhere.example',
    "victim\\@elsewhere.example@demo.test",
    // Addresses of this machine, and names that only look like ours.
    "victim@[127.0.0.1]",
    "victim@[IPv6:::1]",
    "victim@127.0.0.1",
    "victim@localhost",
    "bob@sub.demo.test",
    "bob@demo.test.",
    "bob@demo.test.elsewhere.example",
    "bob@xn--demo-.test",
    "bob@dемо.test",
    "bob@DEMO.TEST.ELSEWHERE.EXAMPLE",
    "bob@ demo.test",
    "bob@demo.test>, <victim@elsewhere.example",
    "bob@demo.test\u0000@elsewhere.example",
    "victim@elsewhere.example\u0000@demo.test",
    "|/bin/sh@demo.test",
    "/etc/passwd@demo.test",
    "",
    " ",
  ])("RCPT TO:<%s> is refused", async (address) => {
    const smtp = await from("203.0.113.9");
    await smtp.say("MAIL FROM:<x@strict.example>");
    expect(await smtp.say(`RCPT TO:<${address}>`)).toMatch(/^5\d\d /);
    expect(await smtp.say("DATA")).toMatch(/^503 /);
  });

  test("a sender that is one of us, or nobody, opens no way out either", async () => {
    for (const sender of [
      "bob@demo.test",
      "",
      "postmaster@demo.test",
      "postmaster@localhost",
      "bob@[127.0.0.1]",
    ]) {
      const smtp = await from("203.0.113.9");
      expect(await smtp.say(`MAIL FROM:<${sender}>`)).toMatch(/^250 /);
      expect(await smtp.say("RCPT TO:<victim@elsewhere.example>")).toBe(
        "550 5.7.1 Relaying denied",
      );
    }
  });

  test("one good recipient lets no other in", async () => {
    const smtp = await from("203.0.113.9");
    await smtp.say("MAIL FROM:<x@strict.example>");
    expect(await smtp.say("RCPT TO:<bob@demo.test>")).toMatch(/^250 /);
    expect(await smtp.say("RCPT TO:<victim@elsewhere.example>")).toMatch(/^550 /);
    expect(await smtp.say("RCPT TO:<POSTMASTER>")).toMatch(/^250 /);
  });

  test("who is here is not disclosed", async () => {
    const smtp = await from("203.0.113.9");
    const answers = [];
    for (const name of ["bob", "nobody", "bob@demo.test", "<nobody@elsewhere.example>"])
      answers.push(await smtp.say(`VRFY ${name}`));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^252 /);
    expect(await smtp.say("EXPN all")).toMatch(/^50[02] /);
  });
});

describe("no message hides in another", () => {
  const hidden =
    "MAIL FROM:<x@evil.example>\r\nRCPT TO:<carol@demo.test>\r\nDATA\r\nSubject: Smuggled\r\n\r\nx";

  test.each([
    ["LF . LF", "\n.\n"],
    ["LF . CRLF", "\n.\r\n"],
    ["CRLF . LF", "\r\n.\n"],
    ["CR . CR", "\r.\r"],
    ["CR . CRLF", "\r.\r\n"],
    ["CRLF . CR", "\r\n.\r"],
    ["LF . CR", "\n.\r"],
    ["CR . LF", "\r.\n"],
    ["CR CRLF . CR CRLF", "\r\r\n.\r\r\n"],
    ["NUL before the dot", "\r\n\0.\r\n"],
    ["NUL behind the dot", "\r\n.\0\r\n"],
    ["space behind the dot", "\r\n. \r\n"],
    ["CRLF CRLF without a dot", "\r\n\r\n"],
    ["two dots", "\r\n..\r\n"],
    ["vertical tab, form feed", "\v.\f"],
    ["a dot of another width", "\r\n\u2024\r\n"],
    ["line separators", "\u2028.\u2028"],
    ["next line", "\u0085.\u0085"],
  ])("behind %s", async (_name, end) => {
    const before = await subjectsOf("carol");
    const smtp = await from("203.0.113.9");
    await smtp.say("MAIL FROM:<x@strict.example>");
    await smtp.say("RCPT TO:<bob@demo.test>");
    await smtp.say("DATA");
    smtp.write(`Subject: Cover\r\n\r\ntext${end}${hidden}\r\n.\r\n`);
    // One answer to one message; what follows it is the next command's.
    expect(await smtp.reply()).toMatch(/^(250 2\.6\.0|554 5\.6\.0) /);
    expect(await smtp.say("NOOP")).toMatch(/^250 2\.0\.0 OK/);
    expect(await subjectsOf("carol")).toEqual(before);
  });
});

describe("STARTTLS", () => {
  /** Reads replies of a plain or TLS socket. */
  function reader(socket: Socket): { reply: () => Promise<string>; rest: () => string } {
    let text = "";
    let wake = (): void => undefined;
    socket.on("data", (chunk) => {
      text += chunk.toString();
      wake();
    });
    socket.on("close", () => wake());
    socket.on("error", () => wake());
    return {
      async reply() {
        for (;;) {
          const [whole] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text) ?? [];
          if (whole !== undefined) {
            text = text.slice(whole.length);
            return whole.trimEnd();
          }
          if (socket.destroyed) throw new Error("the server ended the connection");
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
      rest: () => text,
    };
  }

  /** A connection where STARTTLS was said, with what came behind it in the same packet. */
  async function upgrade(injected = ""): Promise<{ socket: Socket; secure: Socket }> {
    const socket = connect(server.smtpPort, "127.0.0.1");
    sockets.push(socket);
    const plain = reader(socket);
    socket.write("PROXY TCP4 203.0.113.9 192.0.2.1 40000 25\r\n");
    await plain.reply();
    socket.write("EHLO client.example\r\n");
    expect(await plain.reply()).toMatch(/^250[- ]STARTTLS$/m);
    socket.write(`STARTTLS\r\n${injected}`);
    expect(await plain.reply()).toMatch(/^220 /);
    expect(plain.rest()).toBe("");
    socket.removeAllListeners("data");
    const secure = tlsConnect({ socket, rejectUnauthorized: false });
    sockets.push(secure);
    await new Promise((resolve, reject) => {
      secure.once("secureConnect", resolve);
      secure.once("error", reject);
    });
    return { socket, secure };
  }

  test("a mail comes through TLS and says so in its trace", async () => {
    const { secure } = await upgrade();
    const smtp = reader(secure);
    const say = (line: string): Promise<string> => {
      secure.write(`${line}\r\n`);
      return smtp.reply();
    };
    const offers = await say("EHLO client.example");
    expect(offers).toMatch(/^250[- ]SIZE/m);
    expect(offers).not.toMatch(/STARTTLS|AUTH|REQUIRETLS/);
    expect(await say("STARTTLS")).toMatch(/^503 /);
    await say("MAIL FROM:<ann@strict.example>");
    await say("RCPT TO:<bob@demo.test>");
    await say("DATA");
    expect(await say("From: ann@strict.example\r\nSubject: By TLS\r\n\r\nx\r\n.")).toMatch(/^250 /);
    expect(await subjectsOf("bob")).toMatchObject({ "By TLS": "inbox" });
    const { rows } = await server.suite.platform.pool.query<{ blob_hash: string }>(
      "select blob_hash from email where subject = 'By TLS'",
    );
    const text = String(await server.suite.platform.blobs.read(rows[0]!.blob_hash));
    expect(text).toMatch(/\r\n\tby \S+ with ESMTPS id t/);
  });

  test.each([
    ["a command", "NOOP\r\n"],
    [
      "a whole mail",
      "EHLO x\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<carol@demo.test>\r\nDATA\r\nSubject: Injected\r\n\r\nx\r\n.\r\n",
    ],
    ["many commands", "NOOP\r\n".repeat(500)],
    ["the beginning of a command", "MAIL FROM:<x@evil.example"],
  ])("%s that was said before is not done after", async (_name, injected) => {
    // It may be taken as no handshake, which ends the connection; it must not be answered.
    const upgraded = await upgrade(injected).catch(() => null);
    if (upgraded !== null) {
      const smtp = reader(upgraded.secure);
      upgraded.secure.write("MAIL FROM:<ann@strict.example>\r\n");
      expect(await smtp.reply()).toMatch(/^503 .*HELO/);
      expect(smtp.rest()).toBe("");
    }
    expect(await subjectsOf("carol")).not.toHaveProperty("Injected");
  });

  test("what was said before TLS is forgotten", async () => {
    const { secure } = await upgrade();
    const smtp = reader(secure);
    secure.write("RCPT TO:<bob@demo.test>\r\n");
    expect(await smtp.reply()).toMatch(/^503 /);
  });

  test("STARTTLS with a parameter is refused, and plain text in the place of a handshake ends the connection", async () => {
    const smtp = await from("203.0.113.9");
    expect(await smtp.say("STARTTLS now")).toMatch(/^501 /);
    expect(await smtp.say("STARTTLS")).toMatch(/^220 /);
    smtp.write("EHLO again\r\nNOOP\r\n");
    await smtp.closed;
  });
});

describe("a forged sender", () => {
  async function send(address: string, author: string, title: string): Promise<string> {
    const smtp = await from(address);
    await smtp.say(`MAIL FROM:<${author}>`);
    await smtp.say("RCPT TO:<bob@demo.test>");
    await smtp.say("DATA");
    return await smtp.say(`From: ${author}\r\nSubject: ${title}\r\n\r\nx\r\n.`);
  }

  test("is refused where the domain asks for it", async () => {
    expect(await send("198.51.100.1", "ceo@strict.example", "Forged")).toBe(
      "550 5.7.1 Refused by the DMARC policy of the domain in From",
    );
    expect(await subjectsOf("bob")).not.toHaveProperty("Forged");
    expect(await send("203.0.113.7", "ceo@strict.example", "Genuine")).toMatch(/^250 /);
    expect(await subjectsOf("bob")).toMatchObject({ Genuine: "inbox" });
  });

  test("is filed under Junk where the domain asks for that", async () => {
    expect(await send("198.51.100.1", "ceo@careful.example", "Doubtful")).toMatch(/^250 /);
    expect(await subjectsOf("bob")).toMatchObject({ Doubtful: "junk" });
  });
});
