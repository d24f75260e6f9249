import { useCallback, useEffect, useRef, useState } from "react";
import { attachLater } from "./attach-later.ts";
import { pickUp } from "./carry.ts";
import "./dnd.css";

/** The key under which our data travels, so that nothing else on the page is taken for it. */
export const OURS = "atrium";

export interface Draggable<T> {
  /** Asked when a drag starts: the row itself, or everything that is selected. */
  readonly data: () => T;
  /** What is dragged in words, as `3 conversations`; shown beside the pointer. */
  readonly label: () => string;
  /** How many things that is; more than one show their number as a badge. */
  readonly count?: () => number;
  readonly disabled?: boolean;
}

/**
 * Makes an element draggable until the answer is called; while it is dragged it has `data-dragging`.
 * Usable as a ref callback where a hook cannot stand, as in the rows of a list.
 */
export function attachDraggable<T>(
  element: HTMLElement,
  given: () => Draggable<T>,
  onDragging: (isDragging: boolean) => void = () => undefined,
): () => void {
  const mark = (isDragging: boolean): void => {
    if (isDragging) element.dataset["dragging"] = "";
    else delete element.dataset["dragging"];
    onDragging(isDragging);
  };
  return attachLater(({ draggable, setCustomNativeDragPreview }) =>
    draggable({
      element,
      canDrag: () => given().disabled !== true,
      getInitialData: () => ({ [OURS]: given().data() }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: -12, y: -8 }),
          render: ({ container }) => container.append(chipOf(given())),
        });
      },
      onDragStart: () => mark(true),
      onDrop: () => mark(false),
    }),
  );
}

/** Makes an element draggable; `pickUp` is the same for the keyboard, to be called by a command. */
export function useDraggable<T>(given: Draggable<T>): {
  readonly ref: (element: HTMLElement | null) => (() => void) | undefined;
  readonly dragging: boolean;
  readonly pickUp: () => void;
} {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const ref = useCallback(
    (element: HTMLElement | null) =>
      element === null ? undefined : attachDraggable(element, () => latest.current, setDragging),
    [],
  );
  return {
    ref,
    dragging,
    pickUp: () => pickUp({ data: given.data(), label: given.label() }),
  };
}

/** What is seen beside the pointer. */
function chipOf({ label, count = () => 1 }: Draggable<unknown>): HTMLElement {
  const chip = document.createElement("div");
  chip.className = "a-drag-chip";
  const words = document.createElement("span");
  words.className = "a-drag-words";
  words.textContent = label();
  chip.append(words);
  const many = count();
  if (many > 1) {
    const badge = document.createElement("span");
    badge.className = "a-drag-count";
    badge.textContent = many > 9999 ? "9999+" : String(many);
    chip.append(badge);
  }
  return chip;
}
