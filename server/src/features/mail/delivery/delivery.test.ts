import { beforeAll, describe, expect, it } from "vitest";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { mailFixture, testMessage, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { deliver, importMessages, type Delivery } from "../index.ts";

let platform: TestPlatform;
let fixture: MailFixture;
let people: Mailer[];

beforeAll(async () => {
  platform = await testPlatform();
  fixture = mailFixture(platform);
  people = await Promise.all(["alice", "bob", "carol", "dave"].map((name) => fixture.person(name)));
});

async function delivery(transactionId: string, bytes: Uint8Array, to = people): Promise<Delivery> {
  const { hash, size } = await platform.blobs.put(bytes);
  const recipients = to.map(({ accountId }) => ({ accountId }));
  return { hash, size, transactionId, receivedAt: platform.clock.now(), recipients };
}

const inboxOf = async (who: Mailer) => {
  const filter = { inMailbox: who.mailboxes.inbox };
  return (await fixture.call(who, "Email/query", { filter }))["ids"] as string[];
};

describe("delivery", () => {
  it("reaches all recipients, once, however often it is repeated", async () => {
    const mail = await delivery("once", testMessage({ subject: "once" }, 1));
    const first = await deliver(fixture.engine, mail);
    expect(first.map((one) => one.duplicate)).toEqual([false, false, false, false]);
    const again = await deliver(fixture.engine, {
      ...mail,
      recipients: [...mail.recipients, ...mail.recipients],
    });
    expect(again).toEqual(first.map((one) => ({ ...one, duplicate: true })));
    for (const who of people) expect(await inboxOf(who)).toHaveLength(1);
  });

  it("reaches none when one of the accounts is not there", async () => {
    const before = await Promise.all(people.map(inboxOf));
    const mail = await delivery("lost", testMessage({}, 2));
    const recipients = [...mail.recipients, { accountId: "nowhere" }];
    await expect(deliver(fixture.engine, { ...mail, recipients })).rejects.toThrow(
      "accountNotFound",
    );
    expect(await Promise.all(people.map(inboxOf))).toEqual(before);
  });

  it("in parallel to the same people neither deadlocks nor loses", async () => {
    const before = (await inboxOf(people[0]!)).length;
    const mails = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        delivery(
          `parallel ${n}`,
          testMessage({ subject: "Re: parallel", references: "<par@x>" }, 100 + n),
          n % 2 ? people : people.toReversed(),
        ),
      ),
    );
    await Promise.all(mails.map((mail) => deliver(fixture.engine, mail)));
    for (const who of people) {
      const { list } = await fixture.call(who, "Mailbox/get", { ids: [who.mailboxes.inbox] });
      expect(list).toMatchObject([{ totalEmails: before + 16, totalThreads: before + 1 }]);
    }
  });

  it("in parallel under one transaction is done once", async () => {
    const mail = await delivery("twins", testMessage({}, 3), people.slice(0, 1));
    const both = await Promise.all([deliver(fixture.engine, mail), deliver(fixture.engine, mail)]);
    expect(both.flat().filter((one) => one.duplicate)).toHaveLength(1);
    expect(new Set(both.flat().map((one) => one.emailId)).size).toBe(1);
  });

  it("goes into one new inbox where neither the mailbox nor an inbox is left", async () => {
    const frank = await fixture.person("frank");
    const { accountId } = frank;
    await platform.db.deleteFrom("mailbox").where("account_id", "=", accountId).execute();
    const mail = (n: number) => testMessage({ subject: `no inbox ${n}` }, n);
    await deliver(fixture.engine, {
      ...(await delivery("no inbox", mail(1), [frank])),
      recipients: [{ accountId, mailboxRole: "junk" }],
    });
    const rest = [2, 3].map((n) => ({ bytes: mail(n), receivedAt: platform.clock.now() }));
    await importMessages(fixture.engine, accountId, [
      { ...rest[0]!, mailboxRole: "junk" },
      rest[1]!,
    ]);
    expect((await fixture.call(frank, "Mailbox/get", { ids: null }))["list"]).toMatchObject([
      { role: "inbox", totalEmails: 3 },
    ]);
  });

  it("goes by role, keeps keywords, and moves the state of EmailDelivery", async () => {
    const [alice] = people as [Mailer];
    const before = await fixture.engine.states(alice.accountId);
    const mail = await delivery("junk", testMessage({}, 4));
    const to = { accountId: alice.accountId, mailboxRole: "junk" as const, keywords: ["$Junk"] };
    const [delivered] = await deliver(fixture.engine, { ...mail, recipients: [to] });
    const { list } = await fixture.call(alice, "Email/get", {
      ids: [delivered!.emailId],
      properties: ["mailboxIds", "keywords"],
    });
    expect(list).toMatchObject([
      { mailboxIds: { [alice.mailboxes.junk]: true }, keywords: { $junk: true } },
    ]);
    const after = await fixture.engine.states(alice.accountId);
    expect(after["EmailDelivery"]).not.toBe(before["EmailDelivery"]);
  });

  it.each([
    ["no octet", Buffer.alloc(0)],
    [
      "NUL everywhere",
      Buffer.from("Subject: a\0b\r\nFrom: \0 <x\0@y>\r\nMessage-ID: <\0>\r\n\r\nbo\0dy\0"),
    ],
    [
      "octets of no character set",
      Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 256)),
    ],
    [
      "half a surrogate pair",
      Buffer.from(
        "Subject: =?utf-16?B?2AA=?=\r\nContent-Type: text/plain; charset=utf-16\r\n\r\n\xd8\x00",
        "latin1",
      ),
    ],
    ["dates that no calendar has", Buffer.from("Date: Thu, 99 Foo 99999 99:99:99 +9999\r\n\r\nx")],
    ["the year 0", Buffer.from("Date: 1 Jan 0000 00:00:00 +0000\r\n\r\nx")],
    [
      "a message id of a megabyte",
      Buffer.from(
        `Message-ID: <${"x".repeat(1_000_000)}@y>\r\nReferences: ${"<a@b> ".repeat(50_000)}\r\n\r\nx`,
      ),
    ],
    ["a word of a megabyte", Buffer.from(`Subject: x\r\n\r\n${"y".repeat(1_000_000)}`)],
    [
      "more words than are indexed",
      Buffer.from(
        `Subject: x\r\n\r\n${Array.from({ length: 200_000 }, (_, n) => `w${n.toString(36)}`).join(" ")}`,
      ),
    ],
  ])("takes %s", async (name, bytes) => {
    const [, bob] = people as [Mailer, Mailer];
    const [delivered] = await deliver(fixture.engine, await delivery(`odd ${name}`, bytes, [bob]));
    const { list } = await fixture.call(bob, "Email/get", {
      ids: [delivered!.emailId],
      fetchAllBodyValues: true,
    });
    expect(list).toMatchObject([{ size: bytes.length }]);
  });
});

