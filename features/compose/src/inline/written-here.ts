import { useSyncExternalStore } from "react";

/** Versions of drafts that are written below what they answer: a conversation does not list them a second time. */
let written: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export const useWrittenHere = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => written,
  );

/** These versions of a draft are, until the answer is called. */
export function showWrittenHere(emailIds: readonly string[]): () => void {
  if (emailIds.length === 0) return () => undefined;
  replace([...written, ...emailIds]);
  return () => replace([...written].filter((id) => !emailIds.includes(id)));
}

function replace(emailIds: readonly string[]): void {
  written = new Set(emailIds);
  for (const listener of listeners) listener();
}
