import { previewOf } from "@atrium/file-preview";
import { formatDateTime, formatListTime } from "@atrium/i18n";
import {
  ContextMenu,
  CopyIcon,
  DownloadIcon,
  FolderIcon,
  IconButton,
  MoreIcon,
  noRows,
  ShowIcon,
  toast,
  VirtualGrid,
  type GridHandle,
  type MenuEntry,
  type RowState,
} from "@atrium/ui";
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { download } from "../acts/download.ts";
import { InDrive } from "../drive-context.tsx";
import { NodeIcon } from "../list/node-icon.tsx";
import { PHONE_ROW_HEIGHT, ROW_HEIGHT } from "../list/row-height.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { isFolder } from "../nodes/definitions.ts";
import { loadGallery, OpenedFile } from "../preview/opened-file.tsx";
import { t as ofDrive } from "../strings/index.ts";
import { PHONE, TOUCH, useMedia } from "../use-media.ts";
import { useActsIn, type Acts } from "../verbs/use-acts.ts";
import { roleIn, type SharedRoot } from "./shared-roots.ts";
import { t } from "./strings/index.ts";

const nothing = (): void => undefined;

/** What others share, one row each: they lie in several accounts, so that one is opened, saved and copied at a time. */
export function SharedList({
  rows,
  page,
}: {
  readonly rows: readonly SharedRoot[];
  readonly page: RefObject<HTMLElement | null>;
}): ReactNode {
  const isPhone = useMedia(PHONE);
  const isTouch = useMedia(TOUCH);
  const grid = useRef<GridHandle>(null);
  const byMouse = useRef(false);
  const [activeKey, setActiveKey] = useState<string>();
  const [openedKey, setOpenedKey] = useState<string>();
  const [menu, setMenu] = useState<{
    readonly key: string;
    readonly x: number;
    readonly y: number;
  }>();
  const active = rows.findIndex(({ key }) => key === activeKey);
  const opened = rows.find(({ key }) => key === openedKey);
  const rowOf = (key: string | undefined): SharedRoot | undefined =>
    rows.find((row) => row.key === key);
  const close = useCallback(() => {
    setOpenedKey(undefined);
    grid.current?.focus();
  }, []);
  useEffect(() => {
    // Keys work at once, unless the person is somewhere else already.
    if (document.activeElement === document.body) grid.current?.focus({ focusVisible: false });
  }, []);

  // In the drive of the row, which need not be the one that is active.
  const open = ({ key, drive, node }: SharedRoot): void => {
    if (isFolder(node)) drive.go({ kind: "folder", id: node.id });
    else if (previewOf(node) === undefined) download(drive, [node]);
    else
      void loadGallery().then(
        () => setOpenedKey(key),
        () => toast({ message: ofDrive("previewFailed"), severity: "danger" }),
      );
  };
  const chosen = rowOf(menu?.key ?? activeKey) ?? rows[0]!;
  const acts = useActsIn(chosen.drive);
  const onRow = (act: (row: SharedRoot) => void): void => {
    const row = rowOf(activeKey);
    if (row) act(row);
  };
  useListKeys(page, {
    rename: nothing,
    remove: nothing,
    move: nothing,
    copy: () => onRow(({ node }) => acts.askFolder("copy", [node], null)),
    toggle: nothing,
    selectAll: nothing,
    up: nothing,
    search: nothing,
    menu() {
      const row = grid.current?.element?.querySelector(`[data-index="${active}"]`);
      const box = row?.getBoundingClientRect();
      if (activeKey !== undefined && box)
        setMenu({ key: activeKey, x: box.left + 24, y: box.top + 24 });
    },
  });

  const renderRow = (index: number, { idOf }: RowState): ReactNode => {
    const row = rows[index];
    return row && <Row row={row} idOf={idOf} onMenu={(at) => setMenu({ key: row.key, ...at })} />;
  };
  return (
    <div
      className="drive-shared-list"
      onClickCapture={({ nativeEvent }) => {
        byMouse.current = (nativeEvent as PointerEvent).pointerType === "mouse";
      }}
      onKeyDownCapture={() => {
        byMouse.current = false;
      }}
      onDoubleClick={({ target }) => {
        const row = (target as Element).closest<HTMLElement>("[data-index]");
        const found = row && rows[Number(row.dataset["index"])];
        if (found && byMouse.current && !(target as Element).closest("button")) open(found);
      }}
    >
      <VirtualGrid
        ref={grid}
        label={ofDrive("sharedWithMe")}
        rowCount={rows.length}
        rowHeight={isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT}
        rowId={(index) => rows[index]?.key}
        renderRow={renderRow}
        active={active}
        onActive={(index) => setActiveKey(rows[index]?.key)}
        // By touch a tap opens, and would select where something is selected already.
        selection={
          activeKey === undefined || isTouch ? noRows : { all: false, ids: new Set([activeKey]) }
        }
        onSelection={nothing}
        onOpen={(index) => {
          const row = rows[index];
          // A click selects; a double click, Enter and a tap open.
          if (row && !byMouse.current) open(row);
        }}
        onMenu={(index, at) => {
          const row = rows[index];
          if (row) setMenu({ key: row.key, ...at });
        }}
        named={["name", "facts"]}
        scrollKey="drive shared"
      />
      {opened && (
        <InDrive drive={opened.drive}>
          <OpenedFile
            id={opened.node.id}
            query={opened.query}
            view={opened.query.view()}
            onTurn={(id) => setOpenedKey(`${opened.drive.account.id}/${id}`)}
            onClose={close}
          />
        </InDrive>
      )}
      <ContextMenu
        label={ofDrive("actions")}
        at={menu ?? null}
        items={menu ? menuOf(chosen, acts, () => open(chosen)) : []}
        onClose={() => setMenu(undefined)}
      />
    </div>
  );
}

