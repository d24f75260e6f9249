import { useSyncExternalStore } from "react";

/** One pane at a time. A phone that is turned stays one: nothing is made anew, and everything keeps its place. */
const PHONE = "(width <= 640px), (height <= 480px) and (pointer: coarse)";

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** Whether a media query holds, followed live. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
