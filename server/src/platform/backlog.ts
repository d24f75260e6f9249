/** Work that is to be done soon for each of some keys, such as accounts. */
export interface Backlog<Detail> {
  /** What waits for its turn already waits once. */
  readonly add: (key: string, detail: Detail) => void;
  /** Forgets what waits, and resolves when nothing runs any more. */
  readonly close: () => Promise<void>;
}

/**
 * Does work for so many keys at once, and for each of them once at a time, in the order in which they come.
 * @param merge what is left of two details of one key
 * @param work never fails, or says so itself
 */
export function createBacklog<Detail>(
  atOnce: number,
  merge: (earlier: Detail, later: Detail) => Detail,
  work: (key: string, detail: Detail) => Promise<void>,
): Backlog<Detail> {
  const waiting = new Map<string, Detail>();
  const running = new Map<string, Promise<void>>();
  let isClosed = false;

  function look(): void {
    for (const [key, detail] of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(key)) continue;
      waiting.delete(key);
      const one = work(key, detail).finally(() => {
        running.delete(key);
        look();
      });
      running.set(key, one);
    }
  }

  return {
    add(key, detail) {
      if (isClosed) return;
      const before = waiting.get(key);
      waiting.set(key, before === undefined ? detail : merge(before, detail));
      look();
    },
    async close() {
      isClosed = true;
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}
