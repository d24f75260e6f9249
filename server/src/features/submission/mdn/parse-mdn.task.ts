import { parseMdn } from "./parse-mdn.ts";

export interface ParseMdnInput {
  /** The message that may be a read receipt. */
  readonly bytes: Uint8Array;
}

/** Reads a read receipt in a thread of its own: what it holds, and how much, a stranger has decided. */
export function run({ bytes }: ParseMdnInput): ReturnType<typeof parseMdn> {
  return parseMdn(bytes);
}
