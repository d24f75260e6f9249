import { useEffect, useState } from "react";

/** What was typed and not saved, so that a look at another section does not lose it. */
const drafts = new Map<string, unknown>();

/**
 * A form's values as they are typed. `undefined` is no change; what was typed outlives the form, and leaving the window
 * with it asks first.
 */
export function useDraft<T>(key: string): readonly [T | undefined, (draft: T | undefined) => void] {
  const [draft, setDraft] = useState(() => drafts.get(key) as T | undefined);
  const isTyped = draft !== undefined;
  useEffect(() => {
    if (!isTyped) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isTyped]);
  return [
    draft,
    (next) => {
      if (next === undefined) drafts.delete(key);
      else drafts.set(key, next);
      setDraft(next);
    },
  ];
}
