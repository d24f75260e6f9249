import { useSyncExternalStore } from "react";

export type ListMode = "conversations" | "messages";
export type ListSort = "date" | "sender" | "subject" | "size";

/** Which mail a list leaves in sight. */
export interface ListOnly {
  readonly unread: boolean;
  readonly starred: boolean;
  readonly attachments: boolean;
}

/** How lists are drawn up in this window. */
export interface ListOptions {
  readonly mode: ListMode;
  readonly sort: ListSort;
  readonly isAscending: boolean;
  readonly only: ListOnly;
}

const KEY = "atrium.mail.list";
export const EVERYTHING: ListOnly = { unread: false, starred: false, attachments: false };
export const PLAIN_LIST: ListOptions = {
  mode: "conversations",
  sort: "date",
  isAscending: false,
  only: EVERYTHING,
};

let options: ListOptions | undefined;
const listeners = new Set<() => void>();

/** The options as they are now. Mode and order are kept in this browser; what is left in sight is not. */
export function listOptions(): ListOptions {
  options ??= readOptions(stored());
  return options;
}

export function useListOptions(): ListOptions {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, listOptions);
}

export function setListOptions(patch: Partial<ListOptions>): void {
  const { mode, sort, isAscending } = (options = { ...listOptions(), ...patch });
  try {
    localStorage.setItem(KEY, JSON.stringify({ mode, sort, isAscending }));
  } catch {
    // Storage may be full or forbidden; this window still does what was chosen.
  }
  for (const listener of listeners) listener();
}

/** Another list shows all that is in it again. */
export function showEverything(): void {
  if (isFiltered(listOptions())) setListOptions({ only: EVERYTHING });
}

export function isFiltered({ only }: ListOptions): boolean {
  return only.unread || only.starred || only.attachments;
}

/** Reads stored text, keeping what is understood. */
export function readOptions(text: string | null): ListOptions {
  try {
    const found = JSON.parse(text ?? "{}") as Partial<Record<keyof ListOptions, unknown>> | null;
    const { mode, sort, isAscending } = found ?? {};
    return {
      ...PLAIN_LIST,
      ...(mode === "messages" && { mode }),
      ...((sort === "sender" || sort === "subject" || sort === "size") && { sort }),
      ...(isAscending === true && { isAscending }),
    };
  } catch {
    return PLAIN_LIST;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
