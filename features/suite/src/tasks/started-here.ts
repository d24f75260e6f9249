import { useSyncExternalStore } from "react";

/** Tasks that were begun in this window: the key that undoes is for those alone. */
const begun = new Set<string>();
/** What was asked of the server and is not answered. */
const asked = new Set<Promise<unknown>>();
const listeners = new Set<() => void>();
const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = (): void => listeners.forEach((listener) => listener());

/** Notes a task that this window asks for. Resolves when the server has answered. */
export async function noteBegun(answer: Promise<{ readonly id: string }>): Promise<void> {
  asked.add(answer);
  tell();
  try {
    begun.add((await answer).id);
  } finally {
    asked.delete(answer);
    tell();
  }
}

/** Whether a task may have been begun here. It may be seen, and be over, before what began it is answered. */
export const useMayBeBegunHere = (id: string): boolean =>
  useSyncExternalStore(onChange, () => begun.has(id) || asked.size > 0);

/** Whether a task was begun here, as soon as that is known. */
export async function isBegunHere(id: string): Promise<boolean> {
  await Promise.allSettled(asked);
  return begun.has(id);
}
