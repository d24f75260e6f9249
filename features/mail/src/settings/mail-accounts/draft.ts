import { useEffect, useState } from "react";

/** What was typed and not saved, so that a look at another section does not lose it. */
const drafts = new Map<string, unknown>();

/** What was typed into a form. */
export interface Draft<T> {
  /** `undefined` when nothing is changed. */
  readonly draft: T | undefined;
  readonly setDraft: (draft: T | undefined) => void;
  /** What was typed is saved; what was typed after it stays. */
  readonly dropSaved: (saved: T | undefined) => void;
}

/**
 * A form's values as they are typed. What was typed outlives the form, and leaving the window with it asks first.
 */
export function useDraft<T>(key: string): Draft<T> {
  const [draft, setDraft] = useState(() => drafts.get(key) as T | undefined);
  const isTyped = draft !== undefined;
  useEffect(() => {
    if (!isTyped) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isTyped]);
  const set = (next: T | undefined): void => {
    if (next === undefined) drafts.delete(key);
    else drafts.set(key, next);
    setDraft(next);
  };
  return {
    draft,
    setDraft: set,
    dropSaved(saved) {
      if (drafts.get(key) === saved) set(undefined);
    },
  };
}
