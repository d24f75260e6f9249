import { useLayoutEffect, useState, type RefObject } from "react";

/** What can take the focus, as far as dialogs are opened from it. */
const FOCUSABLE =
  ":is(a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]):not([hidden])";

/** From what each dialog was opened, outwards. */
const ways = new WeakMap<Element, readonly Element[]>();

/** An element and what it is in, going on where the dialog that holds it was opened. */
function wayOut(from: Element | null): readonly Element[] {
  const way: Element[] = [];
  for (let now = from; now !== null && now !== document.body; now = now.parentElement) {
    const outer = ways.get(now);
    if (outer !== undefined) return [...way, ...outer];
    way.push(now);
  }
  return way;
}

/**
 * Where a dialog's opener is gone by the time it closes, such as the row of what was removed, the focus goes to what is
 * next to it and not to the page's start.
 * @param dialog the element that holds all of it
 */
export function useReturnFocus(dialog: RefObject<Element | null>): void {
  const [way] = useState(() => wayOut(document.activeElement));
  useLayoutEffect(() => {
    if (dialog.current !== null) ways.set(dialog.current, way);
    return () => {
      // After the dialog's own attempt, which takes a frame.
      requestAnimationFrame(() => requestAnimationFrame(() => returnFocus(way)));
    };
  }, [dialog, way]);
}

function returnFocus(way: readonly Element[]): void {
  if (document.activeElement === document.body) focusNext(way);
  const { activeElement } = document;
  // It is back where it was, which may go a moment later, when the server has confirmed what was done.
  if (activeElement !== null && way.some((place) => place.contains(activeElement)))
    watch(activeElement, way);
}

/** Follows what has the focus until that goes elsewhere. */
function watch(focused: Element, way: readonly Element[]): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    leave();
    if (document.activeElement === document.body) focusNext(way);
  });
  function onFocus({ target }: FocusEvent): void {
    if (target !== focused) leave();
  }
  function leave(): void {
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", onFocus);
}

/** Gives the focus to the first that can take it in what is nearest. */
function focusNext(way: readonly Element[]): void {
  for (const place of way) {
    if (!place.isConnected) continue;
    const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
    if (!(target instanceof HTMLElement)) continue;
    target.focus();
    return;
  }
}
