import { DeletedEmail } from "@atrium/contract/types/deleted-email";
import { Email } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import type { JsonObject } from "@atrium/contract/types/wire";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import {
  actorOf,
  makeDemo,
  putMail,
  storedMail,
  testSuite,
} from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { DELETED_KEPT, MAX_DELETED_EMAILS, MAX_DELETED_OCTETS } from "../limits.ts";
import { forgetDeleted } from "./forget-deleted.ts";

const suite = await testSuite();
const { bob, carol } = await makeDemo(suite, "bob", "carol");
const { engine, platform } = suite;

const call = (
  person: Person,
  type: typeof DeletedEmail | typeof Email | typeof Mailbox,
  verb: string,
  args: JsonObject,
) =>
  callMethod({ engine, actor: actorOf(person) }, type, verb, {
    accountId: person.accountId,
    ...args,
  });

const textOf = (subject: string, body = "Hello.") =>
  [
    "From: Dave Doe <dave@example.org>",
    "To: bob@demo.test",
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(" ", ".")}@example.org>`,
    "",
    body,
    "",
  ].join("\r\n");
const put = (person: Person, subject: string, more: object = {}, body?: string) =>
  putMail(suite, { accountId: person.accountId, ...more }, textOf(subject, body));
const destroy = (person: Person, ...ids: string[]) => call(person, Email, "set", { destroy: ids });
const deleted = async (person: Person, filter: JsonObject | null = null) => {
  const sort = [{ property: "deletedAt", isAscending: false }];
  const { ids } = await call(person, DeletedEmail, "query", { filter, sort });
  return ids as string[];
};
const restore = (person: Person, ...ids: string[]) =>
  call(person, DeletedEmail, "restore", { ids });
/** What is counted, and what a recount says. */
const usage = async ({ accountId }: Person) => {
  const { rows } = await sql<{ counted: string; recount: string }>`
    select u.emails || ' ' || u.octets as counted, (select count(*) || ' ' || coalesce(sum(size), 0)
      from deleted_email d where d.account_id = u.account_id) as recount
    from deleted_email_usage u where account_id = ${accountId}`.execute(platform.db);
  return rows[0]!;
};

beforeEach(async () => {
  for (const person of [bob, carol]) {
    const { ids } = await call(person, Email, "query", {});
    await destroy(person, ...(ids as string[]));
    await call(person, DeletedEmail, "set", { destroy: await deleted(person) });
  }
});

conformsToJmap(DeletedEmail, async () => {
  let count = 0;
  const make = async (person: Person) => {
    const id = await put(person, `Message ${(count += 1)}`);
    await destroy(person, id);
    return id;
  };
  return {
    engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: await make(carol) },
    make: () => make(bob),
    destroys: true,
    queries: true,
  };
});

test("what was destroyed is listed, the newest first, found by sender and subject, and programs see it destroyed", async () => {
  const { sinceState } = { sinceState: (await call(bob, Email, "get", { ids: [] }))["state"] };
  const report = await put(bob, "Quarterly report");
  const lunch = await put(bob, "Lunch");
  await destroy(bob, report);
  platform.clock.advance(1000);
  await destroy(bob, lunch);
  expect(await deleted(bob)).toEqual([lunch, report]);
  for (const [text, ids] of [
    ["QUARTERLY", [report]],
    ["dave d", [lunch, report]],
    ["@example.org", [lunch, report]],
    ["nothing", []],
  ] as const)
    expect(await deleted(bob, { text })).toEqual(ids);
  const { list } = await call(bob, DeletedEmail, "get", { ids: [report] });
  expect(list).toEqual([
    expect.objectContaining({
      id: report,
      subject: "Quarterly report",
      from: [{ name: "Dave Doe", email: "dave@example.org" }],
      preview: "Hello.",
      hasAttachment: false,
    }),
  ]);
  const changes = await call(bob, Email, "changes", { sinceState });
  expect([changes["created"], changes["updated"]]).toEqual([[], []]);
  expect(await call(bob, Email, "get", { ids: [report] })).toMatchObject({ notFound: [report] });
  expect(await deleted(carol)).toEqual([]);
});

test("it comes back as a new message where it was, with its keywords, its words and its conversation", async () => {
  const { created } = await call(bob, Mailbox, "set", { create: { a: { name: "Project" } } });
  const { id: project } = (created as Record<string, { id: string }>)["a"]!;
  const first = await put(bob, "Plan");
  const id = await put(bob, "Plan 2", {}, "about elephants");
  await call(bob, Email, "set", {
    update: { [id]: { mailboxIds: { [project]: true }, keywords: { $seen: true, green: true } } },
  });
  await destroy(bob, id);
  expect(await usage(bob)).toMatchObject({ counted: (await usage(bob)).recount });
  const answer = await restore(bob, id, "nobody");
  const made = (answer["restored"] as Record<string, string>)[id]!;
  expect(answer["notRestored"]).toEqual({ nobody: { type: "notFound" } });
  expect(made).not.toBe(id);
  const { list } = await call(bob, Email, "get", {
    ids: [made],
    properties: ["mailboxIds", "keywords", "subject"],
  });
  expect(list).toEqual([
    {
      id: made,
      mailboxIds: { [project]: true },
      keywords: { $seen: true, green: true },
      subject: "Plan 2",
    },
  ]);
  const found = await call(bob, Email, "query", { filter: { text: "elephants" } });
  expect(found["ids"]).toEqual([made]);
  expect(await deleted(bob)).toEqual([]);
  expect(await usage(bob)).toEqual({ counted: "0 0", recount: "0 0" });
  // Again it is not there.
  expect(await restore(bob, id)).toMatchObject({
    restored: null,
    notRestored: { [id]: { type: "notFound" } },
  });
  expect(first).not.toBe(made);
  // Its folder is gone, and it goes to the inbox.
  await call(bob, Mailbox, "set", { destroy: [project], onDestroyRemoveEmails: true });
  const [gone] = await deleted(bob);
  await restore(bob, gone!);
  const mail = await storedMail(suite, bob.accountId);
  expect(mail.find(({ subject }) => subject === "Plan 2")).toMatchObject({ role: "inbox" });
});

/** The mailboxes of a person by their roles. */
const rolesOf = async (person: Person): Promise<Readonly<Record<string, string>>> => {
  const { list } = await call(person, Mailbox, "get", { ids: null, properties: ["role"] });
  return Object.fromEntries(
    (list as { id: string; role: string | null }[]).map(({ id, role }) => [role ?? "", id]),
  );
};
const moveTo = (person: Person, mailbox: string, ...ids: string[]) =>
  call(person, Email, "set", {
    update: Object.fromEntries(ids.map((id) => [id, { mailboxIds: { [mailbox]: true } }])),
  });
/** Where everything of Bob's is, by subject. */
const places = async () =>
  Object.fromEntries(
    (await storedMail(suite, bob.accountId)).map(({ subject, mailbox }) => [subject, mailbox]),
  );

test("what was destroyed in the trash comes back to where it was before", async () => {
  const roles = await rolesOf(bob);
  const { created } = await call(bob, Mailbox, "set", { create: { a: { name: "Travel" } } });
  const { id: travel } = (created as Record<string, { id: string }>)["a"]!;
  const ids = [
    await put(bob, "Ticket", { mailboxIds: [travel] }),
    await put(bob, "Answer"),
    await put(bob, "Spam", { mailboxRole: "junk" }),
    await put(bob, "Seen in the trash", { mailboxRole: "archive" }),
    await put(bob, "Taken out again"),
  ];
  await moveTo(bob, roles["sent"]!, ids[1]!);
  await moveTo(bob, roles["trash"]!, ...ids);
  // Nothing that is done in the trash makes a difference; what was taken out of it starts afresh.
  await call(bob, Email, "set", { update: { [ids[3]!]: { "keywords/$seen": true } } });
  await moveTo(bob, roles["archive"]!, ids[4]!);
  await moveTo(bob, roles["trash"]!, ids[4]!);
  await destroy(bob, ...ids);
  await restore(bob, ...ids);
  expect(await places()).toEqual({
    Ticket: "Travel",
    Answer: "Sent",
    Spam: "Junk",
    "Seen in the trash": "Archive",
    "Taken out again": "Archive",
  });
  await call(bob, Mailbox, "set", { destroy: [travel], onDestroyRemoveEmails: true });
});

test("where that is not known, drafts come back to drafts, sent mail to sent mail and all else to the inbox", async () => {
  const inTrash = { mailboxRole: "trash" } as const;
  const text = (subject: string, from: string, ...fields: string[]) =>
    [...fields, `From: ${from}`, "To: dave@example.org", `Subject: ${subject}`, "", "Hi.", ""].join(
      "\r\n",
    );
  const put = (...mail: Parameters<typeof text>) =>
    putMail(suite, { accountId: bob.accountId, ...inTrash }, text(...mail));
  const ids = [
    await put("Mine", "Bob <bob@demo.test>"),
    await put("Mine too", "BOB+lists@demo.test"),
    await put(
      "To myself",
      "bob@demo.test",
      "Received: by demo.test; Mon, 2 Mar 2026 10:00:00 +0000",
    ),
    await put("Not mine", "carol@demo.test"),
    await putMail(
      suite,
      { accountId: bob.accountId, ...inTrash, keywords: ["$draft"] },
      text("Unsent", "bob@demo.test"),
    ),
  ];
  await destroy(bob, ...ids);
  expect((await deleted(bob)).sort()).toEqual([...ids].sort());
  await restore(bob, ...ids);
  expect(await places()).toEqual({
    Mine: "Sent",
    "Mine too": "Sent",
    "To myself": "Inbox",
    "Not mine": "Inbox",
    Unsent: "Drafts",
  });
});

test("of drafts only those are kept that were in the trash", async () => {
  const { trash } = await rolesOf(bob);
  const [saved, thrown] = [await put(bob, "Saved"), await put(bob, "Thrown away")];
  for (const id of [saved, thrown])
    await call(bob, Email, "set", { update: { [id]: { "keywords/$draft": true } } });
  await moveTo(bob, trash!, thrown);
  await destroy(bob, saved, thrown);
  expect(await deleted(bob)).toEqual([thrown]);
  expect(await usage(bob)).toMatchObject({ counted: (await usage(bob)).recount });
});

test("it counts in no quota, and what has no room when it comes back stays where it is", async () => {
  const { persons } = suite.accounts;
  const id = await put(bob, "Large");
  await destroy(bob, id);
  await persons.update("system", bob.id, { quotaOctets: 10 });
  expect(await engine.isOverQuota(bob.accountId, { octets: 1, emails: 1 })).toBe(false);
  expect(await restore(bob, id)).toMatchObject({
    restored: null,
    notRestored: { [id]: { type: "overQuota" } },
  });
  expect(await deleted(bob)).toEqual([id]);
  await persons.update("system", bob.id, { quotaOctets: null });
  expect(await restore(bob, id)).toMatchObject({ notRestored: null });
});

test("after 30 days it is gone, and its blob with it; deleted for good it is gone at once", async () => {
  const [old, young, now] = [await put(bob, "Old"), await put(bob, "Young"), await put(bob, "Now")];
  await destroy(bob, old);
  platform.clock.advance(DELETED_KEPT / 2);
  await destroy(bob, young, now);
  await call(bob, DeletedEmail, "set", { destroy: [now] });
  expect((await deleted(bob)).sort()).toEqual([old, young].sort());
  const bloblessIn = async () => {
    await engine.trim();
    const { rows } = await platform.pool.query(
      `select subject from deleted_email d where account_id = $1 and not exists (select from blob b
        where b.account_id = d.account_id and b.hash = d.blob_hash)`,
      [bob.accountId],
    );
    return rows;
  };
  expect(await bloblessIn()).toEqual([]);
  expect(await forgetDeleted(engine)).toBe(0);
  platform.clock.advance(DELETED_KEPT / 2);
  expect(await forgetDeleted(engine, AbortSignal.abort())).toBe(0);
  expect(await forgetDeleted(engine)).toBe(1);
  expect(await forgetDeleted(engine)).toBe(0);
  expect(await deleted(bob)).toEqual([young]);
  expect(await usage(bob)).toMatchObject({ counted: (await usage(bob)).recount });
});

test("who deletes very much loses the oldest, and the counts stay true", async () => {
  const oldest = await put(bob, "Oldest");
  await destroy(bob, oldest);
  platform.clock.advance(1000);
  const older = await put(bob, "Older");
  await destroy(bob, older);
  platform.clock.advance(1000);
  const account = bob.accountId;
  // As if the others were there.
  await platform.pool.query("update deleted_email_usage set emails = $2 where account_id = $1", [
    account,
    MAX_DELETED_EMAILS,
  ]);
  const newest = await put(bob, "Newest");
  await destroy(bob, newest);
  expect(await deleted(bob)).toEqual([newest, older]);
  await platform.pool.query(
    "update deleted_email_usage set emails = 2, octets = $2 where account_id = $1",
    [account, MAX_DELETED_OCTETS - 10],
  );
  const last = await put(bob, "Last");
  await destroy(bob, last);
  expect((await deleted(bob))[0]).toBe(last);
  expect(await deleted(bob)).not.toContain(older);
  await platform.pool.query(
    `update deleted_email_usage u set (emails, octets) = (select count(*), coalesce(sum(size), 0)
       from deleted_email d where d.account_id = u.account_id) where account_id = $1`,
    [account],
  );
});

test("who may only read the account sees nothing of it", async () => {
  const id = await put(bob, "Secret");
  await destroy(bob, id);
  const { accountId } = bob;
  const reader = {
    ...actorOf(carol),
    accounts: { [accountId]: { name: "", isPersonal: false, isReadOnly: true } },
  };
  const ask = (verb: string, args: JsonObject) =>
    callMethod({ engine, actor: reader }, DeletedEmail, verb, { accountId, ...args });
  for (const [verb, args] of [
    ["get", { ids: [id] }],
    ["query", {}],
    ["changes", { sinceState: "0" }],
  ] as const)
    expect(await ask(verb, args)).toMatchObject({ type: "accountNotSupportedByMethod" });
  expect(await ask("restore", { ids: [id] })).toMatchObject({ type: "accountReadOnly" });
});

test("with the account all of it goes", async () => {
  const { accounts } = suite;
  const dave = await accounts.persons.create("system", {
    name: "Dave",
    address: "dave@demo.test",
    password: null,
  });
  await destroy(dave, await put(dave, "Mine"));
  await accounts.persons.update("system", dave.id, { isRemoved: true });
  await accounts.persons.deleteRemoved(new Date(platform.clock.now().getTime() + 31 * 86_400_000));
  await engine.trim();
  for (const table of ["deleted_email", "deleted_email_usage"]) {
    const { rows } = await platform.pool.query(`select from ${table} where account_id = $1`, [
      dave.accountId,
    ]);
    expect(rows).toEqual([]);
  }
});
