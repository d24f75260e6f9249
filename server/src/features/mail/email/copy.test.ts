import { beforeAll, describe, expect, it } from "vitest";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;
let team: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  team = await fixture.person("team");
  const person = await fixture.person("alice");
  const shared = { name: "Team", isPersonal: false, isReadOnly: false };
  const accounts = { ...person.actor.accounts, [team.accountId]: shared };
  alice = { ...person, actor: { ...person.actor, accounts } };
});

type Json = Readonly<Record<string, unknown>>;

const copy = (create: object, more: object = {}): Promise<Json> =>
  fixture.call(alice, "Email/copy", {
    fromAccountId: alice.accountId,
    accountId: team.accountId,
    create,
    ...more,
  });

async function get(who: Mailer, id: string): Promise<Json | undefined> {
  const { list } = await fixture.call(who, "Email/get", { ids: [id] });
  return (list as Json[])[0];
}

describe("Email/copy", () => {
  it("copies a message with new places, keywords and time, and finds its thread and words", async () => {
    const id = await fixture.deliver(alice, {
      subject: "Re: Umzug",
      inReplyTo: "move@test",
      body: "Kartoffelsalat",
      keywords: ["$seen"],
    });
    await fixture.deliver(team, { subject: "Umzug", messageId: "move@test" });
    const mailboxIds = { [team.mailboxes.archive]: true };
    const answer = await copy({ c: { id, mailboxIds } });
    const created = (answer["created"] as Record<string, Json>)["c"]!;
    expect(Object.keys(created).sort()).toEqual(["blobId", "id", "size", "threadId"]);
    const original = (await get(alice, id))!;
    const made = (await get(team, created["id"] as string))!;
    expect(made).toEqual({ ...original, ...created, mailboxIds, keywords: { $seen: true } });
    const { list } = await fixture.call(team, "Thread/get", { ids: [made["threadId"]] });
    expect((list as { emailIds: string[] }[])[0]!.emailIds).toHaveLength(2);
    const { ids } = await fixture.call(team, "Email/query", {
      filter: { body: "Kartoffelsalat" },
    });
    expect(ids).toEqual([created["id"]]);

    const keywords = { $Flagged: true };
    const receivedAt = "2020-01-01T00:00:00Z";
    const other = await copy({ c: { id, mailboxIds, keywords, receivedAt } });
    const { c } = other["created"] as Record<string, Json>;
    expect(await get(team, c!["id"] as string)).toMatchObject({
      keywords: { $flagged: true },
      receivedAt,
    });
  });

  it("moves, when the original shall go", async () => {
    const id = await fixture.deliver(alice);
    await copy(
      { c: { id, mailboxIds: { [team.mailboxes.inbox]: true } } },
      { onSuccessDestroyOriginal: true },
    );
    expect(await get(alice, id)).toBeUndefined();
  });

  it("refuses what cannot be copied", async () => {
    const id = await fixture.deliver(alice);
    const mailboxIds = { [team.mailboxes.inbox]: true };
    const cases: readonly (readonly [object, object])[] = [
      [{ id: "nothing", mailboxIds }, { type: "notFound" }],
      [{ id }, { type: "invalidProperties", properties: ["mailboxIds"] }],
      [
        { id, mailboxIds: { [alice.mailboxes.inbox]: true } },
        { type: "invalidProperties", properties: ["mailboxIds"] },
      ],
      [
        { id, mailboxIds, subject: "other" },
        { type: "invalidProperties", properties: ["subject"] },
      ],
      [
        { id, mailboxIds, keywords: { "a b": true } },
        { type: "invalidProperties", properties: ["keywords"] },
      ],
    ];
    for (const [one, error] of cases)
      expect(await copy({ c: one })).toMatchObject({ created: null, notCreated: { c: error } });
    expect(await copy({ c: { id, mailboxIds } }, { accountId: alice.accountId })).toMatchObject({
      type: "invalidArguments",
    });
  });

  it("writes nothing into an account that may only be read", async () => {
    const id = await fixture.deliver(alice);
    const accounts = {
      ...alice.actor.accounts,
      [team.accountId]: { name: "Team", isPersonal: false, isReadOnly: true },
    };
    const reader = { ...alice, actor: { ...alice.actor, accounts } };
    const answer = await fixture.call(reader, "Email/copy", {
      fromAccountId: alice.accountId,
      accountId: team.accountId,
      create: { c: { id, mailboxIds: { [team.mailboxes.inbox]: true } } },
    });
    expect(answer).toMatchObject({ type: "accountReadOnly" });
  });
});

describe("over quota", () => {
  it("nothing more is created, imported or copied, record by record", async () => {
    const platform = await testPlatform();
    const quota = { octets: null, emails: 2 };
    const limited = mailFixture({ ...platform, quota });
    const [from, to] = [await limited.person("from"), await limited.person("to")];
    const accounts = {
      ...from.actor.accounts,
      [to.accountId]: { name: "To", isPersonal: false, isReadOnly: false },
    };
    const sender = { ...from, actor: { ...from.actor, accounts } };
    const id = await limited.deliver(from);
    const mailboxIds = { [to.mailboxes.inbox]: true };
    const over = { type: "overQuota" };
    expect(
      await limited.call(to, "Email/set", {
        create: { a: { mailboxIds }, b: { mailboxIds }, c: { mailboxIds } },
      }),
    ).toMatchObject({ created: { a: {}, b: {} }, notCreated: { c: over } });
    expect(
      await limited.call(sender, "Email/copy", {
        fromAccountId: from.accountId,
        accountId: to.accountId,
        create: { c: { id, mailboxIds } },
      }),
    ).toMatchObject({ notCreated: { c: over } });
    const { blobId } = await limited.engine.blobs.upload(
      to.actor,
      to.accountId,
      Buffer.from("From: a@demo.test\r\n\r\nx"),
      "message/rfc822",
    );
    expect(
      await limited.call(to, "Email/import", { emails: { c: { blobId, mailboxIds } } }),
    ).toMatchObject({ notCreated: { c: over } });
  });
});
