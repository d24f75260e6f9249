/** Answers by question: one that is being asked is not asked twice, and its answer is kept for a while. */
export interface Memory<T> {
  get(key: string, ask: () => Promise<T>): Promise<T>;
}

/** `lifetime` says for how many seconds an answer, or a failure (undefined), counts. The oldest goes when there are too many. */
export function createMemory<T>(size: number, lifetime: (answer?: T) => number): Memory<T> {
  const known = new Map<string, { readonly answer: Promise<T>; until: number }>();

  return {
    get(key, ask) {
      const found = known.get(key);
      if (found !== undefined && performance.now() < found.until) return found.answer;
      known.delete(key);
      const answer = ask();
      const entry = { answer, until: Infinity };
      known.set(key, entry);
      const keep = (value?: T): void => {
        entry.until = performance.now() + 1000 * lifetime(value);
      };
      answer.then(keep, () => keep());
      const [oldest] = known.keys();
      if (known.size > size) known.delete(oldest!);
      return answer;
    },
  };
}
