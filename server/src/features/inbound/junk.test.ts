import { Email } from "@atrium/contract/types/email";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testWhole } from "../../../../formats/src/testing/whole.ts";
import { callMethod } from "../../engine/testing/conforms.ts";
import { silentLog } from "../../platform/log/index.ts";
import {
  hasDebianScanners,
  SAMPLE,
  startClamd,
  startRspamd,
  THREAT,
} from "../../testing/debian-scanners.ts";
import {
  actorOf,
  makeDemo,
  storedMail,
  testSuite,
  type TestSuite,
} from "../../testing/organisation.ts";
import type { Person } from "../accounts/index.ts";
import { createScanners, type Scanners } from "../junk/index.ts";
import { learnReports } from "../junk/learning/learn-reports.ts";
import { teachRspamd } from "../junk/scanners/rspamd.ts";
import { createInbound, type Inbound } from "./index.ts";

let suite: TestSuite;
let people: Readonly<Record<"ann" | "bob" | "carol", Person>>;
let count = 0;

beforeEach(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "ann", "bob", "carol");
});

const inboundWith = (scanners?: Scanners): Inbound =>
  createInbound({
    ...suite.platform,
    engine: suite.engine,
    accounts: suite.accounts,
    hostName: "mx.demo.test",
    maxSize: 10_000_000,
    ...(scanners && { scanners }),
  });
const scannersAt = (settings: Partial<Parameters<typeof createScanners>[0]>): Scanners =>
  createScanners({ rspamd: null, clamd: null, unscanned: "defer", log: silentLog, ...settings });

interface Post {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly fields?: readonly string[];
  readonly body?: string;
}

/** A mail from outside, of which nothing is proven. */
async function post(
  inbound: Inbound,
  {
    from = "kim@example.net",
    to = ["ann@demo.test"],
    subject = "Post",
    fields = [],
    body = "Hello.",
  }: Post = {},
) {
  const recipients = [];
  for (const address of to) {
    const route = await inbound.route(address, 0);
    if (route.kind !== "ours") throw new Error(`${address} is not here`);
    recipients.push(route.recipient);
  }
  const lines = [
    `From: ${from}`,
    `To: ${to.join(", ")}`,
    `Subject: ${subject}`,
    `Message-ID: <${(count += 1)}@example.net>`,
    "Date: Thu, 26 Nov 2026 10:00:00 +0000",
    ...fields,
    "",
    body,
    "",
  ];
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(lines.join("\r\n"));
  }
  const envelope = {
    transactionId: `t${count}`,
    mailFrom: from,
    helo: "client.example",
    remoteAddress: "203.0.113.9",
    protocol: "ESMTP",
  } as const;
  return await inbound.receive(source(), envelope, recipients);
}

const placesOf = async (name: keyof typeof people): Promise<string[]> =>
  (await storedMail(suite, people[name].accountId)).map(({ mailbox }) => mailbox);
const emailsOf = async (name: keyof typeof people) =>
  await suite.platform.db
    .selectFrom("email")
    .select(["id", "subject", "junk", "mailbox_ids"])
    .where("account_id", "=", people[name].accountId)
    .orderBy("id")
    .execute();

/** What somebody does with a message. */
async function update(name: keyof typeof people, id: string, patch: object): Promise<void> {
  const { accountId } = people[name];
  const actor = actorOf(people[name]);
  const answer = await callMethod({ engine: suite.engine, actor }, Email, "set", {
    accountId,
    update: { [id]: patch },
  });
  expect(answer).toMatchObject({ updated: { [id]: null } });
}
const report = async (name: keyof typeof people, id: string, isJunk: boolean): Promise<void> => {
  const { db } = suite.platform;
  const mailbox = await db
    .selectFrom("mailbox")
    .select("id")
    .where("account_id", "=", people[name].accountId)
    .where("role", "=", isJunk ? "junk" : "inbox")
    .executeTakeFirstOrThrow();
  await update(name, id, {
    "keywords/$junk": isJunk ? true : null,
    "keywords/$notjunk": isJunk ? null : true,
    mailboxIds: { [mailbox.id]: true },
  });
};
const model = async () =>
  await suite.platform.db.selectFrom("junk_model").select(["junk", "wanted"]).executeTakeFirst();
