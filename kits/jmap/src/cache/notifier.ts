import type { RecordTable } from "./table.ts";

/** Holds notifications back until a whole answer is in the tables, so that nobody renders half of it. */
export interface Notifier {
  changed(table: RecordTable, id: string): void;
  /** Runs after every round of changes with what changed, before the records' own listeners. */
  before(listener: (table: RecordTable, ids: ReadonlySet<string>) => void): void;
  together<T>(work: () => T): T;
}

export function createNotifier(): Notifier {
  const changes = new Map<RecordTable, Set<string>>();
  const early: ((table: RecordTable, ids: ReadonlySet<string>) => void)[] = [];
  let depth = 0;

  function flush(): void {
    const batch = [...changes];
    changes.clear();
    for (const [table, ids] of batch) for (const listener of early) listener(table, ids);
    for (const [table, ids] of batch) for (const id of ids) table.notify(id);
  }

  return {
    changed(table, id) {
      const ids = changes.get(table) ?? new Set();
      changes.set(table, ids.add(id));
      if (depth === 0) flush();
    },
    before: (listener) => void early.push(listener),
    together(work) {
      depth += 1;
      try {
        return work();
      } finally {
        depth -= 1;
        if (depth === 0) flush();
      }
    },
  };
}
