import {
  isSelected,
  type GridFocus,
  type GridHandle,
  type RowState,
  type VirtualGridProps,
} from "@atrium/ui";
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import { tilesInView, tileStep } from "./tiles.ts";

type TileGridProps = Pick<
  VirtualGridProps,
  | "label"
  | "rowCount"
  | "rowId"
  | "renderRow"
  | "active"
  | "onActive"
  | "selection"
  | "onSelection"
  | "onOpen"
  | "onSelectRange"
  | "onRange"
  | "onMenu"
> & { readonly ref?: Ref<GridHandle> };

/** Files as tiles: an ARIA grid of which only the tiles in sight exist. Focus is real and roves; the active tile always exists. */
export function TileGrid({ ref, ...props }: TileGridProps): ReactNode {
  const { rowCount, rowId, active, selection, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const pivot = useRef(-1);
  const byTouch = useRef(false);
  const wantsFocus = useRef<GridFocus>(undefined);
  const [box, setBox] = useState({ width: 0, height: 0, top: 0 });
  const own = useId();
  const view = tilesInView(box, rowCount);
  const indexes =
    view.indexes.includes(active) || active < 0 || active >= rowCount
      ? view.indexes
      : [...view.indexes, active];

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setBox({
        width: element.clientWidth,
        height: element.clientHeight,
        top: element.scrollTop,
      });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, []);
  const first = view.indexes[0] ?? 0;
  const last = view.indexes.at(-1) ?? -1;
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  const tile = (index: number): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
  const reveal = (index: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const { top, bottom } = view.placeOf(index);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  };
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const found = tile(Math.max(0, active));
    found?.focus({ preventScroll: true, ...wantsFocus.current });
    if (found) wantsFocus.current = undefined;
  });
  const focusActive = (options: GridFocus = {}): void => {
    wantsFocus.current = options;
    tile(Math.max(0, active))?.focus({ preventScroll: true, ...options });
  };
  useImperativeHandle(ref, () => ({ focus: focusActive, reveal, element: scroller.current }));

  const selectTo = (index: number, base: VirtualGridProps["selection"]): void => {
    const from = pivot.current >= 0 ? pivot.current : Math.max(0, active);
    pivot.current = from;
    const [low, high] = [Math.min(from, index), Math.max(from, index)];
    props.onSelectRange?.(low, high, base);
  };
  const select = (index: number, event: { readonly shiftKey: boolean }): void => {
    const id = rowId(index);
    if (id === undefined) return;
    if (event.shiftKey) return selectTo(index, selection);
    pivot.current = index;
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    props.onSelection({ all: selection.all, ids });
  };
  const open = (index: number, event: MouseEvent): void => {
    if (isControl(event)) return;
    props.onActive(index);
    const isSelecting = selection.all || selection.ids.size > 0;
    if (event.shiftKey || event.ctrlKey || event.metaKey || (byTouch.current && isSelecting))
      return select(index, event);
    pivot.current = index;
    return props.onOpen(index);
  };
  const press = (event: KeyboardEvent): void => {
    if (isControl(event) || event.nativeEvent.isComposing || event.altKey || rowCount === 0) return;
    const plain = !event.ctrlKey && !event.metaKey;
    const step = plain ? tileStep(event.key, active, view, rowCount) : undefined;
    if (step !== undefined) {
      if (event.shiftKey) selectTo(step, { all: false, ids: new Set() });
      else pivot.current = -1;
      props.onActive(step);
      reveal(step);
      wantsFocus.current = {};
    } else if (event.key === "Enter" && plain && active >= 0) props.onOpen(active);
    else if (event.key === " " && active >= 0) select(active, event);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const at = tile(active)?.getBoundingClientRect();
      if (at) props.onMenu?.(active, { x: at.left + 24, y: at.top + 24 });
    } else if (event.key === "Escape" && (selection.all || selection.ids.size > 0))
      props.onSelection({ all: false, ids: new Set() });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className="drive-tiles"
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={Math.ceil(rowCount / view.columns)}
      aria-colcount={view.columns}
      aria-multiselectable="true"
      tabIndex={rowCount === 0 ? 0 : -1}
      onScroll={(event) => setBox({ ...box, top: event.currentTarget.scrollTop })}
      onKeyDown={press}
      onPointerDown={({ pointerType }) => (byTouch.current = pointerType === "touch")}
    >
      <div role="presentation" style={{ blockSize: view.height }}>
        {rowsOf(indexes, view.columns).map(([row, tiles]) => (
          <div key={row} role="row" aria-rowindex={row + 1}>
            {tiles.map((index) => {
              const id = rowId(index);
              const { top, left } = view.placeOf(index);
              const selected = id !== undefined && isSelected(selection, id);
              const isActive = index === active;
              const idOf = (part: string): string => `${own}${index}${part}`;
              return (
                <div
                  key={id ?? `tile ${index}`}
                  className="drive-tile-place"
                  role="gridcell"
                  aria-selected={selected}
                  aria-colindex={(index % view.columns) + 1}
                  aria-labelledby={["name", "shared", "facts"].map(idOf).join(" ")}
                  data-index={index}
                  tabIndex={index === (active >= 0 ? active : first) ? 0 : -1}
                  style={{
                    transform: `translate(${left}px, ${top}px)`,
                    inlineSize: view.width,
                    blockSize: view.tileHeight,
                  }}
                  onClick={(event) => open(index, event)}
                  onFocus={({ target, currentTarget }) => {
                    if (target === currentTarget && !isActive) props.onActive(index);
                  }}
                  onContextMenu={(event) => {
                    event.preventDefault();
                    props.onActive(index);
                    props.onMenu?.(index, { x: event.clientX, y: event.clientY });
                  }}
                >
                  <Tile
                    render={props.renderRow}
                    index={index}
                    state={{
                      active: isActive,
                      selected,
                      select: (how) => select(index, how),
                      idOf,
                    }}
                  />
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function Tile({
  render,
  index,
  state,
}: {
  readonly render: TileGridProps["renderRow"];
  readonly index: number;
  readonly state: RowState;
}): ReactNode {
  return render(index, state);
}

/** Tiles by the row that they stand in. */
function rowsOf(indexes: readonly number[], columns: number): [row: number, tiles: number[]][] {
  const rows = new Map<number, number[]>();
  for (const index of indexes) {
    const row = Math.floor(index / columns);
    rows.set(row, [...(rows.get(row) ?? []), index]);
  }
  return [...rows];
}

/** Whether an event belongs to a control inside a tile, which acts for itself. */
const isControl = ({ target }: MouseEvent | KeyboardEvent): boolean =>
  target instanceof Element && target.closest("button, input") !== null;
