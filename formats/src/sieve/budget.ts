import { SieveError } from "./errors.ts";
import { MAX_COMPARED, MAX_STEPS } from "./limits.ts";

/** The budget of one run. Cost is counted, not timed, so that the outcome is the same on every machine. */
export class Budget {
  #steps = 0;
  #characters = 0;
  #line = 0;

  /** Commands and tests so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Characters read, expanded and compared so far. */
  get characters(): number {
    return this.#characters;
  }

  /** The line that is being executed. */
  get line(): number {
    return this.#line;
  }

  /**
   * Called before each command, each test and each iteration of a loop.
   * @throws SieveError
   */
  step(line: number): void {
    this.#line = line;
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new SieveError(line, "The script takes too many steps");
  }

  /** @throws SieveError */
  spend(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_COMPARED)
      throw new SieveError(this.#line, "The script compares too much text");
  }
}
