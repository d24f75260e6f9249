import { undoLatest } from "@atrium/ui";
import { useEffect, useRef, type RefObject } from "react";

export interface ListKeys {
  readonly rename: () => void;
  readonly remove: () => void;
  readonly move: () => void;
  readonly copy: () => void;
  readonly toggle: () => void;
  readonly selectAll: () => void;
  readonly up: () => void;
  readonly search: () => void;
  readonly menu: () => void;
}

const KEYS: Readonly<Record<string, keyof ListKeys>> = {
  F2: "rename",
  Delete: "remove",
  "#": "remove",
  v: "move",
  c: "copy",
  x: "toggle",
  u: "up",
  Backspace: "up",
  "/": "search",
  ".": "menu",
};

/** The keys of a drive page: they hold wherever the focus is on it, but not where something is typed or asked. */
export function useListKeys(page: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isElsewhere(event, page))
        return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key !== "a" || event.shiftKey) return;
        latest.current.selectAll();
      } else if (event.key === "z") undoLatest();
      else {
        const name = KEYS[event.key];
        if (name === undefined) return;
        latest.current[name]();
      }
      event.preventDefault();
    };
    // What the host does with a key is done at the document: on the page drive comes first, after what stands on it.
    const stage = page.current?.closest(".drive-stage");
    const targets = [...(stage ? [stage] : []), window];
    for (const target of targets) target.addEventListener("keydown", press as EventListener);
    return () => {
      for (const target of targets) target.removeEventListener("keydown", press as EventListener);
    };
  }, [page]);
}

function isElsewhere({ target }: KeyboardEvent, page: RefObject<HTMLElement | null>): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]"))
    return true;
  return (
    target !== document.body && page.current?.contains(target) !== true && !target.matches("main")
  );
}
