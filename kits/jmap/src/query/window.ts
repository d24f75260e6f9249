/** A stretch of positions, both ends included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * The known part of an ordered list of ids: pages here and there, gaps between. Rows may be hidden (a mutation took
 * them out of the list and the server has not said so yet); those who look see the list without them.
 */
export class Window {
  total = 0;
  #at = new Map<number, string>();
  #position = new Map<string, number>();
  #hidden = new Set<string>();
  /** Positions of hidden rows in order. */
  #holes: readonly number[] = [];

  /** The list's length as it is shown. */
  get length(): number {
    return Math.max(0, this.total - this.#holes.length);
  }

  get ids(): Iterable<string> {
    return this.#position.keys();
  }

  /** The id in a shown row; `undefined` where it is not known. */
  idAt(row: number): string | undefined {
    return this.#at.get(this.positionOf(row));
  }

  /** The shown row of an id, -1 when it is hidden or not known. */
  rowOf(id: string): number {
    const position = this.#position.get(id);
    if (position === undefined || this.#hidden.has(id)) return -1;
    return position - this.#holes.filter((hole) => hole < position).length;
  }

  /** The server's position of a shown row. */
  positionOf(row: number): number {
    let position = row;
    for (const hole of this.#holes) if (hole <= position) position += 1;
    return position;
  }

  has(id: string): boolean {
    return this.#position.has(id);
  }

  idAtPosition(position: number): string | undefined {
    return this.#at.get(position);
  }

  /** The first gap inside the range, `undefined` when all of it is known. */
  gap(range: Range): Range | undefined {
    const end = Math.min(range.last, this.total - 1);
    let first = Math.max(0, range.first);
    while (first <= end && this.#at.has(first)) first += 1;
    if (first > end) return undefined;
    let last = first;
    while (last < end && !this.#at.has(last + 1)) last += 1;
    return { first, last };
  }

  put(position: number, ids: readonly string[]): void {
    for (const [offset, id] of ids.entries()) {
      const before = this.#position.get(id);
      if (before !== undefined && before !== position + offset) this.#at.delete(before);
      this.#at.set(position + offset, id);
      this.#position.set(id, position + offset);
    }
    this.#dig();
  }

  clear(): void {
    this.#at.clear();
    this.#position.clear();
    this.#dig();
  }

  /** The ids from the start up to the first gap. */
  prefix(): string[] {
    const ids: string[] = [];
    for (let id = this.#at.get(0); id !== undefined; id = this.#at.get(ids.length)) ids.push(id);
    return ids;
  }

  /** Whether the start is all that is known. */
  get isPrefix(): boolean {
    return this.#at.size === this.prefix().length;
  }

  /** Replaces the known start. */
  setPrefix(ids: readonly string[]): void {
    this.clear();
    this.put(0, ids);
  }

  /** Hides or shows a row. Returns whether that changed anything. */
  hide(id: string, isHidden: boolean): boolean {
    if (this.#hidden.has(id) === isHidden) return false;
    if (isHidden) this.#hidden.add(id);
    else this.#hidden.delete(id);
    this.#dig();
    return true;
  }

  #dig(): void {
    if (this.#hidden.size === 0 && this.#holes.length === 0) return;
    const holes: number[] = [];
    for (const id of this.#hidden) {
      const position = this.#position.get(id);
      if (position === undefined) this.#hidden.delete(id);
      else holes.push(position);
    }
    this.#holes = holes.sort((a, b) => a - b);
  }
}
