import { beforeAll, describe, expect, it } from "vitest";
import { Thread } from "@atrium/contract/types/thread";
import { conformsToJmap } from "../../../engine/testing/conforms.ts";
import { testPlatform } from "../../../testing/index.ts";
import { MAX_EMAILS_PER_THREAD, MAX_THREAD_KEYS } from "../limits.ts";
import { importMessages } from "../index.ts";
import { mailFixture, testMessage, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { baseSubject } from "./base-subject.ts";
import { threadKeys } from "./threading.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

async function threadOf(emailId: string, who = alice): Promise<string> {
  const { list } = await fixture.call(who, "Email/get", {
    ids: [emailId],
    properties: ["threadId"],
  });
  return (list as { threadId: string }[])[0]!.threadId;
}

conformsToJmap(Thread, async () => {
  const bob = await fixture.person("bob");
  return {
    engine: fixture.engine,
    actor: alice.actor,
    accountId: alice.accountId,
    foreign: { accountId: bob.accountId, id: await threadOf(await fixture.deliver(bob), bob) },
    make: async () => await threadOf(await fixture.deliver(alice)),
    destroys: false,
    queries: false,
  };
});

describe("Thread", () => {
  it("a reply joins the conversation by In-Reply-To or References", async () => {
    const first = await fixture.deliver(alice, { subject: "Lunch", messageId: "l1@x" });
    const second = await fixture.deliver(alice, {
      subject: "Re: Lunch",
      messageId: "l2@x",
      inReplyTo: "l1@x",
    });
    const third = await fixture.deliver(alice, {
      subject: "AW: Re: Lunch",
      references: "<l1@x> <l2@x>",
    });
    const thread = await threadOf(first);
    expect([await threadOf(second), await threadOf(third)]).toEqual([thread, thread]);
    const { list } = await fixture.call(alice, "Thread/get", { ids: [thread] });
    expect(list).toEqual([{ id: thread, emailIds: [first, second, third] }]);
  });

  it("messages that answer the same missing one belong together", async () => {
    const one = await fixture.deliver(alice, { subject: "Re: Gone", inReplyTo: "gone@x" });
    const two = await fixture.deliver(alice, { subject: "RE: Gone", references: "<gone@x>" });
    expect(await threadOf(one)).toBe(await threadOf(two));
  });

  it("another subject begins another conversation, whatever it answers", async () => {
    const first = await fixture.deliver(alice, { subject: "Budget", messageId: "b1@x" });
    const other = await fixture.deliver(alice, { subject: "Holiday", inReplyTo: "b1@x" });
    expect(await threadOf(other)).not.toBe(await threadOf(first));
  });

  it("the same subject alone does not join", async () => {
    const one = await fixture.deliver(alice, { subject: "Status" });
    const two = await fixture.deliver(alice, { subject: "Status" });
    expect(await threadOf(one)).not.toBe(await threadOf(two));
  });

  it("message ids longer than a line thread like others", async () => {
    const long = `${"x".repeat(5000)}@test`;
    const first = await fixture.deliver(alice, { subject: "Long", messageId: long });
    const reply = await fixture.deliver(alice, { subject: "Re: Long", inReplyTo: long });
    expect(await threadOf(reply)).toBe(await threadOf(first));
  });

  it("is oldest first, whatever the order of arrival, and ends with its last message", async () => {
    const carol = await fixture.person("carol");
    const late = await fixture.deliver(carol, {
      subject: "Order",
      messageId: "o1@x",
      receivedAt: new Date("2026-02-02T00:00:00Z"),
    });
    const early = await fixture.deliver(carol, {
      subject: "Re: Order",
      inReplyTo: "o1@x",
      receivedAt: new Date("2026-01-01T00:00:00Z"),
    });
    const id = await threadOf(late, carol);
    const get = async () => await fixture.call(carol, "Thread/get", { ids: [id] });
    const { list, state } = await get();
    expect(list).toEqual([{ id, emailIds: [early, late] }]);
    await fixture.call(carol, "Email/set", { destroy: [early] });
    expect(await fixture.call(carol, "Thread/changes", { sinceState: state })).toMatchObject({
      updated: [id],
    });
    await fixture.call(carol, "Email/set", { destroy: [late] });
    expect(await get()).toMatchObject({ list: [], notFound: [id] });
    expect(await fixture.call(carol, "Thread/changes", { sinceState: state })).toMatchObject({
      destroyed: [id],
    });
    const again = await fixture.deliver(carol, { subject: "Re: Order", inReplyTo: "o1@x" });
    expect(await threadOf(again, carol)).not.toBe(id);
  });

  it("a conversation without end goes on in a new thread", async () => {
    const carol = await fixture.person("carol");
    const count = MAX_EMAILS_PER_THREAD + 3;
    const messages = Array.from({ length: count }, (_, n) => ({
      bytes: testMessage(
        { subject: "Re: Forever", references: "<start@x>", messageId: `f${n}@x` },
        n,
      ),
      receivedAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
    }));
    await importMessages(fixture.engine, carol.accountId, messages);
    const { list } = await fixture.call(carol, "Thread/get", { ids: null });
    const sizes = (list as { emailIds: string[] }[]).map((thread) => thread.emailIds.length);
    expect(sizes.sort((a, b) => a - b)).toEqual([3, MAX_EMAILS_PER_THREAD]);
  });
});

it("a message has only so many thread keys, whichever field they stand in", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `${n}@x`);
  for (const ids of [{ messageId: many }, { inReplyTo: many }, { references: many }]) {
    const given = { messageId: null, inReplyTo: null, references: null, ...ids };
    expect(threadKeys(given, "").hashes).toHaveLength(MAX_THREAD_KEYS);
  }
});

describe("the base subject", () => {
  it.each([
    ["Re: [list] Fwd: Hello  world (fwd)", "hello world"],
    ["[Fwd: Re: Plans]", "plans"],
    ["답장: Re[2]: 회의록", "회의록"],
    ["[ticket 7]", "[ticket 7]"],
    ["Reply to all", "reply to all"],
    ["Re:", ""],
    [null, ""],
  ])("of %j is %j", (subject, base) => {
    expect(baseSubject(subject)).toBe(base);
  });

  it("is found in no time, however many marks a subject has", () => {
    for (const mark of ["Re: ", "[list] ", "Re[2]: [a] ", "[fwd: "])
      expect(baseSubject(`${mark.repeat(200_000)}budget`).length).toBeLessThan(256);
  });
});
