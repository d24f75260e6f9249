import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture, type TestMessage } from "../mail.fixture.ts";
import { bringBackDue } from "../snooze/bring-back.ts";
import { followUpDue } from "./follow-up-due.ts";

const HOUR = 3_600_000;

let platform: TestPlatform;
let fixture: MailFixture;
let alice: Mailer;
let count = 0;

beforeAll(async () => {
  platform = await testPlatform();
  fixture = mailFixture(platform);
});
beforeEach(async () => {
  // Nobody else's mail waits.
  platform.clock.advance(1000 * HOUR);
  await followUpDue(fixture.engine);
  alice = await fixture.person("alice");
});

const later = (hours: number): string =>
  new Date(platform.clock.now().getTime() + hours * HOUR).toISOString().replace(/\.\d+/, "");

async function set(id: string, patch: object, who = alice): Promise<Record<string, unknown>> {
  return await fixture.call(who, "Email/set", { update: { [id]: patch } });
}

interface Mail {
  readonly mailboxIds: object;
  readonly keywords: object;
  readonly followUpAt: string | null;
}

async function mail(id: string): Promise<Mail> {
  const answer = await fixture.call(alice, "Email/get", {
    ids: [id],
    properties: ["mailboxIds", "keywords", "followUpAt"],
  });
  const { mailboxIds, keywords, followUpAt } = (answer["list"] as Mail[])[0]!;
  return { mailboxIds, keywords, followUpAt };
}

/** A message that Alice has sent, with a name for answers, and a reminder in two hours. */
async function sent(more: TestMessage = {}): Promise<{ id: string; name: string }> {
  count += 1;
  const name = `sent${count}@x`;
  const id = await fixture.deliver(alice, {
    subject: `Offer ${count}`,
    from: "Alice <alice@demo.test>",
    to: "bob@demo.test",
    messageId: name,
    keywords: ["$seen"],
    role: "sent",
    ...more,
  });
  await set(id, { followUpAt: later(2) });
  return { id, name };
}

const answer = (name: string, more: TestMessage = {}): Promise<string> =>
  fixture.deliver(alice, { subject: `Re: Offer ${count}`, inReplyTo: name, ...more });

const waiting = () => ({
  mailboxIds: { [alice.mailboxes.sent]: true },
  keywords: { $seen: true },
  followUpAt: later(2),
});
const reminded = () => ({
  mailboxIds: { [alice.mailboxes.sent]: true, [alice.mailboxes.inbox]: true },
  keywords: { $unsnoozed: true, $followup: true },
  followUpAt: null,
});
const ended = () => ({ ...waiting(), followUpAt: null });

