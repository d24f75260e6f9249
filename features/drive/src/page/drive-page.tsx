import { TRASH_ID } from "@atrium/contract/types/file-node";
import { useFileDrop } from "@atrium/dnd";
import {
  Button,
  DriveIcon,
  EmptyState,
  ErrorCard,
  SplitPane,
  UploadIcon,
  useTitle,
} from "@atrium/ui";
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from "react";
import { mayAddTo } from "../acts/rights.ts";
import { useActs } from "../verbs/use-acts.ts";
import { useDrive, useNode } from "../drive-context.tsx";
import { useWay } from "../nodes/use-way.ts";
import { IN_TRASH, inFolder, isFolder, named } from "../nodes/definitions.ts";
import { ListSkeleton } from "../list/list-skeleton.tsx";
import { NodeList } from "../list/node-list.tsx";
import { useViewOptions } from "../list/view-options.ts";
import { placeIn, TOP, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { fromEntries } from "../uploads/dropped.ts";
import { UploadPanel } from "../uploads/upload-panel.tsx";
import { useMedia, WIDE } from "../use-media.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { EmptyFolder, NoMatches } from "./empty.tsx";
import { FolderSide } from "./folder-side.tsx";
import { PageTools } from "./page-tools.tsx";
import { TrashIsEmpty, TrashNote } from "./trash.tsx";
import { QuestionsProvider } from "../questions/questions.tsx";
import "./drive-page.css";
import "./list.css";

/** A place of the drive: its folders beside what lies in it. */
export function DrivePage({ place }: { readonly place: Place }): ReactNode {
  return (
    <QuestionsProvider>
      <PlacePage place={place} />
    </QuestionsProvider>
  );
}

function PlacePage({ place }: { readonly place: Place }): ReactNode {
  const drive = useDrive();
  const { account, address, go } = drive;
  const acts = useActs();
  const { layout, sorting } = useViewOptions();
  const isWide = useMedia(WIDE);
  const page = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const fileId = place.kind === "file" ? place.id : null;
  const file = useWay(account, fileId);
  // A file is shown in its folder; one of whose folder nothing is known yet in none.
  const fileNode = useNode(account, fileId);
  const lying =
    place.kind === "folder" ? place.id : place.kind === "file" ? fileNode?.parentId : null;
  // It has a list of its own, whether it is there already or not.
  const isTrash = place.kind === "trash" || lying === TRASH_ID;
  const folderId = isTrash ? null : lying;
  const way = useWay(account, folderId ?? null);
  const folder = way.nodes.at(-1);
  const isSearch = place.kind === "search";
  const text = isSearch ? place.text : "";
  const list = useMemo(
    () =>
      isSearch ? named(text, sorting) : isTrash ? IN_TRASH : inFolder(folderId ?? null, sorting),
    [isSearch, isTrash, text, folderId, sorting],
  );
  const inTrash = isTrash || way.nodes[0]?.id === TRASH_ID;
  const isMissing = file.isMissing || (folderId !== null && way.isMissing);
  const isWaiting = !isMissing && (folderId === undefined || (folderId !== null && !folder));
  const hasFailed = isWaiting && (file.hasFailed || way.hasFailed);
  const isNoFolder = folder !== undefined && !isFolder(folder);
  const name = isSearch
    ? t("searchTitle")
    : isTrash
      ? t("trash")
      : (folder?.name ?? (folderId === null ? t("title") : ""));
  const mayAdd =
    !isSearch && !isTrash && (folderId === null ? drive.mayAddAtTop : mayAddTo(folder));
  useTitle(name === t("title") ? undefined : name, t("title"), address);
  useEffect(() => {
    // The address of a file that was given as that of a folder leads to the file.
    if (isNoFolder) go({ kind: "file", id: folder.id }, { replace: true });
  }, [isNoFolder, folder, go]);

  const target = folderId ?? null;
  const { ref: dropArea, over } = useFileDrop({
    onDrop(files, entries) {
      if (!mayAdd) return;
      // What no browser calls an entry, as a picture dragged from a page, is a file all the same.
      const plain = { files: files.map((file) => ({ file, folders: [] })), emptyFolders: [] };
      void acts.upload(entries.length === 0 ? plain : fromEntries(entries), target);
    },
  });
  const setPage = useCallback(
    (element: HTMLDivElement | null) => {
      page.current = element;
      return dropArea(element);
    },
    [dropArea],
  );
  const up = way.nodes.at(-2);

  const content = (
    <section className="drive-main">
      <header className="drive-head">
        <Breadcrumbs
          nodes={isSearch ? [] : isTrash ? [{ id: TRASH_ID, name }] : way.nodes}
          name={name}
        />
        <PageTools
          text={text}
          field={searchField}
          parentId={target}
          mayAdd={mayAdd}
          offersAdd={!inTrash}
          layout={layout}
          onUpload={(incoming) => void acts.upload(incoming, target)}
        />
      </header>
      {isMissing && (
        <EmptyState
          icon={<DriveIcon />}
          title={t("nothingHere")}
          action={<Button onClick={() => go(TOP)}>{t("toFiles")}</Button>}
        >
          {t("folderGone")}
        </EmptyState>
      )}
      {hasFailed && (
        <ErrorCard
          title={t("listFailed")}
          onRetry={() => {
            file.retry();
            way.retry();
          }}
        >
          {t("checkConnection")}
        </ErrorCard>
      )}
      {isWaiting && !hasFailed && <ListSkeleton />}
      {!isMissing && !isWaiting && !isNoFolder && (
        <NodeList
          key={JSON.stringify([list.filter, list.sort])}
          list={list}
          folderId={target}
          layout={layout}
          sorting={sorting}
          label={isSearch ? t("searchTitle") : name}
          wanted={fileId ?? undefined}
          showsPlace={isSearch || isTrash}
          inTrash={inTrash}
          above={isTrash && <TrashNote onEmpty={acts.emptyTrash} />}
          page={page}
          empty={
            isSearch ? (
              <NoMatches text={text} />
            ) : isTrash ? (
              <TrashIsEmpty />
            ) : (
              <EmptyFolder
                isTop={folderId === null}
                mayAdd={mayAdd}
                onUpload={(incoming) => void acts.upload(incoming, target)}
              />
            )
          }
          onUp={() => {
            if (isSearch || isTrash || (folderId !== null && !up)) go(TOP);
            else if (up) go(placeIn(up.id));
          }}
          onSearch={() => searchField.current?.focus()}
        />
      )}
      <UploadPanel queue={drive.queue} />
    </section>
  );
  return (
    <div
      className="drive"
      ref={setPage}
      onPaste={({ clipboardData, target: where }) => {
        const files = [...clipboardData.files];
        const isTyping = (where as Element).closest("input, textarea") !== null;
        if (files.length === 0 || isTyping || !mayAdd) return;
        const incoming = files.map((file) => ({ file, folders: [] }));
        void acts.upload({ files: incoming, emptyFolders: [] }, target);
      }}
    >
      {isWide ? (
        <SplitPane
          id="drive.folders"
          label={t("folders")}
          size={240}
          min={180}
          max={420}
          pane={
            <FolderSide
              current={isSearch ? undefined : inTrash ? TRASH_ID : folderId}
              onWay={inTrash ? [] : way.nodes.map(({ id }) => id)}
            />
          }
        >
          {content}
        </SplitPane>
      ) : (
        content
      )}
      {over && mayAdd && (
        <div className="drive-drop" aria-hidden="true">
          <UploadIcon />
          {t("dropHere", { name: isSearch ? t("title") : name })}
        </div>
      )}
    </div>
  );
}
