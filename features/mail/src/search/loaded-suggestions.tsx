import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { SuggestionsProps } from "./suggest/suggestions.tsx";

let loaded: ComponentType<SuggestionsProps> | undefined;

/** The list of suggestions, loaded when it is wanted. Searching works without it. */
export function LoadedSuggestions(props: SuggestionsProps): ReactNode {
  const [Part, setPart] = useState(() => loaded);
  useEffect(() => {
    if (Part) return undefined;
    let isOver = false;
    import("./suggest/suggestions.tsx").then(
      ({ Suggestions }) => {
        loaded = Suggestions;
        if (!isOver) setPart(() => Suggestions);
        return Suggestions;
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [Part]);
  return Part && <Part {...props} />;
}
