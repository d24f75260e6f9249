import type { EmailAddress, EmailAuthentication } from "@atrium/contract/types/email";
import { asAddresses, authorDomain, authorsOf, parseMessage } from "@atrium/formats/mime";
import { beforeAll, describe, expect, test } from "vitest";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { originOf } from "../../features/mail/src/reader/origin/origin.ts";
import {
  hasClearAuthors,
  judgeAuthors,
} from "../../server/src/features/inbound/authentication/judge-authors.ts";
import { createInbound, type Inbound } from "../../server/src/features/inbound/index.ts";
import { RefusedMessage } from "../../server/src/features/mail/message/inspect.ts";
import { headerAddresses } from "../../server/src/features/submission/sending/sender-fields.ts";
import { makeDemo, testSuite, type TestSuite } from "../../server/src/testing/organisation.ts";

/**
 * One author: whom the parser reads, whom DMARC judges, and whom the reader shows with or without the shield. The mails
 * come from a server of evil.test, for which SPF and DMARC pass; bank.test wants forged mail refused.
 */

let suite: TestSuite;
let inbound: Inbound;
let bob: string;
beforeAll(async () => {
  suite = await testSuite();
  bob = (await makeDemo(suite, "bob")).bob.accountId;
  inbound = createInbound({
    ...suite.platform,
    engine: suite.engine,
    accounts: suite.accounts,
    hostName: "mx.demo.test",
    maxSize: 2_000_000,
  });
  suite.platform.names.set({
    "evil.test": { TXT: ["v=spf1 ip4:203.0.113.9 -all"] },
    "_dmarc.evil.test": { TXT: ["v=DMARC1; p=reject"] },
    "_dmarc.bank.test": { TXT: ["v=DMARC1; p=reject"] },
    "_dmarc.xn--bnk-qla.test": { TXT: ["v=DMARC1; p=reject"] },
  });
});

/** What became of a mail. */
interface Outcome {
  readonly fault: string | null;
  /** The address that the reader shows. */
  readonly shown?: string | undefined;
  readonly origin?: string;
}

async function arrive(header: Buffer): Promise<Outcome> {
  const route = await inbound.route("bob@demo.test", 0);
  if (route.kind !== "ours") throw new Error("Bob is not here");
  const message = Buffer.concat([header, Buffer.from("To: bob@demo.test\r\n\r\nHello.\r\n")]);
  const source = (async function* () {
    yield message;
  })();
  try {
    const { emails } = await inbound.receive(
      source,
      {
        transactionId: suite.platform.ids.next("t"),
        mailFrom: "a@evil.test",
        helo: "mx.evil.test",
        remoteAddress: "203.0.113.9",
        protocol: "ESMTP",
      },
      [route.recipient],
    );
    const { addresses, authentication } = await suite.platform.db
      .selectFrom("email")
      .select(["addresses", "authentication"])
      .where("account_id", "=", bob)
      .where("id", "=", emails[0]!.emailId)
      .executeTakeFirstOrThrow();
    const { from } = addresses;
    expectSame(header, from, authentication!);
    return {
      fault: null,
      shown: from?.[0]?.email,
      origin: originOf({ from, authentication }).kind,
    };
  } catch (error) {
    if (error instanceof RefusedMessage) return { fault: error.fault };
    throw error;
  }
}

/** Holds for every form: the reader shows whom the parser reads, and a shield for none but whom DMARC judged and passed. */
function expectSame(
  header: Buffer,
  from: readonly EmailAddress[] | null,
  authentication: EmailAuthentication,
): void {
  const shown = (from ?? []).map(({ email }) => email);
  expect(authorsOf(header).addresses.map(({ email }) => email)).toEqual(shown);
  // What bank.test wants refused never arrives with its name.
  expect(shown.map(authorDomain)).not.toContain("bank.test");
  if (originOf({ from, authentication }).kind !== "verified") return;
  expect(authentication.dmarc.result).toBe("pass");
  expect(new Set(shown.map(authorDomain))).toEqual(new Set([authentication.dmarc.domain]));
}

const LONG = "ceo@bank.test ".repeat(2000);

const refused = { fault: "authors" };
const forged = { fault: "policy" };
const verified = (shown: string): Outcome => ({ fault: null, shown, origin: "verified" });
/** The name that they give themselves is the address of somebody else. */
const posing = (shown: string): Outcome => ({ fault: null, shown, origin: "posing" });
const unverified = (shown?: string): Outcome => ({ fault: null, shown, origin: "unverified" });

