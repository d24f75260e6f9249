import { generateKeyPairSync } from "node:crypto";
import { sealMessage } from "mailauth/lib/arc/index.js";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { MAX_FROM } from "@atrium/formats/mime";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createResolver } from "../../../platform/dns/index.ts";
import { storedMail, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Zones } from "../../../testing/name-server.ts";
import { createInbound, type Inbound } from "../receive.ts";
import { MAX_AUTHOR_DOMAINS } from "./limits.ts";
import type { Envelope } from "../trace.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;

const ZONES: Zones = {
  "good.example": { TXT: ["v=spf1 ip4:203.0.113.0/24 -all"] },
  "_dmarc.good.example": { TXT: ["v=DMARC1; p=reject; adkim=s"] },
  "s1._domainkey.good.example": { TXT: [record] },
  "broken._domainkey.good.example": { fails: "servfail" },
  "_dmarc.careful.example": { TXT: ["v=DMARC1; p=quarantine"] },
  "s1._domainkey.list.example": { TXT: [record] },
  "broken._domainkey.stranger.example": { fails: "servfail" },
};

let suite: TestSuite;
let inbound: Inbound;
let bob: string;
beforeAll(async () => {
  suite = await testSuite();
  const { platform, engine, accounts } = suite;
  bob = (await makeDemo(suite, "bob")).bob.accountId;
  inbound = createInbound({
    ...platform,
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: 1_000_000,
    arcSealers: ["list.example"],
  });
});
beforeEach(() => suite.platform.names.set(ZONES));

