import type { ParsedMessage } from "../mime/index.ts";
import { Budget } from "./budget.ts";
import type { Script } from "./compile.ts";
import { Delivery } from "./delivery.ts";
import { Duplicates } from "./duplicates.ts";
import { Header } from "./header.ts";
import type { Matching } from "./match.ts";
import type { Field, Part } from "./message.ts";
import { Parts } from "./parts.ts";
import { Expressions } from "./regex.ts";
import { Variables } from "./variables.ts";

/** The input of a run, apart from its script. */
export interface Surroundings {
  readonly message: ParsedMessage;
  /** Octets of the message. */
  readonly size: number;
  /** `from` is empty for the null sender. */
  readonly envelope: { readonly from: string; readonly to: string };
  readonly now: Date;
  /** IANA name of the user's time zone. */
  readonly timeZone: string;
  readonly mailboxes: Mailboxes;
  /** Scripts that can be included, by name. */
  readonly scripts: ReadonlyMap<string, Script>;
  /** Known answers to `duplicate`, by key. */
  readonly seen: ReadonlyMap<string, boolean>;
}

export interface Mailboxes {
  readonly exists: (name: string) => boolean;
  readonly existsId: (id: string) => boolean;
  /** @param name the mailbox to check; any mailbox if omitted */
  readonly hasUse: (use: string, name?: string) => boolean;
}

/** State shared by the commands and tests of one run. */
export class Context {
  readonly surroundings: Surroundings;
  readonly budget: Budget;
  readonly variables: Variables;
  readonly parts: Parts;
  readonly header: Header;
  readonly delivery = new Delivery();
  readonly duplicates: Duplicates;
  readonly matching: Matching;
  /** The scripts that are running, the innermost last. */
  readonly running: Script[] = [];
  readonly #message: Part;
  /** What the script sees as the message: in a script included from `foreverypart`, the current part (RFC 6609 §3.5). */
  root: Part;
  /** The current part of the innermost `foreverypart`. */
  part: Part | undefined;
  /** Flags of actions that have no `:flags` (RFC 5232 §2). */
  flags: readonly string[] = [];

  constructor(surroundings: Surroundings, budget: Budget) {
    this.surroundings = surroundings;
    this.budget = budget;
    this.variables = new Variables(budget);
    this.parts = new Parts(budget);
    this.duplicates = new Duplicates(surroundings.seen);
    const { message } = surroundings;
    this.#message = { message, part: message.root, depth: 0 };
    this.root = this.#message;
    this.header = new Header(this.parts.fields(this.#message));
    const made = new Expressions();
    this.matching = {
      spend: (characters) => budget.spend(characters),
      expression: (pattern, ignoresCase) =>
        this.running.at(-1)?.expressions.get(pattern, ignoresCase) ??
        made.compile(pattern, ignoresCase, budget.line),
    };
  }

  /** The header fields of `root`, including edits. */
  get fields(): readonly Field[] {
    return this.root === this.#message ? this.header.fields : this.parts.fields(this.root);
  }
}
