import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { Place } from "../place/place.ts";

interface SavedSearchesProps {
  /** Where the window is, when that is in this account. */
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
}

let loaded: ComponentType<SavedSearchesProps> | undefined;

/** Saved searches, once the window has nothing better to do: the list of mail goes first. */
export function SavedSearches(props: SavedSearchesProps): ReactNode {
  const [Part, setPart] = useState(() => loaded);
  useEffect(() => {
    if (Part) return undefined;
    let isOver = false;
    const stop = whenIdle(() => {
      import("./saved/saved-list.tsx").then(
        ({ SavedList }) => {
          loaded = SavedList;
          if (!isOver) setPart(() => SavedList);
          return SavedList;
        },
        // The next start of a window tries again.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [Part]);
  return Part ? <Part {...props} /> : null;
}

function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act, 2000);
    return () => clearTimeout(timer);
  }
  let idle = 0;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(act, { timeout: 3000 });
  }, 1000);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}
