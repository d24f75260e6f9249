import type { JsonObject } from "@atrium/contract/types/wire";
import type { Notifier } from "../cache/notifier.ts";
import type { RecordTable } from "../cache/table.ts";
import type { PreloadedAccount } from "./preload.ts";
import type { PersistedList, PersistedType, Store, TypeChange } from "./store.ts";

/** Milliseconds in which changes gather before they are written. */
const GATHERING = 400;

/** What is recorded of a list when it is time. */
export interface PersistableList {
  snapshot(): PersistedList | undefined;
}

/** Carries one account's records between its tables and what the browser persists. */
export interface AccountPersistence {
  /** Resolves when it is known which types are persisted; at once when there are none. */
  readonly loaded: Promise<void>;
  /** Gives a new table what is persisted of its type. From then on its changes are recorded. */
  adopt(type: string, table: RecordTable): void;
  /** Brings records that are persisted into the table, as far as they are not older than what is there. */
  load(type: string, table: RecordTable, ids: readonly string[]): Promise<void>;
  list(key: string): Promise<PersistedList | undefined>;
  /**
   * A list begins to be shown. Answers the one that was read before the program was there, its records in the tables;
   * `undefined` for any other.
   */
  begin(key: string): PersistedList | undefined;
  listChanged(key: string, list: PersistableList): void;
  /** Writes what has gathered. */
  flush(): Promise<void>;
}

const NONE: ReadonlySet<string> = new Set();

interface PersistedTable {
  readonly table: RecordTable;
  readonly dirty: Set<string>;
  /** Records that changed on the server since `from` and are not in the table; `null` for any. */
  drops: Set<string> | null;
  /** Those that are being written just now. */
  dropping: ReadonlySet<string> | null;
  /** The state at which table and store were last in step. */
  from: string | undefined;
  /** How often another window's state stood in the way. */
  refused: number;
}

export interface AccountPersistenceOptions {
  readonly accountId: string;
  readonly store: Store;
  /** What was read before the program was there. */
  readonly ahead?: PreloadedAccount | undefined;
  /** Says that a list is shown, and asks whether it is the window's first, with which the next one begins. */
  readonly claimFirst: (key: string) => boolean;
  /** Whether anything can have been persisted before; otherwise nothing is read. */
  readonly isWarm: boolean;
  readonly notifier: Notifier;
  /** Called when what was persisted came into a table, and may be old. */
  readonly arrived: () => void;
}

export function createAccountPersistence(options: AccountPersistenceOptions): AccountPersistence {
  const { accountId, store, ahead, claimFirst, isWarm, notifier, arrived } = options;
  const types = new Map<string, PersistedTable>();
  const lists = new Map<string, PersistableList>();
  let found: ReadonlyMap<string, PersistedType> = ahead?.types ?? new Map();
  /** The window's first list, if it is this account's. */
  let first: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  function soon(): void {
    timer ??= setTimeout(() => void flush(), GATHERING);
  }

  function give(name: string, kept: PersistedTable): boolean {
    const known = found.get(name);
    const { table } = kept;
    // What the network said first counts.
    if (!known || table.state !== undefined) return false;
    table.state = known.state;
    kept.from = known.state;
    if (known.whole) table.restoreWhole(known.whole);
    else table.restore(ahead?.first?.records.get(name) ?? []);
    return true;
  }

  async function readTypes(): Promise<void> {
    found = await store.types(accountId);
    const given = notifier.together(() => [...types].map(([name, kept]) => give(name, kept)));
    if (given.includes(true)) arrived();
  }

  function changeOf(name: string, kept: PersistedTable): TypeChange | undefined {
    const { table, dirty, drops, from } = kept;
    const { state } = table;
    if (state === undefined || (dirty.size === 0 && drops?.size === 0 && from === state))
      return undefined;
    const isTakeover = kept.refused > 1;
    const changed = isTakeover ? table.ids() : [...dirty];
    const gone = [...dirty].filter((id) => table.stored(id) === null);
    return {
      type: name,
      from,
      state,
      whole: table.isWhole ? records(table, table.ids()) : null,
      puts: table.isWhole ? [] : records(table, changed),
      drops: drops && [...drops, ...gone],
      isTakeover,
    };
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const changes = [...types].flatMap(([name, kept]) => changeOf(name, kept) ?? []);
    const snapshots = new Map<string, PersistedList>();
    for (const [key, list] of lists) {
      const snapshot = list.snapshot();
      if (snapshot) snapshots.set(key, snapshot);
    }
    lists.clear();
    if (changes.length === 0 && snapshots.size === 0) return;
    const before = changes.map(({ type }) => {
      const kept = types.get(type)!;
      const dirty = [...kept.dirty];
      kept.dirty.clear();
      kept.dropping = kept.drops;
      kept.drops = new Set();
      return dirty;
    });
    const left = await store.write(accountId, changes, snapshots, first);
    for (const [at, { type, state }] of changes.entries()) {
      const kept = types.get(type)!;
      const { dropping } = kept;
      kept.dropping = NONE;
      if (!left.has(type)) {
        kept.from = state;
        kept.refused = 0;
        continue;
      }
      kept.refused += 1;
      for (const id of before[at]!) kept.dirty.add(id);
      if (dropping === null) kept.drops = null;
      else for (const id of dropping) kept.drops?.add(id);
      soon();
    }
  }

  return {
    loaded: isWarm && !ahead ? readTypes() : Promise.resolve(),
    adopt(name, table) {
      const kept: PersistedTable = {
        table,
        dirty: new Set(),
        drops: new Set(),
        dropping: NONE,
        from: undefined,
        refused: 0,
      };
      types.set(name, kept);
      table.recorder = {
        wrote(id) {
          kept.dirty.add(id);
          soon();
        },
        missed(ids) {
          if (ids === null) kept.drops = null;
          else for (const id of ids) kept.drops?.add(id);
          soon();
        },
      };
      if (notifier.together(() => give(name, kept))) arrived();
    },
    async load(name, table, ids) {
      const kept = types.get(name);
      if (!isWarm || !kept || ids.length === 0) return;
      const { state, list } = await store.records(accountId, name, ids);
      if (state === undefined || (state !== table.state && state !== kept.from)) return;
      // Since `from`, the ones in `drops` and those that came here are newer than what was persisted.
      const isNewer = (id: string): boolean =>
        [kept.drops, kept.dropping].some((drops) => drops === null || drops.has(id));
      notifier.together(() =>
        table.restore(
          state === table.state ? list : list.filter(({ id }) => !isNewer(id as string)),
        ),
      );
    },
    list: (key) => (isWarm ? store.list(accountId, key) : Promise.resolve(undefined)),
    begin(key) {
      if (claimFirst(key)) first = key;
      return ahead?.first?.key === key ? ahead.first.list : undefined;
    },
    listChanged(key, list) {
      lists.set(key, list);
      soon();
    },
    flush,
  };
}

function records(table: RecordTable, ids: readonly string[]): JsonObject[] {
  return ids.flatMap<JsonObject>((id) => table.stored(id) ?? []);
}
