import type { CreateOf, RecordOf, TypeDescription } from "@atrium/contract/types/define";
import type { DefaultPropertyOf, PageOf, PartOf, PropertyOf } from "@atrium/contract/types/methods";
import { Unreachable } from "../connection/errors.ts";
import type { AccountPersistence } from "../persistence/account-persistence.ts";
import { LONG_PATIENCE, soon } from "../persistence/patience.ts";
import type { PersistedList } from "../persistence/store.ts";
import type { QueryDefinition, RowStep } from "../query/query.ts";
import type { QueryHost, RestoredList } from "../query/query-host.ts";
import { WindowedQuery } from "../query/windowed-query.ts";
import type { Mutation, OptimisticType } from "./mutation.ts";
import { createEntries, type AccountHost, type Entries } from "./entries.ts";
import type { Want } from "./fetch.ts";
import { follow, getWhole } from "./follow.ts";
import { Outbox, type MutationMessage, type OutboxHost } from "./outbox.ts";
import { loadRows, recordsOfRows, restoreRows, wholeRows } from "./rows.ts";
import { WHOLE, type RecordTable } from "./table.ts";

/** Queries that nobody looks at are persisted for the way back, but not for ever. */
const KEPT_QUERIES = 24;

/** Rows that come back first: what one sees, each with its conversation's messages. */
const SCREENFUL = 25;

/** The records and lists of one account, kept in step with the server. */
export class Account {
  readonly id: string;
  readonly #entries: Entries;
  readonly #host: AccountHost;
  readonly #queries = new Map<string, WindowedQuery>();
  readonly #wholes = new Map<string, Promise<void>>();
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #outbox: Outbox;
  /** Types that are wanted whole and could not be got. */
  readonly #missing = new Set<TypeDescription>();
  /** What changed could not be asked for. */
  #isBehind = false;
  readonly #againListeners = new Set<() => void>();
  /** Pushes came that nothing has followed yet. */
  #missed = false;

