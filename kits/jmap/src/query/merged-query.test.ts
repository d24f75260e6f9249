import { Email } from "@atrium/contract/types/email";
import type { JsonObject } from "@atrium/contract/types/wire";
import { expect, test } from "vitest";
import type { StandardCallGroup } from "../connection/batch.ts";
import { MergedQuery, ofRowKey, rowKey } from "./merged-query.ts";
import { SplitSearch, sum } from "./split.ts";
import { WindowedQuery } from "./windowed-query.ts";

interface Row {
  readonly id: string;
  readonly receivedAt: string;
}

/** Newest first, as the server has it; of one second, the larger id first. */
const byDate = (one: Row, other: Row): number =>
  other.receivedAt.localeCompare(one.receivedAt) || other.id.localeCompare(one.id);

/** One account's list on a server, which counts what it hands out. */
class ServedList {
  readonly accountId: string;
  readonly hidden = new Set<string>();
  readonly query: WindowedQuery;
  rows: readonly Row[] = [];
  served = 0;
  requests = 0;
  #states: (readonly string[])[] = [];
  #known = new Map<string, Row>();

  constructor(accountId: string, rows: readonly Row[]) {
    this.accountId = accountId;
    this.change(rows);
    this.query = new WindowedQuery(
      {
        type: Email,
        filter: null,
        sort: [],
        rows: [],
        keeps: (record) => !this.hidden.has(record["id"] as string),
      },
      {
        accountId,
        group: () => this.#group(),
        record: this.record,
        stored: this.record,
        loadRows: () => Promise.resolve(),
      },
    );
  }

  readonly record = (id: string): JsonObject | undefined => {
    const found = this.#known.get(id);
    return found && { ...found };
  };

  change(rows: readonly Row[]): void {
    this.rows = rows.toSorted(byDate);
    this.#known = new Map(rows.map((one) => [one.id, one]));
    this.#states.push(this.rows.map(({ id }) => id));
  }

  #group(): StandardCallGroup {
    const answer = async (name: string, args: JsonObject): Promise<JsonObject> => {
      await Promise.resolve();
      this.requests += 1;
      return name.endsWith("queryChanges") ? this.#changes(args) : this.#page(args);
    };
    return {
      call: (name, args) => ({
        result: answer(name, args) as Promise<never>,
        ref: (path) => ({ resultOf: "", name: "", path }),
      }),
    };
  }

  #page({ position = 0, limit, anchor }: JsonObject): JsonObject {
    const ids = this.rows.map(({ id }) => id);
    const start = anchor === undefined ? (position as number) : ids.indexOf(anchor as string) + 1;
    const page = ids.slice(start, start + (limit as number));
    this.served += page.length;
    return {
      queryState: String(this.#states.length),
      canCalculateChanges: true,
      position: start,
      ids: page,
      total: ids.length,
    };
  }

  #changes({ sinceQueryState, upToId }: JsonObject): JsonObject {
    const old = this.#states[Number(sinceQueryState) - 1]!;
    const now = this.#states.at(-1)!;
    const end = upToId === undefined ? old.length : old.indexOf(upToId as string) + 1;
    const before = new Set(old);
    const after = new Set(now);
    const added = now.flatMap((id, index) => (before.has(id) ? [] : [{ id, index }]));
    this.served += added.length;
    return {
      newQueryState: String(this.#states.length),
      total: now.length,
      removed: old.slice(0, end).filter((id) => !after.has(id)),
      added,
    };
  }
}

/** The same numbers for the same seed, so that a failure can be looked at. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

let count = 0;
/** Few moments for many rows, so that many of them are equal. */
const row = (roll: (below: number) => number, moments: number): Row => ({
  id: `m${String((count += 1)).padStart(6, "0")}`,
  receivedAt: new Date(1_800_000_000_000 + roll(moments) * 1000).toISOString(),
});
const rows = (length: number, roll: (below: number) => number, moments: number): Row[] =>
  Array.from({ length }, () => row(roll, moments));

const compare = (one: JsonObject, other: JsonObject): number =>
  (other["receivedAt"] as string).localeCompare(one["receivedAt"] as string);