describe("a message that is to be followed up", () => {
  it("comes to the inbox at its time and not before, unread and marked, once", async () => {
    const { id } = await sent();
    expect(await mail(id)).toEqual(waiting());
    const whole = await fixture.call(alice, "Email/get", { ids: [id] });
    expect((whole["list"] as object[])[0]).not.toHaveProperty("followUpAt");
    const before = await fixture.call(alice, "Email/query", {});
    platform.clock.advance(2 * HOUR - 1000);
    expect(await followUpDue(fixture.engine)).toBe(0);
    platform.clock.advance(1000);
    // Two processes at once do it once.
    const done = await Promise.all([followUpDue(fixture.engine), followUpDue(fixture.engine)]);
    expect(done[0] + done[1]).toBe(1);
    expect(await mail(id)).toEqual(reminded());
    const changes = await fixture.call(alice, "Email/changes", {
      sinceState: before["queryState"],
    });
    expect(changes["updated"]).toEqual([id]);
    await set(id, { "keywords/$unsnoozed": null, "keywords/$followup": null });
    expect(await followUpDue(fixture.engine)).toBe(0);
    expect((await mail(id)).keywords).toEqual({});
  });

  it("is news, and counted in the inbox", async () => {
    await sent();
    const state = async () =>
      (
        await platform.db
          .selectFrom("type_state")
          .select("modseq")
          .where("account_id", "=", alice.accountId)
          .where("type", "=", "EmailDelivery")
          .execute()
      )[0]?.modseq ?? 0;
    const before = await state();
    platform.clock.advance(2 * HOUR);
    await followUpDue(fixture.engine);
    expect(await state()).toBeGreaterThan(before);
    const inbox = await fixture.call(alice, "Mailbox/get", { ids: [alice.mailboxes.inbox] });
    expect(inbox["list"]).toMatchObject([{ totalEmails: 1, unreadThreads: 1 }]);
  });

  it("is left alone when somebody answers before", async () => {
    const { id, name } = await sent();
    await answer(name);
    expect(await mail(id)).toEqual(ended());
    platform.clock.advance(3 * HOUR);
    expect(await followUpDue(fixture.engine)).toBe(0);
  });

  it("is answered by mail in any folder, under any subject, but not by junk", async () => {
    const archived = await sent();
    await answer(archived.name, { role: "archive" });
    expect((await mail(archived.id)).followUpAt).toBeNull();
    const renamed = await sent();
    await answer(renamed.name, { subject: "Something else" });
    expect((await mail(renamed.id)).followUpAt).toBeNull();
    const inJunk = await sent();
    await answer(inJunk.name, { role: "junk" });
    expect(await mail(inJunk.id)).toEqual(waiting());
  });

  it("is not answered by a machine, nor by its sender", async () => {
    const { id, name } = await sent();
    for (const headers of [
      ["Auto-Submitted: auto-replied (vacation)"],
      ["Auto-Submitted: auto-generated"],
      ["Return-Path: <>"],
      ["Precedence: auto_reply"],
      ["X-Autoreply: yes"],
    ])
      await answer(name, { headers });
    await answer(name, {
      bytes: Buffer.from(
        [
          "From: MAILER-DAEMON@demo.test",
          "To: alice@demo.test",
          `Subject: Undelivered`,
          `In-Reply-To: <${name}>`,
          'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
          "",
          "--b\r\n\r\nNo.\r\n--b--\r\n",
        ].join("\r\n"),
      ),
    });
    await answer(name, { from: "Alice <ALICE+sent@demo.test>" });
    expect(await mail(id)).toEqual(waiting());
    await answer(name, { headers: ["Auto-Submitted: no"] });
    expect(await mail(id)).toEqual(ended());
  });

  it("is followed up no more after a late answer", async () => {
    const { id, name } = await sent();
    platform.clock.advance(2 * HOUR);
    await followUpDue(fixture.engine);
    await answer(name);
    expect(await mail(id)).toEqual({
      mailboxIds: reminded().mailboxIds,
      keywords: {},
      followUpAt: null,
    });
  });

  it("keeps its time when it is moved, marked, or released to be sent", async () => {
    const { id } = await sent();
    await set(id, { "keywords/$flagged": true });
    await set(id, { mailboxIds: { [alice.mailboxes.archive]: true } });
    expect((await mail(id)).followUpAt).toBe(later(2));
    platform.clock.advance(2 * HOUR);
    await followUpDue(fixture.engine);
    const { inbox, archive } = alice.mailboxes;
    expect((await mail(id)).mailboxIds).toEqual({ [archive]: true, [inbox]: true });
  });

  it("is forgotten when it was thrown away, and a draft waits", async () => {
    const { id } = await sent();
    const { trash, drafts } = alice.mailboxes;
    await set(id, { mailboxIds: { [trash]: true } });
    const made = await fixture.call(alice, "Email/set", {
      create: {
        one: {
          mailboxIds: { [drafts]: true },
          keywords: { $draft: true },
          subject: "Later",
          followUpAt: later(2),
        },
      },
    });
    const draft = (made["created"] as { one: { id: string } }).one.id;
    platform.clock.advance(2 * HOUR);
    expect(await followUpDue(fixture.engine)).toBe(1);
    expect(await mail(id)).toEqual({ ...ended(), mailboxIds: { [trash]: true } });
    expect(await mail(draft)).toEqual({
      mailboxIds: { [drafts]: true },
      keywords: { $draft: true },
      followUpAt: later(0),
    });
    await set(draft, { "keywords/$draft": null });
    expect(await followUpDue(fixture.engine)).toBe(1);
  });

  it("comes out of Snoozed, and not back once more", async () => {
    const { id } = await sent();
    const made = await fixture.call(alice, "Mailbox/set", {
      create: { box: { name: "Snoozed", role: "snoozed" } },
    });
    const snoozed = (made["created"] as { box: { id: string } }).box.id;
    await set(id, {
      [`mailboxIds/${snoozed}`]: true,
      snoozed: { until: later(9), moveToMailboxId: null },
    });
    platform.clock.advance(2 * HOUR);
    await followUpDue(fixture.engine);
    expect(await mail(id)).toEqual(reminded());
    platform.clock.advance(9 * HOUR);
    expect(await bringBackDue(fixture.engine)).toBe(0);
  });

  it("is taken back, and set to the second", async () => {
    const { id } = await sent();
    await set(id, { followUpAt: null });
    platform.clock.advance(2 * HOUR);
    expect(await followUpDue(fixture.engine)).toBe(0);
    expect((await set(id, { followUpAt: "2030-01-01T00:00:00.5Z" }))["updated"]).toEqual({
      [id]: { followUpAt: "2030-01-01T00:00:00Z" },
    });
    for (const wrong of ["tomorrow", "0000-01-01T00:00:00Z", "2030-01-01T00:00:00", 7, {}]) {
      const refused = (await set(id, { followUpAt: wrong }))["notUpdated"];
      expect(Object.values(refused as object), JSON.stringify(wrong)).toMatchObject([
        { type: "invalidProperties", properties: ["followUpAt"] },
      ]);
    }
  });
});
