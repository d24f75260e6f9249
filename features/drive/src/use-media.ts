import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is as a media query says, followed live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** One pane, worked by thumb. */
export const PHONE = "(width <= 640px)";
/** There is room for the folders beside the list. */
export const WIDE = "(width > 900px)";
export const TOUCH = "(pointer: coarse)";