function merge(lists: readonly ServedList[]): MergedQuery {
  return new MergedQuery(lists, compare);
}

/** All rows by a sort that knows everything; equal ones in the order of the accounts. */
function bruteForce(lists: readonly ServedList[]): string[] {
  return lists
    .flatMap(({ accountId, rows: own, hidden }, part) =>
      own
        .filter(({ id }) => !hidden.has(id))
        .map((one, at) => ({ part, at, one, key: rowKey(accountId, one.id) })),
    )
    .toSorted((a, b) => compare({ ...a.one }, { ...b.one }) || a.part - b.part || a.at - b.at)
    .map(({ key }) => key);
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
};

function seen(query: MergedQuery, first: number, last: number): (string | undefined)[] {
  const { idAt, length } = query.view();
  const end = Math.min(last, length - 1);
  return Array.from({ length: end - first + 1 }, (_, at) => idAt(first + at));
}

async function expectRight(
  query: MergedQuery,
  lists: readonly ServedList[],
  first: number,
  last: number,
): Promise<void> {
  query.show(first, last);
  await settled();
  const all = bruteForce(lists);
  expect(query.view().length).toBe(all.length);
  expect(query.view().status).toBe("ready");
  expect(seen(query, first, last)).toEqual(all.slice(first, last + 1));
}

test("random lists are merged as a sort of everything would, at the top, far down and on the way", async () => {
  for (let seed = 1; seed <= 15; seed += 1) {
    const roll = dice(seed);
    const lists = Array.from(
      { length: 1 + roll(4) },
      (_, at) => new ServedList(`a${at}`, rows(roll(1500), roll, 1 + roll(1500))),
    );
    const query = merge(lists);
    const stop = query.subscribe(() => undefined);
    await settled();
    const total = sum(lists.map((one) => one.rows.length));
    for (let look = 0; look < 8; look += 1) {
      const first = look === 0 ? 0 : roll(Math.max(1, total - 20));
      await expectRight(query, lists, first, first + 20);
    }
    stop();
  }
});

test("it stays right while mail arrives, goes, and is put out of sight, wherever one looks", async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const roll = dice(seed * 77);
    const moments = 1 + roll(900);
    const lists = [0, 1, 2].map(
      (at) => new ServedList(`a${at}`, rows(200 + roll(900), roll, moments)),
    );
    const query = merge(lists);
    const stop = query.subscribe(() => undefined);
    let first = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      if (turn % 4 === 3) first = roll(bruteForce(lists).length);
      first = Math.max(0, Math.min(first, bruteForce(lists).length - 30));
      await expectRight(query, lists, first, first + 25);
      const changed = lists[roll(3)]!;
      const kind = roll(3);
      const span = 4 + roll(40);
      if (kind === 0) changed.change([...changed.rows, ...rows(1 + roll(4), roll, moments)]);
      else if (kind === 1) changed.change(changed.rows.filter((_, at) => at % span !== 0));
      if (kind < 2) void changed.query.refresh();
      else {
        const { accountId, id } = ofRowKey(query.view().idAt(first + roll(20))!);
        const owner = lists.find((one) => one.accountId === accountId)!;
        owner.hidden.add(id);
        owner.query.recordsChanged(new Set([id]));
        await expectRight(query, lists, first, first + 25);
        // Then the server says so too.
        owner.change(owner.rows.filter((one) => one.id !== id));
        void owner.query.refresh();
      }
      await settled();
    }
    stop();
  }
});

test("who scrolls on and on sees every row, and on the way back again", async () => {
  const roll = dice(21);
  const lists = [0, 1, 2].map((at) => new ServedList(`a${at}`, rows(1400, roll, 2000)));
  const query = merge(lists);
  const stop = query.subscribe(() => undefined);
  const all = bruteForce(lists);
  const starts = Array.from({ length: 52 }, (_, step) => step * 80);
  for (const first of [...starts, ...starts.toReversed()]) {
    query.show(first, first + 100);
    await settled();
    expect(seen(query, first, first + 100)).toEqual(all.slice(first, first + 101));
  }
  // Each row was fetched once.
  for (const list of lists) expect(list.served).toBeLessThanOrEqual(1400);
  stop();
});

