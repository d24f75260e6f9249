import { finished, type Writable } from "node:stream";
import { refuse } from "../../../engine/index.ts";
import { ZIPS_AT_ONCE } from "../limits.ts";

/**
 * Counts the ZIP files that each receives at a time, by this process.
 * @returns counts one until the answer has gone or was given up. It throws the Refusal `tooManyRequests`.
 */
export function createReceivers(): (receiver: string, answer: Writable) => void {
  const receiving = new Map<string, number>();
  return (receiver, answer) => {
    const count = receiving.get(receiver) ?? 0;
    if (count >= ZIPS_AT_ONCE) refuse("tooManyRequests");
    receiving.set(receiver, count + 1);
    // Also where it was given up before.
    finished(answer, () => {
      const left = receiving.get(receiver)! - 1;
      if (left === 0) receiving.delete(receiver);
      else receiving.set(receiver, left);
    });
  };
}
