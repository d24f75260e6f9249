import type { Bench } from "./bench.ts";

/** Counts one claim: it holds, or it does not, and what was seen instead. */
export type Check = (what: string, isGood: boolean, detail?: string) => void;

/** One thing that may go wrong where several machines work together. */
export interface Part {
  readonly name: string;
  readonly title: string;
  run(bench: Bench, check: Check): Promise<void>;
}
