import type { JsonObject } from "@atrium/contract/types/wire";
import { answer, below } from "./database.ts";
import { DATABASE, keptFor } from "./mark.ts";
import type { KeptType, StoredList, StoredRecord } from "./store.ts";

/** What the first list of a window needs of what is kept, as it was in one moment. */
export interface Ahead {
  readonly person: string;
  readonly accountId: string;
  readonly types: ReadonlyMap<string, KeptType>;
  /** Records that the list's rows show, by type. */
  readonly records: ReadonlyMap<string, readonly JsonObject[]>;
  readonly key: string;
  readonly list: StoredList;
}

/** The list that a window of an application showed first. */
export interface First {
  readonly accountId: string;
  readonly key: string;
}

/** Where the first list of this window's application is written down, in the store `meta`. */
export const firstOfWindow = (): string =>
  `first ${typeof document === "undefined" ? "" : document.documentElement.dataset["app"]}`;

/** Milliseconds that a window waits for its storage; then it reads when it has its program. */
const PATIENCE = 150;

let ahead: Ahead | undefined;

/**
 * Reads what the first list of this person's window needs while its program is still on its way. The first client that
 * is made for them finds it and shows its list at once. Resolves when it is there, or was not worth waiting for.
 */
export async function readAhead(person: string): Promise<void> {
  if (keptFor() !== person) return;
  const reading = async (): Promise<void> => {
    ahead = await read(person).catch(() => undefined);
  };
  await Promise.race([reading(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** What was read for this person and account. It is handed out once: later it would be old. */
export function takeAhead(person: string, accountId: string): Ahead | undefined {
  if (ahead?.person !== person || ahead.accountId !== accountId) return undefined;
  const taken = ahead;
  ahead = undefined;
  return taken;
}

async function read(person: string): Promise<Ahead | undefined> {
  const request = indexedDB.open(DATABASE);
  // There is none: it is not made for being looked at.
  request.addEventListener("upgradeneeded", () => request.transaction?.abort());
  const database = await answer(request);
  try {
    const transaction = database.transaction(["meta", "types", "records", "lists", "acts"]);
    const store = (name: string): IDBObjectStore => transaction.objectStore(name);
    const [owner, first] = await Promise.all([
      answer<unknown>(store("meta").get("owner")),
      answer<First | undefined>(store("meta").get(firstOfWindow())),
    ]);
    if (owner !== person || first === undefined) return undefined;
    const { accountId, key } = first;
    const ofAccount = below(accountId);
    const [list, names, types, waiting] = await Promise.all([
      answer<StoredList | undefined>(store("lists").get([accountId, key])),
      answer(store("types").getAllKeys(ofAccount)),
      answer<KeptType[]>(store("types").getAll(ofAccount)),
      answer(store("acts").count(ofAccount)),
    ]);
    // What the person did without network stands over what is kept, and is not read here.
    if (list === undefined || waiting > 0) return undefined;
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
    return {
      person,
      accountId,
      key,
      list,
      types: new Map(names.map((name, at) => [(name as string[])[1]!, types[at]!])),
      records: new Map(records),
    };
  } finally {
    database.close();
  }
}
