import type { JsonObject } from "@atrium/contract/types/wire";
import type { QueryView } from "./query.ts";
import { SplitSearch, sum } from "./split.ts";
import type { Range } from "./window.ts";

/** A list as it is looked at: the query of one account, or several of them as one. */
export interface ListQuery {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => QueryView;
  /** Says which rows are in sight. */
  show(first: number, last: number): void;
  /** Tries again after a failure. */
  retry(): void;
}

/** One account's share of a merged list. */
export interface MergedPart {
  readonly accountId: string;
  readonly query: ListQuery;
  readonly record: (id: string) => JsonObject | null | undefined;
}

/** Rows further than this from what is known are found by search instead of by going there. */
const NEAR = 400;

/** So many rows to either side of the split are known at most: they are merged again with every change. */
const REACH = 1500;

interface Row {
  readonly part: number;
  /** In the list of its part. */
  readonly row: number;
  readonly id: string;
}

/** The stretch of the merged list that is known. */
interface Region {
  /** What it was made from. */
  readonly split: readonly number[];
  readonly start: number;
  readonly rows: readonly Row[];
  readonly rowOf: ReadonlyMap<string, number>;
  /** How far each part is known to belong before the stretch, and up to its end. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Several accounts' lists as one, in the order of `compare`; those who compare equal stand in the order of the parts.
 * A row's id is that of its part's row with the account before it (`rowKey`).
 *
 * A row is only named when it is certain which one it is, and that takes every part's row at that point. So the merge
 * starts at a split: positions of the parts before which lies exactly what comes first. At the top the split is zero
 * everywhere, and to show n rows the parts fetch n rows in all and at most a page each beyond them. Who drags the scroll
 * bar far down does not fetch what lies between: the split there is searched for (`SplitSearch`), which costs about
 * 2·log₂(length ÷ page) pages of each part, in as many requests one after the other; 100,000 rows are about twenty.
 */
export class MergedQuery implements ListQuery {
  readonly parts: readonly MergedPart[];
  readonly #compare: (one: JsonObject, other: JsonObject) => number;
  readonly #listeners = new Set<() => void>();
  #stops: (() => void)[] = [];
  #view: QueryView | undefined;
  #region: Region | undefined;
  #split: readonly number[];
  #search: SplitSearch | undefined;
  #wanted: Range = { first: 0, last: 0 };

  constructor(
    parts: readonly MergedPart[],
    compare: (one: JsonObject, other: JsonObject) => number,
  ) {
    this.parts = parts;
    this.#compare = compare;
    this.#split = parts.map(() => 0);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#forget();
      this.#stops = this.parts.map(({ query }) => query.subscribe(this.#changed));
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      for (const stop of this.#stops) stop();
      this.#stops = [];
    };
  };

