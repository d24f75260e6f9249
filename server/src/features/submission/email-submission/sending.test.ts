import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { putMail, storedMail, type StoredMail } from "../../../testing/organisation.ts";
import { HOST, outgoingBench, type OutgoingBench } from "../../outbound/queue/outgoing.fixture.ts";
import { trimSubmissions } from "./trim-submissions.ts";

const DAY = 86_400_000;
const UNDO = 15_000;

let bench: OutgoingBench;
beforeAll(async () => {
  bench = await outgoingBench();
});

let calls = 0;
async function call(name: string, args: JsonObject): Promise<Record<string, unknown>> {
  const { alice, suite } = bench;
  const actor: Actor = {
    // So many requests at once are not let to one person.
    personId: `p${(calls += 1)}`,
    accountId: alice,
    roles: ["member"],
    accounts: { [alice]: { name: "Alice", isPersonal: true, isReadOnly: false } },
  };
  const { methodResponses } = await suite.engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.mail, CAPABILITY.submission],
    methodCalls: [[name, { accountId: alice, ...args }, "c"]],
  });
  return methodResponses[0]![1];
}

let count = 0;
/** Alice sends a mail, whose subject names it, to a user here unless said otherwise. */
async function send({ to = "bob@demo.test", parameters = null as JsonObject | null } = {}) {
  const { suite, alice: accountId } = bench;
  const subject = `letter ${(count += 1)}`;
  const emailId = await putMail(
    suite,
    { accountId },
    `From: alice@demo.test\r\nTo: ${to}\r\nBcc: secret@demo.test\r\nSubject: ${subject}\r\n\r\nhello`,
  );
  const [identity] = (await call("Identity/get", { ids: null }))["list"] as { id: string }[];
  const envelope = {
    mailFrom: { email: "alice@demo.test", parameters },
    rcptTo: [{ email: to, parameters: null }],
  };
  const { created } = await call("EmailSubmission/set", {
    create: { new: { identityId: identity!.id, emailId, envelope } },
  });
  return { id: (created as Record<string, { id: string }>)["new"]!.id, subject, emailId };
}

async function undo(id: string): Promise<"canceled" | "cannotUnsend"> {
  const answer = await call("EmailSubmission/set", {
    update: { [id]: { undoStatus: "canceled" } },
  });
  const refusal = (answer["notUpdated"] as Record<string, { type: string }> | null)?.[id];
  return refusal === undefined ? "canceled" : (refusal.type as "cannotUnsend");
}

const received = async (subject: string): Promise<StoredMail[]> =>
  (await storedMail(bench.suite, bench.bob)).filter((mail) => mail.subject === subject);

const statusOf = async (id: string): Promise<JsonObject> =>
  ((await call("EmailSubmission/get", { ids: [id] }))["list"] as JsonObject[])[0]!;

