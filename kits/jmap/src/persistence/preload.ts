import type { JmapSession, JsonObject } from "@atrium/contract/types/wire";
import { answer } from "./database.ts";
import { DATABASE, persistedFor } from "./mark.ts";
import type { PersistedType, StoredList, StoredRecord } from "./store.ts";

/** What the first screen of a window needs of what is persisted, as it was in one moment. */
export interface Preloaded {
  /** The accounts that the person saw last. */
  readonly accounts: JmapSession["accounts"] | undefined;
  /** What is persisted of an account; `undefined` when nothing is, or when there is more to it. */
  of(accountId: string): PreloadedAccount | undefined;
}

/** The same of one account. */
export interface PreloadedAccount {
  readonly types: ReadonlyMap<string, PersistedType>;
  /** The first list, where it is this account's, and the records that its rows show, by type. */
  readonly first?: {
    readonly key: string;
    readonly list: StoredList;
    readonly records: ReadonlyMap<string, readonly JsonObject[]>;
  };
}

/** The list that a window of an application showed first. */
export interface First {
  readonly accountId: string;
  readonly key: string;
}

/** Where the first list of this window's application is recorded, in the store `meta`. */
export const firstOfWindow = (): string =>
  `first ${typeof document === "undefined" ? "" : document.documentElement.dataset["app"]}`;

let ahead: { readonly person: string; readonly found: Preloaded } | undefined;
/** A client was made that does without. */
let isLate = false;

/**
 * Reads what the first list of this person's window needs while its program is still on its way. The first client that
 * is made for them finds it and shows its list at once. Resolves when it is there, or there is none; a storage that does
 * not answer is for the caller to give up.
 */
export async function preload(person: string): Promise<void> {
  if (persistedFor() !== person) return;
  isLate = false;
  const found = await read(person).catch(() => undefined);
  if (!isLate) ahead = found && { person, found };
}

/** What was read for this person. It is handed out once: later it would be old. */
export function takePreloaded(person: string): Preloaded | undefined {
  isLate = true;
  if (ahead?.person !== person) return undefined;
  const { found } = ahead;
  ahead = undefined;
  return found;
}

async function read(person: string): Promise<Preloaded | undefined> {
  const request = indexedDB.open(DATABASE);
  // There is none: it is not made for being looked at.
  request.addEventListener("upgradeneeded", () => request.transaction?.abort());
  const database = await answer(request);
  try {
    const transaction = database.transaction(["meta", "types", "records", "lists", "acts"]);
    const store = (name: string): IDBObjectStore => transaction.objectStore(name);
    const [owner, accounts, first, names, types, acts] = await Promise.all([
      answer<unknown>(store("meta").get("owner")),
      answer<JmapSession["accounts"] | undefined>(store("meta").get("accounts")),
      answer<First | undefined>(store("meta").get(firstOfWindow())),
      answer(store("types").getAllKeys()) as Promise<[accountId: string, type: string][]>,
      answer<PersistedType[]>(store("types").getAll()),
      answer(store("acts").getAllKeys()) as Promise<[accountId: string, id: string][]>,
    ]);
    if (owner !== person || first === undefined) return undefined;
    const { accountId, key } = first;
    const list = await answer<StoredList | undefined>(store("lists").get([accountId, key]));
    if (list === undefined) return undefined;
    const records = await Promise.all(
      Object.entries(list.needs ?? {}).map(async ([type, ids]) => {
        const found = await Promise.all(
          ids.map((id) =>
            answer<StoredRecord | undefined>(store("records").get([accountId, type, id])),
          ),
        );
        return [type, found.flatMap<JsonObject>((one) => one?.record ?? [])] as const;
      }),
    );
    // What the person did without network stands over what is persisted, and is not read here.
    const waits = new Set(acts.map(([of]) => of));
    return {
      accounts,
      of(id) {
        const known = names.flatMap(([of, type], at) =>
          of === id ? [[type, types[at]!] as const] : [],
        );
        if (known.length === 0 || waits.has(id)) return undefined;
        return {
          types: new Map(known),
          ...(id === accountId && { first: { key, list, records: new Map(records) } }),
        };
      },
    };
  } finally {
    database.close();
  }
}
