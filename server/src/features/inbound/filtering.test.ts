import { SieveScript } from "@atrium/contract/types/sieve-script";
import { Email } from "@atrium/contract/types/email";
import { writeRules, type Rule } from "@atrium/formats/sieve-rules";
import { beforeEach, describe, expect, test } from "vitest";
import { testWhole } from "../../../../formats/src/testing/whole.ts";
import { callMethod } from "../../engine/testing/conforms.ts";
import {
  actorOf,
  makeDemo,
  storedMail,
  testSuite,
  type TestSuite,
} from "../../testing/organisation.ts";
import type { Person } from "../accounts/index.ts";
import { originalSender } from "../filters/index.ts";
import { createInbound, createLocalDelivery, type Inbound } from "./index.ts";

let suite: TestSuite;
let inbound: Inbound;
let people: Readonly<Record<"ann" | "bob" | "carol", Person>>;
let count = 0;

beforeEach(async () => {
  suite = await testSuite();
  const { platform, engine, accounts } = suite;
  people = await makeDemo(suite, "ann", "bob", "carol");
  const options = { ...platform, engine, accounts };
  inbound = createInbound({ ...options, hostName: "mx.demo.test", maxSize: 1_000_000 });
});

/** Makes a script the active one of a person. */
async function filter(name: keyof typeof people, text: string): Promise<void> {
  const person = people[name];
  const actor = actorOf(person);
  const { accountId } = person;
  const bytes = new TextEncoder().encode(text);
  const { blobId } = await suite.engine.blobs.upload(actor, accountId, bytes, "application/sieve");
  const answer = await callMethod({ engine: suite.engine, actor }, SieveScript, "set", {
    accountId,
    create: { a: { blobId } },
    onSuccessActivateScript: "#a",
  });
  expect(answer).toMatchObject({ created: { a: { isActive: true } } });
}

interface Post {
  readonly to?: readonly string[];
  readonly mailFrom?: string;
  readonly fields?: readonly string[];
  readonly body?: string;
  readonly transactionId?: string;
  readonly isTrusted?: boolean;
}

/** A mail from a server that is trusted, so that none of the tests is about who has sent it. */
async function post({
  to = ["ann@demo.test"],
  mailFrom = "kim@example.net",
  fields = [],
  body = "Hello.",
  transactionId = `t${(count += 1)}`,
  isTrusted = true,
}: Post = {}) {
  const recipients = [];
  for (const address of to) {
    const route = await inbound.route(address, 0);
    if (route.kind !== "ours") throw new Error(`${address} is not here`);
    recipients.push(route.recipient);
  }
  const lines = [
    "From: Kim <kim@example.net>",
    `To: ${to.join(", ")}`,
    `Subject: Post`,
    `Message-ID: <${count}@example.net>`,
    ...fields,
    "",
    body,
    "",
  ];
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(lines.join("\r\n"));
  }
  return await inbound.receive(
    source(),
    {
      transactionId,
      mailFrom,
      helo: "client.example",
      remoteAddress: "203.0.113.9",
      protocol: "ESMTP",
      isTrusted,
    },
    recipients,
  );
}

const mailOf = (name: keyof typeof people) => storedMail(suite, people[name].accountId);
const placesOf = async (name: keyof typeof people): Promise<string[]> =>
  (await mailOf(name)).map(({ mailbox, keywords }) => [mailbox, ...keywords].join(" ")).sort();

/** What waits to leave. */
async function queue(): Promise<
  { origin: string; mail_from: string; address: string; text: string }[]
> {
  const { db, blobs } = suite.platform;
  const rows = await db
    .selectFrom("queue_message as m")
    .innerJoin("queue_recipient as r", (join) =>
      join.onRef("r.account_id", "=", "m.account_id").onRef("r.message_id", "=", "m.id"),
    )
    .select(["m.origin", "m.mail_from", "r.address", "m.blob_hash"])
    .orderBy("m.id")
    .execute();
  return await Promise.all(
    rows.map(async ({ blob_hash, ...row }) => ({
      ...row,
      text: String(await blobs.read(blob_hash!)),
    })),
  );
}

