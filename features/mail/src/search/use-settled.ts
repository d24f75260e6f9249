import type { QueryView } from "@atrium/jmap";
import { useState } from "react";
import type { MailList } from "../mail-screen/mail-list.ts";

interface Shown {
  readonly list: MailList;
  readonly view: QueryView;
}

/**
 * What the list shows while a search follows a search: the results that are there, until the next ones are. They would
 * flicker with every letter otherwise.
 */
export function useSettled(list: MailList, view: QueryView, isSearch: boolean): Shown {
  const [last, setLast] = useState<Shown & { readonly isSearch: boolean }>({
    list,
    view,
    isSearch,
  });
  const isWaiting = view.length === 0 && (view.status === "idle" || view.status === "loading");
  if (!isWaiting && (last.view !== view || last.list !== list)) setLast({ list, view, isSearch });
  return isWaiting && isSearch && last.isSearch ? last : { list, view };
}