describe("a mail to a user here", () => {
  test("leaves when it can no longer be taken back, once, and says how it came and not from where", async () => {
    const { clock } = bench.suite.platform;
    const { id, subject } = await send();
    const queue = bench.queue();
    clock.advance(UNDO - 1);
    await queue.settle();
    expect(await received(subject)).toEqual([]);
    expect(await statusOf(id)).toMatchObject({ undoStatus: "pending" });
    clock.advance(1);
    await queue.settle();
    const [mail, ...more] = await received(subject);
    expect(more).toEqual([]);
    expect(mail!.role).toBe("inbox");
    expect(mail!.text).toMatch(
      new RegExp(
        `^Return-Path: <alice@demo\\.test>\r\n(.*\r\n)*Received: by ${HOST} with HTTP id q`,
      ),
    );
    expect(mail!.text).not.toMatch(/Bcc|secret|127\.0\.0\.1/);
    expect(await statusOf(id)).toMatchObject({
      undoStatus: "final",
      deliveryStatus: {
        "bob@demo.test": { delivered: "yes", smtpReply: expect.stringMatching(/^250 2\.1\.5 /) },
      },
    });
    expect(await undo(id)).toBe("cannotUnsend");
  });

  test("may be the postmaster, by that name alone, however it is written", async () => {
    const { suite, alice: accountId } = bench;
    const subject = "to the postmaster";
    const header = "From: alice@demo.test\r\nTo: postmaster@demo.test";
    const emailId = await putMail(
      suite,
      { accountId },
      `${header}\r\nSubject: ${subject}\r\n\r\n.`,
    );
    const [identity] = (await call("Identity/get", { ids: null }))["list"] as { id: string }[];
    const rcptTo = ["Postmaster", "postmaster"].map((email) => ({ email }));
    const envelope = { mailFrom: { email: "alice@demo.test" }, rcptTo };
    const { created } = await call("EmailSubmission/set", {
      create: { new: { identityId: identity!.id, emailId, envelope } },
    });
    expect(created).toHaveProperty("new");
    suite.platform.clock.advance(UNDO);
    await bench.queue().settle();
    const { id } = (created as { new: { id: string } }).new;
    expect(await statusOf(id)).toMatchObject({
      deliveryStatus: { Postmaster: { delivered: "yes" } },
    });
    // Nobody is an administrator here.
    const mails = await storedMail(suite, accountId);
    const isDelivered = ({ text }: StoredMail): boolean =>
      text.includes(subject) && text.startsWith("Return-Path: <alice@demo.test>");
    expect(mails.filter(isDelivered)).toHaveLength(1);
  });

  test("leaves at the time that was asked for", async () => {
    const { clock } = bench.suite.platform;
    const { subject } = await send({ parameters: { HOLDFOR: String(DAY / 1000) } });
    const queue = bench.queue();
    clock.advance(DAY - 1);
    await queue.settle();
    expect(await received(subject)).toEqual([]);
    clock.advance(1);
    await queue.settle();
    expect(await received(subject)).toHaveLength(1);
  });

  test("waits among the scheduled mail as a draft, and is sent mail from its hour on", async () => {
    const { clock } = bench.suite.platform;
    const { emailId } = await send({ parameters: { HOLDFOR: String(DAY / 1000) } });
    const { created } = await call("Mailbox/set", {
      create: { later: { name: "Later", role: "scheduled" } },
    });
    const later = (created as Record<string, { id: string }>)["later"]!.id;
    await call("Email/set", {
      update: { [emailId]: { mailboxIds: { [later]: true }, keywords: { $draft: true, x: true } } },
    });
    const placeOf = async () => {
      const { list } = await call("Email/get", {
        ids: [emailId],
        properties: ["mailboxIds", "keywords"],
      });
      const [{ mailboxIds, keywords }] = list as [Record<"mailboxIds" | "keywords", JsonObject>];
      return { mailboxes: Object.keys(mailboxIds), keywords: Object.keys(keywords) };
    };
    const queue = bench.queue();
    clock.advance(DAY - 1);
    await queue.settle();
    expect(await placeOf()).toEqual({ mailboxes: [later], keywords: ["$draft", "x"] });
    clock.advance(1);
    await queue.settle();
    const sent = (await call("Mailbox/query", { filter: { role: "sent" } }))["ids"];
    expect(await placeOf()).toEqual({ mailboxes: sent, keywords: ["x"] });
    const counts = await call("Mailbox/get", { ids: [later], properties: ["totalEmails"] });
    expect(counts["list"]).toMatchObject([{ totalEmails: 0 }]);
  });

  test("that is taken back while it is about to leave either stays or arrives, whoever is first", async () => {
    const letters = [];
    for (let n = 0; n < 24; n += 1) letters.push(await send());
    bench.suite.platform.clock.advance(UNDO);
    // Two servers deliver the oldest first while one person takes back the newest first: they meet somewhere.
    const delivering = Promise.all([bench.queue().settle(), bench.queue().settle()]);
    const outcomes: string[] = [];
    for (const { id } of letters.toReversed()) outcomes.unshift(await undo(id));
    await delivering;
    await bench.queue().settle();
    for (const [index, { id, subject }] of letters.entries()) {
      const isBack = outcomes[index] === "canceled";
      expect(await received(subject)).toHaveLength(isBack ? 0 : 1);
      expect(await statusOf(id)).toMatchObject({ undoStatus: isBack ? "canceled" : "final" });
    }
  });
});

test("records of mails whose delivery ended long ago go, those under way stay", async () => {
  const { suite } = bench;
  const { clock } = suite.platform;
  const [old, held] = [await send(), await send({ parameters: { HOLDFOR: String(50 * 86_400) } })];
  clock.advance(UNDO);
  await bench.queue().settle();
  clock.advance(49 * DAY);
  const recent = await send();
  clock.advance(42 * DAY);
  const sinceState = (await call("EmailSubmission/get", { ids: [] }))["state"];
  await trimSubmissions(suite.engine);
  const changes = await call("EmailSubmission/changes", { sinceState });
  expect(changes).toMatchObject({ created: [], updated: [] });
  expect(changes["destroyed"]).toContain(old.id);
  const left = (await call("EmailSubmission/get", { ids: null }))["list"] as { id: string }[];
  expect(left.map(({ id }) => id).toSorted()).toEqual([held.id, recent.id].toSorted());
});