describe("filing", () => {
  test("goes where the script says, with its flags, and to nobody else's place", async () => {
    await filter(
      "ann",
      `require ["fileinto", "imap4flags"];
      if header :contains "Subject" "Post" { fileinto :flags ["\\\\Seen", "$label1"] "Archive"; }`,
    );
    await post({ to: ["ann@demo.test", "bob@demo.test"] });
    expect(await placesOf("ann")).toEqual(["Archive $label1 $seen"]);
    expect(await placesOf("bob")).toEqual(["Inbox"]);
  });

  test("into several is one email, but two where flags differ", async () => {
    const rules = 'fileinto "Archive"; fileinto :flags "\\\\Flagged" "Trash"; keep;';
    await filter("ann", `require ["fileinto", "imap4flags"]; ${rules}`);
    await post();
    const mail = await mailOf("ann");
    expect(mail.map(({ mailbox }) => mailbox).sort()).toEqual(["Archive", "Inbox", "Trash"]);
    expect(new Set(mail.map(({ id }) => id)).size).toBe(2);
  });

  testWhole("in the inbox by name and by keeping is one copy", async () => {
    await filter("ann", 'require "fileinto"; fileinto "INBOX"; keep;');
    await post();
    expect(await placesOf("ann")).toEqual(["Inbox"]);
  });

  test("makes folders only where the script says so, and else tells what is wrong", async () => {
    await filter("ann", 'require ["fileinto", "mailbox"]; fileinto :create "Plans/2027";');
    await filter("bob", 'require "fileinto"; fileinto "Nowhere";');
    await post({ to: ["ann@demo.test", "bob@demo.test"] });
    await post({ to: ["ann@demo.test"] });
    expect(await placesOf("ann")).toEqual(["2027", "2027"]);
    expect(await placesOf("bob")).toEqual(["Inbox"]);
    expect((await scriptOf("bob"))["failure"]).toMatchObject({
      message: "there is no folder “Nowhere”",
    });
  });

  test("what is discarded is nowhere, and delivered again is not there either", async () => {
    await filter("ann", "discard;");
    const transactionId = "once";
    await post({ transactionId });
    await filter("ann", "keep;");
    await post({ transactionId });
    expect(await placesOf("ann")).toEqual([]);
  });

  test("a header that the script edits is the copy's, and the others keep theirs", async () => {
    await filter(
      "ann",
      `require ["editheader", "fileinto"];
      keep;
      addheader "X-Seen-By" "the filter";
      deleteheader "Subject";
      fileinto "Archive";`,
    );
    await post({ to: ["ann@demo.test", "bob@demo.test"] });
    const texts = new Map((await mailOf("ann")).map(({ mailbox, text }) => [mailbox, text]));
    expect(texts.get("Archive")).toContain("X-Seen-By: the filter");
    expect(texts.get("Archive")).not.toContain("Subject: Post");
    expect(texts.get("Archive")).toMatch(/\r\n\r\nHello\.\r\n$/);
    expect(texts.get("Inbox")).toContain("Subject: Post");
    expect((await mailOf("bob"))[0]!.text).not.toContain("X-Seen-By");
  });

  testWhole("in more edited copies than a message may have leaves it as it came", async () => {
    const edits = Array.from(
      { length: 5 },
      (_, index) => `addheader "X-Number" "${index}"; fileinto :create "F${index}";`,
    );
    await filter("ann", `require ["editheader", "fileinto", "mailbox"]; ${edits.join(" ")}`);
    await post();
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect((await mailOf("ann"))[0]!.text).not.toContain("X-Number");
    await filter(
      "ann",
      `require ["editheader", "fileinto", "mailbox"]; keep; ${edits.slice(1).join(" ")}`,
    );
    await post();
    expect(await placesOf("ann")).toEqual(["F1", "F2", "F3", "F4", "Inbox", "Inbox"]);
  });

  testWhole("by the detail of the address that it was sent to", async () => {
    await filter(
      "ann",
      `require ["envelope", "subaddress", "fileinto"];
      if envelope :detail "to" "news" { fileinto "Archive"; }`,
    );
    await post({ to: ["ann+news@demo.test"] });
    await post();
    expect(await placesOf("ann")).toEqual(["Archive", "Inbox"]);
  });

  testWhole("a second message that is the same as one before", async () => {
    await filter(
      "ann",
      `require ["duplicate", "fileinto"];
      if duplicate :header "X-Number" { fileinto "Trash"; }`,
    );
    await post({ fields: ["X-Number: 1"] });
    await post({ fields: ["X-Number: 2"] });
    await post({ fields: ["X-Number: 1"] });
    suite.platform.clock.advance(8 * 86_400_000);
    await post({ fields: ["X-Number: 1"] });
    expect(await placesOf("ann")).toEqual(["Inbox", "Inbox", "Inbox", "Trash"]);
  });

  test("by a script that another one includes", async () => {
    const { accountId } = people.ann;
    const actor = actorOf(people.ann);
    const text = new TextEncoder().encode('require "fileinto"; fileinto "Archive";');
    const { blobId } = await suite.engine.blobs.upload(actor, accountId, text, "text/plain");
    const create = { a: { blobId, name: "shared" } };
    await callMethod({ engine: suite.engine, actor }, SieveScript, "set", { accountId, create });
    await filter("ann", 'require "include"; include "shared";');
    await post();
    expect(await placesOf("ann")).toEqual(["Archive"]);
  });
});

