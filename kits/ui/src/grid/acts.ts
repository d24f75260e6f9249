import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { reveal } from "./scale.ts";
import { addRows, allRows, noRows, toggleRow, type RowSelection } from "./selection.ts";
import type { ListView } from "./use-rows.ts";
import type { GridFocus, VirtualGridProps } from "./virtual-grid.tsx";

type Props = Omit<VirtualGridProps, "ref">;

/** What the grid does on keys and clicks. Made once a grid, so that rows are drawn again only when they change. */
export interface GridActs {
  /** Takes over what the last render was given. */
  readonly renew: (props: Props, view: ListView, element: HTMLElement | null) => void;
  readonly open: (index: number, event: MouseEvent) => void;
  readonly select: (index: number, event: { readonly shiftKey: boolean }) => void;
  readonly menu: (index: number, event: MouseEvent) => void;
  readonly press: (event: KeyboardEvent) => void;
  /** Focus came to a row by other means than a press, as a screen reader brings it: the keyboard is there now. */
  readonly focus: (index: number) => void;
  /** The pointer goes down; what its click does is up to the click. */
  readonly down: (event: PointerEvent) => void;
  readonly show: (index: number) => void;
  readonly focusActive: (options?: GridFocus) => void;
  readonly element: () => HTMLElement | null;
}

export function gridActs(): GridActs {
  let props: Props;
  let view: ListView;
  let element: HTMLElement | null = null;
  /** Where a range started; -1 when none is under way. */
  let pivot = -1;
  let isPressed = false;
  let byTouch = false;
  /** What had the keyboard when the focus was wanted by a row that is not drawn yet. */
  let awaitedFrom: Element | undefined;
  let awaitedWith: GridFocus | undefined;

  const show = (index: number): void => {
    const to = reveal(index, props.rowHeight, view.offset(), view.viewport());
    if (to !== undefined) view.scrollTo(to);
  };

  const selectRange = (from: number, to: number, base: RowSelection): void => {
    const ids: string[] = [];
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const isHere = (index: number): boolean => props.rowId(index) !== undefined;
    // Rows that were never in sight are not left out in silence: the caller finds out what they are.
    if (
      props.onSelectRange &&
      !(isHere(first) && isHere(last) && everyBetween(first, last, isHere))
    )
      return props.onSelectRange(first, last, base);
    for (let index = first; index <= last; index += 1) {
      const id = props.rowId(index);
      if (id !== undefined) ids.push(id);
    }
    return props.onSelection(addRows(base, ids));
  };

  const select = (index: number, { shiftKey }: { readonly shiftKey: boolean }): void => {
    const id = props.rowId(index);
    if (id === undefined) return;
    const from = pivot >= 0 ? pivot : props.active;
    if (shiftKey && from >= 0) selectRange(from, index, props.selection);
    else props.onSelection(toggleRow(props.selection, id));
    pivot = index;
  };

  const open = (index: number, event: MouseEvent): void => {
    if (event.defaultPrevented || isControl(event)) return;
    props.onActive(index);
    const isSelecting = props.selection.all || props.selection.ids.size > 0;
    if (event.shiftKey || event.ctrlKey || event.metaKey || (byTouch && isSelecting))
      return select(index, event);
    pivot = index;
    return props.onOpen(index);
  };

  const menu = (index: number, event: MouseEvent): void => {
    if (props.onMenu === undefined) return;
    event.preventDefault();
    props.onActive(index);
    // The menu key has no place of its own: the row's start stands for it.
    const box = event.currentTarget.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    const row = { x: box.left + 24, y: box.top + 24 };
    props.onMenu(index, byKey ? row : { x: event.clientX, y: event.clientY });
  };

  const menuByKey = (): void => {
    const row = element?.querySelector(`[data-index="${props.active}"]`)?.getBoundingClientRect();
    if (row !== undefined) props.onMenu?.(props.active, { x: row.left + 24, y: row.top + 24 });
  };

  const move = (to: number, event: KeyboardEvent): void => {
    const index = Math.max(0, Math.min(to, props.rowCount - 1));
    if (event.shiftKey) {
      if (pivot < 0) pivot = Math.max(0, props.active);
      selectRange(pivot, index, noRows);
    } else pivot = -1;
    props.onActive(index);
  };

  const press = (event: KeyboardEvent): void => {
    const { active, rowCount, rowHeight, selection } = props;
    if (event.nativeEvent.isComposing || event.altKey || isControl(event) || rowCount === 0) return;
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
    if (to !== undefined && plain) move(to, event);
    else if (event.key === "Enter" && plain && active >= 0) props.onOpen(active);
    else if (event.key === " " && !event.metaKey && active >= 0 && !(plain && props.leavesSpace))
      select(active, event);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) menuByKey();
    else if (event.key === "a" && !plain) props.onSelection(allRows);
    else if (event.key === "Escape" && (selection.all || selection.ids.size > 0)) {
      pivot = -1;
      props.onSelection(noRows);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const focusActive = (options?: GridFocus): void => {
    const row = element?.querySelector<HTMLElement>(`[data-index="${Math.max(0, props.active)}"]`);
    // A list that has just come draws its rows a moment later; who has gone elsewhere by then stays there.
    const now = document.activeElement ?? document.body;
    const isElsewhere = awaitedFrom !== undefined && now !== awaitedFrom && !now.contains(element);
    awaitedFrom = row || isElsewhere ? undefined : (awaitedFrom ?? now);
    awaitedWith = options;
    if (!isElsewhere) row?.focus({ preventScroll: true, ...options });
  };

  return {
    renew: (...now) => {
      [props, view, element] = now;
      if (awaitedFrom !== undefined) focusActive(awaitedWith);
    },
    open,
    select,
    menu,
    press,
    focus: (index) => {
      if (!isPressed && index !== props.active) props.onActive(index);
    },
    down: ({ pointerType }) => {
      byTouch = pointerType === "touch";
      isPressed = true;
      setTimeout(() => (isPressed = false));
    },
    show,
    focusActive,
    element: () => element,
  };
}

function everyBetween(first: number, last: number, holds: (index: number) => boolean): boolean {
  for (let index = first + 1; index < last; index += 1) if (!holds(index)) return false;
  return true;
}

/** Whether an event belongs to a control inside a row, which acts for itself. */
function isControl(event: MouseEvent | KeyboardEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest("button, a[href], input, select, textarea, [role=menuitem]") !== null
  );
}
