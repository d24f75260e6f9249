import { selectApp } from "@atrium/contract/routes";
import { useSyncExternalStore } from "react";
import {
  depth,
  isOnTheWay,
  settleLater,
  startLayers,
  whenThere,
  placeBelow,
} from "./layer-history.ts";

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
export function navigate(
  path: string,
  options: {
    readonly replace?: boolean;
    /** Kept with the step, also over a reload; read as `history.state`. */
    readonly state?: Readonly<Record<string, unknown>>;
  } = {},
): void {
  if (isOnTheWay()) {
    whenThere(() => navigate(path, options));
    return;
  }
  const url = new URL(path, location.href);
  if (url.origin !== location.origin || selectApp(url.pathname) !== selectApp(location.pathname)) {
    if (options.replace) location.replace(url);
    else location.assign(url);
    return;
  }
  if (options.replace) {
    history.replaceState({ ...history.state, ...options.state }, "", url);
    if (depth() > 0) placeBelow.address = url.href;
  } else if (url.href !== location.href) {
    const state = options.state ?? null;
    // What lay above the place that is left is no step of the way back to it.
    if (depth() > 0) history.replaceState(state, "", url);
    else history.pushState(state, "", url);
    placeBelow.address = undefined;
  }
  settleLater();
  moved();
}

/** The window's path; renders again when it changes, also by the browser's back and forward. */
export function usePath(): Path {
  return useSyncExternalStore(subscribe, snapshot);
}

function subscribe(listener: () => void): () => void {
  startLayers(moved);
  listeners.add(listener);
  return () => listeners.delete(listener);
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
