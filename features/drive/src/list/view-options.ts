import { useSyncExternalStore } from "react";
import { SORTS, type Sorting } from "../nodes/definitions.ts";

/** How this device shows folders. */
export interface ViewOptions {
  readonly layout: "list" | "grid";
  readonly sorting: Sorting;
}

const KEY = "atrium.drive.view";
const DEFAULTS: ViewOptions = { layout: "list", sorting: { by: "name", isAscending: true } };

const listeners = new Set<() => void>();
let current: ViewOptions | undefined;

export function useViewOptions(): ViewOptions {
  return useSyncExternalStore(subscribe, viewOptions);
}

export function setViewOptions(change: Partial<ViewOptions>): void {
  current = { ...viewOptions(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // It holds until the window closes.
  }
  for (const listener of listeners) listener();
}

/** Reads what was remembered; anything that is none of the choices counts as not chosen. */
export function readOptions(text: string | null): ViewOptions {
  let given: Partial<Record<keyof ViewOptions, unknown>> = {};
  try {
    given = (JSON.parse(text ?? "{}") as typeof given | null) ?? {};
  } catch {
    // As if nothing were remembered.
  }
  const { by, isAscending } = (given.sorting ?? {}) as Partial<Sorting>;
  return {
    layout: given.layout === "grid" ? "grid" : DEFAULTS.layout,
    sorting: SORTS.some((one) => one === by)
      ? { by: by!, isAscending: isAscending !== false }
      : DEFAULTS.sorting,
  };
}

function viewOptions(): ViewOptions {
  try {
    current ??= readOptions(localStorage.getItem(KEY));
  } catch {
    current ??= DEFAULTS;
  }
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
