import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject, QueryResponse } from "@atrium/contract/types/wire";
import { MethodFailed, Unreachable } from "../connection/errors.ts";
import { soon } from "../persistence/patience.ts";
import type { PersistedList } from "../persistence/store.ts";
import { OvertakenAnswers } from "./overtaken-answers.ts";
import type { QueryHost, RestoredList } from "./query-host.ts";
import type { QueryDefinition, QueryStatus, QueryView } from "./query.ts";
import { Window, type Range } from "./window.ts";

/** A page, with how many rows were asked for. */
type QueryPage = QueryResponse & { readonly limit: number };

const PAGE = 50;
/** Rows fetched beyond those in sight. */
const MARGIN = 25;
/** Rows that are persisted for the next window. */
const KEPT_ROWS = 100;
/** A list that counts later is counted when a user has looked at it for so long (milliseconds), and not while they type on. */
const COUNT_AFTER = 300;
/** When the list changed after that, its total is near enough for so long (milliseconds). */
const RECOUNT_AFTER = 3000;
/** More changes than this are dearer than the visible page. */
const MAX_CHANGES = 200;

/** A list of any length, of which only the pages that a user looked at are here. */
export class WindowedQuery<D extends TypeDescription = TypeDescription> {
  readonly definition: QueryDefinition<D>;
  readonly #host: QueryHost;
  readonly #window = new Window();
  readonly #listeners = new Set<() => void>();
  #view: QueryView | undefined;
  #status: QueryStatus = "idle";
  #error: unknown;
  #state: string | undefined;
  #canFollow = false;
  #isCounted = false;
  #isCountDue = false;
  #countTimer: ReturnType<typeof setTimeout> | undefined;
  #wanted: Range = { first: 0, last: PAGE - 1 };
  #work: Promise<void> | undefined;
  #isStale = false;
  #restoring: Promise<void> | undefined;
  #isRestored = false;
  readonly #overtaken: OvertakenAnswers;

  constructor(definition: QueryDefinition<D>, host: QueryHost) {
    this.definition = definition;
    this.#host = host;
    this.#overtaken = new OvertakenAnswers(definition.keeps, host, () => void this.#askAnew());
    const begun = host.begin?.();
    if (begun) this.#restoring = this.#begin(begun);
  }

