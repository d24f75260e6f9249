import { useCallback, useEffect, useRef } from "react";
import { afterFocusReturns, hasFocusNowhere } from "../focus.ts";
import type { ListController } from "./list-controller.ts";

/** Milliseconds; later the person has gone on to something else. */
const PATIENCE = 3000;

/**
 * Where the keyboard goes when what it was on is gone, or when a key moved the cursor before anything had the focus:
 * the row of the list, or the conversation where that has taken the list's place. Answers what brings it to the list
 * as soon as there is one; the list that is there may be the one before.
 */
export function useFocusHome({
  grid,
  place,
  cursor,
  layout,
  questions,
  view,
}: ListController): (isThere: boolean) => void {
  const { thread } = place;
  const { row } = cursor;
  const { isOnePane } = layout;
  // A dialog or menu has the keyboard; when it closes, what it came from may be gone.
  const isCovered = questions.asked !== undefined;
  const rows = view.length;
  /** Until when the list is waited for, as `performance.now()` counts. */
  const wanted = useRef(0);
  const before = useRef({ thread, row, isCovered, rows });
  useEffect(() => {
    const { current } = before;
    before.current = { thread, row, isCovered, rows };
    // A window that opens leaves the focus to the page.
    const hasMoved =
      current.thread !== thread || current.row !== row || current.isCovered !== isCovered;
    // Rows that went may have had it; those that come take it from nobody.
    if (!hasMoved && rows >= current.rows) return;
    const goHome = (): void => {
      if (!hasFocusNowhere()) return;
      if (isOnePane && thread !== undefined) focusOn("mail-reader");
      else grid.current?.focus();
      if (hasFocusNowhere()) focusOn("mail-screen");
    };
    if (current.isCovered && !isCovered) afterFocusReturns(goHome);
    else goHome();
  }, [grid, thread, row, isOnePane, isCovered, rows]);
  useEffect(() => {
    if (wanted.current === 0 || rows === 0) return;
    if (performance.now() > wanted.current) wanted.current = 0;
    // Once more where it has been: these may be rows of the list before, which go yet.
    else if (!grid.current?.element?.contains(document.activeElement)) grid.current?.focus();
  });
  return useCallback(
    (isThere) => {
      if (isThere && rows > 0) grid.current?.focus();
      else {
        wanted.current = performance.now() + PATIENCE;
        onNextAct(() => (wanted.current = 0));
      }
    },
    [grid, rows],
  );
}

/** Whatever a person does next says where they want to be. */
function onNextAct(action: () => void): void {
  const options = { capture: true, once: true };
  addEventListener("keydown", action, options);
  addEventListener("pointerdown", action, options);
}

function focusOn(name: "mail-reader" | "mail-screen"): void {
  document.querySelector<HTMLElement>(`.${name}`)?.focus({ preventScroll: true });
}
