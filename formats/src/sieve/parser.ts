import { SieveError } from "./errors.ts";
import { Lexer } from "./lexer.ts";
import { MAX_NESTING, MAX_SCRIPT_OCTETS, MAX_STRINGS } from "./limits.ts";

export type Argument =
  | { readonly kind: "tag"; readonly name: string; readonly line: number }
  | { readonly kind: "number"; readonly value: number; readonly line: number }
  /** `isList` if it was written in brackets. */
  | {
      readonly kind: "strings";
      readonly values: readonly string[];
      readonly isList: boolean;
      readonly line: number;
    };

/** A parsed command or test, not yet checked (RFC 5228 §8.2). */
export interface Written {
  readonly name: string;
  readonly args: readonly Argument[];
  readonly tests: readonly Written[];
  /** Whether the tests were written in parentheses. */
  readonly isTestList: boolean;
  /** `null` for tests, and for commands that end with a semicolon. */
  readonly block: readonly Written[] | null;
  readonly line: number;
}

/** A top-level command with its position in the script. */
export interface Placed {
  readonly command: Written;
  readonly start: number;
  /** After its semicolon or brace. */
  readonly end: number;
}

/**
 * Parses a script without checking which commands exist.
 * @throws SieveError
 */
export const parseScript = (text: string): readonly Written[] =>
  parsePlaces(text).map(({ command }) => command);

/**
 * As `parseScript`, with the positions of the top-level commands.
 * @throws SieveError
 */
export function parsePlaces(text: string): readonly Placed[] {
  if (new TextEncoder().encode(text).length > MAX_SCRIPT_OCTETS)
    throw new SieveError(
      1,
      `A script can have at most ${MAX_SCRIPT_OCTETS.toLocaleString("en")} octets`,
    );
  return new Parser(text).script();
}

class Parser {
  readonly #lexer: Lexer;
  #strings = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
  }

  script(): readonly Placed[] {
    const commands: Placed[] = [];
    while (this.#lexer.peek().kind === "identifier") {
      const { start } = this.#lexer.peek();
      commands.push({ command: this.#command(0), start, end: this.#lexer.at });
    }
    const { kind, text, line } = this.#lexer.peek();
    if (kind !== "end") throw new SieveError(line, `Unexpected “${text.slice(0, 100)}”`);
    return commands;
  }

  #commands(depth: number): readonly Written[] {
    const commands: Written[] = [];
    while (this.#lexer.peek().kind === "identifier") commands.push(this.#command(depth));
    return commands;
  }

  #command(depth: number): Written {
    const beginning = this.#beginning(depth);
    const { text, line } = this.#lexer.take();
    if (text === ";") return { ...beginning, block: null };
    if (text !== "{") throw new SieveError(line, `“;” is missing after “${beginning.name}”`);
    const block = this.#commands(depth + 1);
    this.#expect("}");
    return { ...beginning, block };
  }

  #beginning(depth: number): Omit<Written, "block"> {
    const { text: name, line } = this.#lexer.take();
    if (depth > MAX_NESTING)
      throw new SieveError(line, `Nested more than ${MAX_NESTING} levels deep`);
    const args: Argument[] = [];
    for (let arg = this.#argument(); arg; arg = this.#argument()) args.push(arg);
    const { kind, text } = this.#lexer.peek();
    if (kind === "identifier") {
      const tests = [this.#test(depth + 1)];
      return { name, args, tests, isTestList: false, line };
    }
    if (text !== "(" || kind !== "special")
      return { name, args, tests: [], isTestList: false, line };
    this.#lexer.take();
    const tests = [this.#test(depth + 1)];
    while (this.#isNext(",")) tests.push(this.#test(depth + 1));
    this.#expect(")");
    return { name, args, tests, isTestList: true, line };
  }

  #test(depth: number): Written {
    const { kind, text, line } = this.#lexer.peek();
    if (kind !== "identifier") throw new SieveError(line, `A test is missing${before(text)}`);
    return { ...this.#beginning(depth), block: null };
  }

  #argument(): Argument | undefined {
    const { kind, text, value, line } = this.#lexer.peek();
    if (kind === "special" && text === "[") return this.#list();
    if (kind !== "tag" && kind !== "number" && kind !== "string") return undefined;
    this.#lexer.take();
    if (kind === "tag") return { kind, name: text, line };
    if (kind === "number") return { kind, value, line };
    this.#count(line);
    return { kind: "strings", values: [text], isList: false, line };
  }

  #list(): Argument {
    const { line } = this.#lexer.take();
    const values: string[] = [];
    do {
      const { kind, text, line } = this.#lexer.take();
      if (kind !== "string") throw new SieveError(line, `A string is missing${before(text)}`);
      this.#count(line);
      values.push(text);
    } while (this.#isNext(","));
    this.#expect("]");
    return { kind: "strings", values, isList: true, line };
  }

  #count(line: number): void {
    this.#strings += 1;
    if (this.#strings > MAX_STRINGS)
      throw new SieveError(
        line,
        `A script can have at most ${MAX_STRINGS.toLocaleString("en")} strings`,
      );
  }

  #isNext(sign: string): boolean {
    const { kind, text } = this.#lexer.peek();
    if (kind !== "special" || text !== sign) return false;
    this.#lexer.take();
    return true;
  }

  #expect(sign: string): void {
    const { kind, text, line } = this.#lexer.take();
    if (kind !== "special" || text !== sign)
      throw new SieveError(line, `“${sign}” is missing${before(text)}`);
  }
}

/** @param text a token; empty at the end of the script */
const before = (text: string): string => (text === "" ? "" : ` before “${text.slice(0, 100)}”`);