  get isObserved(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    void this.#pump();
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): QueryView =>
    (this.#view ??= {
      status: this.#status,
      error: this.#error,
      length: this.#window.length,
      isCounted: this.#isCounted,
      idAt: (row) => this.#window.idAt(row),
      rowOf: (id) => this.#window.rowOf(id),
      ids: () => this.#window.ids,
    });

  /** Says which rows are in sight; those and some around them are fetched. */
  show(first: number, last: number): void {
    this.#wanted = {
      first: this.#window.positionOf(Math.max(0, first - MARGIN)),
      last: this.#window.positionOf(last + MARGIN),
    };
    void this.#pump();
  }

  /** The list may have changed. Followed at once while a user looks, else when a user looks again. */
  refresh(): Promise<void> {
    return this.#status === "idle" ? Promise.resolve() : this.#askAnew();
  }

  #askAnew(): Promise<void> {
    this.#isStale = true;
    return this.isObserved ? this.#pump() : Promise.resolve();
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#isStale = this.#status !== "idle";
    this.#error = undefined;
    void this.#pump();
  }

  /** These records changed: rows that left the list go, rows that came back return. */
  recordsChanged(ids: ReadonlySet<string>): void {
    let isChanged = false;
    for (const id of ids) if (this.#window.has(id)) isChanged = this.#judge(id) || isChanged;
    if (isChanged) this.#changed();
    this.#overtaken.look();
  }

  #judge(id: string): boolean {
    const record = this.#host.record(id);
    const isOut =
      record === null || (record !== undefined && this.definition.keeps?.(record) === false);
    return this.#window.hide(id, isOut);
  }

  /** Works until nothing is left to do; one request at a time, so that fast scrolling skips what it passed. */
  #pump(): Promise<void> {
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined;
    });
    return this.#work;
  }

  async #run(): Promise<void> {
    // What is asked for in this tick is known before the first request leaves.
    await Promise.resolve();
    while ((this.isObserved || this.#isStale) && !this.#overtaken.isWaiting) {
      try {
        if (!this.#isRestored) {
          this.#isRestored = true;
          await soon((this.#restoring ??= this.#restore()));
        } else if (this.#state === undefined) await this.#load(this.#first());
        else if (this.#isStale) await this.#follow();
        else {
          const gap = this.#window.gap(this.#wanted);
          if (gap) await this.#load(this.#page(gap));
          else if (this.#isCountDue) await this.#count();
          else return;
        }
      } catch (error) {
        // Without network what is persisted is worth waiting for.
        const isAlone = error instanceof Unreachable && this.#state === undefined;
        if (isAlone) await this.#restoring;
        // What is shown stays, and is followed as soon as the server is back.
        const comesBack = error instanceof Unreachable && this.#state !== undefined;
        if (!comesBack) this.#status = "failed";
        this.#error = error;
        this.#changed();
        return;
      }
    }
  }

  /** What an earlier window saw is shown as soon as it is here, and followed from there; unless the network was quicker. */
  async #restore(): Promise<void> {
    const kept = await this.#host.restore?.();
    if (kept && this.#state === undefined) await this.#begin(kept);
  }

  async #begin(kept: RestoredList): Promise<void> {
    this.#state = kept.state;
    this.#canFollow = kept.canFollow;
    this.#window.total = kept.total;
    this.#isCounted = true;
    this.#status = "ready";
    this.#isStale = true;
    this.#putBack(kept.ids);
    const all = await kept.rest?.();
    if (all && this.#state === kept.state) this.#putBack(all);
  }

  #putBack(ids: readonly string[]): void {
    this.#window.put(0, ids);
    for (const id of ids) this.#judge(id);
    this.#changed();
  }

  /** The start of the list as the server had it last. */
  snapshot(): PersistedList | undefined {
    if (this.#state === undefined || !this.#isCounted) return undefined;
    const ids = this.#window.prefix().slice(0, KEPT_ROWS);
    if (ids.length === 0 && this.#window.total > 0) return undefined;
    return { ids, total: this.#window.total, state: this.#state, canFollow: this.#canFollow };
  }

  #first(): Range {
    const { first, last } = this.#wanted;
    return { first, last: Math.max(last, first + PAGE - 1) };
  }

  #page({ first, last }: Range): Range {
    const end = this.#isCounted ? this.#window.total - 1 : Infinity;
    return { first, last: Math.max(last, Math.min(first + PAGE - 1, end)) };
  }

  async #load({ first, last }: Range): Promise<void> {
    if (this.#status !== "ready") {
      this.#status = "loading";
      this.#changed();
    }
    const limit = last - first + 1;
    // Deep pages are reached from a neighbour: the server does not have to count up to them.
    const anchor = first > 0 ? this.#window.idAtPosition(first - 1) : undefined;
    const answer = await this.#query(
      anchor === undefined ? { position: first, limit } : { anchor, anchorOffset: 1, limit },
    );
    if (!this.#hasMoved(answer)) this.#take(answer);
  }

  /** The list moved between two answers: what was known is followed first, then what is missing is looked at again. */
  #hasMoved({ queryState }: QueryResponse): boolean {
    const hasMoved = this.#state !== undefined && queryState !== this.#state;
    if (hasMoved) this.#isStale = true;
    return hasMoved;
  }

  async #count(): Promise<void> {
    const { result } = this.#host.group().call(`${this.definition.type.name}/query`, {
      ...this.#arguments(),
      limit: 0,
      calculateTotal: true,
    });
    const answer = await result.catch((error: unknown) => {
      if (error instanceof Unreachable) throw error;
      // The rows are right all the same.
      this.#isCountDue = false;
    });
    if (!answer) return;
    if (this.#hasMoved(answer)) return;
    this.#counted(answer.total ?? this.#window.total);
    this.#host.persist?.(this);
    this.#changed();
  }

  #countAfter(delay: number): void {
    this.#isCountDue = false;
    clearTimeout(this.#countTimer);
    this.#countTimer = setTimeout(() => {
      this.#isCountDue = true;
      void this.#pump();
    }, delay);
  }

  #counted(total: number): void {
    this.#window.total = total;
    this.#isCounted = true;
    this.#isCountDue = false;
    clearTimeout(this.#countTimer);
  }

  async #query(range: JsonObject & { readonly limit: number }): Promise<QueryPage> {
    const group = this.#host.group();
    const query = group.call(`${this.definition.type.name}/query`, {
      ...this.#arguments(),
      ...range,
      calculateTotal: this.definition.countsLater !== true,
    });
    const rows = this.#host.loadRows(group, query.ref("/ids"));
    // When the list itself fails, so do its rows; once is enough.
    rows.catch(() => undefined);
    try {
      const answer = await query.result;
      await rows;
      return { limit: range.limit, ...answer };
    } catch (error) {
      if (!(error instanceof MethodFailed && error.type === "anchorNotFound")) throw error;
      return this.#query({ position: this.#wanted.first, limit: PAGE });
    }
  }

  #take(answer: QueryPage): void {
    this.#state = answer.queryState;
    this.#canFollow = answer.canCalculateChanges;
    const end = answer.position + answer.ids.length;
    // A page that is not full ends the list, unless it lies beyond it.
    const isEnd = answer.ids.length < answer.limit && (answer.ids.length > 0 || end === 0);
    if (answer.total !== undefined) this.#counted(answer.total);
    else if (isEnd) this.#counted(end);
    else if (this.#isCounted) this.#window.total = Math.max(this.#window.total, end);
    else {
      this.#window.total = Math.max(this.#window.total, end + 1);
      this.#countAfter(COUNT_AFTER);
    }
    // A page without a row ends the list, whatever the total says; it would be asked for again and again.
    if (answer.ids.length === 0) this.#window.total = Math.min(this.#window.total, answer.position);
    this.#window.put(answer.position, answer.ids);
    for (const id of answer.ids) this.#judge(id);
    this.#status = "ready";
    this.#error = undefined;
    this.#host.persist?.(this);
    this.#changed();
  }

  async #follow(): Promise<void> {
    this.#isStale = false;
    try {
      if (this.#canFollow && this.#window.isPrefix) await this.#applyChanges();
      else await this.#reload();
    } catch (error) {
      if (
        error instanceof MethodFailed &&
        (error.type === "cannotCalculateChanges" || error.type === "tooManyChanges")
      )
        await this.#reload();
      else {
        this.#isStale = true;
        throw error;
      }
    }
  }

  /** RFC 8620 §5.6: removed ids go, added ones are spliced in, lowest index first. */
  async #applyChanges(): Promise<void> {
    const prefix = this.#window.prefix();
    const isWhole = prefix.length >= this.#window.total;
    const upToId = prefix.at(-1);
    const answer = await this.#host.group().call(`${this.definition.type.name}/queryChanges`, {
      ...this.#arguments(),
      sinceQueryState: this.#state,
      maxChanges: MAX_CHANGES,
      calculateTotal: true,
      ...(upToId !== undefined && !isWhole && { upToId }),
    }).result;
    const unknown = answer.added.filter(({ id }) => this.#host.record(id) == null);
    if (unknown.length > 0) {
      const group = this.#host.group();
      await this.#host.loadRows(
        group,
        unknown.map(({ id }) => id),
      );
    }
    const removed = new Set(answer.removed);
    const ids = prefix.filter((id) => !removed.has(id));
    for (const { id, index } of answer.added) {
      // Beyond what is known, a row is fetched when a user scrolls there.
      if (index <= ids.length) ids.splice(index, 0, id);
    }
    if (this.#overtaken.leaves(prefix, ids)) return;
    this.#counted(answer.total ?? ids.length);
    this.#window.setPrefix(ids.slice(0, this.#window.total));
    for (const id of ids) this.#judge(id);
    this.#state = answer.newQueryState;
    this.#status = "ready";
    this.#error = undefined;
    this.#host.persist?.(this);
    this.#changed();
  }

  async #reload(): Promise<void> {
    const { first, last } = this.#first();
    const answer = await this.#query({ position: first, limit: last - first + 1 });
    if (this.#overtaken.leaves(this.#window.ids, answer.ids)) return;
    // The total as it was, without what mutations have taken out since.
    const { length } = this.#window;
    this.#window.clear();
    this.#window.total = length;
    if (this.#isCounted) this.#countAfter(RECOUNT_AFTER);
    this.#take(answer);
  }

  #arguments(): JsonObject {
    const { filter, sort, args } = this.definition;
    return { accountId: this.#host.accountId, filter, sort, ...args };
  }

  #changed(): void {
    this.#view = undefined;
    for (const listener of this.#listeners) listener();
  }
}
