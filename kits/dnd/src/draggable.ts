import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { useCallback, useEffect, useRef, useState } from "react";
import { pickUp } from "./carry.ts";
import "./dnd.css";

/** The key under which our data travels, so that nothing else on the page is taken for it. */
export const OURS = "atrium";

export interface Draggable<T> {
  /** Asked when a drag starts: the row itself, or everything that is selected. */
  readonly data: () => T;
  /** What is dragged in words, as `3 conversations`; shown beside the pointer. */
  readonly label: () => string;
  readonly disabled?: boolean;
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
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    return draggable({
      element,
      canDrag: () => latest.current.disabled !== true,
      getInitialData: () => ({ [OURS]: latest.current.data() }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: -12, y: -8 }),
          render: ({ container }) => {
            const chip = document.createElement("div");
            chip.className = "a-drag-chip";
            chip.textContent = latest.current.label();
            container.append(chip);
          },
        });
      },
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, []);
  return {
    ref,
    dragging,
    pickUp: () => pickUp({ data: given.data(), label: given.label() }),
  };
}
