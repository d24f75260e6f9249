import { authenticate, dkimVerify } from "mailauth";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createTakeOver } from "../../../platform/db/index.ts";
import { anotherProcess } from "../../../testing/another-process.ts";
import { storedMail } from "../../../testing/organisation.ts";
import { HANG } from "../../../testing/sink.ts";
import { missing, verifyInPython } from "../../../testing/python-dkim.ts";
import { createLocalDelivery } from "../../inbound/index.ts";
import { createDkim } from "../dkim/keys.ts";
import { claim, LEASE, leases, releaseLeases } from "./claim.ts";
import { cancelMessage, submissionProgress, trimQueue } from "./index.ts";
import { HOST, HOUR, outgoingBench, type OutgoingBench } from "./outgoing.fixture.ts";

let bench: OutgoingBench;
beforeAll(async () => {
  bench = await outgoingBench();
});
beforeEach(() => {
  bench.sink.play({});
  bench.sink.clear();
});

/** The records that the domain should publish. */
async function published(): Promise<Record<string, string>> {
  const records = await createDkim(bench.suite.platform).prepare("demo.test");
  return Object.fromEntries(records.map(({ name, text }) => [name, text]));
}

/** What mailauth says of the signatures. */
async function signatures(text: string): Promise<(string | undefined)[]> {
  const records = await published();
  const { results } = await dkimVerify(Buffer.from(text, "latin1"), {
    resolver: async (name: string) => [[records[name]!]],
    curTime: bench.suite.platform.clock.now(),
  });
  return results.map(({ status }) => status?.result);
}

test.skipIf(missing !== "")(`python3-dkim verifies what leaves${missing}`, async () => {
  await bench.send(["bob@example.org"]);
  await bench.queue().settle();
  const verdicts = verifyInPython(bench.sink.messages[0]!.text, await published());
  expect(new Set(verdicts)).toEqual(new Set([true]));
});

test("a database that is away for a moment is no failed try", async () => {
  const { platform, engine, accounts } = bench.suite;
  const local = createLocalDelivery({ ...platform, engine, accounts });
  let asked = 0;
  const away = Object.assign(new Error("the connection was closed"), { code: "57P01" });
  const isHere = async (domain: string): Promise<boolean> => {
    if ((asked += 1) <= 2) throw away;
    return await local.isHere(domain);
  };
  const sent = await bench.send(["bob@example.org"]);
  await bench.queue({ local: { ...local, isHere } }).settle();
  expect(bench.sink.messages).toHaveLength(1);
  // Handed over; a failed try would leave it in the queue.
  expect(await sent.fate()).toEqual({ "bob@example.org": "unknown" });
});

test("what is redirected leaves with an ARC set of the domain in its envelope, and others without", async () => {
  const text = [
    `Authentication-Results: ${HOST}; spf=pass smtp.mailfrom=example.net; arc=none; dmarc=pass`,
    "From: Kim <kim@example.net>",
    "Subject: Passed on",
    "",
    "Hello.",
    "",
  ].join("\r\n");
  const mailFrom = "SRS0=AAAAAAAAAA=AA=example.net=kim@demo.test";
  await bench.send(["bob@example.org"], { text, mailFrom, origin: "redirect" });
  await bench.queue().settle();
  const { text: sealed } = bench.sink.messages[0]!;
  expect(sealed).toMatch(/^ARC-Seal: i=1; a=rsa-sha256;/);
  expect(sealed).toMatch(/\r\nARC-Message-Signature: i=1;[^:]*\sd=demo\.test;/);
  expect(sealed).not.toContain("DKIM-Signature");
  const records = await published();
  const { arc } = await authenticate(Buffer.from(sealed, "latin1"), {
    ip: "203.0.113.9",
    helo: HOST,
    sender: mailFrom,
    resolver: async (name: string) => [[records[name] ?? ""]],
  });
  expect(arc && arc.status.result).toBe("pass");
  bench.sink.clear();
  await bench.send(["bob@example.org"], { text });
  await bench.queue().settle();
  expect(bench.sink.messages[0]!.text).not.toContain("ARC-Seal");
});

