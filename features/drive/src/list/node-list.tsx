import { FileNode } from "@atrium/contract/types/file-node";
import { previewOf } from "@atrium/file-preview";
import {
  Button,
  ContextMenu,
  toast,
  VirtualGrid,
  type GridHandle,
  type RowState,
} from "@atrium/ui";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from "react";
import { mayWith } from "../acts/rights.ts";
import { useActs } from "../verbs/use-acts.ts";
import type { NodeList } from "../client.ts";
import { useDrive } from "../drive-context.tsx";
import { t } from "../strings/index.ts";
import { PHONE, TOUCH, useMedia } from "../use-media.ts";
import { isFolder, type DriveNode, type Sorting } from "../nodes/definitions.ts";
import { loadGallery, OpenedFile } from "../preview/opened-file.tsx";
import type { ListActs } from "./list-acts.ts";
import { ListFailed } from "./list-failed.tsx";
import { ListHead } from "./list-head.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { NodeCell } from "./node-cell.tsx";
import { nodeMenu } from "./node-menu.tsx";
import { PHONE_ROW_HEIGHT, ROW_HEIGHT } from "./row-height.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { TileGrid } from "./tile-grid.tsx";
import { useFound } from "./use-found.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useNodeSelection } from "./use-node-selection.ts";

