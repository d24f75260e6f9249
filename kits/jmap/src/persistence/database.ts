import { DATABASE, persistFor, persistOnlyFor } from "./mark.ts";

/** Raised by one whenever what is stored changes its shape. What an older release kept is then dropped, not converted. */
const SCHEMA = 1;

export const STORES = ["meta", "types", "records", "lists", "acts"] as const;
export type StoreName = (typeof STORES)[number];

/** The answer of one request of a transaction. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB failed")));
  });
}

/** A key range over everything whose key begins with these parts. */
export const below = (...parts: readonly string[]): IDBKeyRange =>
  // A list sorts after every text.
  IDBKeyRange.bound([...parts], [...parts, []]);

/** Resolves when a transaction is written, rejects when nothing of it is. */
export function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () =>
      reject(transaction.error ?? new Error("IndexedDB broke off")),
    );
  });
}

/**
 * Opens what is persisted for a person, empty when it was another's or of an older release. Rejects where nothing can be
 * kept: storage is forbidden, damaged, or a newer release has been here.
 * @param lost is called when it must not be used any more: it is being wiped, or a newer release takes it over.
 */
export async function openDatabase(person: string, lost: () => void): Promise<IDBDatabase> {
  await persistOnlyFor(person);
  for (let attempt = 0; ; attempt += 1) {
    if (!persistFor(person)) throw new Error("Nothing can be kept without a mark of whose it is");
    const database = await open(person);
    const transaction = database.transaction("meta");
    const owner: unknown = await answer(transaction.objectStore("meta").get("owner"));
    if (owner === person) {
      const end = (): void => {
        database.close();
        lost();
      };
      database.addEventListener("versionchange", end);
      database.addEventListener("close", end);
      return database;
    }
    database.close();
    if (attempt > 0) throw new Error("The database stays somebody else's");
    // The mark and the database disagree: the mark may have been lost.
    await answer(indexedDB.deleteDatabase(DATABASE));
  }
}

async function open(person: string): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, SCHEMA);
  request.addEventListener("upgradeneeded", () => {
    const { result: database } = request;
    for (const name of database.objectStoreNames) database.deleteObjectStore(name);
    for (const name of STORES) {
      const store = database.createObjectStore(name);
      if (name === "records") store.createIndex("age", ["at", "size"]);
      if (name === "meta") store.put(person, "owner");
    }
  });
  try {
    return await answer(request);
  } catch (cause) {
    // A newer release's is left to it; a damaged one is of no use to anybody.
    const isNewer = cause instanceof DOMException && cause.name === "VersionError";
    if (!isNewer) indexedDB.deleteDatabase(DATABASE);
    throw cause;
  }
}