test("a message reaches the server of its recipients, once, without Bcc and with its way here", async () => {
  const { sink } = bench;
  const sent = await bench.send(["bob@example.org", "carol@EXAMPLE.org"]);
  await bench.queue().settle();
  expect(sink.messages).toHaveLength(1);
  const [message] = sink.messages;
  expect(message!.mail).toBe(
    `MAIL FROM:<alice@demo.test> SIZE=${message!.text.length} ENVID=${sent.queueId}`,
  );
  expect(message!.rcpt).toEqual([
    "RCPT TO:<bob@example.org> ORCPT=rfc822;bob@example.org",
    "RCPT TO:<carol@EXAMPLE.org> ORCPT=rfc822;carol@EXAMPLE.org",
  ]);
  expect(message!.text).toContain(`\r\nReceived: by ${HOST} with HTTP id ${sent.queueId};\r\n`);
  expect(await signatures(message!.text)).toEqual(["pass", "pass"]);
  expect(message!.text).not.toContain("secret@");
  expect(message!.text).toContain("\r\n.a line with a dot\r\n");
  expect(await sent.fate()).toEqual({
    "bob@example.org": "unknown",
    "carol@EXAMPLE.org": "unknown",
  });
  await bench.queue().settle();
  expect(sink.messages).toHaveLength(1);
});

test("people here get it without its leaving this machine, each once, also by a group", async () => {
  const { suite, alice, bob, sink } = bench;
  const people = await suite.accounts.persons.list();
  await suite.accounts.groups.create("system", {
    name: "all",
    address: "all@demo.test",
    members: people.map(({ id }) => id),
  });
  const sent = await bench.send(["bob+x@demo.test", "all@demo.test", "nobody@demo.test"]);
  await bench.queue().settle();
  expect(sink.messages).toHaveLength(0);
  for (const account of [alice, bob]) {
    const mail = await storedMail(suite, account);
    expect(mail.filter(({ subject }) => subject === sent.subject)).toHaveLength(1);
    expect(mail.every(({ text }) => !text.includes("secret@"))).toBe(true);
  }
  expect(await sent.fate()).toEqual({
    "bob+x@demo.test": "yes",
    "all@demo.test": "yes",
    "nobody@demo.test": "no",
  });
  const [report] = (await bench.reports()).filter(({ text }) => text.includes("nobody@demo.test"));
  expect(report!.text).toContain("Action: failed\r\nStatus: 5.1.1\r\n");
});

test("what is held back can be taken back until its delivery begins", async () => {
  const { suite, alice, sink } = bench;
  const { engine, clock } = { engine: suite.engine, clock: suite.platform.clock };
  const notBefore = new Date(clock.now().getTime() + 15_000);
  const first = await bench.send(["bob@example.org"], { notBefore, submissionId: "e1" });
  const second = await bench.send(["bob@example.org"], { notBefore, submissionId: "e2" });
  const queue = bench.queue();
  await queue.settle();
  const undo = async (id: string) => (await submissionProgress(engine.db, alice, [id])).get(id)!;
  expect((await undo("e1")).undoStatus).toBe("pending");
  const before = await engine.states(alice);
  expect(await engine.write([alice], (w) => cancelMessage(w, alice, first.queueId))).toBe(true);
  expect(await engine.write([alice], (w) => cancelMessage(w, alice, first.queueId))).toBe(false);
  expect((await engine.states(alice))["EmailSubmission"]).not.toBe(before["EmailSubmission"]);
  clock.advance(15_000);
  await queue.settle();
  expect((await undo("e1")).undoStatus).toBe("canceled");
  expect((await undo("e2")).undoStatus).toBe("final");
  expect(await engine.write([alice], (w) => cancelMessage(w, alice, second.queueId))).toBe(false);
  expect(sink.messages).toHaveLength(1);
  expect(sink.messages[0]!.text).toContain(second.subject);
});

