import type { MessageName } from "./messages.fixture.ts";

/** A script, a message, and the expected outcome. */
export interface Pair {
  readonly message: MessageName;
  readonly script: string;
  /** In the notation of `describeOutcome`. */
  readonly outcome: string;
  /** The outcome of Debian's sieve-test if it differs, and why ours is right. */
  readonly differs?: { readonly theirs: string; readonly because: string };
  /** Scripts that it can include, by name. */
  readonly includes?: Readonly<Record<string, string>>;
}

/** Pairs with the same `require`. */
export interface Group {
  /** Subject and RFC. */
  readonly about: string;
  readonly requires: readonly string[];
  readonly pairs: readonly Pair[];
}

type More = Pick<Pair, "differs" | "includes">;

/** A script without its `require`. */
export const run = (
  message: MessageName,
  script: string,
  outcome: string,
  more: More = {},
): Pair => ({ message, script, outcome, ...more });

/** A test that is true for the message. */
export const yes = (message: MessageName, test: string, more: More = {}): Pair =>
  run(message, `if ${test} { discard; }`, "discard", more);

/** A test that is false for it. */
export const no = (message: MessageName, test: string, more: More = {}): Pair =>
  run(message, `if ${test} { discard; }`, "keep", more);

/** A script that does not compile. */
export const refused = (script: string, more: More = {}): Pair =>
  run("plain", script, "refused", more);

/** A script that fails at run time, so that the message is kept. */
export const failed = (message: MessageName, script: string, more: More = {}): Pair =>
  run(message, script, "failed", more);

/** Documents a different outcome of sieve-test. */
export const differs = (theirs: string, because: string): More => ({
  differs: { theirs, because },
});

export function scriptOf({ requires }: Group, { script }: Pair): string {
  const list = requires.map((capability) => `"${capability}"`).join(", ");
  return requires.length === 0 ? script : `require [${list}];\r\n${script}`;
}