const scriptOf = async (name: keyof typeof people) => {
  const { accountId } = people[name];
  const { list } = await callMethod(
    { engine: suite.engine, actor: actorOf(people[name]) },
    SieveScript,
    "get",
    { accountId, ids: null, properties: ["failure", "isActive"] },
  );
  return list!.find(({ isActive }) => isActive === true)!;
};

describe("a script that fails", () => {
  test("leaves mail in the inbox, and its owner is told once", async () => {
    await filter(
      "ann",
      'require ["variables", "fileinto"]; set "a" "x"; redirect "${a}"; discard;',
    );
    await post();
    await post();
    expect(await placesOf("ann")).toEqual(["Inbox", "Inbox"]);
    expect((await scriptOf("ann"))["failure"]).toMatchObject({ line: 1 });
    const { rows } = await suite.platform.pool.query("select event, detail from account_notice");
    expect(rows).toEqual([
      { event: "filter-failed", detail: "line 1: “x” is not an email address" },
    ]);
  });

  testWhole("keeps nobody else's script from running", async () => {
    await filter("ann", 'require "variables"; redirect "${a}";');
    await filter("bob", 'require "fileinto"; fileinto "Archive";');
    await post({ to: ["ann@demo.test", "bob@demo.test"] });
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect(await placesOf("bob")).toEqual(["Archive"]);
  });
});

