/** What something was before, as plain data: it moves between windows with the message. */
export interface Past<T> {
  readonly entries: readonly T[];
  /** Which of the entries stands now. */
  readonly at: number;
}

/** Steps that can be taken back are remembered, but not for ever. */
const MOST = 200;

/** Steps back and forth through the values that something had. */
export class History<T> {
  #entries: T[];
  #at: number;

  constructor(first: T, past?: Past<T>) {
    this.#entries = past && past.entries.length > 0 ? [...past.entries] : [first];
    this.#at = past && past.entries.length > 0 ? past.at : 0;
  }

  /** Remembers a new value; one that `joins` goes back in one step with the value before it. */
  note(value: T, joins = false): void {
    this.#entries.length = this.#at + 1;
    // What stood there first stays to go back to.
    if (joins && this.#at > 0) this.#entries[this.#at] = value;
    else this.#entries.push(value);
    this.#entries = this.#entries.slice(-MOST);
    this.#at = this.#entries.length - 1;
  }

  get current(): T {
    return this.#entries[this.#at]!;
  }

  undo(): T | undefined {
    if (this.#at === 0) return undefined;
    this.#at -= 1;
    return this.#entries[this.#at];
  }

  redo(): T | undefined {
    if (this.#at >= this.#entries.length - 1) return undefined;
    this.#at += 1;
    return this.#entries[this.#at];
  }

  past(): Past<T> {
    return { entries: [...this.#entries], at: this.#at };
  }
}

/** A line or page of text with its selection. */
export interface Typed {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Whether a change goes on with the typing before it: letters one after the other, within a word, without a pause. */
export function goesOn(before: string, after: string, pause: number): boolean {
  const grown = after.length - before.length;
  if (pause > 1000 || Math.abs(grown) !== 1) return false;
  if (grown < 0) return true;
  // A word that begins is a step of its own.
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return !(at > 0 && /\S/.test(after[at]!) && /\s/.test(before[at - 1]!));
}
