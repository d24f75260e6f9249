import { Label } from "@atrium/contract/types/label";
import type { JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { deliver } from "../delivery/deliver.ts";
import { MAX_LABELS } from "../limits.ts";
import { REMOVE_KEYWORD, removeKeyword, removeLeftKeywords } from "./remove-keywords.ts";

let suite: TestSuite;
let bob: Person;
let carol: Person;
let dave: Person;

beforeAll(async () => {
  suite = await testSuite();
  ({ bob, carol, dave } = await makeDemo(suite, "bob", "carol", "dave"));
});

const call = (person: Person, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(person) }, Label, verb, {
    accountId: person.accountId,
    ...args,
  });

interface Made {
  readonly id: string;
  readonly keyword: string;
}

async function make(person: Person, name: string): Promise<Made> {
  const answer = await call(person, "set", { create: { new: { name, color: "teal" } } });
  return (answer["created"] as Record<string, Made>)["new"]!;
}

const refusal = async (person: Person, record: JsonObject): Promise<unknown> => {
  const answer = await call(person, "set", { create: { new: record } });
  return (answer["notCreated"] as Record<string, unknown> | null)?.["new"];
};

let mails = 0;
async function mailWith(person: Person, keywords: readonly string[]): Promise<string> {
  const bytes = Buffer.from(`From: a@demo.test\r\nSubject: ${(mails += 1)}\r\n\r\nHello\r\n`);
  const { hash, size } = await suite.platform.blobs.put(bytes);
  const [mail] = await deliver(suite.engine, {
    hash,
    size,
    transactionId: `mail ${mails}`,
    receivedAt: new Date(),
    recipients: [{ accountId: person.accountId, mailboxRole: "inbox", keywords }],
  });
  return mail!.emailId;
}

const keywordsOf = async (person: Person): Promise<Record<string, readonly string[]>> => {
  const rows = await suite.platform.db
    .selectFrom("email")
    .select(["id", "keywords"])
    .where("account_id", "=", person.accountId)
    .execute();
  return Object.fromEntries(rows.map(({ id, keywords }) => [id, keywords]));
};

const removals = () => suite.platform.db.selectFrom("label_removal").selectAll().execute();

conformsToJmap(Label, async () => {
  let count = 0;
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: (await make(carol, "Hers")).id },
    make: async () => (await make(bob, `Label ${(count += 1)}`)).id,
    create: () => ({ name: `라벨 ${(count += 1)}`, color: "purple", sortOrder: 3 }),
    patch: () => ({ name: `Renamed ${(count += 1)}`, color: "red" }),
    destroys: true,
    queries: false,
  };
});

test("a label that is renamed keeps its keyword, and so its messages", async () => {
  const { id, keyword } = await make(bob, "Travel");
  expect(keyword).toBe("travel");
  await call(bob, "set", { update: { [id]: { name: "  여행 " } } });
  const { list } = await call(bob, "get", { ids: [id] });
  expect(list).toEqual([{ id, name: "여행", color: "teal", keyword, sortOrder: 0 }]);
  // The keyword is taken, though the name is free again.
  expect(await make(bob, "Travel")).toMatchObject({ keyword: "travel-1" });
});

test("names are one however they are written", async () => {
  const { id } = await make(bob, "Café");
  for (const name of ["CAFÉ", " cafe\u0301 "])
    expect(await refusal(bob, { name })).toMatchObject({ type: "alreadyExists", existingId: id });
  const other = await make(bob, "Tea");
  expect(await call(bob, "set", { update: { [other.id]: { name: "café" } } })).toMatchObject({
    notUpdated: { [other.id]: { type: "alreadyExists" } },
  });
  // The own name in another case is no other name.
  expect(await call(bob, "set", { update: { [id]: { name: "CAFÉ" } } })).toMatchObject({
    updated: { [id]: null },
  });
});

