import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { GridActs } from "./acts.ts";
import { isSelected } from "./selection.ts";
import { followTouch, type Swipe } from "./touch.ts";
import type { VirtualGridProps } from "./virtual-grid.tsx";

/** A swipe over a row that is known by its id. */
interface RowSwiped extends Swipe {
  readonly id: string | undefined;
}

/** What fingers do with the rows of a grid, and the swipe that is under way. */
export function useTouch(
  scroller: RefObject<HTMLDivElement | null>,
  props: Omit<VirtualGridProps, "ref">,
  /** Selects a row, or the range up to it. */
  select: GridActs["select"],
): RowSwiped | undefined {
  const [swipe, setSwipe] = useState<RowSwiped>();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const list = scroller.current;
    if (list === null) return undefined;
    return followTouch(list, {
      meaning(index, side) {
        const { rowId, swipeOf, selection } = latest.current;
        // Several are selected: what is done is done with all of them, by the bar.
        if (selection.all || selection.ids.size > 0 || rowId(index) === undefined) return undefined;
        const found = swipeOf?.(index, side);
        return found && (found.leaves ? "goes" : "stays");
      },
      onSwipe: (now) => setSwipe(now && { ...now, id: latest.current.rowId(now.index) }),
      swiped: (index, side) => latest.current.swipeOf?.(index, side)?.onAct(),
      held(index) {
        const { rowId, onActive, selection } = latest.current;
        const id = rowId(index);
        if (id === undefined) return;
        // The second one that is held ends a range, as Shift does on a keyboard.
        const isRange = selection.ids.size > 0 && !isSelected(selection, id);
        select(index, { shiftKey: isRange });
        onActive(index);
      },
    });
  }, [scroller, select]);
  return swipe;
}