test("each recipient has an outcome of its own, and one report covers a round's failures", async () => {
  const { sink, suite } = bench;
  sink.play({
    rcpt: (address) =>
      address.startsWith("no")
        ? "550 5.1.1 No such user"
        : address.startsWith("later")
          ? "451 4.7.1 Greylisted"
          : undefined,
  });
  const sent = await bench.send([
    "yes@example.org",
    "no1@example.org",
    "no2@example.org",
    "later@example.org",
  ]);
  const queue = bench.queue();
  await queue.settle();
  expect(sink.messages.map(({ recipients }) => recipients)).toEqual([["yes@example.org"]]);
  const reports = (await bench.reports()).filter(({ text }) => text.includes(sent.subject));
  expect(reports).toHaveLength(1);
  expect(reports[0]!.text.match(/^Final-Recipient: .*$/gm)).toEqual([
    "Final-Recipient: rfc822; no1@example.org",
    "Final-Recipient: rfc822; no2@example.org",
  ]);
  sink.play({});
  suite.platform.clock.advance(HOUR);
  await queue.settle();
  expect(sink.messages.map(({ recipients }) => recipients)).toEqual([
    ["yes@example.org"],
    ["later@example.org"],
  ]);
  expect(await sent.fate()).toEqual({
    "yes@example.org": "unknown",
    "no1@example.org": "no",
    "no2@example.org": "no",
    "later@example.org": "unknown",
  });
});

test("the null sender gets no report, and NOTIFY is heeded", async () => {
  const { sink } = bench;
  sink.play({ rcpt: () => "550 5.1.1 No such user", extensions: [] });
  const before = (await bench.reports()).length;
  await bench.send(["x@example.org"], { mailFrom: "" });
  await bench.send(["x@example.org"], {
    recipients: [{ address: "x@example.org", params: { notify: "NEVER" } }],
  });
  await bench.send(["x@example.org"], {
    recipients: [{ address: "x@example.org", params: { NOTIFY: "success,delay" } }],
  });
  await bench.queue().settle();
  expect(await bench.reports()).toHaveLength(before);
  sink.play({ extensions: [] });
  const wanted = await bench.send(["x@example.org"], {
    mailFromParams: { RET: "HDRS", ENVID: "my id" },
    recipients: [
      { address: "x@example.org", params: { NOTIFY: "SUCCESS", ORCPT: "rfc822;y@example.net" } },
    ],
  });
  await bench.queue().settle();
  const [report] = (await bench.reports()).filter(({ text }) => text.includes(wanted.subject));
  expect(report!.text).toContain("Original-Envelope-Id: my id\r\n");
  expect(report!.text).toContain("Original-Recipient: rfc822;y@example.net\r\n");
  expect(report!.text).toContain("Action: relayed\r\n");
  expect(report!.text).not.toContain("Hello.");
});

test("several processes share the work, and no message leaves twice", async () => {
  const { sink } = bench;
  sink.play({ slow: 2 });
  const sent = await Promise.all(Array.from({ length: 30 }, () => bench.send(["x@example.org"])));
  await Promise.all([bench.queue(), bench.queue(), bench.queue()].map((queue) => queue.settle()));
  const subjects = sink.messages.map(({ text }) => /Subject: (.*)\r/.exec(text)![1]);
  expect(subjects).toHaveLength(sent.length);
  expect(new Set(subjects)).toEqual(new Set(sent.map(({ subject }) => subject)));
  // Connections serve for several.
  expect(new Set(sink.messages.map(({ session }) => session)).size).toBeLessThan(30);
});

