import type { TypeDescription } from "@atrium/contract/types/define";
import type { GetResponse } from "@atrium/contract/types/wire";
import type { CallGroup } from "../connection/batch.ts";
import type { Keeper } from "../keep/keeper.ts";
import { createFetcher, type Fetcher } from "./fetch.ts";
import type { Notifier } from "./notifier.ts";
import { RecordTable } from "./table.ts";

/** What an account needs of the client. */
export interface AccountHost {
  group(): CallGroup;
  limit(name: "maxObjectsInGet" | "maxObjectsInSet"): number;
  readonly notifier: Notifier;
  /** Where records of an account are kept beyond this window; `undefined` when nothing may be. */
  keeper?(accountId: string, arrived: () => void): Keeper | undefined;
}

/** One type in one account. */
export interface Entry {
  readonly type: TypeDescription;
  readonly table: RecordTable;
  readonly fetcher: Fetcher;
}

/** The types of an account that somebody asked for. */
export interface Entries extends Iterable<Entry> {
  readonly accountId: string;
  readonly host: AccountHost;
  readonly keeper: Keeper | undefined;
  of(type: TypeDescription): Entry;
  /** The records of a type by its name, also before anybody here asked for it. */
  table(name: string): RecordTable;
  byName(name: string): Entry | undefined;
  /** Takes records that the server answered. */
  received(entry: Entry, answer: GetResponse): void;
}

/** @param behind is called when an answer is of another state than the records that are here. */
export function createEntries(accountId: string, host: AccountHost, behind: () => void): Entries {
  const entries = new Map<string, Entry>();
  const { notifier } = host;
  // What was kept may be old: it is shown, and what changed since is asked for.
  const keeper = host.keeper?.(accountId, () => queueMicrotask(behind));

  const tables = new Map<string, RecordTable>();
  function table(name: string): RecordTable {
    const known = tables.get(name);
    if (known) return known;
    const made = new RecordTable((table, id) => notifier.changed(table, id));
    tables.set(name, made);
    return made;
  }

  function received({ table }: Entry, answer: GetResponse): void {
    notifier.together(() => {
      table.merge(answer.list);
      table.remove(answer.notFound);
    });
    if (table.state === undefined) table.state = answer.state;
    // Older records may have missed what came between the two states.
    else if (table.state !== answer.state) queueMicrotask(behind);
  }

  return {
    accountId,
    host,
    keeper,
    received,
    table,
    [Symbol.iterator]: () => entries.values(),
    byName: (name) => entries.get(name),
    of(type) {
      const known = entries.get(type.name);
      if (known) return known;
      const entry: Entry = {
        type,
        table: table(type.name),
        fetcher: createFetcher({
          type,
          accountId,
          group: () => host.group(),
          maxObjects: () => host.limit("maxObjectsInGet"),
          received: (answer) => received(entry, answer),
        }),
      };
      entries.set(type.name, entry);
      keeper?.adopt(type.name, entry.table);
      return entry;
    },
  };
}
