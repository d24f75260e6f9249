import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import { reveal } from "./scale.ts";
import { addRows, allRows, isSelected, noRows, toggleRow, type RowSelection } from "./selection.ts";
import { useRows } from "./use-rows.ts";
import "./grid.css";

/** What a row is told besides its index. */
export interface RowState {
  readonly active: boolean;
  readonly selected: boolean;
  /** Selects or deselects the row, or the range up to it with Shift; for a checkbox inside the row. */
  readonly select: (event: { readonly shiftKey: boolean }) => void;
}

/** What a caller may do to the grid. */
export interface GridHandle {
  focus(): void;
  /** Brings a row into sight; it moves no further than it needs. */
  reveal(index: number): void;
  readonly element: HTMLElement | null;
}

export interface VirtualGridProps {
  readonly label: string;
  readonly rowCount: number;
  /** CSS pixels; every row has the same height. */
  readonly rowHeight: number;
  /** The row's id, or `undefined` while it is not loaded; the row then draws a placeholder. */
  readonly rowId: (index: number) => string | undefined;
  /** Draws one row. Keep it the same function while what it draws stays the same. */
  readonly renderRow: (index: number, state: RowState) => ReactNode;
  /** The row that the keyboard is on; -1 for none. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly selection: RowSelection;
  readonly onSelection: (selection: RowSelection) => void;
  readonly onOpen: (index: number) => void;
  /** Tells which rows are drawn, so that they can be fetched. */
  readonly onRange?: (first: number, last: number) => void;
  readonly onMenu?: (index: number, at: { readonly x: number; readonly y: number }) => void;
  /** Names the list; one that comes back scrolls to where it was left. */
  readonly scrollKey?: string;
  readonly busy?: boolean;
  readonly ref?: Ref<GridHandle>;
}

/**
 * A list of any length as an ARIA grid with one column: only the rows in sight exist.
 * Focus is real and roves between rows; the active row always exists, so it is never lost.
 */
