import { checkStep } from "./check.ts";
import { SieveError } from "./errors.ts";
import { CAPABILITIES, COMMANDS, IMPLIED, TESTS, type Shape } from "./grammar.ts";
import { parseScript, type Argument, type Written } from "./parser.ts";
import { Expressions } from "./regex.ts";
import { strings, type Step, type Value } from "./step.ts";
import { decodeCharacters, templateOf, type Template } from "./template.ts";

/** A script that can be run. */
export interface Script {
  readonly steps: readonly Step[];
  /** Names of the scripts that it includes. */
  readonly includes: readonly string[];
  /** Its regular expressions, except those that contain variables. */
  readonly expressions: Expressions;
}

/**
 * Reads a script and checks all that can be checked without a message.
 * @throws SieveError
 */
export function compileScript(text: string): Script {
  return new Compiler().compile(parseScript(text));
}

class Compiler {
  readonly #requires = new Set<string>();
  readonly #includes = new Set<string>();
  readonly #expressions = new Expressions();
  readonly #variables = new Set<string>();
  /** The names of the `foreverypart` around, the innermost last. */
  readonly #loops: (string | undefined)[] = [];

  compile(written: readonly Written[]): Script {
    const start = written.findIndex(({ name }) => name !== "require");
    const rules = start === -1 ? [] : written.slice(start);
    for (const command of start === -1 ? written : written.slice(0, start)) this.#require(command);
    const steps = this.#block(rules);
    return { steps, includes: [...this.#includes], expressions: this.#expressions };
  }

  #require(command: Written): void {
    const [values] = this.#step(command, COMMANDS, "command").args;
    for (const name of strings(values)) {
      const capability = name.toLowerCase();
      if (!CAPABILITIES.has(capability))
        throw new SieveError(command.line, `“${name.slice(0, 100)}” is not supported`);
      this.#requires.add(capability);
      const implied = IMPLIED.get(capability);
      if (implied !== undefined) this.#requires.add(implied);
    }
  }

  #block(written: readonly Written[]): readonly Step[] {
    let before = "";
    return written.map((command) => {
      const { name, line } = command;
      if (name === "require") throw new SieveError(line, "“require” must come first");
      const isElse = name === "elsif" || name === "else";
      if (isElse && before !== "if" && before !== "elsif")
        throw new SieveError(line, `“${name}” does not follow an “if”`);
      before = name;
      return this.#step(command, COMMANDS, "command");
    });
  }

  #step(written: Written, known: ReadonlyMap<string, Shape>, kind: "command" | "test"): Step {
    const { name, line } = written;
    const shape = known.get(name);
    if (!shape) throw new SieveError(line, `Unknown ${kind} “${name}”`);
    for (const capability of shape.needs ?? []) this.#needs(capability, name, line);
    const { tags, args } = this.#arguments(written, shape);
    if (shape.hasBlock !== (written.block !== null || undefined))
      throw new SieveError(line, `“${name}” ${shape.hasBlock ? "needs a" : "takes no"} block`);
    const isRightCount =
      shape.tests === "one"
        ? written.tests.length === 1 && !written.isTestList
        : shape.tests === "list"
          ? written.isTestList
          : written.tests.length === 0;
    if (!isRightCount) throw new SieveError(line, `Wrong number of tests for “${name}”`);
    const tests = written.tests.map((test) => this.#step(test, TESTS, "test"));
    const bare: Step = { name, tags, args, tests, block: [], line };
    checkStep(bare, {
      loops: this.#loops,
      expressions: this.#expressions,
      variables: this.#variables,
      needs: (capability, what) => this.#needs(capability, what, line),
    });
    if (name === "include") for (const script of strings(args[0])) this.#includes.add(script);
    if (written.block === null) return bare;
    if (name === "foreverypart") this.#loops.push(strings(tags.get("name"))[0]);
    const block = this.#block(written.block);
    if (name === "foreverypart") this.#loops.pop();
    return { ...bare, block };
  }

  #needs(capability: string, what: string, line: number): void {
    if (!this.#requires.has(capability))
      throw new SieveError(line, `“${what}” needs require "${capability}"`);
  }

  #arguments(
    { name, args, line }: Written,
    shape: Shape,
  ): { tags: Map<string, Value>; args: (Value | undefined)[] } {
    const tags = new Map<string, Value>();
    const groups = new Set<string>();
    let at = 0;
    for (let arg = args[at]; arg?.kind === "tag"; arg = args[at]) {
      const tag = shape.tags?.[arg.name];
      if (!tag || !Object.hasOwn(shape.tags, arg.name))
        throw new SieveError(arg.line, `“${name}” takes no “:${arg.name}”`);
      if (tag.needs !== undefined) this.#needs(tag.needs, `:${arg.name}`, arg.line);
      if (tags.has(arg.name) || (tag.group !== undefined && groups.has(tag.group)))
        throw new SieveError(arg.line, `“:${arg.name}” conflicts with an earlier argument`);
      if (tag.group !== undefined) groups.add(tag.group);
      at += 1;
      if (tag.value === undefined) {
        tags.set(arg.name, 1);
        continue;
      }
      tags.set(arg.name, this.#value(args[at], tag.value, `:${arg.name}`, arg.line));
      at += 1;
    }
    return { tags, args: this.#positional(name, args.slice(at), shape.args, line) };
  }

  #positional(
    name: string,
    given: readonly Argument[],
    wanted: Shape["args"],
    line: number,
  ): (Value | undefined)[] {
    const required = wanted.filter((kind) => !kind.endsWith("?")).length;
    if (given.length < required || given.length > wanted.length)
      throw new SieveError(line, `Wrong number of arguments for “${name}”`);
    let spare = given.length - required;
    let at = 0;
    return wanted.map((kind) => {
      if (kind.endsWith("?") && spare-- <= 0) return undefined;
      const type = kind.replace("?", "") as "string" | "strings" | "number";
      return this.#value(given[at++], type, name, line);
    });
  }

  #value(
    given: Argument | undefined,
    type: "string" | "strings" | "number",
    what: string,
    line: number,
  ): Value {
    if (type === "number") {
      if (given?.kind === "number") return given.value;
    } else if (given?.kind === "strings" && (type === "strings" || !given.isList))
      return given.values.map((text) => this.#template(text, given.line));
    const wanted = { string: "a string", strings: "strings", number: "a number" }[type];
    throw new SieveError(given?.line ?? line, `“${what}” needs ${wanted}`);
  }

  #template(text: string, line: number): Template {
    const decoded = this.#requires.has("encoded-character") ? decodeCharacters(text, line) : text;
    if (!this.#requires.has("variables")) return decoded;
    const template = templateOf(decoded);
    if (typeof template !== "string")
      for (const part of template)
        if (typeof part !== "string") this.#checkNamespace(part.variable, line);
    return template;
  }

  /** RFC 5229 §3. */
  #checkNamespace(variable: string | number, line: number): void {
    if (typeof variable === "number" || !variable.includes(".")) return;
    const [namespace, ...names] = variable.split(".");
    if (namespace !== "global" || names.length !== 1 || !this.#requires.has("include"))
      throw new SieveError(line, `Unknown variable “${variable}”`);
  }
}
