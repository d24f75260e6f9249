import { useSyncExternalStore } from "react";

let unseen = 0;
const listeners = new Set<() => void>();

/** How much was shared with the person that they have not looked at yet; none until that is known. */
export const useUnseen = (): number => useSyncExternalStore(subscribe, () => unseen);

export function setUnseen(count: number): void {
  if (count === unseen) return;
  unseen = count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
