import type { Template } from "./template.ts";

export type Value = number | readonly Template[];

/** A checked command or test with its arguments. */
export interface Step {
  readonly name: string;
  /** By name; tags without a value have the value 1. */
  readonly tags: ReadonlyMap<string, Value>;
  /** In the order of its shape; `undefined` for omitted optional arguments. */
  readonly args: readonly (Value | undefined)[];
  readonly tests: readonly Step[];
  readonly block: readonly Step[];
  readonly line: number;
}

/** The strings of an argument or tag that contain no variables. */
export const strings = (value: Value | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
