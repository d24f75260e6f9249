import {
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { ChevronRightIcon } from "../icons.ts";
import { Badge } from "../label/label.tsx";
import { findByTyping, flatten, type FlatNode, type TreeNode } from "./flatten.ts";
import "./tree.css";

export type { TreeNode } from "./flatten.ts";

/**
 * A tree of folders or departments: arrow keys, Home, End and typing letters move, Enter and a click select
 * (ARIA APG, Tree View). Light enough for first paint.
 */
export function Tree({
  label,
  items,
  selected,
  onSelect,
  expanded,
  onExpand,
  itemProps,
  onMenu,
  onKey,
}: {
  readonly label: string;
  readonly items: readonly TreeNode[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Ids of open nodes; the tree keeps its own, all open, when absent. */
  readonly expanded?: ReadonlySet<string>;
  readonly onExpand?: (id: string, open: boolean) => void;
  /** More attributes for a node's row, as a drop target needs. */
  readonly itemProps?: (
    node: TreeNode,
  ) => HTMLAttributes<HTMLElement> & { readonly ref?: Ref<HTMLLIElement> };
  /** A right click, or the menu key or Shift+F10 on a row; the point is in the window. */
  readonly onMenu?: (id: string, at: { readonly x: number; readonly y: number }) => void;
  /** Keys of one's own, as F2 to rename; answers whether it did something. */
  readonly onKey?: (id: string, event: KeyboardEvent) => boolean;
}): ReactNode {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string>();
  const tree = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const isOpen = (id: string): boolean =>
    expanded === undefined ? !closed.has(id) : expanded.has(id);
  const rows = flatten(items, isOpen);
  const stop =
    [current, selected].find((id) => rows.some((row) => row.node.id === id)) ?? rows[0]?.node.id;

  const setOpen = (id: string, open: boolean): void => {
    onExpand?.(id, open);
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const go = (row: FlatNode | undefined): void => {
    if (row === undefined) return;
    setCurrent(row.node.id);
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(row.node.id)}"]`)?.focus();
  };

  const openMenu = (id: string, element: HTMLElement, x: number, y: number): void => {
    setCurrent(id);
    const box = element.getBoundingClientRect();
    // A menu that a key asked for has no place of its own: the row's start stands for it.
    const isByKey = x === 0 && y === 0;
    onMenu?.(id, isByKey ? { x: box.left + 24, y: box.bottom } : { x, y });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: FlatNode): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const at = rows.indexOf(row);
    const { id } = row.node;
    if (onKey?.(id, event) === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (isMenuKey && onMenu !== undefined) {
      openMenu(id, event.currentTarget, 0, 0);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    switch (event.key) {
      case "ArrowDown":
        go(rows[at + 1]);
        break;
      case "ArrowUp":
        go(rows[at - 1]);
        break;
      case "Home":
        go(rows[0]);
        break;
      case "End":
        go(rows.at(-1));
        break;
      case "ArrowRight":
        if (row.open === false) setOpen(id, true);
        else if (row.open === true) go(rows[at + 1]);
        break;
      case "ArrowLeft":
        if (row.open === true) setOpen(id, false);
        else go(rows.slice(0, at).findLast((above) => above.level < row.level));
        break;
      case "Enter":
      case " ":
        onSelect(id);
        break;
      default: {
        if (event.key.length !== 1) return;
        const fresh = event.timeStamp - typed.current.at > 700;
        typed.current = {
          text: (fresh ? "" : typed.current.text) + event.key,
          at: event.timeStamp,
        };
        const found = findByTyping(rows, at, typed.current.text);
        if (found === undefined) return;
        go(found);
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <ul className="a-tree" role="tree" aria-label={label} ref={tree}>
      {rows.map((row) => {
        const { node, level, open } = row;
        return (
          <li
            {...itemProps?.(node)}
            key={node.id}
            className="a-tree-row"
            role="treeitem"
            aria-level={level}
            aria-setsize={row.setSize}
            aria-posinset={row.position}
            aria-expanded={open}
            aria-selected={node.id === selected}
            data-node={node.id}
            data-strong={node.strong || undefined}
            tabIndex={node.id === stop ? 0 : -1}
            style={{ paddingInlineStart: 8 + (level - 1) * 16 }}
            onClick={() => {
              setCurrent(node.id);
              onSelect(node.id);
            }}
            onContextMenu={(event) => {
              if (onMenu === undefined) return;
              event.preventDefault();
              openMenu(node.id, event.currentTarget, event.clientX, event.clientY);
            }}
            onKeyDown={(event) => onKeyDown(event, row)}
          >
            {node.icon !== undefined && <span className="a-tree-icon">{node.icon}</span>}
            <span className="a-tree-label">{node.label}</span>
            {node.count !== undefined && (
              <Badge count={node.count} max={9999} label={node.countLabel ?? String(node.count)} />
            )}
            {open !== undefined && (
              <span
                className="a-tree-toggle"
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  setOpen(node.id, !open);
                }}
              >
                <ChevronRightIcon />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
