import { VacationResponse } from "@atrium/contract/types/vacation-response";
import type { JsonObject } from "@atrium/contract/types/wire";
import { parseMessage } from "@atrium/formats/mime";
import { beforeAll, describe, expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { countingStatements } from "../../../testing/count-statements.ts";
import type { Person } from "../../accounts/index.ts";
import { answerable } from "./answerable.ts";
import { answerVacations } from "./answer-vacations.ts";

const DAY = 86_400_000;

let suite: TestSuite;
let bob: Person;
let carol: Person;

beforeAll(async () => {
  suite = await testSuite();
  const { accounts } = suite;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  bob = await accounts.persons.create("system", {
    name: "Bob 밥",
    address: "bob@demo.test",
    aliases: ["robert@demo.test"],
    password: null,
  });
  carol = await accounts.persons.create("system", {
    name: "Carol",
    address: "carol@demo.test",
    password: null,
  });
});

const call = (verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(bob) }, VacationResponse, verb, {
    accountId: bob.accountId,
    ...args,
  });

const set = (patch: JsonObject) => call("set", { update: { singleton: patch } });

conformsToJmap(VacationResponse, async () => {
  let count = 0;
  const patch = (): JsonObject => ({ subject: `Away ${(count += 1)}` });
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: "singleton" },
    async make() {
      await set(patch());
      return "singleton";
    },
    patch,
    destroys: false,
    queries: false,
    singleton: true,
  };
});

test("there is one from the start, which is neither made nor destroyed", async () => {
  const { list } = await callMethod(
    { engine: suite.engine, actor: actorOf(carol) },
    VacationResponse,
    "get",
    { accountId: carol.accountId, ids: null },
  );
  expect(list).toEqual([
    {
      id: "singleton",
      isEnabled: false,
      fromDate: null,
      toDate: null,
      subject: null,
      textBody: null,
      htmlBody: null,
    },
  ]);
  expect(await call("set", { create: { new: { isEnabled: true } } })).toMatchObject({
    notCreated: { new: { type: "singleton" } },
  });
  expect(await call("set", { destroy: ["singleton"] })).toMatchObject({
    notDestroyed: { singleton: { type: "singleton" } },
  });
});

test("a subject is one line", async () => {
  expect(await set({ subject: "Away\r\nBcc: x@example.net" })).toMatchObject({
    notUpdated: { singleton: { type: "invalidProperties", properties: ["subject"] } },
  });
});

describe("what may be answered", () => {
  const header = (...fields: string[]): Buffer => Buffer.from(`${fields.join("\r\n")}\r\n\r\n`);

  test.each([
    "Auto-Submitted: no",
    "Auto-Submitted: No (by hand)",
    "Precedence: normal",
    "Content-Type: multipart/mixed; boundary=report",
    "Subject: Auto-Submitted",
  ])("a mail with %s", (field) => {
    expect(answerable("ann@example.net", header("To: bob@demo.test", field))).toMatchObject({
      sender: "ann@example.net",
      recipients: ["bob@demo.test"],
    });
  });

  test.each([
    "List-Id: <x.example.net>",
    "List-Unsubscribe: <mailto:x@example.net>",
    "list-post: NO",
    "Auto-Submitted: auto-generated",
    "Auto-submitted: auto-replied (vacation)",
    "Precedence: bulk",
    "Precedence: LIST",
    "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "X-Spam-Flag: YES",
    "Content-Type: multipart/report; report-type=delivery-status",
    "Feedback-ID: x",
  ])("not a mail with %s", (field) => {
    expect(answerable("ann@example.net", header("To: bob@demo.test", field))).toBeNull();
  });

  test.each(["reply@example.net", "bob.owner@example.net", "newsom@example.net", "norah@x.test"])(
    "a mail of %s",
    (address) => expect(answerable(address, header("To: bob@demo.test"))).not.toBeNull(),
  );

  test.each([
    "",
    "MAILER-DAEMON@example.net",
    "owner-list@example.net",
    "list-request@example.net",
    "list-bounces+bob=demo.test@example.net",
    "noreply@example.net",
    "No-Reply+123@example.net",
    "do_not_reply@example.net",
    "bounce-12345@example.net",
    "SRS0=abc=xy=example.org=ann@example.net",
    "not an address",
  ])("not a mail of %j", (address) => {
    expect(answerable(address, header("To: bob@demo.test"))).toBeNull();
  });
});

