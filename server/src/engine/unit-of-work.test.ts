import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { createNotify, isTooSlow, limitStatements } from "../platform/db/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { countingStatements } from "../testing/count-statements.ts";
import { testPlatform, type TestPlatform } from "../testing/index.ts";
import { changesSince, trimChangeLog } from "./change-log.ts";
import { createEngine, refuse, type Changed, type Engine, type UnitOfWork } from "./index.ts";

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

  it("logs where a record lay and lies, whatever its owner alone sees of it besides", async () => {
    const a = await account();
    const [moved, own] = [
      { was: ["x"], is: ["y"] },
      { was: [], is: [] },
    ];
    await engine.write([a], async (w) => {
      for (const [id, places] of [
        ["first", [own, moved]],
        ["last", [moved, own]],
        ["own", [own, own]],
      ] as const)
        for (const within of places) w.changed(a, "Thing", id, "updated", null, within);
    });
    const log = platform.db.selectFrom("change_log").where("account_id", "=", a).orderBy("id");
    expect(await log.select(["id", "was_in", "is_in"]).execute()).toEqual([
      { id: "first", was_in: ["x"], is_in: ["y"] },
      { id: "last", was_in: ["x"], is_in: ["y"] },
      { id: "own", was_in: [], is_in: [] },
    ]);
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

  it("keeps of what it tries what is not refused: changes, quota, hints and accounts", async () => {
    const [a, hints] = [await account(), [] as string[]];
    const notify = { ...platform.notify, send: (topic: string) => void hints.push(topic) };
    const told = createEngine({ ...platform, notify, types: [] });
    const ran: string[] = [];
    const attempt = (w: UnitOfWork, name: string, work?: () => Promise<void>) =>
      w.tentatively(
        async () => {
          w.changed(a, "Thing", name, "created");
          w.used(a, { octets: 10, emails: 1 });
          w.hint(`topic-${name}`, "");
          w.afterCommit(() => ran.push(name));
          await w.setQuota(a, { octets: 1000, emails: null });
          await w.addAccount({ accountId: `${a}-${name}`, kind: "shared", name });
          await work?.();
        },
        { writesFirst: true },
      );
    const refused = (w: UnitOfWork, name: string, more?: () => Promise<void>) =>
      expect(
        attempt(w, name, async () => {
          w.share(a);
          await more?.();
          refuse("forbidden");
        }),
      ).rejects.toThrow("forbidden");
    await told.write([a], async (w) => {
      await refused(w, "first");
      expect(w.isOverQuota(a, { octets: 2000 })).toBe(false);
      await attempt(w, "kept", () => refused(w, "inside"));
      // What was done inside of a part goes with it.
      await refused(w, "outside", () => attempt(w, "within"));
      expect(() => w.changed(`${a}-within`, "Thing", "t", "created")).toThrow(/not part/);
      w.changed(`${a}-kept`, "Thing", "t", "created");
    });
    expect(await since(a, 0)).toMatchObject({ created: ["kept"], updated: [], destroyed: [] });
    const { db } = platform;
    const of = db.selectFrom("account").where("account_id", "like", `${a}%`).orderBy("account_id");
    expect(
      await of
        .select(["account_id", "used_octets", "used_emails", "quota_octets", "shared_since"])
        .execute(),
    ).toEqual([
      {
        account_id: a,
        used_octets: 10,
        used_emails: 1,
        quota_octets: 1000,
        shared_since: null,
      },
      {
        account_id: `${a}-kept`,
        used_octets: 0,
        used_emails: 0,
        quota_octets: null,
        shared_since: null,
      },
    ]);
    expect([hints.filter((topic) => topic.startsWith("topic-")), ran]).toEqual([
      ["topic-kept"],
      ["kept"],
    ]);
    await told.close();
  });

  it("waits for others of this process without a connection, in the order in which it came", async () => {
    const [a, b] = [await account(), await account()];
    const done: string[] = [];
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    const hold = engine.write([a], async () => await isHeld);
    const waiting = Array.from({ length: 30 }, (_, n) =>
      engine.write(n % 2 ? [a] : [b, a], async () => done.push(`${n}`)),
    );
    // More than there are connections; the first of those that want both has the other one.
    await engine.write([await account()], async () => done.push("other"));
    expect(done).toEqual(["other"]);
    release();
    await Promise.all([hold, ...waiting]);
    expect(done.filter((_, n) => n > 0).map(Number)).toEqual(waiting.map((_, n) => n));
  });

  it("gives up as a statement would, and lets others have its turn", async () => {
    const a = await account();
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    const hold = engine.write([a], async () => await isHeld);
    const late = limitStatements(20, () => engine.write([a], async () => undefined));
    const next = engine.write([a], async () => "next");
    await expect(late).rejects.toSatisfy(isTooSlow);
    release();
    await hold;
    expect(await next).toBe("next");
  });

  it("sends each hint once, and does once before the commit what all of it asks for", async () => {
    const a = await account();
    const hints: string[] = [];
    const notify = {
      ...platform.notify,
      send: (topic: string, hint: string) => void hints.push(`${topic} ${hint}`),
    };
    const told = createEngine({ ...platform, notify, types: [] });
    const items: (readonly string[])[] = [];
    const run = async (w: UnitOfWork, all: readonly string[]): Promise<void> => {
      items.push(all);
      w.changed(a, "Thing", "at the end", "created");
      w.hint("topic", "late");
    };
    await told.write([a], async (w) => {
      const refused = w.tentatively(async () => {
        w.hint("topic", "refused");
        w.hint("topic", "both");
        w.beforeCommit(run, ["refused", "both"]);
        refuse("invalid");
      });
      await expect(refused).rejects.toThrow("invalid");
      for (let n = 0; n < 1000; n += 1) {
        w.hint("topic", "both");
        w.beforeCommit(run, ["both", "more"]);
      }
    });
    expect(items).toEqual([["both", "more"]]);
    expect(hints.slice(1)).toEqual(["topic both", "topic late"]);
    expect((await since(a, 0)).created).toEqual(["at the end"]);
    await told.close();
  });

  it("does before the commit what others bring for it until then, after them", async () => {
    const a = await account();
    const done: string[] = [];
    const first = async (_: UnitOfWork, items: readonly string[]): Promise<void> =>
      void done.push(`first ${items.join()}`);
    const second = async (w: UnitOfWork, items: readonly string[]): Promise<void> => {
      done.push(`second ${items.join()}`);
      w.beforeCommit(first, ["late"]);
    };
    await engine.write([a], async (w) => {
      w.beforeCommit(first, ["early"]);
      w.beforeCommit(second, ["x"]);
    });
    expect(done).toEqual(["first early", "second x", "first late"]);
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
    const pushed: Changed[] = [];
    elsewhere.onChange((one) => {
      if (one[a] !== undefined) pushed.push(one);
    });
    // Listening begins after connecting; until then hints are lost, as they may be.
    while (pushed.length === 0) {
      await engine.write([a], async (w) => w.changed(a, "Thing", "t", "updated"));
      await nextTurn();
    }
    expect(Number(pushed[0]![a]!["Thing"])).toBeGreaterThan(0);
    await elsewhere.close();
    await notify.close();
  });
});

describe("what other processes changed", () => {
  it("is read once for each account while very many hints come", async () => {
    const counted = countingStatements(platform.db);
    const [a, b] = [await account(), await account()];
    for (const id of [a, b])
      await engine.write([id], async (w) => w.changed(id, "Thing", "t", "created"));
    const heard: ((hint: string) => void)[] = [];
    const notify: TestPlatform["notify"] = {
      ...platform.notify,
      listen: (_topic, onHint) => {
        heard.push(onHint);
        return () => undefined;
      },
    };
    const elsewhere = createEngine({ ...platform, db: counted.db, notify, types: [] });
    const pushed: Changed[] = [];
    elsewhere.onChange((changed) => pushed.push(changed));
    for (let n = 0; n < 1000; n += 1)
      for (const id of [a, b]) for (const hear of heard) hear(`another ${id} ${n === 500 ? 0 : 9}`);
    await expect.poll(() => pushed.length).toBe(2);
    expect(Object.assign({}, ...pushed)).toEqual({ [a]: { Thing: "1" }, [b]: { Thing: "1" } });
    expect(counted.count()).toBe(4);
    await elsewhere.close();
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
