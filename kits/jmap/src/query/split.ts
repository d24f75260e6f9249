/**
 * Finds where several ordered lists are cut so that what lies before the cuts is the first `target` rows of all of them
 * together. It looks at few rows, most of them near each other: at worst about two times log n of each list.
 */
export class SplitSearch {
  readonly target: number;
  readonly lengths: readonly number[];
  /** The cut of each list lies between these, both included. */
  readonly #low: number[];
  readonly #high: number[];
  #probes: readonly (number | undefined)[];
  /** Which bound of each list moved last; a guess by proportion was often near, so the next looks begin beside it. */
  readonly #raised: boolean[];
  #reach = 0;

  constructor(lengths: readonly number[], target: number) {
    const total = sum(lengths);
    this.lengths = lengths;
    this.target = Math.max(0, Math.min(target, total));
    this.#low = lengths.map((length) => Math.max(0, this.target - (total - length)));
    this.#high = lengths.map((length) => Math.min(length, this.target));
    this.#raised = lengths.map(() => true);
    this.#probes = this.#choose();
  }

  /** The cuts, once they are found. */
  get cuts(): readonly number[] | undefined {
    if (sum(this.#low) === this.target) return this.#low;
    return sum(this.#high) === this.target ? this.#high : undefined;
  }

  /** The row of each list to look at next; `undefined` for lists whose cut is known. */
  get probes(): readonly (number | undefined)[] {
    return this.#probes;
  }

  /**
   * Takes what the probes are.
   * @param isBefore whether the probe of one list stands before that of another in the common order.
   */
  narrow(isBefore: (list: number, other: number) => boolean): void {
    const open = this.#probes.flatMap((probe, list) => (probe === undefined ? [] : [list]));
    const rest = this.target - sum(this.#low);
    const below = (list: number): number => this.#probes[list]! - this.#low[list]!;
    const decided = open.map((list) => {
      let atLeast = below(list) + 1;
      let atMost = below(list);
      for (const other of open) {
        if (other === list) continue;
        if (isBefore(other, list)) {
          atLeast += below(other) + 1;
          atMost += this.#high[other]! - this.#low[other]!;
        } else atMost += below(other);
      }
      // So many stand before it or at it, that it is not among the first; so few before it, that it is.
      return { list, isOut: atLeast > rest, isIn: atMost < rest };
    });
    for (const { list, isOut, isIn } of decided) {
      if (isOut) this.#high[list] = this.#probes[list]!;
      else if (isIn) this.#low[list] = this.#probes[list]! + 1;
      if (isOut || isIn) this.#raised[list] = isIn;
    }
    this.#reach = this.#reach === 0 ? FIRST_REACH : this.#reach * 2;
    this.#probes = this.#choose();
  }

  /** First a guess by proportion; then away from what is decided, further every time, but never beyond the middle. */
  #choose(): (number | undefined)[] {
    const span = sum(this.#high) - sum(this.#low);
    const share = span === 0 ? 0 : (this.target - sum(this.#low)) / span;
    return this.#low.map((low, list) => {
      const high = this.#high[list]!;
      if (low >= high) return undefined;
      if (this.#reach === 0) return Math.min(high - 1, low + Math.floor((high - low) * share));
      const far = Math.min(this.#reach, Math.floor((high - low) / 2));
      return this.#raised[list] ? Math.min(high - 1, low + far) : high - 1 - far;
    });
  }
}

/** Rows; less than what is fetched around a row that is looked at. */
const FIRST_REACH = 12;

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
