import { SieveError } from "./errors.ts";
import { MAX_DUPLICATES, MAX_REMEMBERED } from "./limits.ts";
import type { DuplicateQuestion } from "./outcome.ts";

/** The default (RFC 7352 §3.3). */
const USUAL = 7 * 86_400;

/** The `duplicate` tests of one run (RFC 7352). */
export class Duplicates {
  readonly #seen: ReadonlyMap<string, boolean>;
  readonly #questions = new Map<string, DuplicateQuestion>();

  constructor(seen: ReadonlyMap<string, boolean>) {
    this.#seen = seen;
  }

  /**
   * Whether a message with this id was seen; false while the answer is unknown.
   * @param asked seconds to remember the id; 0 disables the test
   */
  isKnown(
    id: string,
    handle: string | undefined,
    asked: number | undefined,
    isLast: boolean,
    line: number,
  ): boolean {
    const seconds = Math.min(asked ?? USUAL, MAX_REMEMBERED);
    if (id === "" || seconds === 0) return false;
    const key = JSON.stringify([handle ?? null, id]);
    if (!this.#questions.has(key) && this.#questions.size >= MAX_DUPLICATES)
      throw new SieveError(line, `“duplicate” is used with more than ${MAX_DUPLICATES} ids`);
    this.#questions.set(key, { key, seconds, isLast });
    return this.#seen.get(key) ?? false;
  }

  asked(): { duplicates: readonly DuplicateQuestion[]; unanswered: readonly DuplicateQuestion[] } {
    const duplicates = [...this.#questions.values()];
    return { duplicates, unanswered: duplicates.filter(({ key }) => !this.#seen.has(key)) };
  }
}
