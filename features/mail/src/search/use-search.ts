import { navigate } from "@atrium/shell";
import { useEffect, useRef, useState } from "react";
import { ALL_INBOXES, INBOX, pathOf, withThread, type Place } from "../place/place.ts";
import { draftOf, searchOf, typed, type Draft } from "./query/chips.ts";
import { parseSearch } from "./query/query.ts";
import { noteSearch } from "./suggest/history.ts";

/** Characters of a search: it stands in the window's address, of which servers take 16 kB. */
export const LONGEST = 1000;

/** A search while it is written. What it asks for is the window's path, so that it comes back with it. */
export interface Search {
  readonly draft: Draft;
  /** The list that it is left to. */
  readonly home: Place;
  /** Searches for another draft, at once or after so many milliseconds of rest. */
  readonly change: (next: Draft, rest?: number) => void;
  /** The draft is as the person wants it: what it finds is next, and may be there already. */
  readonly finish: (next: Draft) => { readonly isEmpty: boolean; readonly isFound: boolean };
}

export function useSearch(place: Place): Search {
  const asked = place.kind === "search" ? place.text : "";
  const here = pathOf(withThread(place, undefined));
  const [draft, setDraft] = useState<Draft>(() => draftOf(asked));
  const [seen, setSeen] = useState(here);
  const [home, setHome] = useState(place);
  if (seen !== here) {
    setSeen(here);
    if (place.kind !== "search") setHome(place);
    if (searchOf(draft) !== asked) setDraft(draftOf(asked));
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The search that stands was finished; the next one is a step of its own on the way back. */
  const isFinished = useRef(false);
  // What was about to be asked for in another list is not asked for here.
  // oxlint-disable-next-line react/exhaustive-deps -- the list that the window shows
  useEffect(() => () => clearTimeout(timer.current), [here]);

  const go = (next: Draft): void => {
    clearTimeout(timer.current);
    const text = searchOf(next).slice(0, LONGEST).toWellFormed();
    if (text === asked) return;
    const { account, all } = place;
    if (parseSearch(text).length > 0) {
      const shared = { ...(account !== undefined && { account }), ...(all && { all }) };
      navigate(pathOf({ kind: "search", text, ...shared }), {
        replace: place.kind === "search" && !isFinished.current,
      });
      isFinished.current = false;
    } else if (text === "" && place.kind === "search") {
      const isSame = home.account === account && home.all === all && home.kind !== "search";
      const own = account === undefined ? INBOX : { ...INBOX, account };
      const inbox = all ? ALL_INBOXES : own;
      navigate(pathOf(isSame ? withThread(home, undefined) : inbox));
    }
  };
  const change = (next: Draft, rest?: number): void => {
    setDraft(next);
    clearTimeout(timer.current);
    if (rest === undefined) go(next);
    else timer.current = setTimeout(() => go(next), rest);
  };
  return {
    draft,
    home,
    change,
    finish(next) {
      const { chips, text } = typed(next, `${next.text.trimEnd()} `);
      const whole = { chips, text: text.trim() };
      const search = searchOf(whole);
      change(whole);
      noteSearch(search);
      isFinished.current = true;
      return { isEmpty: search === "", isFound: search === asked };
    },
  };
}
