/** Answers by question: one that is being asked is not asked twice, and what was heard is kept for a while. */
export interface Memory {
  get(key: string, ask: () => Promise<readonly unknown[]>): Promise<readonly unknown[]>;
}

/** `lifetime` says for how many milliseconds an answer, or an error, counts. The oldest goes when there are too many. */
export function createMemory(options: {
  readonly size: number;
  readonly lifetime: (error?: unknown) => number;
}): Memory {
  const { size, lifetime } = options;
  const known = new Map<string, { readonly answer: Promise<readonly unknown[]>; until: number }>();

  return {
    get(key, ask) {
      const found = known.get(key);
      if (found !== undefined && performance.now() < found.until) return found.answer;
      known.delete(key);
      const answer = ask();
      const entry = { answer, until: Infinity };
      known.set(key, entry);
      answer.then(
        () => (entry.until = performance.now() + lifetime()),
        (error: unknown) => (entry.until = performance.now() + lifetime(error)),
      );
      const [oldest] = known.keys();
      if (known.size > size) known.delete(oldest!);
      return answer;
    },
  };
}
