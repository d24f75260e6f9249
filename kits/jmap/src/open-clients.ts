/** How many acts each client of this window has that the server has not confirmed. */
const counts = new Set<() => number>();

/** Counts a client's waiting acts among the window's, until the answer is called. */
export function countWaiting(count: () => number): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/** Acts that this window shows and the server has not confirmed. */
export function waitingHere(): number {
  // Clients of one person know each other's acts.
  return Math.max(0, ...[...counts].map((count) => count()));
}
