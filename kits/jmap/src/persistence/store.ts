import type { JsonObject } from "@atrium/contract/types/wire";
import { firstOfWindow, type First } from "./preload.ts";
import { answer, below, completion, openDatabase, type StoreName } from "./database.ts";

/** Octets of records that are persisted, roughly; the oldest go first. */
const MOST_OCTETS = 64_000_000;
/** Records that are persisted; the oldest go first. */
const MOST_RECORDS = 20_000;
/** Lists that are persisted for each account; the oldest go first. */
const MOST_LISTS = 40;

/** What is persisted of a type: the state that all its persisted records have at least, and all of them when it is small. */
export interface PersistedType {
  readonly state: string;
  readonly whole: readonly JsonObject[] | null;
}

/** The start of a list, as it was at its state. */
export interface PersistedList {
  readonly ids: readonly string[];
  readonly total: number;
  readonly state: string;
  readonly canFollow: boolean;
  /** The records that its first rows show, by type; without it, nobody reads them ahead. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
}

/** What became of one type since it was last read or written. */
export interface TypeChange extends PersistedType {
  readonly type: string;
  /** The state when it was last in step with what is persisted; `undefined` when it never was. */
  readonly from: string | undefined;
  readonly puts: readonly JsonObject[];
  /** Records that may be older than the state now; `null` for all. */
  readonly drops: readonly string[] | null;
  /** Replaces whatever is persisted, which another window may have brought to an unknown state. */
  readonly isTakeover: boolean;
}

/** Records with the state they have at least. */
export interface Found {
  readonly state: string | undefined;
  readonly list: readonly JsonObject[];
}

export interface StoredRecord {
  readonly record: JsonObject;
  /** When it was written, in milliseconds of the epoch. */
  readonly at: number;
  readonly size: number;
}
export interface StoredList extends PersistedList {
  readonly at: number;
}

/** What one person's browser persists. Every method fails without harm: what cannot be read was not persisted. */
export interface Store {
  types(accountId: string): Promise<ReadonlyMap<string, PersistedType>>;
  /** Those of the records that are persisted. Calls of one tick share a transaction. */
  records(accountId: string, type: string, ids: readonly string[]): Promise<Found>;
  list(accountId: string, key: string): Promise<PersistedList | undefined>;
  /**
   * Writes what changed; `first` is the key of the list that this window showed first. Answers the types that were left
   * out because another window is at a state unknown here.
   */
  write(
    accountId: string,
    types: readonly TypeChange[],
    lists: ReadonlyMap<string, PersistedList>,
    first: string | undefined,
  ): Promise<ReadonlySet<string>>;
  /** Drops what is persisted of accounts that are not the person's (any more). */
  retain(accountIds: readonly string[]): Promise<void>;
  /** Runs a transaction over some stores, for what has its own shape. `undefined` when nothing can be persisted. */
  run<T>(
    names: readonly StoreName[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T | undefined>;
  /** Lets go of the database. */
  close(): void;
}

/** Opens what is persisted for a person. Nothing waits for it; while it cannot be used, nothing is persisted. */
export function openStore(person: string, now: () => number = Date.now): Store {
  let isLost = false;
  const isUsable = (): boolean => !isLost;
  const opening = openDatabase(person, () => (isLost = true));
  opening.catch(() => (isLost = true));
  let asked: Asked[] = [];

  async function run<T>(
    names: readonly StoreName[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T | undefined> {
    for (let attempt = 0; attempt < 3 && isUsable(); attempt += 1) {
      try {
        return await runOnce(names, mode, work);
      } catch (cause) {
        // There is no room left: older records make some, so that what people do is persisted before what they read.
        if (!(cause instanceof DOMException && cause.name === "QuotaExceededError")) break;
        await evict(await opening, attempt === 0 ? 0.5 : 0).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function runOnce<T>(
    names: readonly StoreName[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const database = await opening;
    const transaction = database.transaction([...names], mode);
    const over = completion(transaction);
    over.catch(() => undefined);
    const result = await work(transaction);
    // What was read is known; only what was written has to be confirmed.
    if (mode !== "readonly") await over;
    return result;
  }

  interface Asked {
    readonly accountId: string;
    readonly type: string;
    readonly ids: readonly string[];
    readonly resolve: (found: Found) => void;
  }

  async function readAsked(): Promise<void> {
    const all = asked;
    asked = [];
    const found = await run(["types", "records"], "readonly", (transaction) =>
      Promise.all(
        all.map(async ({ accountId, type, ids }): Promise<Found> => {
          const records = transaction.objectStore("records");
          const [kept, ...list] = await Promise.all([
            answer<PersistedType | undefined>(
              transaction.objectStore("types").get([accountId, type]),
            ),
            ...ids.map((id) =>
              answer<StoredRecord | undefined>(records.get([accountId, type, id])),
            ),
          ]);
          return { state: kept?.state, list: list.flatMap<JsonObject>((one) => one?.record ?? []) };
        }),
      ),
    );
    for (const [at, { resolve }] of all.entries())
      resolve(found?.[at] ?? { state: undefined, list: [] });
  }

  const store: Store = {
    async types(accountId) {
      const found = await run(["types"], "readonly", async (transaction) => {
        const types = transaction.objectStore("types");
        const [keys, values] = await Promise.all([
          answer(types.getAllKeys(below(accountId))),
          answer<PersistedType[]>(types.getAll(below(accountId))),
        ]);
        return new Map(keys.map((key, at) => [(key as string[])[1]!, values[at]!]));
      });
      return found ?? new Map();
    },
    records: (accountId, type, ids) =>
      new Promise((resolve) => {
        if (asked.push({ accountId, type, ids, resolve }) === 1)
          queueMicrotask(() => void readAsked());
      }),
    list: (accountId, key) =>
      run(["lists"], "readonly", (transaction) =>
        answer<PersistedList | undefined>(transaction.objectStore("lists").get([accountId, key])),
      ),
    async write(accountId, types, lists, first) {
      const left = new Set<string>();
      await run(["meta", "types", "records", "lists"], "readwrite", async (transaction) => {
        const at = now();
        for (const change of types)
          if (!(await writeType(transaction, accountId, change, at))) left.add(change.type);
        const kept = transaction.objectStore("lists");
        for (const [key, list] of lists)
          kept.put({ ...list, at } satisfies StoredList, [accountId, key]);
        if (first !== undefined && lists.has(first))
          transaction
            .objectStore("meta")
            .put({ accountId, key: first } satisfies First, firstOfWindow());
        if (lists.size > 0) await dropOldLists(kept, accountId);
      });
      return left;
    },
    async retain(accountIds) {
      await run(["types", "records", "lists", "acts"], "readwrite", async (transaction) => {
        const keys = await answer(transaction.objectStore("types").getAllKeys());
        const gone = new Set(keys.map((key) => (key as string[])[0]!));
        for (const id of accountIds) gone.delete(id);
        for (const id of gone)
          for (const name of ["types", "records", "lists", "acts"] as const)
            transaction.objectStore(name).delete(below(id));
      });
    },
    run,
    close() {
      isLost = true;
      opening.then((database) => database.close()).catch(() => undefined);
    },
  };
  opening.then((database) => evict(database, 1)).catch(() => undefined);
  return store;
}

/**
 * Several windows keep the same records, each at its own pace. States say nothing of before and after, so a window
 * writes only over the state that it knows; then no record can be older than the state that stands beside it.
 */
async function writeType(
  transaction: IDBTransaction,
  accountId: string,
  { type, from, state, whole, puts, drops, isTakeover }: TypeChange,
  at: number,
): Promise<boolean> {
  const types = transaction.objectStore("types");
  const records = transaction.objectStore("records");
  const kept = await answer<PersistedType | undefined>(types.get([accountId, type]));
  if (drops === null || isTakeover) records.delete(below(accountId, type));
  else for (const id of drops) records.delete([accountId, type, id]);
  if (kept && kept.state !== from && kept.state !== state && !isTakeover) return false;
  types.put({ state, whole } satisfies PersistedType, [accountId, type]);
  const before = await Promise.all(
    puts.map(({ id }) =>
      answer<StoredRecord | undefined>(records.get([accountId, type, id as string])),
    ),
  );
  for (const [index, put] of puts.entries()) {
    // A window that knows less of a record leaves the rest as it was: what can change, it has asked for again.
    const record = { ...before[index]?.record, ...put };
    const size = JSON.stringify(record).length;
    records.put({ record, at, size } satisfies StoredRecord, [
      accountId,
      type,
      put["id"] as string,
    ]);
  }
  return true;
}

async function dropOldLists(lists: IDBObjectStore, accountId: string): Promise<void> {
  if ((await answer(lists.count(below(accountId)))) <= MOST_LISTS) return;
  const [keys, values] = await Promise.all([
    answer(lists.getAllKeys(below(accountId))),
    answer<StoredList[]>(lists.getAll(below(accountId))),
  ]);
  const byAge = keys.map((key, at) => ({ key, at: values[at]!.at })).sort((a, b) => b.at - a.at);
  for (const { key } of byAge.slice(MOST_LISTS)) lists.delete(key);
}

/** Drops the oldest records beyond this share of the limits. */
async function evict(database: IDBDatabase, share: number): Promise<void> {
  const transaction = database.transaction("records", "readwrite");
  const over = completion(transaction);
  const records = transaction.objectStore("records");
  let octets = 0;
  let count = 0;
  const request = records.index("age").openKeyCursor(null, "prev");
  request.addEventListener("success", () => {
    const cursor = request.result;
    if (!cursor) return;
    octets += (cursor.key as [number, number])[1];
    count += 1;
    if (octets > MOST_OCTETS * share || count > MOST_RECORDS * share)
      records.delete(cursor.primaryKey);
    cursor.continue();
  });
  await over;
}
