import { useSyncExternalStore } from "react";

let areWanted = false;
const listeners = new Set<() => void>();
const onWanted = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether this window has begun a task, and shows tasks at once for that. */
export const useAreTasksWanted = (): boolean => useSyncExternalStore(onWanted, () => areWanted);

export function wantTasks(): void {
  areWanted = true;
  for (const listener of listeners) listener();
}
