import "fake-indexeddb/auto";
import { persistOnlyFor } from "./mark.ts";

const items = new Map<string, string>();

/** For tests: a browser's storage. Every test begins with an empty one. */
export async function emptyStorage(): Promise<void> {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      get length() {
        return items.size;
      },
      key: (at: number) => [...items.keys()][at] ?? null,
      removeItem: (key: string) => void items.delete(key),
    },
  });
  await persistOnlyFor(null);
  items.clear();
}
