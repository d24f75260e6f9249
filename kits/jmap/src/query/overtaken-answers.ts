import type { QueryDefinition } from "./query.ts";
import type { QueryHost } from "./query-host.ts";

/** Milliseconds for which rows are held for a mutation: it may be another window's, which sleeps. */
export const HOLD_ROWS_FOR = 10_000;

/**
 * Keeps a list from an answer that a mutation has overtaken: rows that the mutation brought back are shown already, the server made
 * its answer before the mutation reached it, and taking that would have them go and come again.
 */
export class OvertakenAnswers {
  readonly #keeps: QueryDefinition["keeps"];
  readonly #records: Pick<QueryHost, "record" | "stored">;
  readonly #onOver: () => void;
  #rows: readonly string[] = [];
  #isTired = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onOver the list is to be asked for again. */
  constructor(
    keeps: QueryDefinition["keeps"],
    records: Pick<QueryHost, "record" | "stored">,
    onOver: () => void,
  ) {
    this.#keeps = keeps;
    this.#records = records;
    this.#onOver = onOver;
  }

  /** An answer was left alone, and no other is worth asking for yet. */
  get isWaiting(): boolean {
    return this.#rows.length > 0;
  }

  /** Whether an answer is to be left alone. `onOver` is called when the mutation is over, at the latest after `HOLD_ROWS_FOR`. */
  leaves(shown: Iterable<string>, answered: readonly string[]): boolean {
    const there = new Set(answered);
    const missing = [...shown].filter((id) => !there.has(id) && this.#isAhead(id));
    if (missing.length === 0) this.#isTired = false;
    if (missing.length === 0 || this.#isTired) return false;
    this.#rows = missing;
    this.#timer = setTimeout(() => {
      this.#isTired = true;
      this.#end();
    }, HOLD_ROWS_FOR);
    return true;
  }

  /** Records changed; the mutation may be over. */
  look(): void {
    if (this.isWaiting && !this.#rows.some((id) => this.#isAhead(id))) this.#end();
  }

  /** Whether a row is in the list by a mutation alone that the server has not confirmed. */
  #isAhead(id: string): boolean {
    const record = this.#records.record(id);
    const stored = this.#records.stored(id);
    if (!this.#keeps || record === stored || !record || !stored) return false;
    return this.#keeps(record) && !this.#keeps(stored);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#rows = [];
    this.#onOver();
  }
}