test("what arrives above moves the rows in sight by as many, and makes none of them unknown", async () => {
  const roll = dice(5);
  const lists = [0, 1].map((at) => new ServedList(`a${at}`, rows(3000, roll, 3000)));
  const query = merge(lists);
  const stop = query.subscribe(() => undefined);
  for (const first of [100, 4000]) {
    await expectRight(query, lists, first, first + 20);
    const before = seen(query, first, first + 20);
    const gaps: number[] = [];
    const stopCounting = query.subscribe(() =>
      gaps.push(seen(query, first + 1, first + 20).filter((id) => id === undefined).length),
    );
    const newest = { id: `new${first}`, receivedAt: "2099-01-01T00:00:00.000Z" };
    lists[1]!.change([...lists[1]!.rows, newest]);
    await lists[1]!.query.refresh();
    await settled();
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.max(...gaps)).toBe(0);
    expect(seen(query, first + 1, first + 21)).toEqual(before);
    stopCounting();
  }
  stop();
});

test("the top costs a page of each account, and a jump far down some pages and not all that lies between", async () => {
  const roll = dice(9);
  const lists = [0, 1].map((at) => new ServedList(`a${at}`, rows(20_000, roll, 1_000_000)));
  const query = merge(lists);
  const stop = query.subscribe(() => undefined);
  await expectRight(query, lists, 0, 20);
  for (const list of lists) expect(list.served).toBeLessThanOrEqual(100);
  await expectRight(query, lists, 25_000, 25_020);
  for (const list of lists) {
    expect(list.served).toBeLessThan(1500);
    expect(list.requests).toBeLessThan(25);
  }
  stop();
});

test("an account that has not answered yet holds the rows back, one that failed does not", async () => {
  const roll = dice(3);
  const good = new ServedList("good", rows(40, roll, 100));
  const bad = new ServedList("bad", rows(40, roll, 100));
  let refuse: (() => void) | undefined;
  const broken = {
    accountId: "bad",
    record: bad.record,
    query: new WindowedQuery(bad.query.definition, {
      accountId: "bad",
      group: () => ({
        call: () => ({
          result: new Promise<never>((_, reject) => {
            refuse = () => reject(new Error("no"));
          }),
          ref: (path) => ({ resultOf: "", name: "", path }),
        }),
      }),
      record: bad.record,
      stored: bad.record,
      loadRows: () => Promise.resolve(),
    }),
  };
  const query = new MergedQuery([good, broken], compare);
  const stop = query.subscribe(() => undefined);
  query.show(0, 10);
  await settled();
  expect(query.view()).toMatchObject({ status: "loading", length: 40 });
  expect(query.view().idAt(0)).toBeUndefined();
  refuse!();
  await settled();
  expect(query.view()).toMatchObject({ status: "failed", length: 40 });
  expect(seen(query, 0, 10)).toEqual(bruteForce([good]).slice(0, 11));
  stop();
});

test("lists are cut where a sort of everything would cut them, ties by the order of the lists", async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const roll = dice(seed * 13);
    const lists = Array.from({ length: 1 + roll(5) }, () =>
      Array.from({ length: roll(60) }, () => roll(20)).toSorted((a, b) => a - b),
    );
    const all = lists
      .flatMap((list, part) => list.map((value, at) => ({ value, part, at })))
      .toSorted((a, b) => a.value - b.value || a.part - b.part || a.at - b.at);
    const target = roll(all.length + 1);
    const search = new SplitSearch(
      lists.map(({ length }) => length),
      target,
    );
    while (!search.cuts) {
      const found = search.probes.map((probe, part) =>
        probe === undefined ? undefined : lists[part]![probe]!,
      );
      search.narrow((a, b) => found[a]! < found[b]! || (found[a] === found[b] && a < b));
    }
    const first = all.slice(0, target);
    expect(search.cuts).toEqual(
      lists.map((_, part) => first.filter((one) => one.part === part).length),
    );
  }
});

test("a row's id names its account", () => {
  expect(ofRowKey(rowKey("a1", "m2"))).toEqual({ accountId: "a1", id: "m2" });
});