test("a message says which rules have acted on it, and only those", async () => {
  const condition = (text: string) =>
    ({ on: "subject", how: "contains", values: [text], isNot: false }) as const;
  const rule = (name: string, text: string, ...actions: Rule["actions"]): Rule => ({
    name,
    isEnabled: true,
    match: "all",
    conditions: [condition(text)],
    actions,
  });
  const parts = [
    rule("Posts", "Post", { do: "markRead" }),
    rule("Others", "Other", { do: "star" }),
    rule("Done", "Post", { do: "archive" }),
  ].map((rule) => ({ kind: "rule", rule }) as const);
  const own = { kind: "text", text: 'if header "X" "y" { stop; }\r\n' } as const;
  await filter("ann", writeRules({ head: "", parts: [own, ...parts] }));
  await post();
  await post({ to: ["bob@demo.test"] });
  const rulesOf = async (name: keyof typeof people) => {
    const { accountId } = people[name];
    const { list } = await callMethod(
      { engine: suite.engine, actor: actorOf(people[name]) },
      Email,
      "get",
      { accountId, ids: (await mailOf(name)).map(({ id }) => id), properties: ["filteredBy"] },
    );
    return list!.map(({ filteredBy }) => filteredBy);
  };
  expect(await placesOf("ann")).toEqual(["Archive $seen"]);
  expect(await rulesOf("ann")).toEqual([["Posts", "Done"]]);
  expect(await rulesOf("bob")).toEqual([null]);
});

describe("redirecting", () => {
  test("sends the message on, from an address that leads back to its sender", async () => {
    await filter("ann", 'redirect "ann@example.org";');
    await post({ fields: ["X-Number: 1"] });
    expect(await placesOf("ann")).toEqual([]);
    const [sent, ...others] = await queue();
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ origin: "redirect", address: "ann@example.org" });
    expect(sent!.text).toMatch(/^X-Sieve-Redirected-From: ann@demo\.test\r\nReceived:/);
    expect(sent!.text).toMatch(/X-Number: 1\r\n\r\nHello\.\r\n$/);
    expect(sent!.text).not.toMatch(/^(Return-Path|Delivered-To|X-Original-To):/m);
    expect(sent!.mail_from).toMatch(/^SRS0=[A-Z2-7]{10}=[A-Z2-7]{2}=example\.net=kim@demo\.test$/);

    // What comes back goes to the sender, and is in nobody's mailbox.
    await post({ to: [sent!.mail_from], mailFrom: "" });
    const back = (await queue())[1]!;
    expect(back).toMatchObject({ address: "kim@example.net", mail_from: "" });
    // It is no way to write to that sender for anybody else.
    await expect(post({ to: [sent!.mail_from] })).rejects.toMatchObject({ fault: "rejected" });
    expect(await queue()).toHaveLength(2);
    suite.platform.clock.advance(22 * 86_400_000);
    expect(await inbound.route(sent!.mail_from, 0)).toEqual({ kind: "unknown" });
    const forged = sent!.mail_from.replace("kim", "lee");
    expect(await inbound.route(forged, 0)).toEqual({ kind: "unknown" });
  });

  testWhole(
    "keeps a copy where it says so, and the null sender and our own as they are",
    async () => {
      await filter("ann", 'require "copy"; redirect :copy "ann@example.org";');
      await post({ mailFrom: "" });
      await post({ mailFrom: "bob@demo.test" });
      expect(await placesOf("ann")).toEqual(["Inbox", "Inbox"]);
      expect((await queue()).map(({ mail_from }) => mail_from)).toEqual(["", "bob@demo.test"]);
    },
  );

  test("does not go in circles: what comes back, or would go to oneself, is kept", async () => {
    await filter("ann", 'redirect "ann@example.org";');
    await post({ fields: ["X-Sieve-Redirected-From: ann@demo.test"] });
    await filter("bob", 'redirect "bob+x@demo.test"; redirect "BOB@demo.test";');
    await post({ to: ["bob@demo.test"] });
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect(await placesOf("bob")).toEqual(["Inbox"]);
    expect(await queue()).toEqual([]);
  });

  testWhole(
    "between two people who redirect to each other the message is kept by the first",
    async () => {
      const { platform, engine, accounts } = suite;
      await filter("ann", 'redirect "bob@demo.test";');
      await filter("bob", 'redirect "ann@demo.test";');
      await post();
      const local = createLocalDelivery({ ...platform, engine, accounts });
      for (let hop = 0; hop < 4; hop += 1) {
        const message = (await queue())[hop];
        if (message === undefined) break;
        await local.deliver({
          bytes: Buffer.from(message.text),
          trace: `Received: by demo.test id ${hop}; Thu, 26 Nov 2026 12:00:00 +0000\r\n`,
          mailFrom: message.mail_from,
          addresses: [message.address],
          transactionId: `hop ${hop}`,
        });
      }
      expect(await queue()).toHaveLength(2);
      expect(await placesOf("ann")).toEqual(["Inbox"]);
      expect(await placesOf("bob")).toEqual([]);
    },
  );

  test("outside is not done where the organisation forbids it: the message is kept", async () => {
    await filter("ann", 'redirect "ann@example.org"; redirect "bob@demo.test";');
    await suite.platform.pool.query(
      `insert into policy (account_id, name, value, reason)
       values ('organisation', 'forwarding', '{"mayForwardOutside": false}', '')`,
    );
    await post();
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect((await queue()).map(({ address }) => address)).toEqual(["bob@demo.test"]);
  });
});

