import { observeElementOffset, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, type RefObject } from "react";
import { findMoved, LONGEST, scaleOf } from "./scale.ts";

export interface Rows {
  /** Indexes of the rows to draw: those in sight, some around, and the active one wherever it is. */
  readonly indexes: readonly number[];
  /** Height of the scrolled element. */
  readonly height: number;
  /** The first row around those in sight; the layer's top stands at it and rows are placed from there. */
  readonly base: number;
  /** The last row around those in sight, -1 when there is none. */
  readonly last: number;
  /** The list goes by faster than anybody sees what is on it. */
  readonly isRacing: boolean;
  readonly view: ListView;
}

/** How a list stands now, and how to move it; offsets in list pixels. */
export interface ListView {
  readonly offset: () => number;
  readonly viewport: () => number;
  readonly scrollTo: (offset: number) => void;
}

const OVERSCAN = 6;
/** So many views of a list in a second are too fast to see what is on it. */
const RACE = 8;
/** What moves a list after so long a rest begins anew (milliseconds). */
const JUMP = 100;
const remembered = new Map<string, number>();

/** The window of a long list of equal rows: which to draw, where, and how to move it. */
export function useRows({
  scroller,
  layer,
  rowCount,
  rowHeight,
  rowId,
  pinned,
  scrollKey,
}: {
  /** The scrolled element, and the one inside that holds the rows and is moved as a whole. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly rowId: (index: number) => string | undefined;
  readonly pinned: number;
  readonly scrollKey: string | undefined;
}): Rows {
  const total = rowCount * rowHeight;
  // What was set last: a scroll bar counts whole pixels, the list must not jump by several of its own.
  const exact = useRef({ top: 0, offset: 0, total: -1 });
  const restored = useRef<string | undefined>(undefined);
  const anchor = useRef<{ id: string; index: number } | undefined>(undefined);
  const latest = useRef({ total, scrollKey, rowId, base: 0 });

  const pace = useRef({ offset: 0, at: 0, isRacing: false });
  const height = useRef(0);
  // Known from its observer: asking makes the browser lay out what was just drawn.
  const viewport = (): number => height.current || (scroller.current?.clientHeight ?? 0);
  const offsetAt = (top: number): number =>
    top === exact.current.top
      ? exact.current.offset
      : top * scaleOf(latest.current.total, viewport()).ratio;
  /**
   * Asking the scroll bar makes the browser lay out what was just drawn, several times for one key. It fires an event when it
   * moves; only a list of another length may have moved it without one.
   */
  const offset = (): number => {
    const now = latest.current.total;
    if (exact.current.total !== now) {
      const top = scroller.current?.scrollTop ?? 0;
      exact.current = { top, offset: offsetAt(top), total: now };
    }
    return exact.current.offset;
  };

  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: (range) => withPinned(range, pinned),
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (top, isScrolling) => {
        const now = offsetAt(top);
        exact.current = { top, offset: now, total: latest.current.total };
        pace.current = paceOf(pace.current, now, isScrolling, viewport());
        placeLayer();
        if (restored.current !== undefined && restored.current === latest.current.scrollKey)
          remembered.set(restored.current, now);
        holdOn();
        report(now, isScrolling);
      }),
  });

  const indexes = virtual.getVirtualIndexes();
  const base = indexes[0] ?? 0;
  const last = indexes.findLast((index, at) => index === base + at) ?? -1;

  /** Keeps in mind the first row in sight, to find it again when rows above it come or go. */
  const holdOn = (): void => {
    const index = Math.floor(offset() / rowHeight);
    const id = latest.current.rowId(index);
    anchor.current = id === undefined ? undefined : { id, index };
  };

  const placeLayer = (): void => {
    const element = scroller.current;
    if (element === null || layer.current === null) return;
    const y = latest.current.base * rowHeight - offset() + exact.current.top;
    layer.current.style.transform = `translateY(${y}px)`;
  };

  const scrollTo = (wanted: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const target = Math.max(0, Math.min(wanted, latest.current.total - viewport()));
    const { ratio } = scaleOf(latest.current.total, viewport());
    element.scrollTop = target / ratio;
    const top = element.scrollTop;
    exact.current = { top, offset: ratio === 1 ? top : target, total: latest.current.total };
    placeLayer();
    // Within one pixel of the scroll bar the browser reports nothing.
    if (ratio !== 1) element.dispatchEvent(new Event("scroll"));
  };

  useLayoutEffect(() => {
    latest.current = { total, scrollKey, rowId, base };
    placeLayer();
  });

  useLayoutEffect(() => {
    virtual.measure();
  }, [virtual, rowHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => {
      height.current = element.clientHeight;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);

  // A list that comes back stands where it was left, as soon as it has rows to stand on.
  useLayoutEffect(() => {
    if (restored.current === scrollKey || rowCount === 0) return;
    restored.current = scrollKey;
    anchor.current = undefined;
    scrollTo(remembered.get(scrollKey ?? "") ?? 0);
  });

  // Rows that come or go above what is read move the list by as much, except at its very top.
  useLayoutEffect(() => {
    const known = anchor.current;
    const now = offset();
    if (known !== undefined && now > rowHeight / 2 && rowId(known.index) !== known.id) {
      const moved = findMoved(known.id, known.index, rowId);
      if (moved !== undefined) scrollTo(now + (moved - known.index) * rowHeight);
    }
    holdOn();
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (scaleOf(latest.current.total, viewport()).ratio === 1 || event.ctrlKey) return;
      event.preventDefault();
      const unit = [1, rowHeight, viewport()][event.deltaMode] ?? 1;
      scrollTo(offset() + event.deltaY * unit);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
    // oxlint-disable-next-line react/exhaustive-deps -- reads everything through refs
  }, [rowHeight]);

  return {
    indexes,
    height: Math.min(total, LONGEST),
    base,
    last,
    isRacing: virtual.isScrolling && pace.current.isRacing,
    view: { offset, viewport, scrollTo },
  };
}

interface Pace {
  readonly offset: number;
  /** Milliseconds. */
  readonly at: number;
  readonly isRacing: boolean;
}

/** How fast a list goes by; a jump is no race. */
function paceOf(before: Pace, offset: number, isScrolling: boolean, viewport: number): Pace {
  const at = performance.now();
  const passed = at - before.at;
  const views = Math.abs(offset - before.offset) / viewport;
  return { offset, at, isRacing: isScrolling && passed < JUMP && views * 1000 > RACE * passed };
}

function withPinned(range: Range, pinned: number): number[] {
  const first = Math.max(0, range.startIndex - range.overscan);
  const last = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  if (pinned >= 0 && pinned < range.count && (pinned < first || pinned > last))
    indexes.push(pinned);
  return indexes;
}