  constructor(
    id: string,
    host: AccountHost,
    mutations: Pick<OutboxHost, "changed" | "refused" | "persisted" | "windows">,
  ) {
    this.id = id;
    this.#host = host;
    this.#entries = createEntries(id, host, () => void this.sync().catch(() => undefined));
    this.#outbox = new Outbox(this.#entries, {
      persisted: mutations.persisted,
      windows: mutations.windows,
      refused: (mutation, error) => mutations.refused(mutation, error),
      catchUp: (arrived) => this.#exclusiveSync(arrived),
      changed: () => {
        if (this.#missed && !this.#outbox.isBusy) this.sync().catch(() => undefined);
        mutations.changed();
      },
    });
    host.notifier.before((table, ids) => {
      for (const query of this.#queries.values())
        if (this.#entries.of(query.definition.type).table === table) query.recordsChanged(ids);
    });
  }

  /** The record as it is known: `undefined` not yet, `null` when it does not exist. */
  get<D extends TypeDescription>(type: D, id: string): RecordOf<D> | null | undefined {
    return this.#entries.of(type).table.get(id) as RecordOf<D> | null | undefined;
  }

  /** Every known record of a type; all there are after `fetchAll`. */
  all<D extends TypeDescription>(type: D): RecordOf<D>[] {
    const { table } = this.#entries.of(type);
    return table.ids().map((id) => table.get(id) as RecordOf<D>);
  }

  /** What people see of a type: also records that the server has yet to create, under ids that it does not know. */
  shown<D extends TypeDescription>(type: D): RecordOf<D>[] {
    return this.#entries.of(type).table.shown() as RecordOf<D>[];
  }

  subscribe(type: TypeDescription, id: string, listener: () => void): () => void {
    return this.#entries.of(type).table.subscribe(id, listener);
  }

  /** Whether the record is here with all of these properties (or known not to exist). */
  has(type: TypeDescription, id: string, want: Want): boolean {
    return this.#entries.of(type).table.has(id, want.properties);
  }

  /** Gets those records that are not here yet with what is wanted. */
  async fetch(type: TypeDescription, ids: readonly string[], want: Want): Promise<void> {
    let missing = ids.filter((id) => !this.has(type, id, want));
    const { persistence } = this.#entries;
    if (missing.length > 0 && persistence) {
      const { table } = this.#entries.of(type);
      await soon(persistence.load(type.name, table, missing));
      missing = missing.filter((id) => !this.has(type, id, want));
    }
    if (missing.length === 0) return;
    try {
      await this.#entries.of(type).fetcher.fetch(missing, want);
    } catch (error) {
      if (!(error instanceof Unreachable) || !persistence) throw error;
      const { table } = this.#entries.of(type);
      await soon(persistence.load(type.name, table, missing), LONG_PATIENCE);
      if (!missing.every((id) => this.has(type, id, want))) throw error;
    }
  }

  /** Gets every record of a small type and keeps it whole from then on. Who asks meanwhile waits for the same answer. */
  fetchAll(type: TypeDescription): Promise<void> {
    const flying = this.#wholes.get(type.name);
    if (flying) return flying;
    const flight = this.#getAll(type).finally(() => this.#wholes.delete(type.name));
    this.#wholes.set(type.name, flight);
    return flight;
  }

  async #getAll(type: TypeDescription): Promise<void> {
    this.#missing.add(type);
    const entry = this.#entries.of(type);
    const wasWhole = entry.table.isWhole;
    if (this.#entries.persistence) await soon(this.#entries.persistence.loaded);
    // What was persisted is followed instead.
    if (wasWhole || !entry.table.isWhole)
      await getWhole(this.#entries, entry).catch(async (error: unknown) => {
        if (error instanceof Unreachable)
          await soon(this.#entries.persistence?.loaded ?? Promise.resolve(), LONG_PATIENCE);
        if (!entry.table.isWhole) throw error;
      });
    this.#missing.delete(type);
  }

  /** Called when records of a whole type came, changed or went. */
  subscribeAll(type: TypeDescription, listener: () => void): () => void {
    return this.#entries.of(type).table.subscribe(WHOLE, listener);
  }

  isWhole(type: TypeDescription): boolean {
    return this.#entries.of(type).table.isWhole;
  }

  /** Records as the server has them now, in the order asked for, in one request. They are not followed. */
  async find<D extends TypeDescription, Property extends PropertyOf<D> = DefaultPropertyOf<D>>(
    type: D,
    { properties, ...page }: PageOf<D> & { readonly properties?: readonly Property[] },
  ): Promise<readonly PartOf<D, Property>[]> {
    const group = this.#host.group();
    const accountId = this.id;
    const query = group.call(`${type.name}/query`, { accountId, ...page });
    const got = group.call(`${type.name}/get`, {
      accountId,
      "#ids": query.ref("/ids"),
      properties,
    });
    const [{ ids }, { list }] = await Promise.all([query.result, got.result]);
    // `/get` answers in any order (RFC 8620 §5.1).
    const found = new Map(list.map((record) => [record["id"], record]));
    return ids.flatMap((id) => found.get(id) ?? []) as unknown as readonly PartOf<D, Property>[];
  }

  /** The list of this definition, shared by all who ask for it. */
  query<D extends TypeDescription>(definition: QueryDefinition<D>): WindowedQuery<D> {
    const { type, filter, sort, args, rows } = definition;
    const key = JSON.stringify([type.name, filter, sort, args, rows.map((row) => row.properties)]);
    const query =
      (this.#queries.get(key) as WindowedQuery<D> | undefined) ??
      new WindowedQuery(definition, {
        accountId: this.id,
        group: () => this.#host.group(),
        record: (id) => this.#entries.of(type).table.get(id),
        stored: (id) => this.#entries.of(type).table.stored(id),
        loadRows: (group, ids) => loadRows(this.#entries, group, rows, ids),
        ...(this.#entries.persistence &&
          type.persist !== false &&
          persisting(this.#entries, this.#entries.persistence, this.#outbox, key, rows)),
      });
    // The one used last stands last.
    this.#queries.delete(key);
    this.#queries.set(key, query);
    for (const [old, { isObserved }] of this.#queries) {
      if (this.#queries.size <= KEPT_QUERIES) break;
      if (!isObserved && old !== key) this.#queries.delete(old);
    }
    return query;
  }

  /**
   * Does something at once here and then on the server, in the order of the calls.
   * Rejects when it was refused (`SetRefused`) or could not be sent; what was shown is then taken back.
   * One with `persist` is not taken back for want of network or of a session: it is sent later.
   */
  mutate(mutation: Mutation): Promise<void> {
    return this.#outbox.add(mutation);
  }

  /**
   * Creates a record of a small type: shown at once, answered as the server has it. Rejects with `SetRefused`, or as any
   * call does; it is never sent twice, and not persisted for want of network.
   */
  async create<D extends OptimisticType>(type: D, record: CreateOf<D>): Promise<RecordOf<D>> {
    const { create } = await import("./create.ts");
    return create(this, this.#entries, this.#outbox, type, record);
  }

  /** Mutations that are shown and that the server has not confirmed. */
  get pending(): number {
    return this.#outbox.pending;
  }

  /** Another window broadcasts a mutation in this account. */
  receive(message: MutationMessage): void {
    this.#outbox.receive(message);
  }

  /** The server may be there again: what is pending is sent, what failed is asked for again. */
  tryAgain(): void {
    this.#outbox.resume();
    for (const query of this.#queries.values())
      if (query.isObserved && query.view().error !== undefined) query.retry();
    for (const type of this.#missing) this.fetchAll(type).catch(() => undefined);
    if (this.#isBehind) this.sync().catch(() => undefined);
    for (const listener of this.#againListeners) listener();
  }

  /** Called when asking again for what could not be read is worthwhile, until the answer is called. */
  onTryAgain(listener: () => void): () => void {
    this.#againListeners.add(listener);
    return () => this.#againListeners.delete(listener);
  }

  /** A push named new states: asks for what is not known yet. */
  stateChanged(states: Readonly<Record<string, string>>): void {
    let isNews = false;
    for (const [name, state] of Object.entries(states)) {
      const entry = this.#entries.byName(name);
      // Its first answer is on its way, and may have been made before.
      if (entry && entry.table.state === undefined) entry.pushedState = state;
      else if (entry && entry.table.state !== state) isNews = true;
    }
    if (!isNews) return;
    // It may well be the push of the mutation under way, which asks by itself as soon as it is answered.
    if (this.#outbox.isBusy) this.#missed = true;
    else this.sync().catch(() => undefined);
  }

  /** Asks what changed since the known states and follows it, records and lists in one request. */
  sync(): Promise<void> {
    if (!this.#syncing) return this.#startSync(() => undefined);
    // The one under way may have asked before the latest change.
    this.#next ??= this.#syncing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.sync();
      });
    return this.#next;
  }

  async #exclusiveSync(arrived: (table: RecordTable) => void): Promise<void> {
    while (this.#syncing) await this.#syncing.catch(() => undefined);
    await this.#startSync(arrived);
  }

  #startSync(arrived: (table: RecordTable) => void): Promise<void> {
    this.#missed = false;
    this.#syncing = this.#sync(arrived).finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  }

  async #sync(arrived: (table: RecordTable) => void): Promise<void> {
    this.#isBehind = true;
    const entries = [...this.#entries].filter(({ table }) => table.state !== undefined);
    await Promise.all([
      ...entries.map((entry) => follow(this.#entries, entry, arrived)),
      ...[...this.#queries.values()].map((query) => query.refresh()),
    ]);
    this.#isBehind = false;
  }
}

/** How a list comes back in the next window. */
function persisting(
  entries: Entries,
  persistence: AccountPersistence,
  outbox: Pick<Outbox, "loaded">,
  key: string,
  rows: readonly RowStep[],
): Required<Pick<QueryHost, "begin" | "restore" | "persist">> {
  /** The list, of which these rows are whole. */
  function of(persisted: PersistedList, ids: readonly string[]): RestoredList | undefined {
    if (ids.length === 0 && persisted.total > 0) return undefined;
    const isWhole = ids.length < SCREENFUL || ids.length === persisted.ids.length;
    return {
      ...persisted,
      ids,
      ...(!isWhole && {
        rest: () => soon(restoreRows(entries, rows, persisted.ids), LONG_PATIENCE),
      }),
    };
  }
  async function restore(): Promise<RestoredList | undefined> {
    const loaded = [persistence.loaded, outbox.loaded];
    const [persisted] = await Promise.all([persistence.list(key), ...loaded]);
    return (
      persisted &&
      of(persisted, await restoreRows(entries, rows, persisted.ids.slice(0, SCREENFUL)))
    );
  }
  return {
    begin() {
      const persisted = persistence.begin(key);
      return (
        persisted && of(persisted, wholeRows(entries, rows, persisted.ids.slice(0, SCREENFUL)))
      );
    },
    restore: () => soon(restore(), LONG_PATIENCE),
    persist: (list) =>
      persistence.listChanged(key, {
        snapshot() {
          const persisted = list.snapshot();
          if (!persisted) return undefined;
          const needs = recordsOfRows(entries, rows, persisted.ids.slice(0, SCREENFUL));
          return needs ? { ...persisted, needs } : persisted;
        },
      }),
  };
}