describe("rejecting", () => {
  test("the only recipient's is refused to who sends it", async () => {
    await filter("ann", 'require "reject"; reject "Not here.";');
    await expect(post()).rejects.toMatchObject({ fault: "rejected" });
    expect(await placesOf("ann")).toEqual([]);
  });

  test("one of several has its sender told, and the others get it", async () => {
    await filter("ann", 'require "reject"; reject "Not here.";');
    await post({ to: ["ann@demo.test", "bob@demo.test"] });
    expect(await placesOf("ann")).toEqual([]);
    expect(await placesOf("bob")).toEqual(["Inbox"]);
    const [report] = await queue();
    expect(report).toMatchObject({ origin: "dsn", mail_from: "", address: "kim@example.net" });
    expect(report!.text).toContain("Not here.");
  });

  test("nobody is told who may not have written, and the message is not lost", async () => {
    await filter("ann", 'require "reject"; reject "Not here.";');
    await post({ to: ["ann@demo.test", "bob@demo.test"], isTrusted: false });
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect(await queue()).toEqual([]);
  });

  testWhole("nobody is told of a message without a sender, and it is not lost", async () => {
    await filter("ann", 'require "reject"; reject "Not here.";');
    await post({ to: ["ann@demo.test", "bob@demo.test"], mailFrom: "" });
    expect(await placesOf("ann")).toEqual(["Inbox"]);
    expect(await queue()).toEqual([]);
  });
});

describe("answering", () => {
  const AWAY = 'require "vacation"; vacation :days 7 :subject "Away" "Back on Monday.";';

  test("is done once in the time, to who wrote to the person", async () => {
    await filter("ann", AWAY);
    await post();
    await post();
    const answers = await queue();
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({
      origin: "vacation",
      mail_from: "",
      address: "kim@example.net",
    });
    expect(answers[0]!.text).toContain("Subject: Away");
    expect(answers[0]!.text).toContain("Back on Monday.");
    expect(answers[0]!.text).toMatch(/^From: ann <ann@demo\.test>/m);
    suite.platform.clock.advance(8 * 86_400_000);
    await post();
    expect(await queue()).toHaveLength(2);
    expect(await placesOf("ann")).toEqual(["Inbox", "Inbox", "Inbox"]);
  });

  test("is not done to lists, machines and strangers to the header", async () => {
    await filter("ann", AWAY);
    await post({ fields: ["List-Id: <x.example.net>"] });
    await post({ mailFrom: "" });
    await post({ fields: ["Auto-Submitted: auto-generated"] });
    expect(await queue()).toEqual([]);
  });
});

test("a rewritten sender is only one of ours", () => {
  const { secrets } = suite.platform;
  const now = new Date("2026-11-26T00:00:00Z");
  for (const local of ["SRS0=AAAAAAAAAA=AA=example.net=kim", "srs0=", "kim", "SRS0=A=B=C=D"])
    expect(originalSender(secrets, local, now)).toBeNull();
});
