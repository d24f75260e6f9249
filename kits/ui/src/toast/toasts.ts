import { useSyncExternalStore } from "react";
import type { Severity } from "../feedback/feedback.tsx";

export interface Toast {
  readonly message: string;
  readonly severity?: Severity;
  /** One thing to do about it, as Undo. The toast goes when it is done. */
  readonly action?: { readonly label: string; readonly onAct: () => void };
  /** Milliseconds in sight; 7,000 with an action and 5,000 without. `danger` stays until dismissed. */
  readonly timeout?: number;
  /**
   * Milliseconds since 1970 at which the action ends, counted down in sight. The toast goes with it, whatever the pointer
   * does, but not before it could be read.
   */
  readonly until?: number;
}

export interface ShownToast extends Toast {
  readonly id: number;
}

const MOST = 3;
let shown: readonly ShownToast[] = [];
let next = 1;
const listeners = new Set<() => void>();

/** Shows a short message above everything, and answers its id. The oldest goes when there are too many. */
export function toast(message: Toast | string): number {
  const id = next++;
  const made = typeof message === "string" ? { message, id } : { ...message, id };
  replace([...shown.slice(-(MOST - 1)), made]);
  return id;
}

/** Takes a toast away; nothing happens when it has gone already. */
export function dismissToast(id: number): void {
  if (shown.some((one) => one.id === id)) replace(shown.filter((one) => one.id !== id));
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

function replace(list: readonly ShownToast[]): void {
  shown = list;
  for (const listener of listeners) listener();
}