let count = 0;
async function receive(message: string | Buffer, envelope: Partial<Envelope> = {}) {
  const route = await inbound.route("bob@demo.test", 0);
  if (route.kind !== "ours") throw new Error("Bob is not here");
  count += 1;
  return await inbound.receive(
    one(Buffer.from(message)),
    {
      transactionId: `t${count}`,
      mailFrom: "ann@good.example",
      helo: "mail.good.example",
      remoteAddress: "203.0.113.9",
      protocol: "ESMTP",
      ...envelope,
    },
    [route.recipient],
  );
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function last() {
  return (await storedMail(suite, bob)).at(-1)!;
}

const letter = (from = "ann@good.example"): string =>
  `From: Ann <${from}>\r\nTo: bob@demo.test\r\nSubject: Letter ${count}\r\n\r\nHello, Bob.\r\n`;

async function signed(message: string, domain: string, selector = "s1", maxBodyLength?: number) {
  const signature = { signingDomain: domain, selector, privateKey: key };
  const { signatures } = await dkimSign(message, {
    ...signature,
    signatureData: [{ ...signature, ...(maxBodyLength === undefined ? {} : { maxBodyLength }) }],
    signTime: suite.platform.clock.now(),
  });
  return `${signatures}${message}`;
}

/** As a list that adds its mark to the subject hands it on, with what it found out before. */
async function sealed(message: string, dmarc: string, time = 1): Promise<string> {
  const seal = await sealMessage(message, {
    signingDomain: "list.example",
    selector: "s1",
    privateKey: key,
    cv: time === 1 ? "none" : "pass",
    authResults: `list.example; dmarc=${dmarc} header.from=good.example`,
    signTime: suite.platform.clock.now(),
  });
  return `${String(seal)}${message}`;
}

test("what vouches for a mail stands in front of it and with it", async () => {
  const { authentication } = await receive(await signed(letter(), "good.example"));
  expect(authentication).toEqual({
    spf: { result: "pass", domain: "good.example" },
    dkim: [{ result: "pass", domain: "good.example", selector: "s1" }],
    dmarc: {
      result: "pass",
      domain: "good.example",
      policy: "reject",
      alignment: { spf: true, dkim: true },
    },
    arc: { result: "none", sealer: null },
  });
  const { text, role } = await last();
  expect(role).toBe("inbox");
  expect(text).toContain(
    "\r\nAuthentication-Results: mx.demo.test;\r\n\tspf=pass smtp.mailfrom=good.example;\r\n\tdkim=pass header.d=good.example header.s=s1;\r\n\tarc=none smtp.remote-ip=203.0.113.9;\r\n\tdmarc=pass header.from=good.example policy.dmarc=reject\r\nReceived: ",
  );
  const { rows } = await suite.platform.pool.query(
    "select authentication from email where account_id = $1",
    [bob],
  );
  expect(rows).toEqual([{ authentication }]);
});

test("a domain that wants forged mail refused has it refused, and nothing is stored", async () => {
  const before = (await storedMail(suite, bob)).length;
  const forged = { mailFrom: "x@forger.example", remoteAddress: "198.51.100.1" };
  await expect(receive(letter(), forged)).rejects.toMatchObject({ fault: "policy" });
  // A signature of another domain, or of a body that was changed, is none of the domain's.
  const changed = (await signed(letter(), "good.example")).replace("Hello", "Goodbye");
  await expect(receive(changed, forged)).rejects.toMatchObject({ fault: "policy" });
  const other = await signed(letter(), "list.example");
  await expect(receive(other, forged)).rejects.toMatchObject({ fault: "policy" });
  expect(await storedMail(suite, bob)).toHaveLength(before);
});

test("a domain that wants forged mail set apart has it filed under Junk", async () => {
  const { authentication } = await receive(letter("boss@careful.example"));
  expect(authentication?.dmarc).toMatchObject({ result: "fail", policy: "quarantine" });
  expect((await last()).role).toBe("junk");
});

test("a signature that leaves room for more text vouches for nothing", async () => {
  const short = `${await signed(letter(), "good.example", "s1", 5)}And send money.\r\n`;
  await expect(
    receive(short, { mailFrom: "x@forger.example", remoteAddress: "198.51.100.1" }),
  ).rejects.toMatchObject({ fault: "policy" });
});

test("a forwarder that is trusted may say that it saw the mail pass", async () => {
  const viaList = { mailFrom: "bounces@list.example", remoteAddress: "198.51.100.1" };
  const { authentication } = await receive(await sealed(letter(), "pass"), viaList);
  expect(authentication).toMatchObject({
    dmarc: { result: "fail", policy: "reject" },
    arc: { result: "pass", sealer: "list.example" },
  });
  expect((await last()).role).toBe("inbox");
  // It saw it fail already; or it was changed afterwards.
  const twice = async (first: string): Promise<string> =>
    await sealed(await sealed(letter(), first), "fail", 2);
  expect((await receive(await twice("pass"), viaList)).authentication?.arc.result).toBe("pass");
  await expect(receive(await twice("fail"), viaList)).rejects.toMatchObject({ fault: "policy" });
  await expect(receive(await sealed(letter(), "fail"), viaList)).rejects.toMatchObject({
    fault: "policy",
  });
  const changed = (await sealed(letter(), "pass")).replace("Hello", "Goodbye");
  await expect(receive(changed, viaList)).rejects.toMatchObject({ fault: "policy" });
});

test("any other forwarder's word does not count", async () => {
  const { platform, engine, accounts } = suite;
  const wary = createInbound({
    ...platform,
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: 1_000_000,
  });
  const trusting = inbound;
  inbound = wary;
  try {
    await expect(
      receive(await sealed(letter(), "pass"), { mailFrom: "", remoteAddress: "198.51.100.1" }),
    ).rejects.toMatchObject({ fault: "policy" });
  } finally {
    inbound = trusting;
  }
});

test("where DNS cannot say whether a mail is genuine, it is asked for again; a stranger's DNS does not count", async () => {
  const forged = { mailFrom: "x@forger.example", remoteAddress: "198.51.100.1" };
  const unsure = await signed(letter(), "good.example", "broken");
  await expect(receive(unsure, forged)).rejects.toMatchObject({ fault: "unverified" });
  const strange = await signed(letter(), "stranger.example", "broken");
  await expect(receive(strange, forged)).rejects.toMatchObject({ fault: "policy" });
});

test("without DNS mail arrives all the same", async () => {
  const { platform, engine, accounts } = suite;
  const usual = inbound;
  inbound = createInbound({
    ...platform,
    resolver: createResolver({ server: platform.names, timeout: 50, remember: false }),
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: 1_000_000,
    arcSealers: [],
  });
  platform.names.silence(true);
  try {
    const { authentication } = await receive(await signed(letter(), "good.example"));
    expect(authentication).toMatchObject({
      spf: { result: "temperror", domain: "good.example" },
      dkim: [{ result: "temperror" }],
      dmarc: { result: "temperror", policy: null },
    });
    expect((await last()).role).toBe("inbox");
  } finally {
    platform.names.silence(false);
    inbound = usual;
  }
});

test("results that claim to be this server's are taken out, those of others stay", async () => {
  const claims = [
    "Authentication-Results: mx.demo.test; dkim=pass header.d=bank.example",
    "authentication-results: (a comment) MX.Demo.Test;\r\n\tdmarc=pass header.from=bank.example",
    'Authentication-Results: "mx.demo.test" 1; spf=pass',
    "Authentication-Results: relay.example; spf=fail smtp.mailfrom=bank.example",
  ];
  await receive(`${claims.join("\r\n")}\r\n${letter()}`);
  const { text } = await last();
  expect(text.match(/^authentication-results:.*$/gim)).toEqual([
    "Authentication-Results: mx.demo.test;",
    "Authentication-Results: relay.example; spf=fail smtp.mailfrom=bank.example",
  ]);
  expect(text).not.toContain("bank.example\r\nReceived");
});

test("a mail with two From fields, or two addresses in one mailbox, is refused", async () => {
  const two = `From: ceo@good.example\r\n${letter("x@forger.example")}`;
  await expect(receive(two)).rejects.toMatchObject({ fault: "authors" });
  const mixed = letter("x@forger.example> <ceo@good.example");
  await expect(receive(mixed)).rejects.toMatchObject({ fault: "authors" });
  const trusted = { isTrusted: true, remoteAddress: "198.51.100.1" };
  await expect(receive(mixed, trusted)).rejects.toMatchObject({ fault: "authors" });
});

test("of several authors the strictest domain decides, and it passes when each does", async () => {
  const forged = { mailFrom: "x@forger.example", remoteAddress: "198.51.100.1" };
  const several = (...authors: readonly string[]): string =>
    letter(authors.join(">, Other <")).replace("To:", "Sender: x@forger.example\r\nTo:");
  const authors = ["x@forger.example", "ceo@good.example", "boss@careful.example"];
  await expect(receive(several(...authors), forged)).rejects.toMatchObject({ fault: "policy" });
  await receive(several("x@forger.example", "boss@careful.example"), forged);
  expect((await last()).role).toBe("junk");
  const { authentication } = await receive(
    await signed(several("ann@good.example", "bob@good.example"), "good.example"),
  );
  expect(authentication?.dmarc).toMatchObject({ result: "pass", domain: "good.example" });
  const half = await receive(several("ann@good.example", "x@forger.example"));
  expect(half.authentication?.dmarc).toMatchObject({ result: "none", domain: "forger.example" });
});

test("a mail from more domains than policies are asked for is refused", async () => {
  const authors = (count: number): string =>
    letter(Array.from({ length: count }, (_, at) => `a@d${at}.example`).join(">, <"));
  await receive(authors(MAX_AUTHOR_DOMAINS));
  await expect(receive(authors(MAX_AUTHOR_DOMAINS + 1))).rejects.toMatchObject({
    fault: "authors",
  });
});

test("a signature of another From field than the one that is shown vouches for nothing", async () => {
  // Some read a name that is folded before its colon, and the signature is of the last field that they see.
  const replayed = (await signed(letter(), "good.example")).replace(
    "From: Ann <ann@good.example>",
    "From: Boss <boss@good.example>\r\nFrom\r\n : Ann <ann@good.example>",
  );
  await expect(
    receive(replayed, { mailFrom: "x@forger.example", remoteAddress: "198.51.100.1" }),
  ).rejects.toMatchObject({ fault: "policy" });
});

test("of very many signatures only the first are looked at", async () => {
  const one = (await signed(letter(), "stranger.example")).slice(0, -letter().length);
  const { authentication } = await receive(`${one.repeat(50)}${letter()}`);
  expect(authentication?.dkim).toHaveLength(12);
});

test("a From field is read up to a length, and not taken beyond it", async () => {
  const header = (length: number): string =>
    `From: <ann@good.example> @${"a".repeat(length)}@\r\nSubject: long\r\n\r\n`;
  expect((await receive(header(MAX_FROM - 100))).emails).toHaveLength(1);
  for (const length of [MAX_FROM, 900_000])
    await expect(receive(header(length))).rejects.toMatchObject({ fault: "authors" });
});

test("a signature that is mostly white space is none", async () => {
  const signature = `DKIM-Signature: v=1; a=rsa-sha256; d=good.example; s=s1; h=from;${" ".repeat(300_000)}b=AAAA`;
  const { authentication } = await receive(`${signature}\r\nFrom: <ann@good.example>\r\n\r\n`);
  expect(authentication!.dkim).toEqual([]);
});

test("a header of very many lines is refused", async () => {
  const header = `From: <ann@good.example>\r\nTo: x${"\r\n ".repeat(200_000)}x\r\n\r\n`;
  await expect(receive(header)).rejects.toThrow("headerTooLarge");
});

test("who is away answers nobody whose address was only used", async () => {
  const { db } = suite.platform;
  await db.insertInto("vacation_response").values({ account_id: bob, is_enabled: true }).execute();
  const answers = async (remoteAddress: string): Promise<number> => {
    await db.deleteFrom("queue_message").execute();
    await receive("From: <ann@good.example>\r\nTo: bob@demo.test\r\n\r\nhello\r\n", {
      mailFrom: "ann@lenient.example",
      remoteAddress,
    });
    return (await db.selectFrom("queue_message").select("id").execute()).length;
  };
  suite.platform.names.set({ "lenient.example": { TXT: ["v=spf1 ip4:203.0.113.9 -all"] } });
  expect(await answers("198.51.100.1")).toBe(0);
  expect(await answers("203.0.113.9")).toBe(1);
  await db.deleteFrom("vacation_response").execute();
});

test("the null sender is checked by the name in HELO", async () => {
  const { authentication } = await receive(letter("ann@careful.example"), {
    mailFrom: "",
    helo: "good.example",
  });
  expect(authentication?.spf).toEqual({ result: "pass", domain: "good.example" });
  expect((await last()).text).toContain("spf=pass smtp.helo=good.example;");
});

test("mail of a server of this house is not checked", async () => {
  const { authentication } = await receive(letter(), {
    isTrusted: true,
    remoteAddress: "198.51.100.1",
  });
  expect(authentication).toBeNull();
  expect((await last()).text).not.toContain("Authentication-Results");
});
