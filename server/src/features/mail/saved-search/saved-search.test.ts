import { SavedSearch } from "@atrium/contract/types/saved-search";
import type { JsonObject } from "@atrium/contract/types/wire";
import { expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";

const suite = await testSuite();
const { bob, carol } = await makeDemo(suite, "bob", "carol");

const call = (person: Person, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(person) }, SavedSearch, verb, {
    accountId: person.accountId,
    ...args,
  });

async function save(person: Person, name: string): Promise<string> {
  const { created } = await call(person, "set", { create: { new: { name, text: "is:unread" } } });
  return (created as Record<string, { id: string }>)["new"]!.id;
}

conformsToJmap(SavedSearch, async () => {
  let count = 0;
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: await save(carol, "Hers") },
    make: () => save(bob, `Search ${(count += 1)}`),
    create: () => ({ name: "지난주 보고", text: "date:last-week subject:보고" }),
    destroys: true,
    queries: false,
  };
});

test("a search is renamed and changed", async () => {
  const id = await save(bob, "Old name");
  await call(bob, "set", { update: { [id]: { name: "New name", text: "from:carol" } } });
  const { list } = await call(bob, "get", { ids: [id] });
  expect(list).toEqual([{ id, name: "New name", text: "from:carol" }]);
});

test("a name or a search that is none is refused", async () => {
  const refused = async (record: JsonObject, properties: readonly string[]) =>
    expect(await call(bob, "set", { create: { new: record } })).toMatchObject({
      notCreated: { new: { type: "invalidProperties", properties } },
    });
  await refused({ name: " ", text: "a" }, ["name"]);
  await refused({ name: "two\nlines", text: "" }, ["name", "text"]);
  await refused({ name: "가".repeat(86), text: "a".repeat(2001) }, ["name", "text"]);
});
