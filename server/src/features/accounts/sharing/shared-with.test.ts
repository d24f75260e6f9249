import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeDemo, testSuite } from "../../../testing/organisation.ts";
import { noteAccess } from "./shares.store.ts";

test("units that change what the same people have do not wait for each other in a circle", async () => {
  const suite = await testSuite();
  const { engine, platform } = suite;
  const { bob, carol, dave, erin } = await makeDemo(suite, "bob", "carol", "dave", "erin");
  const ids = [dave.id, erin.id].toSorted();
  const change = (accountId: string, principalIds: readonly string[]) =>
    engine.write([accountId], async (w) => noteAccess(w, principalIds));
  await change(bob.accountId, ids);
  const versions = async () =>
    await platform.db.selectFrom("share_principal").select(["principal_id", "version"]).execute();
  const before = await versions();
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(platform.db);
    return rows[0]!.count;
  };
  const both = await platform.db.transaction().execute(async (tx) => {
    await sql`select from share_principal where principal_id = ${ids[0]!} for update`.execute(tx);
    const first = change(bob.accountId, ids);
    await expect.poll(waiting).toBe(1);
    const second = change(carol.accountId, ids.toReversed());
    await expect.poll(waiting).toBe(2);
    return [first, second];
  });
  await Promise.all(both);
  expect(before.map((row) => row.principal_id).toSorted()).toEqual(ids);
  for (const row of before) expect(await versions()).not.toContainEqual(row);
});