  readonly view = (): QueryView => (this.#view ??= this.#look());

  show(first: number, last: number): void {
    this.#wanted = { first: Math.max(0, first), last: Math.max(0, last) };
    const before = this.#region;
    this.#plan();
    if (before !== undefined && this.#region !== before) this.#emit();
  }

  retry(): void {
    for (const { query } of this.parts) if (query.view().error !== undefined) query.retry();
  }

  /**
   * Where the parts are cut so that `row` rows lie before.
   * @param read gets a row of a part that is not here; what it does not find is taken for the end.
   */
  async cutsAt(
    row: number,
    read: (part: number, row: number) => Promise<JsonObject | undefined>,
  ): Promise<readonly number[]> {
    const search = new SplitSearch(this.#lengths(), row);
    while (!search.cuts) {
      const found = await Promise.all(
        search.probes.map(async (probe, part) =>
          probe === undefined ? undefined : (this.#recordAt(part, probe) ?? read(part, probe)),
        ),
      );
      search.narrow((one, other) => this.#isBefore(found[one], one, found[other], other));
    }
    return search.cuts;
  }

  readonly #changed = (): void => {
    this.#forget();
    this.#plan();
    this.#emit();
  };

  #emit(): void {
    this.#view = undefined;
    for (const listener of this.#listeners) listener();
  }

  #forget(): void {
    this.#view = undefined;
    this.#region = undefined;
  }

  #look(): QueryView {
    const views = this.parts.map(({ query }) => query.view());
    const error = views.find((one) => one.error !== undefined)?.error;
    const region = (this.#region ??= this.#merge());
    const isFailed = views.some(({ status }) => status === "failed");
    const isReady = views.every(({ status }) => status === "ready" || status === "failed");
    return {
      status: !isReady ? "loading" : isFailed ? "failed" : "ready",
      error,
      length: sum(this.#lengths()),
      isCounted: views.every(({ isCounted }) => isCounted),
      idAt: (row) => region.rows[row - region.start]?.id,
      rowOf: (id) => region.rowOf.get(id) ?? -1,
      ids: () => region.rowOf.keys(),
    };
  }

  #lengths(): number[] {
    return this.parts.map(({ query }) => query.view().length);
  }

  #recordAt(part: number, row: number): JsonObject | undefined {
    const { query, record } = this.parts[part]!;
    const id = query.view().idAt(row);
    return id === undefined ? undefined : (record(id) ?? undefined);
  }

  /** What is not there stands behind everything. */
  #isBefore(
    one: JsonObject | undefined,
    part: number,
    other: JsonObject | undefined,
    otherPart: number,
  ): boolean {
    if (one === undefined || other === undefined) return one !== undefined;
    const order = this.#compare(one, other);
    return order === 0 ? part < otherPart : order < 0;
  }

  /** Goes from the split in both directions as far as every part knows its next row. */
  #merge(): Region {
    const lengths = this.#lengths();
    // Before a part has said anything, any row may turn out to stand above those that are here.
    const isUnheard = this.parts.some(({ query }) => {
      const { status, length } = query.view();
      return length === 0 && (status === "idle" || status === "loading");
    });
    if (isUnheard || !this.#mend(lengths))
      return regionOf(this.#split, [], this.#split, this.#split);
    const after: Row[] = [];
    const to = this.#walk(lengths, 1, after);
    const before: Row[] = [];
    const from = this.#walk(lengths, -1, before);
    return regionOf(this.#split, [...before.reverse(), ...after], from, to);
  }

  /** One step after the other: the first of what is left, or upwards the last. Answers where each part was left. */
  #walk(lengths: readonly number[], step: 1 | -1, found: Row[]): number[] {
    const at = [...this.#split];
    const isOver = (part: number): boolean =>
      step > 0 ? at[part]! >= lengths[part]! : at[part] === 0;
    const next = (part: number): number => (step > 0 ? at[part]! : at[part]! - 1);
    const heads = at.map((_, part) =>
      isOver(part) ? undefined : this.#recordAt(part, next(part)),
    );
    while (found.length < REACH) {
      let best = -1;
      for (const [part, head] of heads.entries()) {
        if (isOver(part)) continue;
        if (head === undefined) return at;
        if (best < 0 || this.#isBefore(head, part, heads[best], best) === step > 0) best = part;
      }
      if (best < 0) return at;
      const row = next(best);
      const { accountId, query } = this.parts[best]!;
      found.push({ part: best, row, id: rowKey(accountId, query.view().idAt(row)!) });
      at[best] = at[best]! + step;
      heads[best] = isOver(best) ? undefined : this.#recordAt(best, next(best));
    }
    return at;
  }

  /**
   * Moves a split that changes in the lists have put out of order, row by row, keeping how many lie before it.
   * Answers whether it is one; rows around it may not be here.
   */
  #mend(lengths: readonly number[]): boolean {
    const at = [...this.#split];
    for (const [part, length] of lengths.entries()) at[part] = Math.min(at[part]!, length);
    if (sum(at) === 0) {
      this.#split = at;
      return true;
    }
    for (let step = 0; step < NEAR; step += 1) {
      let last = -1;
      let first = -1;
      for (const [part, position] of at.entries()) {
        const above = position > 0 ? this.#recordAt(part, position - 1) : undefined;
        const below = position < lengths[part]! ? this.#recordAt(part, position) : undefined;
        if (position > 0 && above === undefined) return false;
        if (position < lengths[part]! && below === undefined) return false;
        if (
          above &&
          (last < 0 || this.#isBefore(this.#recordAt(last, at[last]! - 1), last, above, part))
        )
          last = part;
        if (
          below &&
          (first < 0 || this.#isBefore(below, part, this.#recordAt(first, at[first]!), first))
        )
          first = part;
      }
      const isRight =
        last < 0 ||
        first < 0 ||
        last === first ||
        this.#isBefore(
          this.#recordAt(last, at[last]! - 1),
          last,
          this.#recordAt(first, at[first]!),
          first,
        );
      if (isRight) {
        this.#split = at;
        return true;
      }
      at[last] = at[last]! - 1;
      at[first] = at[first]! + 1;
    }
    return false;
  }

  /** Asks the parts for what is missing of the rows in sight. */
  #plan(): void {
    const lengths = this.#lengths();
    const total = sum(lengths);
    const first = Math.min(this.#wanted.first, Math.max(0, total - 1));
    const last = Math.min(Math.max(this.#wanted.last, first), total - 1);
    let region = (this.#region ??= this.#merge());
    // The split has gone along with what is in sight, and reaches further.
    if (!covers(region, first, last) && region.split !== this.#split)
      region = this.#region = this.#merge();
    if (covers(region, first, last)) {
      this.#search = undefined;
      this.#keep(region, first, last);
      return;
    }
    if (this.#search) {
      this.#seek(first, lengths);
      return;
    }
    const isAtHand =
      region.rows.length > 0 && first <= endOf(region) + NEAR && last >= region.start - NEAR;
    if (!isAtHand) {
      if (first > NEAR) {
        this.#seek(first, lengths);
        return;
      }
      this.#split = this.parts.map(() => 0);
      region = this.#region = this.#merge();
    }
    this.#extend(region, first, last);
  }

  /** Keeps what is in sight, and what lies at its edges, in the windows of the parts. */
  #keep(region: Region, first: number, last: number): void {
    const from = cutsIn(region, first);
    const to = cutsIn(region, last + 1);
    for (const [part, { query }] of this.parts.entries())
      query.show(Math.max(0, from[part]! - 1), to[part]!);
    // At the top the split is that of the start, which is always right.
    if (sum(this.#split) > 0 || first > NEAR) this.#split = from;
  }

  #extend(region: Region, first: number, last: number): void {
    const down = Math.max(0, last - endOf(region));
    const up = Math.max(0, region.start - first);
    for (const [part, { query }] of this.parts.entries()) {
      const from = region.from[part]! - up;
      query.show(Math.max(0, from), region.to[part]! + down);
    }
  }

  /** Looks for the split at this row; goes on whenever a part has brought what was asked for. */
  #seek(row: number, lengths: readonly number[]): void {
    const known = this.#search;
    const isSame =
      known?.target === row && known.lengths.every((one, part) => one === lengths[part]);
    const search = known && isSame ? known : (this.#search = new SplitSearch(lengths, row));
    while (!search.cuts) {
      const found = search.probes.map((probe, part) =>
        probe === undefined ? undefined : this.#recordAt(part, probe),
      );
      let isMissing = false;
      for (const [part, probe] of search.probes.entries()) {
        if (probe === undefined || found[part] !== undefined) continue;
        isMissing = true;
        this.parts[part]!.query.show(probe, probe);
      }
      if (isMissing) return;
      search.narrow((one, other) => this.#isBefore(found[one], one, found[other], other));
    }
    this.#search = undefined;
    this.#split = [...search.cuts];
    const region = (this.#region = this.#merge());
    const { first, last } = this.#wanted;
    const end = Math.min(Math.max(last, first), sum(lengths) - 1);
    if (covers(region, row, end)) this.#keep(region, row, end);
    else this.#extend(region, row, end);
  }
}

/** The id of a merged list's row. */
export function rowKey(accountId: string, id: string): string {
  // Ids have no slash (RFC 8620 §1.2).
  return `${accountId}/${id}`;
}

/** The account and the id in it that a merged list's row stands for. */
export function ofRowKey(key: string): { readonly accountId: string; readonly id: string } {
  const slash = key.indexOf("/");
  return { accountId: key.slice(0, slash), id: key.slice(slash + 1) };
}

function regionOf(
  split: readonly number[],
  rows: readonly Row[],
  from: readonly number[],
  to: readonly number[],
): Region {
  const start = sum(from);
  return {
    split,
    start,
    rows,
    rowOf: new Map(rows.map(({ id }, at) => [id, start + at])),
    from,
    to,
  };
}

/** The row behind the last one that is known. */
function endOf({ start, rows }: Region): number {
  return start + rows.length;
}

function covers(region: Region, first: number, last: number): boolean {
  return first >= region.start && last < endOf(region);
}

/** How much of each part lies before a row of the stretch. */
function cutsIn(region: Region, row: number): number[] {
  const cuts = [...region.from];
  for (const one of region.rows.slice(0, row - region.start)) cuts[one.part] = one.row + 1;
  return cuts;
}
