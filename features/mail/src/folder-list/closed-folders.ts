import { useSyncExternalStore } from "react";

const KEY = "atrium.mail.closed-folders";
/** Of folders that are long gone nobody takes the names out; the oldest make room. */
const MOST = 500;

let closed: ReadonlySet<string> | undefined;
const listeners = new Set<() => void>();

/** The folders whose inner ones are out of sight, kept in this browser. */
function closedFolders(): ReadonlySet<string> {
  closed ??= read(stored());
  return closed;
}

export function useClosedFolders(): ReadonlySet<string> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, closedFolders);
}

export function setFolderOpen(id: string, isOpen: boolean): void {
  const others = [...closedFolders()].filter((one) => one !== id);
  closed = new Set(isOpen ? others : [...others, id].slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify([...closed]));
  } catch {
    // Storage may be full or forbidden; this window still shows it so.
  }
  for (const listener of listeners) listener();
}

/** What is kept, as far as it is understood. */
export function read(text: string | null): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
