import type { QueryView, WindowedQuery } from "@atrium/jmap";
import { useState } from "react";

interface Shown {
  readonly query: WindowedQuery;
  readonly view: QueryView;
}

/**
 * What the list shows while a search follows a search: the results that are there, until the next ones are. They would
 * flicker with every letter otherwise.
 */
export function useSettled(query: WindowedQuery, view: QueryView, isSearch: boolean): Shown {
  const [last, setLast] = useState<Shown & { readonly isSearch: boolean }>({
    query,
    view,
    isSearch,
  });
  const isWaiting = view.length === 0 && (view.status === "idle" || view.status === "loading");
  if (!isWaiting && last.view !== view) setLast({ query, view, isSearch });
  return isWaiting && isSearch && last.isSearch ? last : { query, view };
}
