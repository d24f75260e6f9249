import { Budget } from "./budget.ts";
import { execute } from "./commands.ts";
import type { Script } from "./compile.ts";
import { Context, type Surroundings } from "./context.ts";
import { SieveError } from "./errors.ts";
import { MAX_INCLUDED } from "./limits.ts";
import { KEPT, type Outcome } from "./outcome.ts";
import type { Step } from "./step.ts";
import { holds } from "./tests.ts";

/**
 * Runs a script on a message. If the run fails, the message is kept and `error` says why.
 * @param budget counts the cost of the run
 */
export function runScript(
  script: Script,
  surroundings: Surroundings,
  budget: Budget = new Budget(),
): Outcome {
  try {
    return new Run(new Context(surroundings, budget)).outcome(script);
  } catch (error) {
    if (!(error instanceof SieveError)) throw error;
    const { line, message } = error;
    return { ...KEPT, error: { line, message } };
  }
}

/** Control flow after a command. */
type Flow = "next" | "stop" | "return" | { readonly break: string | undefined };

/** RFC 5228 §2.10.2. */
const CANCELS_KEEP = new Set(["keep", "discard", "fileinto", "redirect", "reject", "ereject"]);

/** Commands after which the message is where and as it was. */
const DECIDES_NOTHING = new Set(["set", "global", "extracttext"]);

/** Executes control structures. */
class Run {
  readonly #context: Context;
  readonly #included = new Set<string>();
  readonly #including: string[] = [];
  readonly #acted = new Set<number>();
  #keepsImplicitly = true;

  constructor(context: Context) {
    this.#context = context;
  }

  outcome(script: Script): Outcome {
    const { delivery, duplicates, header } = this.#context;
    this.#script(script);
    if (this.#keepsImplicitly)
      delivery.file({ mailbox: null, flags: this.#context.flags, edits: header.edits() }, 0);
    const acted = [...this.#acted];
    return { ...delivery.decided(), ...duplicates.asked(), acted, error: null };
  }

  #script(script: Script): Flow {
    const { running } = this.#context;
    running.push(script);
    const flow = this.#block(script.steps);
    running.pop();
    return flow;
  }

  #block(steps: readonly Step[]): Flow {
    let wasTrue = false;
    for (const step of steps) {
      const { name } = step;
      this.#context.budget.step(step.line);
      if (name === "if") wasTrue = false;
      let flow: Flow = "next";
      if (name !== "if" && name !== "elsif" && name !== "else") flow = this.#command(step);
      else if (!wasTrue && (name === "else" || holds(step.tests[0]!, this.#context))) {
        wasTrue = true;
        flow = this.#block(step.block);
      }
      if (flow !== "next") return flow;
    }
    return "next";
  }

  #command(step: Step): Flow {
    const { name, tags } = step;
    switch (name) {
      case "stop":
      case "return":
        return name;
      case "include":
        return this.#include(step);
      case "foreverypart":
        return this.#forEveryPart(step);
      case "break":
        return { break: this.#context.variables.texts(tags.get("name"))[0] };
      default:
        execute(step, this.#context);
        if (!DECIDES_NOTHING.has(name) && this.#context.running.length === 1)
          this.#acted.add(step.line);
        if (CANCELS_KEEP.has(name) && !tags.has("copy")) this.#keepsImplicitly = false;
        return "next";
    }
  }

  /** RFC 6609 §3.2. */
  #include({ tags, args, line }: Step): Flow {
    const context = this.#context;
    const name = context.variables.text(args[0]);
    if (tags.has("once") && this.#included.has(name)) return "next";
    const script = tags.has("global") ? undefined : context.surroundings.scripts.get(name);
    if (!script) {
      if (tags.has("optional")) return "next";
      throw new SieveError(line, `The script “${name.slice(0, 100)}” does not exist`);
    }
    if (this.#including.includes(name) || this.#including.length >= MAX_INCLUDED)
      throw new SieveError(line, `“${name.slice(0, 100)}” includes itself, or is nested too deep`);
    this.#included.add(name);
    this.#including.push(name);
    const { root, part } = context;
    if (part) [context.root, context.part] = [part, undefined];
    const flow = context.variables.inScope(() => this.#script(script));
    [context.root, context.part] = [root, part];
    this.#including.pop();
    return flow === "stop" ? "stop" : "next";
  }

  /** RFC 5703 §3. */
  #forEveryPart({ block, tags, line }: Step): Flow {
    const context = this.#context;
    const { part: outer, parts, root } = context;
    const [label] = context.variables.texts(tags.get("name"));
    let result: Flow = "next";
    for (const part of outer ? parts.below(outer) : parts.all(root)) {
      context.budget.step(line);
      context.part = part;
      const flow = this.#block(block);
      if (flow === "next") continue;
      const isOurs = typeof flow === "object" && (flow.break ?? label) === label;
      if (!isOurs) result = flow;
      break;
    }
    context.part = outer;
    return result;
  }
}
