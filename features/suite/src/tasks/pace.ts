/**
 * Seconds that are left at the pace since a task was seen first; `undefined` before there is one. Times are milliseconds of
 * `performance.now()`.
 */
export function secondsLeft(
  first: { readonly at: number; readonly done: number },
  { done, total, now }: { readonly done: number; readonly total: number; readonly now: number },
): number | undefined {
  const [elapsed, past] = [now - first.at, done - first.done];
  if (past === 0 || elapsed < 1000) return undefined;
  return Math.ceil(((elapsed / past) * (total - done)) / 1000);
}
