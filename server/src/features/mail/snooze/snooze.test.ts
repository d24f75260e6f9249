import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { bringBackDue } from "./bring-back.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

const HOUR = 3_600_000;

let platform: TestPlatform;
let fixture: MailFixture;
let alice: Mailer;
let snoozed: string;

beforeAll(async () => {
  platform = await testPlatform();
  fixture = mailFixture(platform);
});
beforeEach(async () => {
  // Nobody else's mail waits.
  platform.clock.advance(1000 * HOUR);
  await bringBackDue(fixture.engine);
  alice = await fixture.person("alice");
  snoozed = await snoozedMailbox(alice);
});

async function snoozedMailbox(who: Mailer): Promise<string> {
  const create = { box: { name: "Snoozed", role: "snoozed" } };
  const answer = await fixture.call(who, "Mailbox/set", { create });
  return (answer["created"] as { box: { id: string } }).box.id;
}

const later = (hours: number): string =>
  new Date(platform.clock.now().getTime() + hours * HOUR).toISOString().replace(/\.\d+/, "");

async function set(id: string, patch: object, who = alice): Promise<Record<string, unknown>> {
  return await fixture.call(who, "Email/set", { update: { [id]: patch } });
}

const snooze = (id: string, hours: number, to: string | null = null, who = alice) =>
  set(
    id,
    {
      mailboxIds: { [snoozed]: true },
      snoozed: { until: later(hours), moveToMailboxId: to },
    },
    who,
  );

interface Mail {
  readonly mailboxIds: object;
  readonly keywords: object;
  readonly snoozed: { until: string; moveToMailboxId: string | null } | null;
}

async function mail(id: string, who = alice): Promise<Mail> {
  const answer = await fixture.call(who, "Email/get", {
    ids: [id],
    properties: ["mailboxIds", "keywords", "snoozed"],
  });
  return (answer["list"] as Mail[])[0]!;
}

const whereOf = async (id: string): Promise<string[]> => Object.keys((await mail(id)).mailboxIds);
const refusal = (answer: Record<string, unknown>): unknown =>
  Object.values((answer["notUpdated"] ?? {}) as Record<string, { type: string }>)[0]?.type;

