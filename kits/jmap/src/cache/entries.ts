import type { TypeDescription } from "@atrium/contract/types/define";
import type { GetResponse, JsonObject } from "@atrium/contract/types/wire";
import type { StandardCallGroup } from "../connection/batch.ts";
import type { AccountPersistence } from "../persistence/account-persistence.ts";
import { createFetcher, type Fetcher } from "./fetch.ts";
import type { Notifier } from "./notifier.ts";
import { RecordTable } from "./table.ts";

/** What an account needs of the client. */
export interface AccountHost {
  group(): StandardCallGroup;
  limit(name: "maxObjectsInGet" | "maxObjectsInSet"): number;
  readonly notifier: Notifier;
  /** Where records of an account are persisted beyond this window; `undefined` when nothing may be. */
  persistence?(accountId: string, arrived: () => void): AccountPersistence | undefined;
}

/** One type in one account. */
export interface Entry {
  readonly type: TypeDescription;
  readonly table: RecordTable;
  readonly fetcher: Fetcher;
  /** Records that may be older than the table's state, by id. What changed is followed until there are none. */
  readonly doubts: Map<string, Doubt>;
  /** The state that a push named before the first answer was here. */
  pushedState: string | undefined;
}

/** What is known of a record that may be older than its table's state. */
export interface Doubt {
  /** The state at which the server said it; `undefined` when that is not known. */
  readonly state: string | undefined;
  readonly record: JsonObject;
}

/** The types of an account that a user asked for. */
export interface Entries extends Iterable<Entry> {
  readonly accountId: string;
  readonly host: AccountHost;
  readonly persistence: AccountPersistence | undefined;
  of(type: TypeDescription): Entry;
  /** The records of a type by its name, also before anybody here asked for it. */
  table(name: string): RecordTable;
  byName(name: string): Entry | undefined;
  /** Takes records that the server answered. */
  received(entry: Entry, answer: GetResponse): void;
  /** The records of a type came at a state for the first time: it may be older than what a push has named meanwhile. */
  begun(entry: Entry, state: string): void;
  /** Asks soon what changed since the states that are known. */
  behind(): void;
}

/** @param behind is called when an answer is of another state than the records that are here. */
export function createEntries(accountId: string, host: AccountHost, behind: () => void): Entries {
  const entries = new Map<string, Entry>();
  const { notifier } = host;
  // What was persisted may be old: it is shown, and what changed since is asked for.
  const persistence = host.persistence?.(accountId, () => queueMicrotask(behind));

  const tables = new Map<string, RecordTable>();
  function table(name: string): RecordTable {
    const known = tables.get(name);
    if (known) return known;
    const made = new RecordTable((table, id) => notifier.changed(table, id));
    tables.set(name, made);
    return made;
  }

  function received(entry: Entry, answer: GetResponse): void {
    const { table } = entry;
    const isOfState = table.state === undefined || table.state === answer.state;
    notifier.together(() => {
      if (isOfState) table.merge(answer.list);
      else for (const record of answer.list) takeOther(entry, record, answer.state);
      table.remove(answer.notFound);
    });
    if (table.state === undefined) begun(entry, answer.state);
    if (!isOfState) queueMicrotask(behind);
  }

  function begun(entry: Entry, state: string): void {
    entry.table.state = state;
    if (entry.pushedState !== undefined && entry.pushedState !== state) queueMicrotask(behind);
  }

  return {
    accountId,
    host,
    persistence,
    received,
    begun,
    behind: () => queueMicrotask(behind),
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
        doubts: new Map(),
        pushedState: undefined,
      };
      entries.set(type.name, entry);
      if (type.persist !== false) persistence?.adopt(type.name, entry.table);
      return entry;
    },
  };
}

/** What of a type's records can change. */
export function mutable({ type }: Entry): string[] {
  return Object.entries(type.properties)
    .filter(([, property]) => property.immutable !== true)
    .map(([name]) => name);
}

/** This record may be older than the table's state. */
export function doubt({ doubts }: Entry, id: string, { state, record }: Doubt): void {
  const before = doubts.get(id);
  doubts.set(id, {
    state: before === undefined || before.state === state ? state : undefined,
    record: { ...before?.record, ...record },
  });
}

/**
 * Takes a record of another state than the table's. States do not say which of the two is older: what is here counts,
 * and what is not here is in doubt as far as it can change.
 */
function takeOther(entry: Entry, record: JsonObject, state: string): void {
  const { table } = entry;
  const id = record["id"] as string;
  const known = table.stored(id);
  if (known && mutable(entry).every((name) => name in known || !(name in record)))
    table.merge([{ ...record, ...known }]);
  else {
    doubt(entry, id, { state, record });
    table.restore([record]);
  }
}