/** The files and folders of a list, and all that is done with them. */
export function NodeList({
  list,
  folderId,
  layout,
  sorting,
  label,
  wanted,
  showsPlace = false,
  inTrash,
  above,
  empty,
  page,
  onUp,
  onSearch,
}: {
  /** The same object while it is the same list. */
  readonly list: NodeList;
  /** The folder that is open; `null` at the top and for a search. */
  readonly folderId: string | null;
  readonly layout: "list" | "grid";
  readonly sorting: Sorting;
  readonly label: string;
  /** The node that the address names, to be found in the list. */
  readonly wanted: string | undefined;
  readonly showsPlace?: boolean;
  readonly inTrash: boolean;
  /** Stands above the list unless that is empty. */
  readonly above?: ReactNode;
  readonly empty: ReactNode;
  readonly page: RefObject<HTMLElement | null>;
  readonly onUp: () => void;
  readonly onSearch: () => void;
}): ReactNode {
  const drive = useDrive();
  const { account } = drive;
  const acts = useActs();
  const query = useMemo(() => account.query(list), [account, list]);
  const view = useSyncExternalStore(query.subscribe, query.view);
  const selection = useNodeSelection(list, view);
  const [renaming, setRenaming] = useState<string>();
  const [menu, setMenu] = useState<{ nodes: readonly DriveNode[]; x: number; y: number }>();
  const grid = useRef<GridHandle>(null);
  const [opened, setOpened] = useState<string>();
  const closeOpened = useCallback(() => setOpened(undefined), []);
  const isOpened = opened !== undefined;
  const wasOpened = useRef(false);
  useEffect(() => {
    // The keyboard goes on at what was looked at last.
    if (wasOpened.current && !isOpened) grid.current?.focus();
    wasOpened.current = isOpened;
  }, [isOpened]);
  const byMouse = useRef(false);
  const isPhone = useMedia(PHONE);
  const isTouch = useMedia(TOUCH);
  const { activeId, rows } = selection;
  /** The row that the keyboard went to before it was here, as the end of a long list. */
  const [awaited, setAwaited] = useState<number>();
  const awaitedId = awaited === undefined ? undefined : view.idAt(awaited);
  if (awaitedId !== undefined) {
    setAwaited(undefined);
    selection.moveTo(awaitedId);
  }
  const active = awaited ?? (activeId === undefined ? -1 : view.rowOf(activeId));
  const show = useCallback((first: number, last: number) => query.show(first, last), [query]);
  useFound(list, query, view, wanted, (row, id) => {
    selection.only(id);
    grid.current?.reveal(row);
  });

  const isEmpty = view.length === 0;
  const isHere = view.status === "ready" || !isEmpty;
  useEffect(() => {
    // Keys work at once, unless the person is somewhere else already.
    if (!isEmpty && document.activeElement === document.body)
      grid.current?.focus({ focusVisible: false });
  }, [isEmpty]);

  const open = (node: DriveNode | null | undefined): void => {
    if (!node) return;
    if (isFolder(node)) drive.go({ kind: "folder", id: node.id });
    else if (previewOf(node) === undefined) acts.download([node]);
    else
      void loadGallery().then(
        () => setOpened(node.id),
        () => toast({ message: t("previewFailed"), severity: "danger" }),
      );
  };
  const known = (id: string): DriveNode | null | undefined => account.get(FileNode, id);
  const rename = (node: DriveNode | null | undefined): void => {
    if (node && mayWith([node]).rename) setRenaming(node.id);
  };
  const withTargets = (act: (nodes: readonly DriveNode[]) => void, id?: string): void => {
    const find = async (): Promise<void> => {
      const nodes = await acts.find(await selection.targets(id));
      if (nodes.length > 0) act(nodes);
    };
    void find();
  };
  const openMenu = (id: string, at: { readonly x: number; readonly y: number }): void =>
    withTargets((nodes) => setMenu({ nodes, ...at }), id);
  const endRename = (): void => {
    setRenaming(undefined);
    grid.current?.focus();
  };
  useListKeys(page, {
    rename: () => withTargets((nodes) => nodes.length === 1 && rename(nodes[0])),
    remove: () => withTargets((nodes) => mayWith(nodes).remove && acts.remove(nodes)),
    move: () =>
      withTargets((nodes) => mayWith(nodes).move && acts.askFolder("move", nodes, folderId)),
    copy: () =>
      withTargets((nodes) => mayWith(nodes).copy && acts.askFolder("copy", nodes, folderId)),
    toggle: () => activeId !== undefined && selection.toggle(activeId),
    selectAll: selection.all,
    up: onUp,
    search: onSearch,
    menu() {
      const row = grid.current?.element?.querySelector(`[data-index="${active}"]`);
      const box = row?.getBoundingClientRect();
      if (activeId !== undefined && box) openMenu(activeId, { x: box.left + 24, y: box.top + 24 });
    },
  });

  const latest = useRef<Omit<ListActs, "isTouch">>(undefined);
  useEffect(() => {
    latest.current = {
      rename: acts.rename,
      endRename,
      menu: openMenu,
      dragOf(id) {
        const ids = rows.ids.has(id) && !rows.all ? [...rows.ids] : [id];
        const nodes = ids.flatMap((one) => known(one) ?? []);
        const may = mayWith(nodes);
        const isWhole = renaming === undefined && nodes.length === ids.length;
        return {
          data: {
            kind: "nodes",
            accountId: account.id,
            ids,
            mayMove: may.move,
            drop: (to, parentId) =>
              void (to.account === account
                ? acts.move(nodes, parentId)
                : acts.copy(nodes, parentId, to)),
          },
          label: nodes.length === 1 ? nodes[0]!.name : t("items", { count: nodes.length }),
          mayDrag: isWhole && (may.move || may.copy),
        };
      },
    };
  });
  // The same object for good: what a row draws does not change with what it may be asked to do.
  const cellActs = useMemo<ListActs>(
    () => ({
      isTouch,
      rename: (node, name) => latest.current!.rename(node, name),
      endRename: () => latest.current!.endRename(),
      menu: (id, at) => latest.current!.menu(id, at),
      dragOf: (id) => latest.current!.dragOf(id),
    }),
    [isTouch],
  );
  const { idAt } = view;
  const renderRow = useCallback(
    (index: number, { idOf }: RowState) => {
      const id = idAt(index);
      return (
        <NodeCell
          layout={layout === "grid" ? "tile" : "row"}
          id={id}
          idOf={idOf}
          acts={cellActs}
          isRenaming={id !== undefined && id === renaming}
          showsPlace={showsPlace}
        />
      );
    },
    [idAt, layout, cellActs, renaming, showsPlace],
  );

  const hasFailed = view.status === "failed";
  if (isEmpty && !hasFailed && !isHere) return <ListSkeleton />;
  if (isEmpty) return hasFailed ? <ListFailed onRetry={() => query.retry()} /> : empty;
  const shared = {
    ref: grid,
    label,
    rowCount: view.length,
    rowId: idAt,
    renderRow,
    active,
    onActive(index: number) {
      const id = idAt(index);
      setAwaited(id === undefined ? index : undefined);
      if (id === undefined) query.show(index, index);
      else selection.moveTo(id);
    },
    selection: rows,
    onSelection: selection.set,
    onOpen(index: number) {
      const id = idAt(index);
      if (id === undefined) return;
      // A click selects; a double click, Enter and a tap open.
      if (byMouse.current) selection.only(id);
      else open(known(id));
    },
    onSelectRange: (first: number, last: number, base: typeof rows) =>
      void selection.range(first, last, base),
    onRange: show,
    onMenu: (index: number, at: { readonly x: number; readonly y: number }) => {
      const id = idAt(index);
      if (id !== undefined) openMenu(id, at);
    },
  };
  return (
    <div
      className="drive-list"
      data-layout={layout}
      data-searching={showsPlace || undefined}
      data-trash={(inTrash && showsPlace) || undefined}
      onClickCapture={({ nativeEvent }) => {
        byMouse.current = (nativeEvent as PointerEvent).pointerType === "mouse";
      }}
      onKeyDownCapture={() => {
        byMouse.current = false;
      }}
      onDoubleClick={({ target }) => {
        const row = (target as Element).closest<HTMLElement>("[data-index]");
        const id =
          row && !(target as Element).closest("button") && idAt(Number(row.dataset["index"]));
        if (id && byMouse.current) open(known(id));
      }}
    >
      {hasFailed && (
        <div className="drive-behind" role="alert">
          {t("listBehind")}
          <Button size="small" onClick={() => query.retry()}>
            {t("tryAgain")}
          </Button>
        </div>
      )}
      {above}
      {selection.count > 0 ? (
        <SelectionBar
          selection={selection}
          onAct={(act) => withTargets(act)}
          onRename={rename}
          acts={acts}
          start={folderId}
          inTrash={inTrash}
        />
      ) : (
        <ListHead
          sorting={inTrash && showsPlace ? "trashed" : sorting}
          count={view.length}
          layout={layout}
        />
      )}
      {layout === "grid" ? (
        <TileGrid {...shared} />
      ) : (
        <VirtualGrid
          {...shared}
          rowHeight={isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT}
          named={["name", "shared", "facts"]}
          scrollKey={`drive ${JSON.stringify([account.id, list.filter, list.sort])}`}
        />
      )}
      {opened !== undefined && (
        <OpenedFile
          id={opened}
          query={query}
          view={view}
          onTurn={(id) => {
            setOpened(id);
            selection.moveTo(id);
            grid.current?.reveal(view.rowOf(id));
          }}
          onClose={closeOpened}
        />
      )}
      <ContextMenu
        label={t("actions")}
        at={menu ?? null}
        items={
          menu
            ? nodeMenu(menu.nodes, { acts, start: folderId, onOpen: open, onRename: rename })
            : []
        }
        onClose={() => setMenu(undefined)}
      />
    </div>
  );
}
