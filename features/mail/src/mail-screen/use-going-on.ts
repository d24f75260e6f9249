import type { QueryView } from "@atrium/jmap";
import { usePreferences } from "@atrium/state";
import { isSelected, type RowSelection } from "@atrium/ui";
import { useCallback, useLayoutEffect, useRef } from "react";
import { goesOnTo, wasLookedAt } from "../reader/once-looked-at.ts";
import type { ShownList } from "./shown-list.ts";
import type { Cursor } from "./use-cursor.ts";

export type GoingOn = "next" | "previous" | "list";

/**
 * Goes on when rows leave the list: to the conversation that the person's setting names if the open one is among them,
 * and with the keyboard to a row that stays. Answers what leads back to the one that was open once that was undone.
 */
export function useGoingOn(
  { view, layout, place, list }: ShownList,
  cursor: Cursor,
): (going: RowSelection, to?: GoingOn) => (() => void) | undefined {
  const wanted = usePreferences((all) => all.afterAct) ?? (layout.isOnePane ? "list" : "next");
  const latest = useRef({ list, view, cursor, place, wanted });
  useLayoutEffect(() => {
    latest.current = { list, view, cursor, place, wanted };
  });
  // The same function for good: every row of the list is given what it is part of.
  return useCallback((going, asked) => {
    const { list, view, cursor, place, wanted } = latest.current;
    const isOpen = place.thread !== undefined;
    const to = asked ?? wanted;
    const row = isOpen ? cursor.openRow : cursor.row;
    const current = view.idAt(row);
    if (current === undefined || !isSelected(going, current)) return undefined;
    if (isOpen) wasLookedAt();
    const next = rowAfter(view, row, going, to === "previous" ? -1 : 1);
    if (!isOpen && next >= 0) cursor.moveTo(next);
    else if (isOpen && (to === "list" || next < 0)) {
      cursor.close();
      if (next >= 0) cursor.moveTo(next);
    } else if (isOpen) {
      cursor.open(next);
      goesOnTo(list.email(view.idAt(next)!)?.threadId);
    }
    // From the list the row comes back, and the keyboard stays where it is.
    if (!isOpen) return undefined;
    const hasClosed = to === "list" || next < 0;
    return () => latest.current.cursor.returnTo(place, current, hasClosed);
  }, []);
}

/** The nearest row in this direction that stays, else in the other one; -1 when there is none. */
export function rowAfter(
  view: Pick<QueryView, "idAt" | "length">,
  from: number,
  going: RowSelection,
  direction: 1 | -1,
): number {
  for (const step of [direction, -direction])
    for (let row = from + step; row >= 0 && row < view.length; row += step) {
      const id = view.idAt(row);
      if (id === undefined) break;
      if (!isSelected(going, id)) return row;
    }
  return -1;
}
