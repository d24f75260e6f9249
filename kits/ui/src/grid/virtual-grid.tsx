import {
  memo,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import { gridActs } from "./acts.ts";
import { useKeptFocus, useRevealed } from "./focus.ts";
import { isSelected, type RowSelection } from "./selection.ts";
import type { Swipe, SwipeSide } from "./touch.ts";
import { useRows } from "./use-rows.ts";
import { useTouch } from "./use-touch.ts";
import "./grid.css";

/** What a row gets besides its index. */
export interface RowState {
  readonly active: boolean;
  readonly selected: boolean;
  /** Selects or deselects the row, or the range up to it with Shift; for a checkbox inside the row. */
  readonly select: (event: { readonly shiftKey: boolean }) => void;
  /** The id for a part of the row that `named` speaks of. */
  readonly idOf: (part: string) => string;
}

/** What a swipe of a finger does with a row. The same has to be in its menu, for who does not swipe. */
export interface RowSwipe {
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone: "accent" | "success" | "warning" | "danger";
  /** The row goes by it. */
  readonly leaves: boolean;
  readonly onAct: () => void;
}

export interface GridFocus {
  /** `false` draws no ring until a key is pressed: for a list that takes the keyboard by itself. */
  readonly focusVisible?: boolean;
}

/** What a caller may do to the grid. */
export interface GridHandle {
  focus(options?: GridFocus): void;
  /** Brings a row into sight; it moves no further than it needs. */
  reveal(index: number): void;
  readonly element: HTMLElement | null;
}

export interface VirtualGridProps {
  readonly label: string;
  readonly rowCount: number;
  /** Whether `rowCount` is known to be all there are; it is unless said otherwise. */
  readonly isCounted?: boolean;
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
  /**
   * A range with rows that are not loaded was asked for, to be added to `base`. Without it only those that are loaded
   * are selected.
   */
  readonly onSelectRange?: (first: number, last: number, base: RowSelection) => void;
  /** Called with the rows that are drawn, so that they can be fetched; again when it is another function. */
  readonly onRange?: (first: number, last: number) => void;
  /** A right click or the menu key on a row; the point is in the window, for `ContextMenu`. */
  readonly onMenu?: (index: number, at: { readonly x: number; readonly y: number }) => void;
  /** What a swipe of the row to this side does. On touch a long press selects, a second one up to there; taps then go on selecting. */
  readonly swipeOf?: (index: number, side: SwipeSide) => RowSwipe | undefined;
  /**
   * Names a row for screen readers by parts of it, in this order: the ends of the ids that `RowState.idOf` makes. Without
   * it everything in the row is its name.
   */
  readonly named?: readonly string[];
  /** Space is the page's, for what is read beside the list; with Ctrl it selects all the same. */
  readonly leavesSpace?: boolean;
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
  const { indexes, base, last, isRacing, height, view } = useRows({
    scroller,
    layer,
    rowCount,
    rowHeight,
    rowId,
    pinned: active,
    scrollKey: props.scrollKey,
  });
  const [acts] = useState(gridActs);
  const swipe = useTouch(scroller, props, acts.select);
  useLayoutEffect(() => {
    acts.renew(props, view, scroller.current);
  });
  useImperativeHandle(
    ref,
    () => ({
      focus: acts.focusActive,
      reveal: acts.show,
      get element() {
        return acts.element();
      },
    }),
    [acts],
  );
  useKeptFocus(scroller, acts.focusActive);
  useRevealed(active, rowId(active), acts.show);
  useLayoutEffect(() => {
    const held = document.activeElement;
    if (active >= 0 && held !== null && acts.element()?.contains(held) === true) acts.focusActive();
  }, [active, acts]);

  useEffect(() => {
    // What nobody sees is not fetched.
    if (last >= base && !isRacing) onRange?.(base, last);
  }, [base, last, isRacing, onRange]);

  return (
    <div
      className="a-grid"
      data-swipes={props.swipeOf !== undefined || undefined}
      role="grid"
      aria-label={label}
      aria-rowcount={props.isCounted === false ? -1 : rowCount}
      aria-colcount={1}
      aria-multiselectable="true"
      aria-busy={busy || undefined}
      ref={scroller}
      tabIndex={rowCount === 0 ? 0 : -1}
      onKeyDown={acts.press}
      onPointerDown={acts.down}
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
                ground={swipe && swipe.id === id ? props.swipeOf?.(index, swipe.side) : undefined}
                swipe={swipe && swipe.id === id ? swipe : undefined}
                named={props.named}
                onOpen={acts.open}
                onSelect={acts.select}
                onMenu={acts.menu}
                onFocus={acts.focus}
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
  ground,
  swipe,
  named,
  onOpen,
  onSelect,
  onMenu,
  onFocus,
}: {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly active: boolean;
  /** Tab stops here. */
  readonly stop: boolean;
  readonly selected: boolean;
  readonly render: VirtualGridProps["renderRow"];
  readonly ground: RowSwipe | undefined;
  readonly swipe: Swipe | undefined;
  readonly named: readonly string[] | undefined;
  readonly onOpen: (index: number, event: MouseEvent) => void;
  readonly onSelect: (index: number, event: { readonly shiftKey: boolean }) => void;
  readonly onMenu: (index: number, event: MouseEvent) => void;
  readonly onFocus: (index: number) => void;
}): ReactNode {
  const own = useId();
  const idOf = useCallback((part: string) => `${own}${part}`, [own]);
  // The same while the row is: what it draws is not drawn again when only others change.
  const select = useCallback<RowState["select"]>(
    (event) => onSelect(index, event),
    [onSelect, index],
  );
  return (
    <div
      className="a-grid-row"
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-labelledby={named?.map(idOf).join(" ")}
      data-index={index}
      data-active={active || undefined}
      tabIndex={stop ? 0 : -1}
      style={{ blockSize: height, transform: `translateY(${top}px)` }}
      onClick={(event) => onOpen(index, event)}
      onContextMenu={(event) => onMenu(index, event)}
      // What is focused inside a row keeps the keyboard: its own keys are meant.
      onFocus={({ target, currentTarget }) => target === currentTarget && onFocus(index)}
    >
      {swipe && ground && (
        <div
          className="a-grid-swipe"
          data-side={swipe.side}
          data-tone={ground.tone}
          data-armed={swipe.isArmed || undefined}
          aria-hidden="true"
        >
          {ground.icon}
          <span>{ground.label}</span>
        </div>
      )}
      <div className="a-grid-cell" role="gridcell">
        {render(index, { active, selected, select, idOf })}
      </div>
    </div>
  );
});
