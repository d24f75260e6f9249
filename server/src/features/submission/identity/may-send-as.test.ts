import { beforeAll, expect, test } from "vitest";
import { countingStatements } from "../../../testing/count-statements.ts";
import { makeDemo, testSuite, actorOf, type TestSuite } from "../../../testing/organisation.ts";
import { findRecipient, parseAddress, reachable } from "../../accounts/index.ts";
import { maySendAs, ownAmong, sendingAccount, sendingAccounts } from "./may-send-as.ts";

let suite: TestSuite;
let ann: Awaited<ReturnType<typeof makeDemo>>[string];

beforeAll(async () => {
  suite = await testSuite();
  const people = await makeDemo(suite, "ann", "bob", "carol");
  ann = people["ann"];
  const { accounts } = suite;
  await accounts.groups.create("system", {
    name: "Team",
    address: "team@demo.test",
    members: [ann.id],
  });
  await accounts.groups.create("system", {
    name: "Empty",
    address: "empty@demo.test",
    members: [people["carol"].id],
  });
  await accounts.persons.disable("system", people["carol"].id);
});

const ADDRESSES = [
  "ann@demo.test",
  "ANN@Demo.test",
  "ann+x@demo.test",
  '"ann"+x@demo.test',
  "bob@demo.test",
  "bob+ann@demo.test",
  "carol@demo.test",
  "team@demo.test",
  "team+x@demo.test",
  "empty@demo.test",
  "postmaster@demo.test",
  "nobody@demo.test",
  "ann@elsewhere.example",
  "no address",
  "",
];

test("several addresses are answered as each of them by itself", async () => {
  const { db } = suite.platform;
  const own = await ownAmong(db, ann.accountId, ADDRESSES);
  const sending = await sendingAccounts(db, actorOf(ann), ADDRESSES);
  const reached = await reachable(db, ADDRESSES);
  for (const address of ADDRESSES) {
    expect(own.has(address), address).toBe(await maySendAs(db, ann.accountId, address));
    expect(sending.get(address) ?? null, address).toBe(
      await sendingAccount(db, actorOf(ann), address),
    );
    const parsed = parseAddress(address);
    const isForeign = parsed !== null && parsed.domain !== "demo.test";
    const isFound = parsed !== null && (await findRecipient(db, address)) !== null;
    expect(reached.has(address), address).toBe(isForeign || isFound);
  }
  expect([...own].sort()).toEqual(["ANN@Demo.test", "ann+x@demo.test", "ann@demo.test"]);
  expect(reached.size).toBeGreaterThan(5);
});

test("very many addresses cost the database no more than a few", async () => {
  const many = (count: number): string[] =>
    ["ann", "bob", "nobody"].flatMap((name) =>
      Array.from({ length: count }, (_, index) => `${name}+${index}@demo.test`),
    );
  const asked = async (count: number): Promise<number> => {
    const counting = countingStatements(suite.platform.db);
    await ownAmong(counting.db, ann.accountId, many(count));
    await sendingAccounts(counting.db, actorOf(ann), many(count));
    await reachable(counting.db, many(count));
    return counting.count();
  };
  expect(await asked(1000)).toBe(await asked(1));
});
