import { totalmem } from "node:os";

/** Octets of memory that this process may use: the machine's, or a container's limit. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
