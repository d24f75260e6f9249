import { useSyncExternalStore } from "react";

/** One pane at a time. A phone that is turned stays one: nothing is made again, and everything keeps its place. */
const PHONE = "(width <= 640px), (height <= 480px) and (pointer: coarse)";

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** What is asked again with every key is made once. */
const known = new Map<string, ReturnType<typeof follow>>();

function follow(query: string) {
  const list = matchMedia(query);
  return {
    subscribe: (listener: () => void): (() => void) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    matches: () => list.matches,
  };
}

/** Whether a media query holds, followed live. */
export function useMedia(query: string): boolean {
  const media = known.get(query) ?? follow(query);
  known.set(query, media);
  return useSyncExternalStore(media.subscribe, media.matches);
}