const words = async () =>
  await suite.platform.db.selectFrom("junk_token").select(["junk", "wanted"]).execute();

describe("without scanners", () => {
  let inbound: Inbound;
  beforeEach(() => {
    inbound = inboundWith();
  });

  test("mail from a stranger comes to the inbox, and says that it is a first contact", async () => {
    await post(inbound);
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect(await emailsOf("ann")).toMatchObject([
      { junk: { isJunk: false, by: "atrium", reasons: [{ kind: "firstContact", detail: null }] } },
    ]);
    await post(inbound);
    expect((await emailsOf("ann"))[1]).toMatchObject({ junk: { isJunk: false, reasons: [] } });
  });

  test("mail from what looks like our domain says so, and goes to Junk where something speaks against its sender", async () => {
    await post(inbound, { from: "boss@derno.test" });
    expect(await emailsOf("ann")).toMatchObject([
      {
        junk: {
          isJunk: false,
          reasons: [{ kind: "lookAlike", detail: "demo.test" }, { kind: "firstContact" }],
        },
      },
    ]);
    suite.platform.names.set({ "derno.test": { TXT: [["v=spf1 -all"]] } });
    await post(inbound, { from: "boss@derno.test", to: ["bob@demo.test"] });
    expect(await placesOf("bob")).toEqual(["Junk"]);
    expect(await emailsOf("bob")).toMatchObject([
      {
        junk: {
          isJunk: true,
          reasons: [
            { kind: "failedAuthentication", detail: null },
            { kind: "lookAlike", detail: "demo.test" },
            { kind: "firstContact" },
          ],
        },
      },
    ]);
  });

  test("mail from a reported sender goes to Junk for who has reported it, and back for who takes that back", async () => {
    await post(inbound, { to: ["ann@demo.test", "bob@demo.test"] });
    const [first] = await emailsOf("ann");
    await report("ann", first!.id, true);
    await post(inbound, { to: ["ann@demo.test", "bob@demo.test"] });
    expect(await placesOf("ann")).toEqual(["Junk", "Junk"]);
    expect(await placesOf("bob")).toEqual(["Inbox", "Inbox"]);
    expect((await emailsOf("ann"))[1]).toMatchObject({
      junk: { isJunk: true, reasons: [{ kind: "reportedSender" }, { kind: "firstContact" }] },
    });
    await report("ann", first!.id, false);
    await post(inbound, { to: ["ann@demo.test"] });
    expect((await emailsOf("ann"))[2]!.junk).toMatchObject({ isJunk: false });
  });

  test("reports teach once, whatever is done again, and a second thought takes back the first", async () => {
    await post(inbound, { body: "wonderful watches for nothing" });
    const [email] = await emailsOf("ann");
    await report("ann", email!.id, true);
    const taught: unknown[] = [];
    const teach = async (bytes: Uint8Array, isJunk: boolean) =>
      void taught.push([isJunk, String(bytes).includes("wonderful watches")]);
    expect(await learnReports(suite.engine, teach)).toBe(1);
    expect(await learnReports(suite.engine, teach)).toBe(0);
    expect(taught).toEqual([[true, true]]);
    await report("ann", email!.id, true).catch(() => undefined);
    await learnReports(suite.engine);
    expect(await model()).toEqual({ junk: 1, wanted: 0 });
    const seen = await words();
    expect(seen.length).toBeGreaterThan(4);
    expect(new Set(seen.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ junk: 1, wanted: 0 })]),
    );
    await report("ann", email!.id, false);
    await learnReports(suite.engine);
    expect(await model()).toEqual({ junk: 0, wanted: 1 });
    expect(new Set((await words()).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ junk: 0, wanted: 1 })]),
    );
  });

  test("a reported message that cannot be read keeps nothing else from being learned", async () => {
    await post(inbound, { body: "lost watches" });
    await post(inbound, { body: "wonderful watches" });
    const [lost, email] = await emailsOf("ann");
    for (const { id } of [lost!, email!]) await report("ann", id, true);
    const { blob_hash: hash } = await suite.platform.db
      .selectFrom("email")
      .select("blob_hash")
      .where("id", "=", lost!.id)
      .executeTakeFirstOrThrow();
    await suite.platform.blobs.remove(hash, new Date(8.64e15));
    expect(await learnReports(suite.engine)).toBe(2);
    expect(await model()).toEqual({ junk: 1, wanted: 0 });
  });

  test("what was learned sends to Junk what is like it, names the words, and spares whom one writes to", async () => {
    const spam = "wonderful cheap watches replica casino";
    const { db } = suite.platform;
    for (let n = 0; n < 25; n++) {
      await post(inbound, { from: `s${n}@spam.example`, subject: "Offer", body: spam });
      await post(inbound, {
        from: `f${n}@firm.example`,
        subject: "Minutes",
        body: "budget meeting agenda notes",
      });
    }
    for (const { id, subject } of await emailsOf("ann"))
      await report("ann", id, subject === "Offer");
    await learnReports(suite.engine);
    await post(inbound, { from: "new@spam.example", subject: "Offer", body: spam });
    await post(inbound, { from: "new@firm.example", subject: "Minutes", body: "agenda budget" });
    const ours = { TXT: ["v=spf1 ip4:203.0.113.9 -all"] };
    suite.platform.names.set({ "pal.example": ours, "other.example": ours });
    await db
      .insertInto("written_to")
      .values({ account_id: people.ann.accountId, address: "x@pal.example" })
      .execute();
    await post(inbound, { from: "x@pal.example", subject: "Offer", body: spam });
    await post(inbound, { from: "x@other.example", subject: "Offer", body: spam });
    const [junk, wanted, friend, stranger] = (await emailsOf("ann")).slice(-4);
    expect(friend!.junk).toMatchObject({ isJunk: false });
    expect(stranger!.junk).toMatchObject({ isJunk: true });
    expect(junk!.junk).toMatchObject({
      isJunk: true,
      reasons: [{ kind: "words" }, { kind: "firstContact" }],
    });
    expect(junk!.junk!.reasons[0]!.detail).toMatch(/watches|casino|replica/);
    expect(wanted!.junk).toMatchObject({ isJunk: false });
    expect(wanted!.junk!.probability).toBeLessThan(0.2);
  });

  test("one person teaches so much a day and no more", async () => {
    await post(inbound);
    const [email] = await emailsOf("ann");
    await suite.platform.db
      .insertInto("junk_report")
      .values(
        Array.from({ length: 100 }, (_, n) => ({
          account_id: "elsewhere",
          email_id: `m${n}`,
          person_id: people.ann.id,
          is_junk: true,
          author: null,
          reported_at: suite.platform.clock.now(),
          is_pending: false,
          learned_as_junk: true,
          learned_at: suite.platform.clock.now(),
          buckets: [],
        })),
      )
      .execute();
    await report("ann", email!.id, true);
    await learnReports(suite.engine);
    expect(await model()).toEqual({ junk: 0, wanted: 0 });
    expect(await words()).toEqual([]);
  });
});