test("what is no name, no colour or too large is refused by what is wrong", async () => {
  const wrong = { type: "invalidProperties" };
  for (const name of [" ", "\u200b", "two\nlines", "a\u202eb", "\ud800", "가".repeat(86), 7])
    expect(await refusal(bob, { name })).toMatchObject({ ...wrong, properties: ["name"] });
  expect(await refusal(bob, { name: "X", color: "#ff0000" })).toMatchObject({
    ...wrong,
    properties: ["color"],
  });
  expect(await refusal(bob, { name: "X", sortOrder: 2 ** 31 })).toMatchObject({
    ...wrong,
    properties: ["sortOrder"],
  });
  expect(await refusal(bob, { name: "X", keyword: "$seen" })).toMatchObject({
    ...wrong,
    properties: ["keyword"],
  });
});

test("there are only so many labels in an account", async () => {
  const create = Object.fromEntries(
    Array.from({ length: MAX_LABELS - 1 }, (_, at) => [`c${at}`, { name: `Many ${at}` }]),
  );
  const first = await call(carol, "set", { create });
  expect(first["notCreated"] ?? null).toBeNull();
  expect(await refusal(carol, { name: "One more" })).toMatchObject({ type: "overQuota" });
});

const waiting = async () => {
  const { rows } = await suite.platform.pool.query(
    "select payload from graphile_worker._private_jobs where key like $1",
    [`${REMOVE_KEYWORD.name} %`],
  );
  return rows.map(({ payload }) => payload);
};

test("the keyword of a label that goes is taken from every message, of this account alone", async () => {
  const { engine } = suite;
  const gone = await make(dave, "Gone");
  const stays = await make(dave, "Stays");
  const both = await mailWith(dave, ["$seen", gone.keyword, stays.keyword]);
  const one = await mailWith(dave, [gone.keyword]);
  const other = await mailWith(bob, [gone.keyword]);
  const before = (await engine.states(dave.accountId))["Email"];
  await call(dave, "set", { destroy: [gone.id] });
  const removal = { accountId: dave.accountId, keyword: "gone" };
  expect(await waiting()).toContainEqual(removal);

  // Until no message carries it any more, no other label gets the keyword.
  expect(await make(dave, "Gone")).toMatchObject({ keyword: "gone-1" });
  // A server that stops has done nothing, or a part; the next one goes on.
  await expect(removeKeyword(engine, removal, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(await removals()).toContainEqual({ account_id: dave.accountId, keyword: "gone" });

  expect(await removeKeyword(engine, removal)).toBe(2);
  expect(await keywordsOf(dave)).toEqual({ [both]: ["$seen", "stays"], [one]: [] });
  expect((await keywordsOf(bob))[other]).toEqual(["gone"]);
  expect(await removals()).not.toContainEqual({ account_id: dave.accountId, keyword: "gone" });
  expect((await engine.states(dave.accountId))["Email"]).not.toBe(before);
});

test("a keyword that another label got since stays, though its removal is run again", async () => {
  const first = await make(dave, "Twice");
  await call(dave, "set", { destroy: [first.id] });
  const removal = { accountId: dave.accountId, keyword: "twice" };
  expect(await removeKeyword(suite.engine, removal)).toBe(0);
  expect(await make(dave, "Twice")).toMatchObject({ keyword: "twice" });
  const mail = await mailWith(dave, ["twice"]);
  expect(await removeKeyword(suite.engine, removal)).toBe(0);
  expect((await keywordsOf(dave))[mail]).toEqual(["twice"]);
});

test("what was left is asked for again, once, and is nothing where the account is gone", async () => {
  const { accountId } = dave;
  const left = await make(dave, "Left behind");
  await call(dave, "set", { destroy: [left.id] });
  await suite.platform.pool.query(
    "select graphile_worker.remove_job(key) from graphile_worker.jobs",
  );
  expect(await waiting()).toEqual([]);
  await removeLeftKeywords(suite.engine);
  await removeLeftKeywords(suite.engine);
  const removal = { accountId, keyword: left.keyword };
  expect((await waiting()).filter((payload) => payload.accountId === accountId)).toEqual([removal]);
  await suite.engine.write([accountId], (w) => w.removeAccount(accountId));
  expect(await removeKeyword(suite.engine, removal)).toBe(0);
});