const FORMS: readonly (readonly [name: string, header: string, outcome: Outcome])[] = [
  ["one address", "From: a@evil.test", verified("a@evil.test")],
  ["one address in brackets", "From: Ann <a@evil.test>", verified("a@evil.test")],
  ["another's address", "From: <ceo@bank.test>", forged],
  ["two addresses in brackets", "From: <a@evil.test> <ceo@bank.test>", refused],
  ["… the other way round", "From: <ceo@bank.test> <a@evil.test>", refused],
  ["an address in the brackets of another", "From: <a@evil.test, ceo@bank.test>", refused],
  ["… without a comma", "From: <a@evil.test ceo@bank.test>", refused],
  ["brackets in brackets", "From: <a@evil.test <ceo@bank.test>>", refused],
  ["two addresses without brackets", "From: a@evil.test ceo@bank.test", refused],
  ["an address for a name", "From: ceo@bank.test <a@evil.test>", refused],
  ["an address behind the brackets", "From: <a@evil.test> ceo@bank.test", refused],
  ["the very same twice", "From: <a@evil.test> <a@evil.test>", verified("a@evil.test")],
  ["an own address for a name", "From: a@evil.test <a@evil.test>", verified("a@evil.test")],
  ["two fields", "From: a@evil.test\r\nFrom: ceo@bank.test", refused],
  ["two fields, in other case", "FROM: ceo@bank.test\r\nfrom: a@evil.test", refused],
  ["a blank before the colon", "From : a@evil.test", verified("a@evil.test")],
  ["… of another's", "From : ceo@bank.test", forged],
  ["… beside one without", "From : ceo@bank.test\r\nFrom: a@evil.test", refused],
  [
    "a field in the line of another",
    "Subject: x\r\n From: ceo@bank.test\r\nFrom: a@evil.test",
    verified("a@evil.test"),
  ],
  [
    "a field behind a blank, as the first",
    " From: ceo@bank.test\r\nFrom: a@evil.test",
    verified("a@evil.test"),
  ],
  [
    "a line of an mbox",
    "From ceo@bank.test Mon Jan  1 00:00:00 2024\r\nFrom: a@evil.test",
    verified("a@evil.test"),
  ],
  [
    "a name with a fold before its colon",
    "From\r\n : ceo@bank.test\r\nFrom: a@evil.test",
    verified("a@evil.test"),
  ],
  ["a name with NUL", "From\0: ceo@bank.test\r\nFrom: a@evil.test", verified("a@evil.test")],
  ["another name", "X-From: ceo@bank.test\r\nFrom: a@evil.test", verified("a@evil.test")],
  ["no field", "Subject: x", unverified()],
  ["an empty field", "From:", unverified()],
  ["a field of blanks", "From:  \t ", unverified()],
  ["empty brackets", "From: <>", unverified()],
  ["empty brackets before others", "From: <> <ceo@bank.test>", forged],
  ["a name alone", "From: Boss", unverified("")],
  ["a comment", "From: a@evil.test (ceo@bank.test)", posing("a@evil.test")],
  ["a comment in the address", "From: a(<ceo@bank.test>)@evil.test", posing("a@evil.test")],
  ["… of another's", "From: <ceo(@evil.test)@bank.test>", forged],
  ["a comment that never ends", "From: ceo@bank.test (<a@evil.test>", forged],
  ["nested comments", "From: (a (b@bank.test) c) a@evil.test", posing("a@evil.test")],
  ["a quoted name with brackets", 'From: "<ceo@bank.test>" <a@evil.test>', posing("a@evil.test")],
  [
    "a quoted name with an escape",
    'From: "Boss \\" <ceo@bank.test>" <a@evil.test>',
    posing("a@evil.test"),
  ],
  ["a quoted name alone", 'From: "ceo@bank.test"', unverified("")],
  ["a quoted name that never ends", 'From: "a@evil.test <ceo@bank.test>', unverified("")],
  ["a quoted local part", 'From: "ceo@bank.test"@evil.test', verified('"ceo@bank.test"@evil.test')],
  ["a quoted local part of another's", 'From: "a@evil.test"@bank.test', forged],
  ["… in brackets", 'From: <"a@evil.test> <"@bank.test>', forged],
  ["a quoted domain", 'From: a@"bank.test"', forged],
  ["a quoted domain with an at sign", 'From: ceo@"x@bank.test"', refused],
  ["an encoded name", "From: =?utf-8?q?ceo=40bank=2Etest?= <a@evil.test>", posing("a@evil.test")],
  [
    "an encoded name with an at sign",
    "From: =?utf-8?q?ceo@bank.test?= <a@evil.test>",
    posing("a@evil.test"),
  ],
  ["an address behind an encoded word", "From: =?utf-8?q?x?=ceo@bank.test <a@evil.test>", refused],
  [
    "an encoded address",
    "From: =?utf-8?q?=3Cceo=40bank=2Etest=3E?= <a@evil.test>",
    posing("a@evil.test"),
  ],
  ["an encoded word alone", "From: =?utf-8?b?Y2VvQGJhbmsudGVzdA==?=", unverified("")],
  [
    "an encoded word with a comma",
    "From: =?utf-8?q?ceo=40bank=2Etest=2C?= <a@evil.test>",
    posing("a@evil.test"),
  ],
  [
    "an encoded domain",
    "From: <ceo@=?utf-8?q?bank.test?=>",
    unverified("ceo@=?utf-8?q?bank.test?="),
  ],
  ["a group", "From: Us: a@evil.test;", verified("a@evil.test")],
  ["a group with another's", "From: Us: a@evil.test, ceo@bank.test;", forged],
  ["a group without members", "From: Undisclosed:;", unverified()],
  ["a group that never ends", "From: ceo@bank.test, Us: a@evil.test", forged],
  ["a name with an address before a group's colon", "From: ceo@bank.test: a@evil.test;", refused],
  ["a list", "From: a@evil.test, b@evil.test", verified("a@evil.test")],
  ["a list with another's", "From: a@evil.test, ceo@bank.test", forged],
  [
    "a list with another's and a Sender",
    "From: a@evil.test, ceo@bank.test\r\nSender: a@evil.test",
    forged,
  ],
  ["a list with a stranger's", "From: a@evil.test, b@else.test", unverified("a@evil.test")],
  ["a list with empty members", "From: ,, a@evil.test ,,", verified("a@evil.test")],
  ["a list with a semicolon", "From: a@evil.test; ceo@bank.test", forged],
  ["a list with a name alone", "From: Boss, a@evil.test", unverified("")],
  ["a list with what is no address", "From: a@evil.test, root@", unverified("a@evil.test")],
  ["folds", "From: Ann\r\n <a@\r\n evil.test>", verified("a@evil.test")],
  ["folds in another's", "From:\r\n <ceo@\r\n\tbank.\r\n test>", forged],
  ["a fold and a second field's name", "From: a@evil.test\r\n From: ceo@bank.test", refused],
  ["blanks around the at sign", "From: a @ evil . test", verified("a@evil.test")],
  ["blanks in another's", "From: ceo @ bank . test", forged],
  ["an obsolete route", "From: <@bank.test:a@evil.test>", verified("a@evil.test")],
  ["an obsolete route of another's", "From: <@evil.test,@x.test:ceo@bank.test>", forged],
  ["a route in a route", "From: <@evil.test:@x.test:ceo@bank.test>", refused],
  ["a percent sign", "From: ceo%bank.test@evil.test", verified("ceo%bank.test@evil.test")],
  ["a percent sign for a code", "From: <ceo@b%61nk.test>", unverified("ceo@b%61nk.test")],
  ["an exclamation mark", "From: bank.test!ceo@evil.test", verified("bank.test!ceo@evil.test")],
  ["two at signs", "From: ceo@bank.test@evil.test", refused],
  ["two at signs in brackets", "From: <a@evil.test@bank.test>", refused],
  ["an at sign at the end", "From: ceo@bank.test@", refused],
  ["what follows", "From: a@evil.test garbage", verified("a@evil.test")],
  ["what follows the brackets", "From: Ann <a@evil.test> garbage>", verified("a@evil.test")],
  ["brackets that never end", "From: Ann <ceo@bank.test", forged],
  ["a bracket alone", "From: a@evil.test>", verified("a@evil.test")],
  ["a root's dot", "From: a@evil.test.", verified("a@evil.test.")],
  ["another's root's dot", "From: ceo@bank.test.", forged],
  ["a host of another's", "From: ceo@hr.bank.test", forged],
  ["an address literal", "From: ceo@[203.0.113.9]", unverified("ceo@[203.0.113.9]")],
  ["a local address", "From: root (Cron Daemon)", unverified("root")],
  ["NUL in another's", "From: ceo@ba\0nk.test", forged],
  ["NUL between two", "From: <a@evil.test>\0<ceo@bank.test>", refused],
  [
    "octets that are no UTF-8 in the name",
    "From: \xc8\xb8\xc0\xc7 <a@evil.test>",
    verified("a@evil.test"),
  ],
  [
    "octets that are no UTF-8 in the domain",
    "From: <ceo@b\xe4nk.test>",
    unverified("ceo@b\uFFFDnk.test"),
  ],
  [
    "… in a charset that the body names",
    "Content-Type: text/plain; charset=iso-8859-1\r\nFrom: <ceo@b\xe4nk.test>",
    unverified("ceo@b\uFFFDnk.test"),
  ],
  [
    "a charset that swallows what follows",
    "Content-Type: text/plain; charset=iso-2022-jp\r\nFrom: \xff ceo@bank.test \x1b$B, a@evil.test\x1b(B",
    forged,
  ],
  [
    "a charset of two octets",
    "Content-Type: text/plain; charset=utf-16be\r\nFrom: \xff\xff\0c\0@\0b\0a\0n\0k\0.\0t\0e\0s\0t\0,a@evil.test",
    forged,
  ],
  ["a very long name like an address", `From: "${LONG}" <a@evil.test>`, posing("a@evil.test")],
  ["… without quotes", `From: ${LONG}<a@evil.test>`, refused],
  ["a homograph in ASCII", "From: ceo@xn--bnk-qla.test", forged],
  ["a homograph in UTF-8", `From: ceo@${Buffer.from("bänk.test").toString("latin1")}`, forged],
  ["a wide dot", `From: ceo@${Buffer.from("bank。test").toString("latin1")}`, forged],
  ["wide letters", `From: ceo@${Buffer.from("ｂank.test").toString("latin1")}`, forged],
  [
    "a wide at sign",
    `From: <ceo${Buffer.from("＠").toString("latin1")}bank.test>`,
    unverified("ceo＠bank.test"),
  ],
  ["a soft hyphen", `From: ceo@ba${Buffer.from("\u00ad").toString("latin1")}nk.test`, forged],
  [
    "a mark that turns the direction",
    `From: ceo@${Buffer.from("\u202e").toString("latin1")}bank.test`,
    unverified("ceo@\u202ebank.test"),
  ],
  ["capitals", "From: CEO@BANK.TEST", forged],
  ["own capitals", "From: A@EVIL.TEST", verified("A@EVIL.TEST")],
];

