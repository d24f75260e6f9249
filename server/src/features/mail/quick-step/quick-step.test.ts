import { QuickStep } from "@atrium/contract/types/quick-step";
import type { JsonObject } from "@atrium/contract/types/wire";
import { expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { MAX_QUICK_STEPS } from "../limits.ts";

const suite = await testSuite();
const { bob, carol } = await makeDemo(suite, "bob", "carol");

const call = (person: Person, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(person) }, QuickStep, verb, {
    accountId: person.accountId,
    ...args,
  });

async function save(person: Person, name: string, more: JsonObject = {}): Promise<string> {
  const create = { new: { name, toRole: "archive", ...more } };
  const { created } = await call(person, "set", { create });
  return (created as Record<string, { id: string }>)["new"]!.id;
}

conformsToJmap(QuickStep, async () => {
  let count = 0;
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: await save(carol, "Hers") },
    make: () => save(bob, `Step ${(count += 1)}`),
    create: () => ({
      name: "처리 완료",
      toRole: "archive",
      isRead: true,
      isStarred: false,
      key: "1",
    }),
    destroys: true,
    queries: false,
  };
});

test("steps are read in their order, with what they do", async () => {
  const last = await save(carol, "Last", { sortOrder: 2, isRead: true, key: "9" });
  const first = await save(carol, "First", { sortOrder: 1, toRole: null, keyword: "plans" });
  const { list } = await call(carol, "get", { ids: [last, first] });
  expect(list).toMatchObject([
    { name: "First", toRole: null, keyword: "plans", isRead: null, isStarred: null, key: null },
    { name: "Last", toRole: "archive", isRead: true, key: "9" },
  ]);
});

test("a step that does nothing, or two things that exclude each other, is refused", async () => {
  const refused = async (record: JsonObject, ...properties: string[]) =>
    expect(
      await call(bob, "set", { create: { new: { name: "A", toRole: "archive", ...record } } }),
    ).toMatchObject({ notCreated: { new: { type: "invalidProperties", properties } } });
  await refused({ name: " " }, "name");
  await refused({ name: "two\nlines" }, "name");
  await refused({ toRole: "inbox" }, "toRole");
  await refused({ key: "0" }, "key");
  await refused({ keyword: "two words" }, "keyword");
  await refused({ keyword: "" }, "keyword");
  await refused({ mailboxId: "b1" }, "toRole", "mailboxId");
  await refused({ toRole: null }, "toRole", "mailboxId", "keyword", "isRead", "isStarred");
  await refused({ sortOrder: 2 ** 31 }, "sortOrder");

  const id = await save(bob, "Only this");
  expect(await call(bob, "set", { update: { [id]: { toRole: null } } })).toMatchObject({
    notUpdated: { [id]: { type: "invalidProperties" } },
  });
});

test("an account has so many, and no more", async () => {
  const { list } = await call(carol, "get", { ids: null });
  const left = MAX_QUICK_STEPS - (list as readonly unknown[]).length;
  for (let count = 0; count < left; count++) await save(carol, `Step ${count}`);
  expect(
    await call(carol, "set", { create: { new: { name: "One more", isRead: true } } }),
  ).toMatchObject({ notCreated: { new: { type: "overQuota" } } });
});
