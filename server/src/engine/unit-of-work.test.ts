import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { createNotify, limitStatements } from "../platform/db/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { testPlatform, type TestPlatform } from "../testing/index.ts";
import { changesSince, trimChangeLog } from "./change-log.ts";
import { createEngine, type Changed, type Engine } from "./index.ts";

let platform: TestPlatform;
let engine: Engine;

beforeAll(async () => {
  platform = await testPlatform();
  engine = createEngine({ ...platform, types: [] });
});

async function account(): Promise<string> {
  const accountId = platform.ids.next("a");
  await engine.write([], (w) => w.addAccount({ accountId, kind: "personal", name: accountId }));
  return accountId;
}

const since = (accountId: string, state: number, max = 100) =>
  changesSince({ db: platform.db, accountId, reach: "everything" }, "Thing", state, max);

describe("a unit of work", () => {
  it("writes rows, log and states together or not at all", async () => {
    const a = await account();
    const pushed: Changed[] = [];
    const stop = engine.onChange((changed) => pushed.push(changed));
    const broken = engine.write([a], async (w) => {
      w.changed(a, "Thing", "t1", "created");
      await w.addBlob(a, { hash: "0".repeat(64), size: 1, type: "text/plain" });
      throw new Error("in the middle");
    });
    await expect(broken).rejects.toThrow("in the middle");
    expect(await since(a, 0)).toMatchObject({ created: [], newState: 0 });
    expect(
      await platform.db.selectFrom("blob").select("hash").where("account_id", "=", a).execute(),
    ).toEqual([]);
    expect(pushed).toEqual([]);
    let committed: Changed | undefined;
    await engine.write([a], async (w) => {
      w.changed(a, "Thing", "t1", "created");
      w.changed(a, "Other", "o1", "updated");
      w.afterCommit((changed) => (committed = changed));
    });
    stop();
    expect(pushed).toEqual([{ [a]: { Thing: "1", Other: "2" } }]);
    expect(committed).toEqual(pushed[0]);
    expect(await engine.states(a)).toEqual({ Thing: "1", Other: "2" });
  });

  it("logs each record once, as what came of it", async () => {
    const a = await account();
    await engine.write([a], async (w) => {
      w.changed(a, "Thing", "new", "created");
      w.changed(a, "Thing", "new", "updated");
      w.changed(a, "Thing", "never", "created");
      w.changed(a, "Thing", "never", "destroyed");
      w.changed(a, "Thing", "old", "updated");
      w.changed(a, "Thing", "old", "destroyed");
    });
    expect(await since(a, 0)).toMatchObject({ created: ["new"], updated: [], destroyed: ["old"] });
  });

  it("has only the accounts that it locked", async () => {
    const [a, b] = [await account(), await account()];
    const reach = engine.write([a], async (w) => w.changed(b, "Thing", "t", "created"));
    await expect(reach).rejects.toThrow(/not part/);
    await expect(engine.write([a, "nowhere"], async () => undefined)).rejects.toThrow(
      "accountNotFound",
    );
  });

  it("waits for others that have the same accounts, whatever order they name them in", async () => {
    const accounts = [await account(), await account(), await account()];
    const both = Array.from({ length: 12 }, (_, n) =>
      engine.write(n % 2 ? accounts : accounts.toReversed(), async (w) => {
        for (const id of accounts) w.changed(id, "Thing", `t${n}`, "created");
      }),
    );
    await Promise.all(both);
    for (const id of accounts) expect((await since(id, 0)).created).toHaveLength(12);
  });

  it("is announced to listeners as outside of the request that did it, without its limit of time", async () => {
    const a = await account();
    const limit = new Promise((resolve, reject) => {
      const stop = engine.onChange(() => {
        stop();
        sql`show statement_timeout`.execute(platform.db).then(({ rows }) => resolve(rows), reject);
      });
    });
    await limitStatements(5000, () =>
      engine.write([a], async (w) => w.changed(a, "Thing", "t", "created")),
    );
    expect(await limit).toEqual([{ statement_timeout: "0" }]);
  });

  it("is announced to other processes, which read what changed from the database", async () => {
    const a = await account();
    const notify = createNotify({ ...platform, log: silentLog });
    const elsewhere = createEngine({ ...platform, notify, types: [] });
    const committed = new Promise<Changed>((resolve) => {
      elsewhere.onChange((changed) => {
        if (changed[a] !== undefined) resolve(changed);
      });
    });
    // Listening begins after connecting; until then hints are lost, as they may be.
    const again = setInterval(() => {
      void engine.write([a], async (w) => w.changed(a, "Thing", "t", "updated"));
    });
    const changed = await committed;
    clearInterval(again);
    expect(Number(changed[a]!["Thing"])).toBeGreaterThan(0);
    await elsewhere.close();
    await notify.close();
  });
});

describe("the change log", () => {
  it("stops after any change and goes on from there", async () => {
    const a = await account();
    await engine.write([a], async (w) => {
      for (const id of ["x", "y", "z"]) w.changed(a, "Thing", id, "created");
    });
    const first = await since(a, 0, 2);
    expect(first).toMatchObject({ created: ["x", "y"], hasMore: true });
    expect(await since(a, first.newState, 2)).toMatchObject({ created: ["z"], hasMore: false });
  });

  it("forgets after 90 days and then says that it cannot calculate them", async () => {
    const a = await account();
    const write = (id: string) =>
      engine.write([a], async (w) => w.changed(a, "Thing", id, "created"));
    await write("old");
    platform.clock.advance(80 * 86_400_000);
    await write("newer");
    platform.clock.advance(11 * 86_400_000);
    await trimChangeLog(platform.db, platform.clock.now());
    await expect(since(a, 0)).rejects.toThrow("cannotCalculateChanges");
    expect(await since(a, 1)).toMatchObject({ created: ["newer"] });
    expect(await engine.states(a)).toEqual({ Thing: "2" });
  });

  it("is trimmed account by account: while it waits for one, no other waits for it", async () => {
    const accounts = [await account(), await account()].toSorted();
    for (const a of accounts)
      await engine.write([a], async (w) => w.changed(a, "Thing", "old", "created"));
    platform.clock.advance(91 * 86_400_000);
    const floor = async (a: string) =>
      (
        await platform.db
          .selectFrom("account")
          .select("log_floor")
          .where("account_id", "=", a)
          .executeTakeFirst()
      )?.log_floor;
    const [first, last] = accounts as [string, string];
    let trimmed: Promise<void> | undefined;
    await engine.write([last], async () => {
      trimmed = trimChangeLog(platform.db, platform.clock.now());
      await expect.poll(() => floor(first)).toBe(1);
    });
    await trimmed;
    expect(await floor(last)).toBe(1);
  });
});
