import { selectApp } from "@atrium/contract/routes";
import { useSyncExternalStore } from "react";

/** Where the window is, as in `location`. The same object until the window moves. */
export interface Path {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const listeners = new Set<() => void>();
let current: Path | undefined;

/**
 * Goes to a path of the suite (`/drive?x=1`). Inside the same application the window stays;
 * another application's path, or another origin, is loaded as a page.
 */
export function navigate(path: string, options: { readonly replace?: boolean } = {}): void {
  const url = new URL(path, location.href);
  if (url.origin !== location.origin || selectApp(url.pathname) !== selectApp(location.pathname)) {
    if (options.replace) location.replace(url);
    else location.assign(url);
    return;
  }
  if (options.replace) history.replaceState(history.state, "", url);
  else if (url.href !== location.href) history.pushState(null, "", url);
  moved();
}

/** The window's path; renders again when it changes, also by the browser's back and forward. */
export function usePath(): Path {
  return useSyncExternalStore(subscribe, snapshot);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("popstate", moved);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", moved);
  };
}

function snapshot(): Path {
  const { pathname, search, hash } = location;
  if (current?.pathname !== pathname || current.search !== search || current.hash !== hash) {
    current = { pathname, search, hash };
  }
  return current;
}

function moved(): void {
  for (const listener of listeners) listener();
}