test("what a process had claimed that is no more goes on when its lease has run out", async () => {
  const { sink, suite } = bench;
  const { db, clock } = suite.platform;
  const sent = await bench.send(["x@example.org", "y@example.org"]);
  const claimed = await claim(db, { lease: "dead", now: clock.now(), busy: [] });
  expect(claimed!.recipients).toHaveLength(2);
  const queue = bench.queue();
  await queue.settle();
  clock.advance(LEASE - 1);
  await queue.settle();
  expect(sink.messages).toHaveLength(0);
  clock.advance(1);
  await queue.settle();
  expect(sink.messages).toHaveLength(1);
  expect(await sent.fate()).toEqual({ "x@example.org": "unknown", "y@example.org": "unknown" });
});

test("a process that stands alone goes on at once", async () => {
  const { sink, suite } = bench;
  const { db, clock } = suite.platform;
  await bench.send(["x@example.org"]);
  await claim(db, { lease: "dead", now: clock.now(), busy: [] });
  const queue = bench.queue({ config: { databaseUrl: null } as never });
  await queue.start();
  await expect.poll(() => sink.messages.length).toBe(1);
  await queue.stop();
});

test("where several work on the queue, what one had claimed that is gone goes on soon, what a living one has waits", async () => {
  const { sink, suite } = bench;
  const { db, clock } = suite.platform;
  const names = ["living", "dead"];
  for (const lease of names) {
    await bench.send([`${lease}@example.org`]);
    await claim(db, { lease, now: clock.now(), busy: [] });
  }
  const living = await anotherProcess(suite.platform, "living");
  const takeOver = createTakeOver({ ...suite.platform, every: 20 });
  const queue = bench.queue({ takeOver });
  await queue.start();
  const received = () => sink.messages.flatMap(({ recipients }) => recipients);
  await expect.poll(received).toEqual(["dead@example.org"]);
  await expect.poll(() => leases(db)).toEqual(["living"]);
  await living.stop();
  await expect.poll(received).toEqual(["dead@example.org", "living@example.org"]);
  await queue.stop();
  await takeOver.stop();
});

test("what a server has answered is written down, whatever the database does meanwhile", async () => {
  const { sink, suite } = bench;
  sink.play({ end: HANG });
  const sent = await bench.send(["x@example.org"]);
  const queue = bench.queue({ timeouts: {} });
  await queue.start();
  await expect.poll(() => sink.messages.length).toBe(1);
  await suite.platform.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  sink.play({});
  sink.answer("250 2.0.0 Taken");
  await expect.poll(() => sent.fate()).toEqual({ "x@example.org": "unknown" });
  await queue.stop();
  expect(sink.messages).toHaveLength(1);
});

test("what could not be written down as it was said is kept as a state, and nothing is sent again", async () => {
  const { sink, suite } = bench;
  const { db, pool } = suite.platform;
  sink.play({ rcpt: (address) => (address.startsWith("no") ? "550 5.1.1 Unwritable" : undefined) });
  await pool.query(`
    create function refuse_reply() returns trigger language plpgsql as $$
      begin raise exception 'not this'; end $$;
    create trigger refuse_reply before update on queue_recipient for each row
      when (new.reply like '%Unwritable%') execute function refuse_reply()`);
  const sent = await bench.send(["x@example.org", "no@example.org"]);
  await bench.queue().settle();
  await pool.query("drop trigger refuse_reply on queue_recipient; drop function refuse_reply");
  // As a start does: nothing of it is claimed any more.
  await releaseLeases(db, "all", suite.platform.clock.now());
  await bench.queue().settle();
  expect(sink.messages).toHaveLength(1);
  expect(await sent.fate()).toEqual({ "x@example.org": "unknown", "no@example.org": "no" });
  const [report] = (await bench.reports()).filter(({ text }) => text.includes(sent.subject));
  expect(report!.text).toContain("Final-Recipient: rfc822; no@example.org\r\nAction: failed\r\n");
});

