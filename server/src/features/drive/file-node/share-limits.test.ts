import { FileNode } from "@atrium/contract/types/file-node";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { LIMITS, type Person } from "../../accounts/index.ts";

/** How much an account may share, and with the same person. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave", Person>>;
/** Two folders of Bob's. */
let folders: readonly [string, string];

const READ = { mayRead: true };
const OVER = { type: "overQuota" };

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "bob", "carol", "dave");
  const { created } = await set({ create: { a: { name: "One" }, b: { name: "Two" } } });
  const { a, b } = created as Record<"a" | "b", { id: string }>;
  folders = [a.id, b.id];
});

beforeEach(async () => {
  await set({
    update: Object.fromEntries(folders.map((id) => [id, { shareWith: null, shareUntil: null }])),
  });
  await suite.platform.db.deleteFrom("share_grant").execute();
});

const set = (args: object) =>
  callMethod({ engine: suite.engine, actor: actorOf(people.bob) }, FileNode, "set", {
    accountId: people.bob.accountId,
    ...args,
  });

const share = async (id: string, ...with_: readonly { readonly id: string }[]) => {
  const shareWith = Object.fromEntries(with_.map((principal) => [principal.id, READ]));
  return (await set({ update: { [id]: { shareWith } } }))["notUpdated"];
};

/** So many shares of records that nobody looks at, with a principal. */
const fill = (count: number, principalId: string) =>
  sql`insert into share_grant (account_id, type, container_id, principal_id, rights, granted_at, name)
    select ${people.bob.accountId}, 'FileNode', 'n0' || n, ${principalId}, '{mayRead}', now(), ''
    from generate_series(1, ${count}::int) n`.execute(suite.platform.db);

async function grants(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from share_grant where container_id = any(${[...folders]})`.execute(
    suite.platform.db,
  );
  return rows[0]!.count;
}

test("so much is shared with one person and no more, whatever is shared with others", async () => {
  const { carol, dave } = people;
  const [one, two] = folders;
  await fill(LIMITS.sharesPerPrincipal - 1, carol.id);
  expect(await share(one, carol)).toBeNull();
  expect(await share(two, carol, dave)).toMatchObject({ [two]: OVER });
  expect(await grants()).toBe(1);
  expect(await share(two, dave)).toBeNull();
  // It may be changed, and given to another record.
  expect(await share(one, carol, dave)).toBeNull();
  expect(await share(one, dave)).toBeNull();
  expect(await share(two, carol)).toBeNull();
  expect(await grants()).toBe(2);
});

test("so much is shared in one account and no more, with whomever", async () => {
  const { carol, dave } = people;
  const [one, two] = folders;
  const others = Math.ceil(LIMITS.sharesPerAccount / LIMITS.sharesPerPrincipal);
  for (let n = 1; n < others; n += 1) await fill(LIMITS.sharesPerPrincipal, `p0${n}`);
  await fill(LIMITS.sharesPerAccount - (others - 1) * LIMITS.sharesPerPrincipal - 1, "p00");
  expect(await share(one, carol)).toBeNull();
  expect(await share(two, carol)).toMatchObject({ [two]: OVER });
  expect(await share(one, carol, dave)).toMatchObject({ [one]: OVER });
  // One takes the place of another.
  expect(await share(one, dave)).toBeNull();
  expect(await grants()).toBe(1);
});

test("nothing is left of a folder that would be one share too many", async () => {
  const { carol } = people;
  await fill(LIMITS.sharesPerPrincipal, carol.id);
  const create = { a: { name: "New", shareWith: { [carol.id]: READ } } };
  const before = await set({});
  expect(await set({ create })).toMatchObject({
    created: null,
    notCreated: { a: OVER },
    newState: before["oldState"],
  });
  const { rows } = await sql`select from file_node where name = 'New'`.execute(suite.platform.db);
  expect(rows).toHaveLength(0);
});

test("more than may be, from before there was a limit, can be changed and taken back", async () => {
  const { carol, dave } = people;
  const [one] = folders;
  await share(one, carol);
  await fill(LIMITS.sharesPerPrincipal + 5, carol.id);
  const shareWith = { [carol.id]: { ...READ, mayShare: true } };
  expect((await set({ update: { [one]: { shareWith } } }))["notUpdated"]).toBeNull();
  expect(await share(one, dave)).toBeNull();
  expect(await share(one, carol)).toMatchObject({ [one]: OVER });
});

test("of requests at the same time no more than one takes the last place", async () => {
  const { carol } = people;
  await fill(LIMITS.sharesPerPrincipal - 1, carol.id);
  const refused = await Promise.all(folders.map((id) => share(id, carol)));
  expect(refused.filter((one) => one === null)).toHaveLength(1);
  expect(await grants()).toBe(1);
});
