/** How many mutations each client of this window has that the server has not confirmed. */
const counts = new Set<() => number>();

/** Counts a client's waiting mutations among the window's, until the answer is called. */
export function registerPending(count: () => number): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/** Mutations that this window shows and the server has not confirmed. */
export function pendingHere(): number {
  // Clients of one person know each other's mutations.
  return Math.max(0, ...[...counts].map((count) => count()));
}
