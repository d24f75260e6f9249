import type { Budget } from "./budget.ts";
import type { Value } from "./step.ts";
import { SieveError } from "./errors.ts";
import { MAX_VALUE, MAX_VARIABLE, MAX_VARIABLES } from "./limits.ts";
import type { Template } from "./template.ts";

/** Variables that are private to one script (RFC 6609 §3.4). */
interface Scope {
  readonly variables: Map<string, string>;
  readonly globals: Set<string>;
  captures: readonly string[];
}

const GLOBAL = "global.";
const newScope = (): Scope => ({ variables: new Map(), globals: new Set(), captures: [] });

/** Stores variables and expands strings (RFC 5229). */
export class Variables {
  readonly #budget: Budget;
  readonly #globals = new Map<string, string>();
  #scope = newScope();
  #count = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Runs an included script with its own scope. */
  inScope<Result>(act: () => Result): Result {
    const outer = this.#scope;
    this.#scope = newScope();
    const result = act();
    this.#scope = outer;
    return result;
  }

  /** Sets the match variables `${0}`, `${1}` and so on. */
  capture(captures: readonly string[]): void {
    this.#scope.captures = captures;
  }

  /** @throws SieveError */
  declareGlobal(name: string): void {
    this.#scope.globals.add(name.toLowerCase());
    if (this.#scope.globals.size > MAX_VARIABLES) throw this.#tooMany();
  }

  /** @throws SieveError */
  set(name: string, value: string): void {
    const [variables, key] = this.#place(name);
    if (!variables.has(key)) this.#count += 1;
    if (this.#count > MAX_VARIABLES) throw this.#tooMany();
    variables.set(key, value.slice(0, MAX_VARIABLE).toWellFormed());
  }

  get(name: string): string {
    const [variables, key] = this.#place(name);
    return variables.get(key) ?? "";
  }

  /** The expanded strings of an argument or tag; none if it was omitted. */
  texts(value: Value | undefined): readonly string[] {
    return Array.isArray(value) ? value.map((template) => this.#expand(template)) : [];
  }

  text(value: Value | undefined): string {
    return this.texts(value)[0] ?? "";
  }

  #expand(template: Template): string {
    this.#budget.spend(typeof template === "string" ? template.length + 1 : 1);
    if (typeof template === "string") return template;
    let text = "";
    for (const part of template) {
      const piece = typeof part === "string" ? part : this.#value(part.variable);
      this.#budget.spend(piece.length + 1);
      text += piece;
      if (text.length > MAX_VALUE) return text.slice(0, MAX_VALUE);
    }
    return text;
  }

  #value(variable: string | number): string {
    return typeof variable === "number"
      ? (this.#scope.captures[variable] ?? "")
      : this.get(variable);
  }

  #place(name: string): [Map<string, string>, string] {
    const key = name.toLowerCase();
    if (key.startsWith(GLOBAL)) return [this.#globals, key.slice(GLOBAL.length)];
    const { globals, variables } = this.#scope;
    return [globals.has(key) ? this.#globals : variables, key];
  }

  #tooMany(): SieveError {
    return new SieveError(this.#budget.line, `More than ${MAX_VARIABLES} variables`);
  }
}

const upper = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Applies the modifiers of `set` in the order of their precedence (RFC 5229 §4.1). */
export function modified(text: string, modifiers: ReadonlyMap<string, Value>): string {
  let value = text;
  if (modifiers.has("lower")) value = lower(value);
  if (modifiers.has("upper")) value = upper(value);
  if (modifiers.has("lowerfirst")) value = lower(value.slice(0, 1)) + value.slice(1);
  if (modifiers.has("upperfirst")) value = upper(value.slice(0, 1)) + value.slice(1);
  if (modifiers.has("quotewildcard")) value = value.replace(/[*?\\]/g, "\\$&");
  if (modifiers.has("quoteregex")) value = value.replace(/[.*+?^$|()[\]{}\\]/g, "\\$&");
  if (modifiers.has("length")) value = String(characters(value));
  return value;
}

/** Number of Unicode characters. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
