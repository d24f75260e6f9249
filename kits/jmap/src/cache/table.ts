import type { JsonObject } from "@atrium/contract/types/wire";

/** What a mutation makes of a record before the server has answered; `null` when it destroys it. */
export type OptimisticChange = (record: JsonObject) => JsonObject | null;

/** One mutation's optimistic changes of one type, by id. They are replayed over whatever the server says meanwhile. */
export type Layer = ReadonlyMap<string, OptimisticChange>;

type Listener = () => void;

/** Whether a text has in it what stands for the id of a record that the server has yet to create: no id of a server does. */
export const isProvisional = (text: unknown): boolean => /#(\d+-){3}/.test(text as string);

/** Records what the server said, so that it outlives the window. */
export interface Recorder {
  /** The server's record changed, or is known not to exist. */
  wrote(id: string): void;
  /** These changed on the server and are not here; `null` when any may have. */
  missed(ids: readonly string[] | null): void;
}

/** The id under which a whole table announces any change. No record's id is empty (RFC 8620 §1.2). */
export const WHOLE = "";

/**
 * The records of one type in one account: what the server said, and over it what pending mutations show.
 * A record is `undefined` while it is not known and `null` when it does not exist. The same object until it changes.
 */
export class RecordTable {
  /** The state that all records here have at least (RFC 8620 §5.1); `undefined` before the first answer. */
  state: string | undefined;
  /** Every record of the type is meant to be here, so that created ones are fetched too. */
  isWhole = false;
  recorder: Recorder | undefined;

  readonly #server = new Map<string, JsonObject | null>();
  readonly #views = new Map<string, JsonObject | null>();
  readonly #layers = new Set<Layer>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #changed: (table: RecordTable, id: string) => void;

  /** @param changed is called for every record whose view changed; it calls `notify` when it is time. */
  constructor(changed: (table: RecordTable, id: string) => void) {
    this.#changed = changed;
  }

  get(id: string): JsonObject | null | undefined {
    const known = this.#views.get(id);
    if (known !== undefined) return known;
    const record = this.#server.get(id);
    if (record === undefined) return undefined;
    const view = this.#expected(id, record);
    this.#views.set(id, view);
    return view;
  }

  /** Whether the server's record is here in some part. */
  knows(id: string): boolean {
    return this.#server.get(id) != null;
  }

  /** The server's record, without what mutations show. */
  stored(id: string): JsonObject | null | undefined {
    return this.#server.get(id);
  }

  /** The ids of all records that are here and that the server has created. */
  ids(): string[] {
    return this.shown().flatMap(({ id }) => (isProvisional(id) ? [] : (id as string)));
  }

  /** All records that are here, also those that the server has yet to create, under provisional ids. */
  shown(): JsonObject[] {
    return [...this.#server.keys()].flatMap<JsonObject>((id) => this.get(id) ?? []);
  }

  /** Whether the server's record is here with all of these properties. */
  has(id: string, properties: readonly string[]): boolean {
    const record = this.#server.get(id);
    return record === null || (record !== undefined && properties.every((name) => name in record));
  }

  /** Takes what the server answered; properties that were not asked for stay. */
  merge(list: readonly JsonObject[]): void {
    for (const record of list) {
      const id = record["id"] as string;
      this.#server.set(id, { ...this.#server.get(id), ...record });
      this.recorder?.wrote(id);
      this.#touch(id);
    }
  }

  /** Takes what may be old, such as what was persisted from an earlier window: what is here counts more. Nothing is recorded. */
  restore(list: readonly JsonObject[]): void {
    for (const record of list) {
      const id = record["id"] as string;
      const known = this.#server.get(id);
      if (known === null) continue;
      this.#server.set(id, { ...record, ...known });
      this.#touch(id);
    }
  }

  /** Takes all records of the type as they were persisted from an earlier window. */
  restoreWhole(list: readonly JsonObject[]): void {
    this.restore(list);
    this.isWhole = true;
    this.#changed(this, WHOLE);
  }

  /** Writes what the server confirmed without sending the record back. */
  update(id: string, change: (record: JsonObject) => JsonObject): void {
    const record = this.#server.get(id);
    if (!record) return;
    this.#server.set(id, change(record));
    this.recorder?.wrote(id);
    this.#touch(id);
  }

  /** These do not exist (any more). */
  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#server.set(id, null);
      this.recorder?.wrote(id);
      this.#touch(id);
    }
  }

  addLayer(layer: Layer): void {
    this.#layers.add(layer);
    for (const id of layer.keys()) this.#touch(id);
  }

  /** The mutation is over, one way or the other: only what the server said counts. */
  removeLayer(layer: Layer): void {
    this.#layers.delete(layer);
    for (const id of layer.keys()) this.#touch(id);
  }

  subscribe(id: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  notify(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }

  #expected(id: string, record: JsonObject | null): JsonObject | null {
    let view = record;
    for (const layer of this.#layers) {
      const expectation = layer.get(id);
      if (view && expectation) view = expectation(view);
    }
    return view;
  }

  #touch(id: string): void {
    this.#views.delete(id);
    this.#changed(this, id);
  }
}
