import { FileNode } from "@atrium/contract/types/file-node";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { createEngine, type Engine } from "../../../engine/index.ts";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { countingStatements } from "../../../testing/count-statements.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { createAccounts, ORGANISATION, type Person } from "../../accounts/index.ts";

/** What it takes that very much is shared with very many, and that they change. */
const [FOLDERS, PEOPLE] = IS_WHOLE ? [100, 300] : [40, 80];

let suite: TestSuite;
let bob: Person;
let counted: ReturnType<typeof countingStatements>;
let engine: Engine;
let groups: TestSuite["accounts"]["groups"];
let folders: string[];
/** Hints by topic, of all processes. */
let hints: Map<string, number>;

const everyone = Array.from({ length: PEOPLE }, (_each, n) => `many${n}`);

beforeAll(async () => {
  suite = await testSuite();
  const { platform } = suite;
  ({ bob } = await makeDemo(suite, "bob"));
  await sql`insert into person (account_id, id, personal_account_id, name, roles, preferences, created_at)
    select ${ORGANISATION}, p, 'a' || p, p, '{member}', '{}', now()
    from unnest(${everyone}::text[]) p`.execute(platform.db);
  counted = countingStatements(platform.db);
  const { types } = suite.engine.services;
  engine = createEngine({ ...platform, db: counted.db, types });
  ({ groups } = createAccounts({
    ...platform,
    db: counted.db,
    engine,
    addressesChanged: [],
    prepareAccount: [],
  }));
  const create = Object.fromEntries(
    Array.from({ length: FOLDERS }, (_each, n) => [
      `k${n}`,
      { name: `Folder ${n}`, parentId: null },
    ]),
  );
  const { created } = await set({ create });
  folders = Object.values(created as Record<string, { id: string }>).map(({ id }) => id);
});

beforeEach(() => {
  hints = new Map();
  const { notify } = suite.platform;
  const spy = vi
    .spyOn(notify, "send")
    .mockImplementation((topic) => void hints.set(topic, (hints.get(topic) ?? 0) + 1));
  onTestFinished(() => spy.mockRestore());
});

const set = (args: object) =>
  callMethod({ engine, actor: actorOf(bob) }, FileNode, "set", {
    accountId: bob.accountId,
    ...args,
  });

/** Shares folders with nobody but a group. */
async function share(ids: readonly string[], group: string | null): Promise<void> {
  const shareWith = group === null ? null : { [group]: { mayRead: true } };
  const { notUpdated } = await set({
    update: Object.fromEntries(ids.map((id) => [id, { shareWith }])),
  });
  expect(notUpdated).toBeNull();
}

const makeGroup = (members: readonly string[]) =>
  groups.create("system", { name: `${members.length}`, members });

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = counted.count();
  await work();
  return counted.count() - before;
}

const ACCESS = "access-changed";

test("all whom it concerns are notified once, however many folders are shared at once", async () => {
  const many = await makeGroup(everyone);
  const few = await makeGroup(everyone.slice(0, 1));
  await share(folders, few.id);
  expect(hints.get(ACCESS)).toBe(1);
  await share(folders, null);
  expect(hints.get(ACCESS)).toBe(2);
  const byFew = await statementsOf(() => share(folders, few.id));
  await share(folders, null);
  hints.clear();
  const byMany = await statementsOf(() => share(folders, many.id));
  expect(hints.get(ACCESS)).toBe(PEOPLE);
  expect(byMany).toBe(byFew);
  await share(folders, null);
  expect(hints.get(ACCESS)).toBe(PEOPLE * 2);
});

test("a change of a group takes as many statements for many members as for one", async () => {
  const group = await makeGroup([]);
  const one = await statementsOf(() =>
    groups.update("system", group.id, { members: everyone.slice(0, 1) }),
  );
  expect(await statementsOf(() => groups.update("system", group.id, { members: everyone }))).toBe(
    one,
  );
});

test("it concerns nobody while nothing is shared with the group, or one that it is in", async () => {
  const inner = await makeGroup(everyone);
  const outer = await makeGroup([inner.id]);
  const other = await makeGroup([]);
  await share(folders.slice(0, 1), other.id);
  await groups.update("system", inner.id, { members: [] });
  expect(hints.get(ACCESS)).toBeUndefined();

  await share(folders.slice(0, 1), outer.id);
  await groups.update("system", inner.id, { members: everyone.slice(0, 2) });
  expect(hints.get(ACCESS)).toBe(2);
  // Who stays reaches what they did.
  await groups.update("system", inner.id, { members: everyone.slice(1, 3) });
  expect(hints.get(ACCESS)).toBe(4);
  await groups.remove("system", inner.id);
  expect(hints.get(ACCESS)).toBe(6);
  await groups.remove("system", other.id);
  expect(hints.get(ACCESS)).toBe(6);
});
