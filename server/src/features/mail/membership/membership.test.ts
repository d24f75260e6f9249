import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../../../../../formats/src/testing/whole.ts";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { threadRows } from "./thread-rows.ts";

let platform: TestPlatform;
let fixture: MailFixture;

beforeAll(async () => {
  platform = await testPlatform();
  fixture = mailFixture(platform);
});

/** Numbers that look random and are the same in every run (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** Everything derived, made again from `email`, beside what is stored. */
async function derived(accountId: string) {
  const { db } = platform;
  const of = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  const { rows: emails } = await sql<{
    id: string;
    threadId: string;
    receivedAt: Date;
    mailboxIds: string[];
    isUnread: boolean;
  }>`
    select id, thread_id as "threadId", received_at as "receivedAt", mailbox_ids as "mailboxIds",
      not (keywords && '{$seen,$draft}') as "isUnread"
    from email where account_id = ${accountId}`.execute(db);
  const { rows: mailboxes } = await sql<{ id: string; role: string }>`
    select id, role from mailbox where account_id = ${accountId}`.execute(db);
  const trash = mailboxes.find((mailbox) => mailbox.role === "trash")?.id ?? null;
  const threads = [...threadRows(emails, trash).values()];
  const day = (time: Date) => time.toISOString().slice(0, 10);
  const days = new Map<string, { mailbox: string; day: string; emails: number; threads: number }>();
  const count = (mailbox: string, time: Date, what: "emails" | "threads") => {
    const key = `${mailbox} ${day(time)}`;
    const entry = days.get(key) ?? { mailbox, day: day(time), emails: 0, threads: 0 };
    entry[what] += 1;
    days.set(key, entry);
  };
  for (const email of emails)
    for (const id of email.mailboxIds) count(id, email.receivedAt, "emails");
  for (const row of threads) count(row.mailboxId, row.newestAt, "threads");
  const expected = {
    members: of(
      emails.flatMap(({ id, receivedAt, mailboxIds }) =>
        mailboxIds.map((mailbox) => ({ mailbox, at: receivedAt, id })),
      ),
    ),
    threads: of(threads),
    days: of([...days.values()]),
    counts: of(
      mailboxes.map(({ id }) => {
        const rows = threads.filter((row) => row.mailboxId === id);
        const sum = (of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + of(row), 0);
        return {
          id,
          emails: sum((row) => row.emails),
          unread: sum((row) => row.unread),
          threads: rows.length,
          unreadThreads: sum((row) => (row.isUnread ? 1 : 0)),
        };
      }),
    ),
  };
  const select = async (query: ReturnType<typeof sql>) => of((await query.execute(db)).rows);
  const stored = {
    members: await select(sql`select mailbox_id as mailbox, received_at as at, email_id as id
      from email_mailbox where account_id = ${accountId}`),
    threads: await select(sql`select mailbox_id as "mailboxId", thread_id as "threadId",
      newest_at as "newestAt", newest_id as "newestId", emails, unread, is_unread as "isUnread"
      from mailbox_thread where account_id = ${accountId}`),
    days: await select(sql`select mailbox_id as mailbox, day::text as day, emails, threads
      from mailbox_day where account_id = ${accountId} and (emails <> 0 or threads <> 0)`),
    counts: await select(sql`select id, total_emails as emails, unread_emails as unread,
      total_threads as threads, unread_threads as "unreadThreads"
      from mailbox where account_id = ${accountId}`),
  };
  return { expected, stored };
}

async function act(who: Mailer, below: (limit: number) => number, ids: string[]): Promise<void> {
  const boxes = Object.values(who.mailboxes);
  const some = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const kind = ids.length < 5 ? 0 : below(6);
  const update = async (patch: object): Promise<void> => {
    const chosen = Array.from({ length: 1 + below(4) }, () => some(ids));
    const args = { update: Object.fromEntries(chosen.map((id) => [id, patch])) };
    await fixture.call(who, "Email/set", args);
  };
  if (kind <= 1) {
    const conversation = below(8);
    const id = await fixture.deliver(who, {
      subject: `Re: Topic ${conversation}`,
      references: `<topic${conversation}@x>`,
      receivedAt: new Date(Date.UTC(2026, 0, 1 + below(5), below(24), below(60))),
      mailboxIds: [...new Set([some(boxes), some(boxes)])],
      keywords: below(2) === 0 ? ["$seen"] : [],
    });
    ids.push(id);
  } else if (kind === 2) await update({ "keywords/$seen": below(2) === 0 ? true : null });
  else if (kind === 3) await update({ mailboxIds: { [some(boxes)]: true, [some(boxes)]: true } });
  else if (kind === 4) await update({ "keywords/$draft": below(2) === 0 ? true : null });
  else {
    const [gone] = ids.splice(below(ids.length), 1);
    await fixture.call(who, "Email/set", { destroy: [gone] });
  }
}

describe("what is derived from messages", () => {
  it.each(sampled([1, 2, 3], 1))("equals a recount after any changes (seed %i)", async (seed) => {
    const who = await fixture.person(`random ${seed}`);
    const below = random(seed);
    const ids: string[] = [];
    for (let step = 0; step < 120; step += 1) {
      await act(who, below, ids);
      if (step % 30 !== 29) continue;
      const { expected, stored } = await derived(who.accountId);
      expect(stored).toEqual(expected);
    }
    expect(ids.length).toBeGreaterThan(10);
  });

  it("equals a recount when another mailbox becomes the trash", async () => {
    const who = await fixture.person("trash");
    const { trash, archive, inbox } = who.mailboxes;
    const one = { subject: "x", messageId: "one@x" };
    await fixture.deliver(who, { ...one, mailboxIds: [trash] });
    await fixture.deliver(who, {
      ...one,
      references: "<one@x>",
      mailboxIds: [inbox],
      keywords: ["$seen"],
    });
    await fixture.call(who, "Mailbox/set", { update: { [trash]: { role: null } } });
    await fixture.call(who, "Mailbox/set", { update: { [archive]: { role: "trash" } } });
    const { expected, stored } = await derived(who.accountId);
    expect(stored).toEqual(expected);
  });

  it("unread mail in the trash does not make a conversation unread elsewhere", async () => {
    // The example of RFC 8621 §2.
    const who = await fixture.person("example");
    const { trash, inbox } = who.mailboxes;
    await fixture.deliver(who, { subject: "e", messageId: "e1@x", mailboxIds: [trash] });
    await fixture.deliver(who, {
      subject: "Re: e",
      inReplyTo: "e1@x",
      mailboxIds: [inbox],
      keywords: ["$seen"],
    });
    const { list } = await fixture.call(who, "Mailbox/get", {
      ids: [inbox, trash],
      properties: ["unreadThreads"],
    });
    expect(list).toEqual(
      expect.arrayContaining([
        { id: trash, unreadThreads: 1 },
        { id: inbox, unreadThreads: 0 },
      ]),
    );
  });
});