export function VirtualGrid({ ref, ...props }: VirtualGridProps): ReactNode {
  const { label, rowCount, rowHeight, rowId, renderRow, active, selection, onRange, busy } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const { indexes, base, height, view } = useRows({
    scroller,
    layer,
    rowCount,
    rowHeight,
    rowId,
    pinned: active,
    scrollKey: props.scrollKey,
  });
  const latest = useRef({ props, view });
  useLayoutEffect(() => {
    latest.current = { props, view };
  });
  const pivot = useRef(-1);

  const focusRow = useCallback(
    (index: number): void => {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
        ?.focus({ preventScroll: true });
    },
    [scroller],
  );
  const focusActive = useCallback((): void => {
    focusRow(Math.max(0, latest.current.props.active));
  }, [focusRow, latest]);
  const show = useCallback(
    (index: number): void => {
      const { view, props } = latest.current;
      const to = reveal(index, props.rowHeight, view.offset(), view.viewport());
      if (to !== undefined) view.scrollTo(to);
    },
    [latest],
  );
  useImperativeHandle(ref, () => ({
    focus: focusActive,
    reveal: show,
    get element() {
      return scroller.current;
    },
  }));

  useKeptFocus(scroller, focusActive);
  useRevealed(active, rowId(active), show);
  useLayoutEffect(() => {
    if (active >= 0 && scroller.current?.contains(document.activeElement) === true)
      focusRow(active);
  }, [active, focusRow, scroller]);

  const drawn = indexes.filter((index) => index !== active || index >= base);
  const first = drawn[0] ?? -1;
  const last = drawn.at(-1) ?? -1;
  useEffect(() => {
    if (last >= 0) onRange?.(first, last);
  }, [first, last, onRange]);

  const selectRange = useCallback(
    (from: number, to: number, base: RowSelection): void => {
      const { rowId, onSelection } = latest.current.props;
      const ids: string[] = [];
      for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
        const id = rowId(index);
        if (id !== undefined) ids.push(id);
      }
      onSelection(addRows(base, ids));
    },
    [latest],
  );

  const select = useCallback(
    (index: number, { shiftKey }: { readonly shiftKey: boolean }): void => {
      const { rowId, selection, onSelection, active } = latest.current.props;
      const id = rowId(index);
      if (id === undefined) return;
      if (shiftKey && (pivot.current >= 0 || active >= 0))
        selectRange(pivot.current >= 0 ? pivot.current : active, index, selection);
      else onSelection(toggleRow(selection, id));
      pivot.current = index;
    },
    [selectRange, latest],
  );

  const open = useCallback(
    (index: number, event: MouseEvent): void => {
      const { onActive, onOpen } = latest.current.props;
      if (event.defaultPrevented || isControl(event)) return;
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        select(index, event);
        onActive(index);
        return;
      }
      pivot.current = index;
      onActive(index);
      onOpen(index);
    },
    [select, latest],
  );

  const menu = useCallback(
    (index: number, event: MouseEvent): void => {
      const { onMenu, onActive } = latest.current.props;
      if (onMenu === undefined) return;
      event.preventDefault();
      onActive(index);
      // The menu key has no place of its own: the row's start stands for it.
      const box = event.currentTarget.getBoundingClientRect();
      const byKey = event.clientX === 0 && event.clientY === 0;
      onMenu(
        index,
        byKey ? { x: box.left + 24, y: box.top + 24 } : { x: event.clientX, y: event.clientY },
      );
    },
    [latest],
  );

  const move = (to: number, event: KeyboardEvent): void => {
    if (rowCount === 0) return;
    const index = Math.max(0, Math.min(to, rowCount - 1));
    if (event.shiftKey) {
      if (pivot.current < 0) pivot.current = Math.max(0, active);
      selectRange(pivot.current, index, noRows);
    } else pivot.current = -1;
    props.onActive(index);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey || isControl(event)) return;
    const page = Math.max(1, Math.floor(view.viewport() / rowHeight) - 1);
    const plain = !event.ctrlKey && !event.metaKey;
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rowCount - 1,
    };
    const to = targets[event.key];
    const id = rowId(active);
    if (to !== undefined && plain) move(to, event);
    else if (event.key === "Enter" && plain && active >= 0) props.onOpen(active);
    else if (event.key === " " && !event.metaKey && id !== undefined) select(active, event);
    else if (event.key === "a" && !plain) props.onSelection(allRows);
    else if (event.key === "Escape" && (selection.all || selection.ids.size > 0)) {
      pivot.current = -1;
      props.onSelection(noRows);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className="a-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount}
      aria-colcount={1}
      aria-multiselectable="true"
      aria-busy={busy || undefined}
      ref={scroller}
      tabIndex={rowCount === 0 ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      <div className="a-grid-length" role="presentation" style={{ blockSize: height }}>
        <div className="a-grid-layer" role="presentation" ref={layer}>
          {indexes.map((index) => {
            const id = rowId(index);
            return (
              <Row
                key={id ?? `row ${index}`}
                index={index}
                top={(index - base) * rowHeight}
                height={rowHeight}
                active={index === active}
                stop={index === (active >= 0 ? active : base)}
                selected={id !== undefined && isSelected(selection, id)}
                render={renderRow}
                onOpen={open}
                onSelect={select}
                onMenu={menu}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const Row = memo(function Row({
  index,
  top,
  height,
  active,
  stop,
  selected,
  render,
  onOpen,
  onSelect,
  onMenu,
}: {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly active: boolean;
  /** Tab stops here. */
  readonly stop: boolean;
  readonly selected: boolean;
  readonly render: VirtualGridProps["renderRow"];
  readonly onOpen: (index: number, event: MouseEvent) => void;
  readonly onSelect: (index: number, event: { readonly shiftKey: boolean }) => void;
  readonly onMenu: (index: number, event: MouseEvent) => void;
}): ReactNode {
  return (
    <div
      className="a-grid-row"
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      data-index={index}
      data-active={active || undefined}
      tabIndex={stop ? 0 : -1}
      style={{ blockSize: height, transform: `translateY(${top}px)` }}
      onClick={(event) => onOpen(index, event)}
      onContextMenu={(event) => onMenu(index, event)}
    >
      <div className="a-grid-cell" role="gridcell">
        {render(index, { active, selected, select: (event) => onSelect(index, event) })}
      </div>
    </div>
  );
});

/** Whether an event belongs to a control inside a row, which acts for itself. */
function isControl(event: MouseEvent | KeyboardEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest("button, a[href], input, select, textarea, [role=menuitem]") !== null
  );
}

/** When the focused row goes away (archived, moved), focus goes to the active row, not to the page. */
function useKeptFocus(box: { readonly current: HTMLElement | null }, refocus: () => void): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const onFocus = (event: FocusEvent): void => {
      focused.current = event.target as Element;
    };
    const onBlur = (event: FocusEvent): void => {
      // A row that is being taken out loses focus too; only one that stays was left on purpose.
      queueMicrotask(() => {
        if (event.target === focused.current && focused.current?.isConnected === true)
          focused.current = null;
      });
    };
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", onBlur);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", onBlur);
    };
  }, [box]);
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    refocus();
  });
}

/** Brings the active row into sight when another row becomes active; not when rows above it came or went. */
function useRevealed(active: number, id: string | undefined, show: (index: number) => void): void {
  const before = useRef({ active, id });
  useLayoutEffect(() => {
    const { current } = before;
    before.current = { active, id };
    if (active < 0 || current.active === active) return;
    if (id !== undefined && id === current.id) return;
    show(active);
    // oxlint-disable-next-line react/exhaustive-deps -- only when the active row changes
  }, [active, id]);
}