describe("who wrote it", () => {
  test.each(FORMS)("%s", async (_name, header, outcome) => {
    expect(await arrive(Buffer.from(`${header}\r\n`, "latin1"))).toEqual(outcome);
  });

  test.each(FORMS.filter(([, , { fault }]) => fault === "authors"))(
    "%s: refused likewise when a mail program or a client sends it",
    (_name, header) => {
      const { invalid } = headerAddresses(Buffer.from(`${header}\r\n\r\n`, "latin1"));
      expect(invalid).toContain("from");
    },
  );
});

/** The same sequence of numbers each time (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PIECES = [
  "<>@.,;:()\"'\\[] \t\0\xc8\xb8\xff\x1b%!=?".split(""),
  ["a@evil.test", "<a@evil.test>", "evil.test", "ceo@bank.test", "<ceo@bank.test>", "bank.test"],
  ["\r\n ", "\r\nFrom:", "\r\nfrom :", "\r\nX:", "Us:", "=?utf-8?q?ceo=40bank.test?=", "\x1b$B"],
  ["\x1b(B", "Ann", '"ceo@bank.test"', "(ceo@bank.test)", "@bank.test", "@evil.test"],
].flat();
const CHARSETS = [undefined, null, "euc-kr", "iso-2022-jp", "utf-16be", "utf-16le", "gb18030"];

const ROUNDS = IS_WHOLE ? 6000 : 2000;

test("whatever a From field is made of, no shown author is another than the judged ones", async () => {
  const below = seeded(12);
  let clear = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const text = Array.from({ length: 1 + below(9) }, () => PIECES[below(PIECES.length)]!).join("");
    const header = Buffer.from(`From:${text}\r\n`, "latin1");
    const authors = authorsOf(header);
    if (!hasClearAuthors(authors)) continue;
    clear += 1;
    // As it is stored, below the fields of this server.
    const message = parseMessage(Buffer.concat([Buffer.from("Received: x\r\n"), header]));
    const field = message.headers.findLast(({ name }) => name.toLowerCase() === "from")!;
    const judged = authors.addresses.map(({ email }) => authorDomain(email));
    const isJudged = (shown: readonly EmailAddress[]): boolean =>
      shown.length === judged.length &&
      shown.every(({ email }, at) => authorDomain(email) === judged[at]);
    const wrong = CHARSETS.filter(
      (charset) => !isJudged(asAddresses(message.bytes, field, charset)),
    );
    expect([text, wrong]).toEqual([text, []]);
    if (!judged.includes("bank.test")) continue;
    const { dmarc } = await judgeAuthors(authors, { spf: ["evil.test"], dkim: [] }, answer);
    expect([text, dmarc.result, dmarc.policy]).toEqual([text, "fail", "reject"]);
  }
  expect(clear).toBeGreaterThan(ROUNDS / 3);
});

/** Both domains want forged mail refused. */
async function answer(name: string): Promise<string[][]> {
  if (/^_dmarc\.(?:evil|bank)\.test$/.test(name)) return [["v=DMARC1; p=reject"]];
  throw Object.assign(new Error(name), { code: "ENOTFOUND" });
}
