import type { ParseArgsConfig } from "node:util";
import { LIMITS } from "../features/accounts/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Suite } from "../wiring/suite.ts";

/** For how long what was removed can be restored. */
export const RESTORABLE_DAYS = LIMITS.removedKept / 86_400_000;

/** Something the person has to put right; shown as it is, without a stack. */
export class UserError extends Error {}

/** The command was not written as its usage says. */
export class UsageError extends Error {}

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** What a command is given to work with. */
export interface Terminal {
  /** One line to standard output. */
  readonly print: (line: string) => void;
  /** A line to standard error, for progress and warnings. */
  readonly note: (line: string) => void;
  /** A password, or what holds one, from standard input: typed without echo, or the first line of a pipe. */
  readonly readPassword: (prompt: string) => Promise<string>;
}

export interface Invocation {
  readonly terminal: Terminal;
  readonly config: Config;
  readonly args: readonly string[];
  readonly values: Values;
  /** Opens the store, with or without a running server. It is closed after the command. */
  readonly open: () => Promise<Suite>;
}

export interface Command {
  /** The words that choose it, such as "user add". */
  readonly name: string;
  /** What follows the words. */
  readonly usage: string;
  readonly summary: string;
  /** How many positional arguments there may be. */
  readonly arity: readonly [least: number, most: number];
  readonly options?: ParseArgsConfig["options"];
  /** Answers the exit code, 0 when nothing is said. */
  run(invocation: Invocation): Promise<number | void>;
}

/** The texts of an option that may be given more than once. */
export function listOf(values: Values, name: string): string[] {
  const value = values[name];
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
}