test("what a server has answered is written down, as soon as there is room on the disk for it", async () => {
  const { sink, suite } = bench;
  const { pool } = suite.platform;
  // What a sequence has counted stays counted when the transaction fails.
  await pool.query(`
    create sequence tries;
    create function no_room() returns trigger language plpgsql as $$
      begin perform nextval('tries'); raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_room before update of state on queue_recipient for each row
      execute function no_room()`);
  const sent = await bench.send(["x@example.org"]);
  const delivered = bench.queue().settle();
  await expect.poll(() => sink.messages.length).toBe(1);
  const tried = async () => (await pool.query("select is_called from tries")).rows[0];
  await expect.poll(tried).toEqual({ is_called: true });
  await pool.query(
    "drop trigger no_room on queue_recipient; drop function no_room; drop sequence tries",
  );
  await delivered;
  expect(sink.messages).toHaveLength(1);
  expect(await sent.fate()).toEqual({ "x@example.org": "unknown" });
});

test("a message of which only the states could be written down is ended by the daily job", async () => {
  const { suite, alice } = bench;
  const { db, pool } = suite.platform;
  await pool.query(`
    create function refuse_end() returns trigger language plpgsql as $$
      begin raise exception 'not this'; end $$;
    create trigger refuse_end before update of ended_at on queue_message for each row
      execute function refuse_end()`);
  const sent = await bench.send(["x@example.org"]);
  await bench.queue().settle();
  await pool.query("drop trigger refuse_end on queue_message; drop function refuse_end");
  expect(await sent.fate()).toEqual({ "x@example.org": "unknown" });
  const before = await suite.engine.states(alice);
  await trimQueue(suite.engine);
  const message = await db
    .selectFrom("queue_message")
    .select(["ended_at", "blob_hash"])
    .where("id", "=", sent.queueId)
    .executeTakeFirst();
  expect(message).toEqual({ ended_at: expect.any(Date), blob_hash: null });
  expect((await suite.engine.states(alice))["EmailSubmission"]).not.toBe(before["EmailSubmission"]);
});

test("what could not be begun is tried again later, by the same process", async () => {
  const { sink, suite } = bench;
  const { pool, clock } = suite.platform;
  await pool.query(`
    create function refuse_begin() returns trigger language plpgsql as $$
      begin raise exception 'not now'; end $$;
    create trigger refuse_begin before update of begun_at on queue_message for each row
      execute function refuse_begin()`);
  const sent = await bench.send(["x@example.org"]);
  const queue = bench.queue();
  await queue.settle();
  await pool.query("drop trigger refuse_begin on queue_message; drop function refuse_begin");
  expect(sink.messages).toHaveLength(0);
  clock.advance(HOUR);
  await queue.settle();
  expect(sink.messages).toHaveLength(1);
  expect(await sent.fate()).toEqual({ "x@example.org": "unknown" });
});

test("a domain that hangs takes no more than its share, and keeps nobody else waiting", async () => {
  const { sink, suite } = bench;
  suite.platform.names.set({
    "hang.test": { A: ["127.0.0.1"] },
    "example.org": { A: ["127.0.0.1"] },
  });
  sink.play({ rcpt: (address) => (address.endsWith("@hang.test") ? HANG : undefined) });
  for (let count = 0; count < 12; count += 1) await bench.send(["x@hang.test"]);
  const sent = await bench.send(["x@example.org"]);
  const queue = bench.queue({ timeouts: {} });
  await queue.start();
  await expect.poll(() => sent.fate()).toEqual({ "x@example.org": "unknown" });
  await queue.stop();
  expect(sink.commands.filter((line) => line.includes("<x@hang.test>"))).toHaveLength(5);
  sink.play({});
  await bench.queue().settle();
  expect(sink.messages).toHaveLength(13);
});

test("a queue that was started is notified of new mail by itself", async () => {
  const { sink } = bench;
  const queue = bench.queue();
  await queue.start();
  await bench.send(["x@example.org"]);
  await expect.poll(() => sink.messages.length).toBe(1);
  await queue.stop();
});
