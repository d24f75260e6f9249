import { CAPABILITY } from "@atrium/contract/types/wire";
import { beforeEach, expect, test } from "vitest";
import { testWhole } from "../../../../../formats/src/testing/whole.ts";
import type { Actor } from "../../../engine/index.ts";
import { testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { actorOfPerson, asInBrowser, TELL_PEOPLE, type Person } from "../../accounts/index.ts";
import { NOTICES_AT_ONCE } from "../limits.ts";
import { tellPeople } from "./tell-people.ts";

let suite: TestSuite;
let [alice, bob, carol]: Person[] = [];
let actor: Actor;

beforeEach(async () => {
  suite = await testSuite();
  const { accounts } = suite;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const add = (name: string, more: object = {}) =>
    accounts.persons.create("system", {
      name,
      address: `${name.toLowerCase()}@demo.test`,
      password: null,
      ...more,
    });
  alice = await add("Alice", { roles: ["member", "administrator"] });
  bob = await add("Bob");
  carol = await add("Carol", { roles: ["member", "administrator"], locale: "ko" });
  const { db, clock } = suite.platform;
  const provedUntil = new Date(clock.now().getTime() + 60_000);
  actor = asInBrowser((await actorOfPerson(db, alice.id))!, provedUntil);
  await tellPeople(suite.engine);
  await suite.platform.pool.query("delete from email");
});

interface Told {
  readonly subject: string;
  readonly text: string;
  readonly mailbox: string;
}

/** What lies in somebody's inbox. */
async function inboxOf({ accountId }: Person): Promise<Told[]> {
  const reader: Actor = {
    personId: "p0",
    accountId,
    roles: ["member"],
    accounts: { [accountId]: { name: "", isPersonal: true, isReadOnly: false } },
  };
  const { methodResponses } = await suite.engine.handle(reader, {
    using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
    methodCalls: [
      ["Mailbox/query", { accountId, filter: { role: "inbox" } }, "a"],
      ["Email/query", { accountId, sort: [{ property: "receivedAt" }] }, "b"],
      [
        "Email/get",
        {
          accountId,
          "#ids": { resultOf: "b", name: "Email/query", path: "/ids" },
          properties: ["subject", "from", "to", "mailboxIds", "bodyValues", "textBody"],
          fetchTextBodyValues: true,
        },
        "c",
      ],
    ],
  });
  const [inbox] = methodResponses[0]![1]["ids"] as string[];
  const list = methodResponses[2]![1]["list"] as {
    subject: string;
    from: { email: string }[];
    to: { email: string }[];
    mailboxIds: object;
    bodyValues: Record<string, { value: string }>;
  }[];
  return list.map(({ subject, from, to, mailboxIds, bodyValues }) => {
    expect(Object.keys(mailboxIds)).toEqual([inbox]);
    expect(from[0]!.email).toBe("postmaster@demo.test");
    return { subject, text: Object.values(bodyValues)[0]!.value, mailbox: to[0]!.email };
  });
}

test("whoever gets a new password is told by whom", async () => {
  const { accounts, engine } = suite;
  await accounts.persons.setPassword(actor, bob!.id, "a long enough passphrase");
  expect(await tellPeople(engine)).toBe(1);
  expect(await inboxOf(bob!)).toEqual([
    {
      subject: "Your password was changed",
      mailbox: "bob@demo.test",
      text: expect.stringMatching(
        /^Alice \(alice@demo\.test\) set a new password for your account on .+ UTC\./,
      ),
    },
  ]);
  // Told once, and administrators only of roles.
  expect(await tellPeople(engine)).toBe(0);
  expect(await inboxOf(alice!)).toEqual([]);
});

test("each is told in their own language, and of the command line as of whoever runs the server", async () => {
  const { accounts, engine } = suite;
  await accounts.persons.setPassword("system", carol!.id, "a long enough passphrase");
  await tellPeople(engine);
  expect(await inboxOf(carol!)).toEqual([
    expect.objectContaining({
      subject: "비밀번호가 변경되었습니다",
      text: expect.stringContaining("서버 운영자가 회원님 계정의 비밀번호를 변경했습니다."),
    }),
  ]);
});

test("each is told the time where they are", async () => {
  const { accounts, engine, platform } = suite;
  await platform.pool.query(
    `update person set preferences = preferences || '{"timeZone":"Asia/Seoul"}' where id = any($1)`,
    [[bob!.id, carol!.id]],
  );
  for (const { id } of [bob!, carol!])
    await accounts.persons.setPassword("system", id, "a long enough passphrase");
  await tellPeople(engine);
  const textOf = async (person: Person) => (await inboxOf(person))[0]!.text;
  expect(await textOf(bob!)).toMatch(/ on .+ [AP]M Korean Standard Time\./);
  expect(await textOf(carol!)).toMatch(/^.+\d\((?:대한민국|한국) 표준시\)에 서버 운영자가/);
});

test("who is disabled is told when that ends, and not when nothing changed", async () => {
  const { accounts, engine } = suite;
  await accounts.persons.enable(actor, bob!.id);
  await accounts.persons.disable(actor, bob!.id);
  expect(await tellPeople(engine)).toBe(0);
  await accounts.persons.enable(actor, bob!.id);
  await accounts.persons.update(actor, bob!.id, { isRemoved: true });
  await accounts.persons.update(actor, bob!.id, { isRemoved: false });
  await tellPeople(engine);
  expect((await inboxOf(bob!)).map(({ subject }) => subject)).toEqual([
    "Your account is active again",
    "Your account is active again",
  ]);
});

test("roles are told to the person and once to every administrator", async () => {
  const { accounts, engine } = suite;
  await accounts.persons.update(actor, bob!.id, { roles: ["member", "administrator", "auditor"] });
  await accounts.persons.update(actor, bob!.id, { name: "Robert" });
  await tellPeople(engine);
  expect(await inboxOf(bob!)).toEqual([
    expect.objectContaining({
      subject: "Your roles were changed",
      text: expect.stringContaining("Added: Administrator and Auditor"),
    }),
  ]);
  expect(await inboxOf(alice!)).toEqual([
    expect.objectContaining({
      subject: "Roles changed: Robert",
      text: expect.stringContaining("Robert <bob@demo.test>\n  Added: Administrator and Auditor"),
    }),
  ]);
  expect((await inboxOf(carol!)).map(({ subject }) => subject)).toEqual(["역할 변경: Robert"]);
});

test("administrators are told of a new account that may more than a member", async () => {
  const { accounts, engine } = suite;
  const dave = await accounts.persons.create(actor, {
    name: "Dave",
    address: "dave@demo.test",
    password: null,
    roles: ["member", "administrator"],
  });
  await tellPeople(engine);
  expect(await inboxOf(alice!)).toMatchObject([{ subject: "Roles changed: Dave" }]);
  expect(await inboxOf(dave)).toEqual([]);
});

test("nothing is told of what was not done, and nothing that was done stays untold", async () => {
  const { accounts, engine, platform } = suite;
  const last = accounts.persons.update(actor, alice!.id, { roles: ["member", "auditor"] });
  await expect(last).rejects.toMatchObject({ code: "forbidden" });
  expect(await tellPeople(engine)).toBe(0);
  await accounts.persons.setPassword(actor, bob!.id, "a long enough passphrase");
  const { rows } = await platform.pool.query(
    "select from graphile_worker.jobs where task_identifier = $1",
    [TELL_PEOPLE.name],
  );
  expect(rows).toHaveLength(1);
  expect(await tellPeople(engine, AbortSignal.abort())).toBe(0);
  expect(await tellPeople(engine)).toBe(1);
});

testWhole("of many changes in one moment administrators get a message for each round", async () => {
  const { engine, platform } = suite;
  const count = NOTICES_AT_ONCE + 1;
  const people = Array.from({ length: count }, (_, n) => ({
    name: `Person ${n}`,
    address: `p${n}@demo.test`,
    password: null,
    roles: ["auditor"] as const,
  }));
  for (const person of people) await suite.accounts.persons.create("system", person);
  await platform.pool.query("update account_notice set at = now()");
  expect(await tellPeople(engine)).toBe(count);
  expect((await inboxOf(alice!)).map(({ subject }) => subject).sort()).toEqual([
    `Roles changed for ${NOTICES_AT_ONCE} people`,
    `Roles changed: Person ${NOTICES_AT_ONCE}`,
  ]);
});

test("who is signed out by an administrator, or loses the second step, is told", async () => {
  const { engine, platform } = suite;
  await platform.pool.query(
    `insert into second_factor (account_id, person_id, sealed_secret, created_at, confirmed_at)
     values ('organisation', $1, '', now(), now())`,
    [bob!.id],
  );
  const ask = (method: string, n: string) =>
    [method, { accountId: "organisation", id: bob!.id }, n] as const;
  const { methodResponses } = await engine.handle(actor, {
    using: ["urn:ietf:params:jmap:core", CAPABILITY.administration],
    methodCalls: [ask("Person/endSessions", "a"), ask("Person/resetSecondFactor", "b")],
  });
  expect(methodResponses.map(([name]) => name)).toEqual([
    "Person/endSessions",
    "Person/resetSecondFactor",
  ]);
  await tellPeople(engine);
  expect((await inboxOf(bob!)).map(({ subject }) => subject).sort()).toEqual([
    "You were signed out everywhere",
    "Your two-step sign-in was reset",
  ]);
});

test("a full mailbox takes it all the same", async () => {
  const { accounts, engine } = suite;
  await accounts.persons.update(actor, bob!.id, { quotaOctets: 0, quotaEmails: 0 });
  expect(await engine.isOverQuota(bob!.accountId, { octets: 1, emails: 1 })).toBe(true);
  await accounts.persons.setPassword(actor, bob!.id, "a long enough passphrase");
  await tellPeople(engine);
  expect(await inboxOf(bob!)).toMatchObject([{ subject: "Your password was changed" }]);
});
