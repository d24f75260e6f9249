import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** When the focused row goes away (archived, moved), focus goes to the active row, not to the page. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, refocus: () => void): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const onFocus = (event: FocusEvent): void => {
      focused.current = event.target as Element;
    };
    const onBlur = (event: FocusEvent): void => {
      // A row that is being taken out loses focus too; only one that stays was left on purpose.
      queueMicrotask(() => {
        if (event.target === focused.current && focused.current?.isConnected === true)
          focused.current = null;
      });
    };
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", onBlur);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", onBlur);
    };
  }, [box]);
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    refocus();
  });
}

/** Brings the active row into sight when another row becomes active; not when rows above it came or went. */
export function useRevealed(
  active: number,
  id: string | undefined,
  show: (index: number) => void,
): void {
  const before = useRef({ active, id });
  useLayoutEffect(() => {
    const { current } = before;
    before.current = { active, id };
    const sameRow = id !== undefined && id === current.id;
    if (active >= 0 && current.active !== active && !sameRow) show(active);
  }, [active, id, show]);
}
