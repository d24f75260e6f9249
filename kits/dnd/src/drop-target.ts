import { useCallback, useEffect, useRef } from "react";
import { attachLater } from "./attach-later.ts";
import { carriedNow, dropCarried, watchCarried } from "./carry.ts";
import { OURS } from "./draggable.ts";

export interface DropTarget<T> {
  /** Whether this data may be dropped here; also narrows its type. */
  readonly accepts: (data: unknown) => data is T;
  readonly onDrop: (data: T) => void;
  /** What the target is in words, as `Inbox`. */
  readonly label: string;
  /** What the window is opened for, which comes before it can be dropped on by pointer. */
  readonly after?: () => Promise<unknown>;
}

/**
 * Makes an element a drop target until the answer is called, for pointer and keyboard. While something
 * fitting is over it the element has `data-over`; while the keyboard carries something fitting, `data-drop`.
 * Usable as a ref callback where a hook cannot stand, as in the rows of a tree.
 */
export function attachDropTarget<T>(element: HTMLElement, target: () => DropTarget<T>): () => void {
  const mark = (name: "over" | "drop", on: boolean): void => {
    if (on) element.dataset[name] = "";
    else delete element.dataset[name];
  };
  const fits = (): boolean => {
    const carried = carriedNow();
    return carried !== undefined && target().accepts(carried.data);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.isComposing || !fits()) return;
    event.preventDefault();
    event.stopPropagation();
    const { label, accepts, onDrop } = target();
    const dropped = dropCarried(label)?.data;
    if (accepts(dropped)) onDrop(dropped);
  };
  // In the capture phase: Enter means something else to most targets.
  element.addEventListener("keydown", onKey, true);
  const stopWatching = watchCarried(() => mark("drop", fits()));
  const stopDropping = attachLater(
    ({ dropTargetForElements }) =>
      dropTargetForElements({
        element,
        canDrop: ({ source }) => target().accepts(source.data[OURS]),
        onDragEnter: () => mark("over", true),
        onDragLeave: () => mark("over", false),
        onDrop: ({ source, location, self }) => {
          mark("over", false);
          // Targets inside targets: only the innermost takes it.
          if (location.current.dropTargets[0]?.element !== self.element) return;
          const { accepts, onDrop } = target();
          const data = source.data[OURS];
          if (accepts(data)) onDrop(data);
        },
      }),
    () => target().after?.() ?? Promise.resolve(),
  );
  return () => {
    element.removeEventListener("keydown", onKey, true);
    stopWatching();
    stopDropping();
  };
}

/** The hook for one target: give `ref` to its element. */
export function useDropTarget<T>(
  target: DropTarget<T>,
): (element: HTMLElement | null) => (() => void) | undefined {
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  });
  return useCallback(
    (element: HTMLElement | null) =>
      element === null ? undefined : attachDropTarget(element, () => latest.current),
    [],
  );
}
