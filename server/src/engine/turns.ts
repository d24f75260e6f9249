import { waitWithinLimit } from "../platform/db/index.ts";

/** Turns of work that locks accounts, in the order in which it comes. */
export interface Turns {
  /**
   * Waits until nobody else of this process has these accounts; call the answer when the work is over.
   * @throws what `isTooSlow` when that takes longer than a statement may
   */
  take(accountIds: readonly string[]): Promise<() => void>;
}

/** What waits for an account waits here, and not with a connection that others need. */
export function createTurns(): Turns {
  /** By account, the end of the last work that has or wants it. */
  const last = new Map<string, Promise<void>>();

  async function takeOne(accountId: string, began: number): Promise<() => void> {
    const before = last.get(accountId);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    last.set(accountId, end);
    const leave = (): void => {
      if (last.get(accountId) === end) last.delete(accountId);
      resolve();
    };
    try {
      if (before !== undefined) await waitWithinLimit(before, began);
      return leave;
    } catch (error) {
      // Who comes after it still waits for those before it.
      void before!.then(leave);
      throw error;
    }
  }

  return {
    async take(accountIds) {
      const began = performance.now();
      const taken: (() => void)[] = [];
      const leaveAll = (): void => {
        for (const leave of taken.splice(0)) leave();
      };
      try {
        // In the order of ids, so that nobody waits in a circle.
        for (const accountId of [...new Set(accountIds)].sort())
          taken.push(await takeOne(accountId, began));
        return leaveAll;
      } catch (error) {
        leaveAll();
        throw error;
      }
    },
  };
}