/** What was shared stays where its owner has put it, under its name. */
function menuOf({ node }: SharedRoot, acts: Acts, onOpen: () => void): readonly MenuEntry[] {
  const isShown = isFolder(node) || previewOf(node) !== undefined;
  return [
    ...(isShown
      ? [
          {
            id: "open",
            label: ofDrive(isFolder(node) ? "open" : "preview"),
            icon: isFolder(node) ? <FolderIcon /> : <ShowIcon />,
            shortcut: "enter",
            onAct: onOpen,
          },
        ]
      : []),
    {
      id: "download",
      label: ofDrive("downloadVerb"),
      icon: <DownloadIcon />,
      onAct: () => acts.download([node]),
    },
    {
      id: "copy",
      label: ofDrive("copyTo"),
      icon: <CopyIcon />,
      shortcut: "c",
      onAct: () => acts.askFolder("copy", [node], null),
    },
  ];
}

function Row({
  row: { drive, node },
  idOf,
  onMenu,
}: {
  readonly row: SharedRoot;
  readonly idOf: (part: string) => string;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}): ReactNode {
  const role = roleIn(node);
  return (
    <div className="drive-row" data-folder={isFolder(node) || undefined}>
      <NodeIcon node={node} />
      <span className="drive-name" id={idOf("name")} title={node.name}>
        {node.name}
      </span>
      <span className="drive-shared-facts" id={idOf("facts")}>
        <span className="drive-shared-owner" title={drive.owner}>
          {drive.owner}
        </span>{" "}
        <span>{role && t(role)}</span>{" "}
        <time dateTime={node.modified} title={formatDateTime(node.modified)}>
          {formatListTime(node.modified)}
        </time>
      </span>
      <IconButton
        className="drive-more"
        size="small"
        tabIndex={-1}
        label={ofDrive("actionsFor", { name: node.name })}
        icon={<MoreIcon />}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onMenu({ x: box.left, y: box.bottom });
        }}
      />
    </div>
  );
}