describe("snoozed mail", () => {
  it("is returned only to those who ask for it, and as it was set", async () => {
    const id = await fixture.deliver(alice);
    expect((await snooze(id, 2))["updated"]).toEqual({ [id]: null });
    expect(await mail(id)).toMatchObject({
      mailboxIds: { [snoozed]: true },
      snoozed: { until: later(2), moveToMailboxId: null },
    });
    const whole = await fixture.call(alice, "Email/get", { ids: [id] });
    expect((whole["list"] as object[])[0]).not.toHaveProperty("snoozed");
  });

  it("comes back at its hour and not before, unread and marked, once", async () => {
    const id = await fixture.deliver(alice, { keywords: ["$seen", "$flagged"] });
    await snooze(id, 2);
    const before = await fixture.call(alice, "Email/query", {});
    platform.clock.advance(2 * HOUR - 1000);
    expect(await bringBackDue(fixture.engine)).toBe(0);
    expect(await whereOf(id)).toEqual([snoozed]);
    platform.clock.advance(1000);
    expect(await bringBackDue(fixture.engine)).toBe(1);
    expect(await mail(id)).toEqual({
      id,
      mailboxIds: { [alice.mailboxes.inbox]: true },
      keywords: { $flagged: true, $unsnoozed: true },
      snoozed: null,
    });
    const changes = await fixture.call(alice, "Email/changes", {
      sinceState: before["queryState"],
    });
    expect(changes["updated"]).toEqual([id]);
    await set(id, { "keywords/$unsnoozed": null, "keywords/$seen": true });
    expect(await bringBackDue(fixture.engine)).toBe(0);
    expect((await mail(id)).keywords).toEqual({ $flagged: true, $seen: true });
  });

  it("counts in the folders that it leaves and comes to", async () => {
    const id = await fixture.deliver(alice, { keywords: ["$seen"] });
    await snooze(id, 1);
    const counts = async (mailboxId: string): Promise<unknown> =>
      (
        (await fixture.call(alice, "Mailbox/get", { ids: [mailboxId] }))["list"] as {
          totalEmails: number;
          unreadThreads: number;
        }[]
      ).map(({ totalEmails, unreadThreads }) => [totalEmails, unreadThreads])[0];
    expect(await counts(snoozed)).toEqual([1, 0]);
    platform.clock.advance(HOUR);
    await bringBackDue(fixture.engine);
    expect(await counts(snoozed)).toEqual([0, 0]);
    expect(await counts(alice.mailboxes.inbox)).toEqual([1, 1]);
  });

  it("of one conversation is unread again only in its latest message", async () => {
    const subject = "Long talk";
    const first = await fixture.deliver(alice, {
      subject,
      messageId: `${alice.accountId}@x`,
      keywords: ["$seen"],
    });
    platform.clock.advance(60_000);
    const second = await fixture.deliver(alice, {
      subject: `Re: ${subject}`,
      inReplyTo: `${alice.accountId}@x`,
      keywords: ["$seen"],
    });
    await snooze(first, 1);
    await snooze(second, 1);
    platform.clock.advance(HOUR);
    await bringBackDue(fixture.engine);
    expect((await mail(first)).keywords).toEqual({ $seen: true, $unsnoozed: true });
    expect((await mail(second)).keywords).toEqual({ $unsnoozed: true });
  });

  it("goes where it was set to, or to the inbox when that is gone", async () => {
    const made = await fixture.call(alice, "Mailbox/set", {
      create: { kept: { name: "Projects" }, gone: { name: "Old projects" } },
    });
    const { kept, gone } = made["created"] as Record<string, { id: string }>;
    const [one, other] = [await fixture.deliver(alice), await fixture.deliver(alice)];
    await snooze(one, 1, kept!.id);
    await snooze(other, 1, gone!.id);
    await fixture.call(alice, "Mailbox/set", { destroy: [gone!.id] });
    platform.clock.advance(HOUR);
    expect(await bringBackDue(fixture.engine)).toBe(2);
    expect(await whereOf(one)).toEqual([kept!.id]);
    expect(await whereOf(other)).toEqual([alice.mailboxes.inbox]);
  });

  it("keeps the other folders that it is in", async () => {
    const id = await fixture.deliver(alice, { role: "sent" });
    await set(id, {
      [`mailboxIds/${snoozed}`]: true,
      snoozed: { until: later(1), moveToMailboxId: null },
    });
    platform.clock.advance(HOUR);
    await bringBackDue(fixture.engine);
    const { inbox, sent } = alice.mailboxes;
    expect((await whereOf(id)).sort()).toEqual([inbox, sent].sort());
  });

  it("is snoozed no more when a user takes it from there", async () => {
    const id = await fixture.deliver(alice);
    await snooze(id, 1);
    const { archive } = alice.mailboxes;
    const answer = await set(id, { mailboxIds: { [archive]: true } });
    expect(answer["updated"]).toEqual({ [id]: { snoozed: null } });
    platform.clock.advance(2 * HOUR);
    expect(await bringBackDue(fixture.engine)).toBe(0);
    expect(await whereOf(id)).toEqual([archive]);
  });

  it("is not lost with the mailbox", async () => {
    const { inbox, sent } = alice.mailboxes;
    const filed = await fixture.deliver(alice, { role: "sent" });
    await set(filed, {
      [`mailboxIds/${snoozed}`]: true,
      snoozed: { until: later(1), moveToMailboxId: null },
    });
    const renamed = await fixture.deliver(alice);
    await snooze(renamed, 1);
    // Of the role it is no more: what lay in it stays there, as in any folder.
    await fixture.call(alice, "Mailbox/set", { update: { [snoozed]: { role: null } } });
    platform.clock.advance(HOUR);
    await bringBackDue(fixture.engine);
    expect(await mail(renamed)).toMatchObject({ mailboxIds: { [snoozed]: true }, snoozed: null });
    const again = await snoozedAgain();
    const kept = await fixture.deliver(alice);
    await set(kept, {
      mailboxIds: { [inbox]: true, [again]: true },
      snoozed: { until: later(1), moveToMailboxId: null },
    });
    await fixture.call(alice, "Mailbox/set", { destroy: [again], onDestroyRemoveEmails: true });
    expect(await mail(kept)).toMatchObject({ mailboxIds: { [inbox]: true }, snoozed: null });
    expect(await whereOf(filed)).toEqual(expect.arrayContaining([sent]));
  });

  const snoozedAgain = async (): Promise<string> => {
    const create = { box: { name: "Snoozed again", role: "snoozed" } };
    const answer = await fixture.call(alice, "Mailbox/set", { create });
    return (answer["created"] as { box: { id: string } }).box.id;
  };

  it("is listed by the hour at which it comes back", async () => {
    const ids = [];
    for (const hours of [5, 1, 3]) {
      const id = await fixture.deliver(alice);
      await snooze(id, hours);
      ids.push(id);
    }
    const list = await fixture.call(alice, "Email/query", {
      filter: { inMailbox: snoozed },
      sort: [{ property: "snoozedUntil" }],
      collapseThreads: true,
    });
    expect(list["ids"]).toEqual([ids[1], ids[2], ids[0]]);
  });

  it("of many accounts comes back in one go, however much it is, also after a stop in the middle", async () => {
    const bob = await fixture.person("bob");
    const place = await snoozedMailbox(bob);
    const id = await fixture.deliver(bob);
    await set(
      id,
      { mailboxIds: { [place]: true }, snoozed: { until: later(1), moveToMailboxId: null } },
      bob,
    );
    const own = [];
    for (let n = 0; n < 3; n += 1) {
      const one = await fixture.deliver(alice);
      await snooze(one, 1);
      own.push(one);
    }
    platform.clock.advance(HOUR);
    const stopped = new AbortController();
    stopped.abort();
    expect(await bringBackDue(fixture.engine, stopped.signal)).toBe(0);
    // Two processes at once do it once.
    const done = await Promise.all([bringBackDue(fixture.engine), bringBackDue(fixture.engine)]);
    expect(done[0] + done[1]).toBe(4);
    for (const one of own) expect(await whereOf(one)).toEqual([alice.mailboxes.inbox]);
    expect(Object.keys((await mail(id, bob)).mailboxIds)).toEqual([bob.mailboxes.inbox]);
  });
});