describe.runIf(hasDebianScanners)("with Debian's rspamd and clamd", () => {
  let rspamd: Awaited<ReturnType<typeof startRspamd>>;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    [rspamd, clamd] = await Promise.all([startRspamd(), startClamd()]);
  }, 90_000);
  afterAll(async () => {
    await Promise.all([rspamd?.close(), clamd?.close()]);
  });

  const GTUBE = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
  const held = async () =>
    await suite.platform.db.selectFrom("quarantined_mail").selectAll().execute();

  test("GTUBE goes to Junk, and is never lost; other mail comes to the inbox", async () => {
    const inbound = inboundWith(scannersAt({ rspamd: rspamd.worker }));
    await post(inbound, { body: GTUBE });
    await post(inbound, { from: "pat@example.org" });
    expect(await placesOf("ann")).toEqual(["Junk", "Inbox"]);
    const [junk, other] = await emailsOf("ann");
    expect(junk!.junk).toMatchObject({
      isJunk: true,
      probability: 1,
      by: "rspamd",
      reasons: [{ kind: "scanner", detail: "GTUBE" }, { kind: "firstContact" }],
    });
    expect(other!.junk).toMatchObject({ isJunk: false, by: "rspamd" });
  });

  test("rspamd learns what is reported", async () => {
    const bytes = Buffer.from("From: a@b.example\r\nSubject: x\r\n\r\nwatches\r\n");
    await teachRspamd(rspamd.controller, bytes, true, undefined);
    // Said again, it is as good.
    await teachRspamd(rspamd.controller, bytes, true, undefined);
    const again = await fetch(`${rspamd.controller}/learnspam`, { method: "POST", body: bytes });
    expect(await again.text()).toContain("already learned as spam");
  });

  test.for(["port", "socket"] as const)(
    "what clamd knows is held back, at its %s, and everything else delivered",
    async (where) => {
      const address = where === "port" ? clamd : { path: clamd.path };
      const inbound = inboundWith(scannersAt({ clamd: address }));
      const encoded = Buffer.from(SAMPLE).toString("base64");
      const fields = [
        "MIME-Version: 1.0",
        "Content-Type: application/octet-stream; name=bill.exe",
        "Content-Transfer-Encoding: base64",
      ];
      await post(inbound, {
        to: ["ann@demo.test", "bob@demo.test"],
        fields,
        body: encoded,
        subject: "=?utf-8?q?Bill_=E2=82=AC?=",
      });
      await post(inbound);
      expect(await placesOf("ann")).toEqual(["Inbox"]);
      expect(await placesOf("bob")).toEqual([]);
      const [mail, ...more] = await held();
      expect(more).toEqual([]);
      expect(mail).toMatchObject({
        threat: `${THREAT}.UNOFFICIAL`,
        subject: "Bill €",
        sender: "kim@example.net",
        mail_from: "kim@example.net",
        recipients: ["ann@demo.test", "bob@demo.test"],
        account_ids: [people.ann.accountId, people.bob.accountId],
      });
      expect(String(await suite.platform.blobs.read(mail!.blob_hash))).toContain(encoded);
    },
  );

  testWhole(
    "a large message is sent whole to both, and what is too large for clamd is delivered",
    async () => {
      const inbound = inboundWith(scannersAt({ rspamd: rspamd.worker, clamd }));
      const line = `${"x".repeat(70)}\r\n`;
      await post(inbound, { body: line.repeat(20_000) });
      await post(inbound, { body: line.repeat(40_000) });
      expect(await placesOf("ann")).toEqual(["Inbox", "Inbox"]);
      expect((await emailsOf("ann"))[0]!.junk).toMatchObject({ by: "rspamd" });
    },
  );
});

test("without an answer of clamd the sender has to come again, or the mail is delivered, as is wanted", async () => {
  const clamd = { host: "127.0.0.1", port: 1 };
  await expect(post(inboundWith(scannersAt({ clamd })))).rejects.toThrow("unscanned");
  expect(await placesOf("ann")).toEqual([]);
  await post(inboundWith(scannersAt({ clamd, unscanned: "accept" })));
  expect(await placesOf("ann")).toEqual(["Inbox"]);
});

test("without an answer of rspamd mail is judged here", async () => {
  await post(inboundWith(scannersAt({ rspamd: "http://127.0.0.1:1" })));
  expect((await emailsOf("ann"))[0]!.junk).toMatchObject({ by: "atrium" });
});