describe("import", () => {
  it("brings in many, goes on where it was, and skips what is there", async () => {
    const eve = await fixture.person("eve");
    const make = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        bytes: testMessage(
          {
            subject: `Re: import ${n % 40}`,
            references: `<imp${n % 40}@x>`,
          },
          n,
        ),
        receivedAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
        keywords: n % 3 ? ["$seen"] : [],
        mailboxRole: n % 5 ? ("inbox" as const) : ("archive" as const),
      }));
    const [first, all] = IS_WHOLE ? [300, 1000] : [90, 300];
    const progress: number[] = [];
    const onProgress = ({ imported }: { imported: number }) => progress.push(imported);
    expect(await importMessages(fixture.engine, eve.accountId, make(first))).toEqual({
      imported: first,
      skipped: 0,
    });
    const more = await importMessages(fixture.engine, eve.accountId, [...make(all), ...make(3)], {
      onProgress,
    });
    expect(more).toEqual({ imported: all - first, skipped: first + 3 });
    expect(progress.at(-1)).toBe(all - first);
    const { list } = await fixture.call(eve, "Mailbox/get", {
      ids: [eve.mailboxes.inbox, eve.mailboxes.archive],
    });
    const total = (list as { totalEmails: number }[]).reduce(
      (sum, box) => sum + box.totalEmails,
      0,
    );
    expect(total).toBe(all);
    const { list: threads } = await fixture.call(eve, "Thread/get", { ids: null });
    expect(threads).toHaveLength(40);
  });
});