describe("what is refused", () => {
  it("is mail outside of the mailbox for it, and what says no time or no place", async () => {
    const id = await fixture.deliver(alice);
    const bob = await fixture.person("bob");
    const until = later(1);
    const wrong: unknown[] = [
      {},
      { until: "tomorrow", moveToMailboxId: null },
      { until: "2026-03-02T09:00:00", moveToMailboxId: null },
      { until: "+275760-09-13T00:00:00Z", moveToMailboxId: null },
      { until: "0000-01-01T00:00:00Z", moveToMailboxId: null },
      { until: 5, moveToMailboxId: null },
      { until, moveToMailboxId: snoozed },
      { until, moveToMailboxId: bob.mailboxes.inbox },
      { until, moveToMailboxId: 7 },
      { until, moveToMailboxId: { $ne: 1 } },
      { until, moveToMailboxId: null, more: true },
      [],
      "soon",
    ];
    for (const given of wrong) {
      const answer = await set(id, { mailboxIds: { [snoozed]: true }, snoozed: given });
      expect(refusal(answer), JSON.stringify(given)).toBe("invalidProperties");
    }
    const good = { until, moveToMailboxId: null };
    expect(refusal(await set(id, { snoozed: good }))).toBe("invalidProperties");
    expect(await mail(id)).toMatchObject({
      mailboxIds: { [alice.mailboxes.inbox]: true },
      snoozed: null,
    });
  });

  it("is mail that is made so", async () => {
    const answer = await fixture.call(alice, "Email/set", {
      create: {
        one: {
          mailboxIds: { [snoozed]: true },
          subject: "Later",
          snoozed: { until: later(1), moveToMailboxId: null },
        },
        other: { mailboxIds: { [snoozed]: true }, subject: "Now", snoozed: null },
      },
    });
    expect(Object.keys(answer["notCreated"] ?? {})).toEqual(["one"]);
    expect(Object.keys(answer["created"] ?? {})).toEqual(["other"]);
  });
});

describe("new mail", () => {
  const subject = "Meeting";
  const begin = (who: Mailer, keywords: readonly string[] = ["$seen"]): Promise<string> =>
    fixture.deliver(who, { subject, messageId: `${who.accountId}@talk`, keywords });
  const answer = (who: Mailer, role: "inbox" | "junk" = "inbox"): Promise<string> =>
    fixture.deliver(who, { subject: `Re: ${subject}`, inReplyTo: `${who.accountId}@talk`, role });
  const deliveryState = async (who: Mailer): Promise<number> => {
    const rows = await platform.db
      .selectFrom("type_state")
      .select("modseq")
      .where("account_id", "=", who.accountId)
      .where("type", "=", "EmailDelivery")
      .execute();
    return rows[0]?.modseq ?? 0;
  };

  it("in a snoozed conversation brings it back at once, as it was", async () => {
    const first = await begin(alice);
    await snooze(first, 24);
    const second = await answer(alice);
    expect(await mail(first)).toMatchObject({
      mailboxIds: { [alice.mailboxes.inbox]: true },
      keywords: { $seen: true },
      snoozed: null,
    });
    expect(await whereOf(second)).toEqual([alice.mailboxes.inbox]);
    platform.clock.advance(25 * HOUR);
    expect(await bringBackDue(fixture.engine)).toBe(0);
  });

  it("that is junk brings nothing back", async () => {
    const first = await begin(alice);
    await snooze(first, 24);
    await answer(alice, "junk");
    expect(await whereOf(first)).toEqual([snoozed]);
  });

  it("in a muted conversation goes to the archive, unread and without a notification", async () => {
    await begin(alice, ["$seen", "$muted"]);
    const before = await deliveryState(alice);
    const second = await answer(alice);
    expect(await mail(second)).toMatchObject({
      mailboxIds: { [alice.mailboxes.archive]: true },
      keywords: { $muted: true },
    });
    expect(await deliveryState(alice)).toBe(before);
    const inbox = await fixture.call(alice, "Mailbox/get", { ids: [alice.mailboxes.inbox] });
    expect(inbox["list"]).toMatchObject([{ totalEmails: 1 }]);
    // What follows is muted by the one that came before it, too.
    const third = await answer(alice);
    expect(await whereOf(third)).toEqual([alice.mailboxes.archive]);
  });

  it("in a conversation that is muted no more arrives as ever", async () => {
    const first = await begin(alice, ["$muted"]);
    await set(first, { "keywords/$muted": null });
    const before = await deliveryState(alice);
    expect(await whereOf(await answer(alice))).toEqual([alice.mailboxes.inbox]);
    expect(await deliveryState(alice)).toBeGreaterThan(before);
  });

  it("does not bring a conversation back that is muted as well", async () => {
    const first = await begin(alice, ["$muted"]);
    await snooze(first, 24);
    await answer(alice);
    expect(await whereOf(first)).toEqual([snoozed]);
  });
});