describe("answering", () => {
  let people = 0;
  const stranger = (): string => `ann.${(people += 1)}@example.net`;
  const arrive = (mailFrom: string, ...fields: string[]) =>
    answerVacations(suite.engine, {
      accountIds: [bob.accountId, carol.accountId],
      header: Buffer.from(`${fields.join("\r\n")}\r\n\r\n`),
      mailFrom,
      receivedAt: suite.platform.clock.now(),
    });

  /** Everything that was said to a user, as text. */
  async function answersTo(address: string): Promise<string[]> {
    const { db, blobs } = suite.platform;
    const rows = await db
      .selectFrom("queue_message as m")
      .innerJoin("queue_recipient as r", (join) =>
        join.onRef("r.account_id", "=", "m.account_id").onRef("r.message_id", "=", "m.id"),
      )
      .select(["m.account_id", "m.mail_from", "m.origin", "m.blob_hash", "r.params"])
      .where("r.address", "=", address)
      .execute();
    for (const row of rows)
      expect(row).toMatchObject({
        account_id: bob.accountId,
        mail_from: "",
        origin: "vacation",
        params: { NOTIFY: "NEVER" },
      });
    return await Promise.all(rows.map(async (row) => String(await blobs.read(row.blob_hash!))));
  }

  const on = (more: JsonObject = {}) =>
    set({
      isEnabled: true,
      fromDate: null,
      toDate: null,
      subject: null,
      textBody: "I am on a boat.",
      htmlBody: null,
      ...more,
    });

  test("a person gets it once in a week, as an answer to the mail, from the address that was written to", async () => {
    await on();
    const ann = stranger();
    const mail = [
      "From: Ann <ann@elsewhere.example>",
      "To: Robert <Robert+x@demo.test>",
      "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
      "Message-ID: <3@example.net>",
      "References: <1@example.net> <2@example.net>",
    ];
    await arrive(ann, ...mail);
    await arrive(ann.toUpperCase(), ...mail);
    const [answer, ...more] = await answersTo(ann);
    expect(more).toEqual([]);
    const { headers, textBody } = parseMessage(Buffer.from(answer!));
    const value = (name: string): string => {
      const field = headers.find((header) => header.name === name)!;
      return answer!
        .slice(field.valueStart, field.valueEnd)
        .replaceAll(/\r\n\s+/g, " ")
        .trim();
    };
    expect(value("From")).toMatch(/<?robert\+x@demo\.test>?$/);
    expect(value("To")).toBe(ann);
    expect(value("Subject")).toBe("Auto: =?utf-8?B?R3LDvMOfZQ==?=");
    expect(value("In-Reply-To")).toBe("<3@example.net>");
    expect(value("References")).toBe("<1@example.net> <2@example.net> <3@example.net>");
    expect(value("Auto-Submitted")).toBe("auto-replied (vacation)");
    expect(value("Message-ID")).toMatch(/^<[^@]+@demo\.test>$/);
    expect(textBody.map(({ type }) => type)).toEqual(["text/plain"]);
    expect(answer).toMatch(/\r\n\r\nI am on a boat\.\r?\n?$/);

    suite.platform.clock.advance(7 * DAY - 1);
    await arrive(ann, ...mail);
    expect(await answersTo(ann)).toHaveLength(1);
    suite.platform.clock.advance(1);
    await arrive(ann, ...mail);
    expect(await answersTo(ann)).toHaveLength(2);
  });

  test("two mails of one person at the same moment are answered once", async () => {
    await on();
    const ann = stranger();
    await Promise.all(Array.from({ length: 5 }, () => arrive(ann, "To: bob@demo.test")));
    expect(await answersTo(ann)).toHaveLength(1);
  });

  test("new words are said to everybody again", async () => {
    await on();
    const ann = stranger();
    await arrive(ann, "To: bob@demo.test");
    await on({ textBody: "I am back on Monday." });
    await arrive(ann, "To: bob@demo.test");
    const answers = await answersTo(ann);
    expect(answers).toHaveLength(2);
    expect(answers.filter((text) => text.includes("boat"))).toHaveLength(1);
    expect(answers.filter((text) => text.includes("Monday"))).toHaveLength(1);
  });

  test("HTML is said beside its text; without any words there are ours", async () => {
    await on({ subject: "Away", textBody: null, htmlBody: "<p>I am on a <b>boat</b>.</p>" });
    const ann = stranger();
    await arrive(ann, "To: bob@demo.test", "Subject: hello");
    const [answer = ""] = await answersTo(ann);
    expect(answer).toContain("Subject: Away\r\n");
    expect(parseMessage(Buffer.from(answer)).root.children?.map(({ type }) => type)).toEqual([
      "text/plain",
      "text/html",
    ]);
    expect(answer).toContain("\r\n\r\nI am on a boat.");
    await on({ textBody: null });
    await arrive(ann, "To: bob@demo.test");
    expect((await answersTo(ann)).some((text) => text.includes("I am away"))).toBe(true);
  });

  test("a mail to very many costs the database no more than a mail to one", async () => {
    await on();
    const asked = async (recipients: readonly string[], reaches: number): Promise<number> => {
      const ann = stranger();
      const { db, count } = countingStatements(suite.engine.db);
      await answerVacations(
        { ...suite.engine, db },
        {
          accountIds: [bob.accountId],
          header: Buffer.from(`To: ${recipients.join(",\r\n ")}\r\n\r\n`),
          mailFrom: ann,
          receivedAt: suite.platform.clock.now(),
        },
      );
      expect(await answersTo(ann)).toHaveLength(reaches);
      return count();
    };
    const others = Array.from({ length: 5000 }, (_, index) => `x${index}@demo.test`);
    const alone = await asked(["bob+1@demo.test"], 1);
    expect(await asked([...others.slice(0, 900), "bob+1@demo.test"], 1)).toBe(alone);
    const detailed = Array.from({ length: 999 }, (_, index) => `carol+${index}@demo.test`);
    expect(await asked([...detailed, "bob+1@demo.test"], 1)).toBe(alone);
    // Behind the first thousand nobody is looked for.
    expect(await asked([...others, "bob@demo.test"], 0)).toBeLessThan(alone);
    const again = Array.from({ length: 2000 }, () => "x0@demo.test");
    expect(await asked([...again, "bob@demo.test"], 1)).toBeLessThanOrEqual(alone);
  });

  test("only while the person is away", async () => {
    const { clock } = suite.platform;
    const at = (offset: number): string => new Date(clock.now().getTime() + offset).toISOString();
    const answers = async (settings: JsonObject): Promise<number> => {
      await on(settings);
      const ann = stranger();
      await arrive(ann, "To: bob@demo.test");
      return (await answersTo(ann)).length;
    };
    expect(await answers({ fromDate: at(0), toDate: at(1000) })).toBe(1);
    expect(await answers({ fromDate: at(1000) })).toBe(0);
    expect(await answers({ toDate: at(0) })).toBe(0);
    expect(await answers({ isEnabled: false })).toBe(0);
  });

  test("not to who wrote to someone else, to oneself, or by a list", async () => {
    await on();
    const ann = stranger();
    await arrive(ann, "To: team@demo.test", "Cc: carol@demo.test");
    await arrive(ann, "To: Undisclosed:;");
    await arrive(ann, "To: bob@demo.test", "List-Id: <x.example.net>");
    expect(await answersTo(ann)).toEqual([]);
    await arrive("robert@demo.test", "To: bob@demo.test");
    expect(await answersTo("robert@demo.test")).toEqual([]);
    await arrive("carol@demo.test", "To: bob@demo.test");
    expect(await answersTo("carol@demo.test")).toHaveLength(1);
  });
});
