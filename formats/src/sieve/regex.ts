import { RE2JS, RE2JSException } from "re2js";
import { SieveError } from "./errors.ts";
import {
  MAX_CAPTURES,
  MAX_EXPRESSION,
  MAX_EXPRESSION_SIZE,
  MAX_EXPRESSIONS_SIZE,
} from "./limits.ts";

export interface Regex {
  /** Number of instructions plus the cost of compiling; a search takes at most so many steps per character. */
  readonly size: number;
  /** The match and its groups; `null` if there is no match. */
  find(text: string): readonly string[] | null;
}

/** Counted repetitions such as `{3}` and `{1,5}`. */
const REPETITION = /\{(\d{1,6})?(?:,(\d{1,6})?)?\}/g;
/** The engine refuses more repetitions, also as a product of nested ones. */
const MAX_REPETITIONS = 1_000;
/** Cost of compiling one Unicode class, in instructions. */
const CLASS = 100;

/** A cache of compiled regular expressions, for one script or one run. */
export class Expressions {
  readonly #known = new Map<string, Regex>();
  #size = 0;

  /**
   * Compiles a POSIX extended regular expression. RE2 extensions work too; back references do not, since they are not linear.
   * @throws SieveError
   */
  compile(pattern: string, ignoresCase: boolean, line: number): Regex {
    const key = `${ignoresCase ? "i" : "c"}${pattern}`;
    const known = this.#known.get(key);
    if (known) return known;
    const regex = compileRegex(pattern, ignoresCase, line);
    this.#size += regex.size;
    if (this.#size > MAX_EXPRESSIONS_SIZE)
      throw new SieveError(line, "The regular expressions are too large together");
    this.#known.set(key, regex);
    return regex;
  }

  /** A cached expression. */
  get(pattern: string, ignoresCase: boolean): Regex | undefined {
    return this.#known.get(`${ignoresCase ? "i" : "c"}${pattern}`);
  }
}

function compileRegex(pattern: string, ignoresCase: boolean, line: number): Regex {
  const shown = pattern.slice(0, 100);
  const tooLarge = new SieveError(line, `“${shown}” is too large a regular expression`);
  const classes = classesOf(pattern);
  if (pattern.length > MAX_EXPRESSION || classes > MAX_EXPRESSION_SIZE) throw tooLarge;
  if (mostInstructions(pattern) > MAX_EXPRESSIONS_SIZE) throw tooLarge;
  let regex: RE2JS;
  try {
    // POSIX wants the leftmost longest match.
    const flags = RE2JS.DOTALL | RE2JS.LONGEST_MATCH | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    regex = RE2JS.compile(pattern, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new SieveError(line, `“${shown}” is not a valid regular expression`);
  }
  const size = regex.programSize() + classes;
  if (size > MAX_EXPRESSION_SIZE) throw tooLarge;
  return {
    size,
    find(text) {
      const matcher = regex.matcher(text);
      if (!matcher.find()) return null;
      const count = Math.min(matcher.groupCount() + 1, MAX_CAPTURES);
      return Array.from({ length: count }, (_, index) => matcher.group(index) ?? "");
    },
  };
}

/** An upper bound of the program size, as if all repetitions were nested. */
function mostInstructions(pattern: string): number {
  let times = 1;
  for (const [, least, most] of pattern.matchAll(REPETITION))
    times = Math.min(times * Math.max(1, Number(least ?? 0), Number(most ?? 0)), MAX_REPETITIONS);
  return pattern.length * times;
}

/** The cost of compiling character classes: case folding of a Unicode class visits each letter. */
function classesOf(pattern: string): number {
  if (!/[^\0-\x7f]|\\[pPxu]/.test(pattern)) return 0;
  return CLASS * (pattern.match(/\[|\\[pP]/g)?.length ?? 0);
}
