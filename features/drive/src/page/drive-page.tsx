import { TRASH_ID } from "@atrium/contract/types/file-node";
import { useFileDrop } from "@atrium/dnd";
import { SplitPane, UploadIcon, useTitle } from "@atrium/ui";
import { lazy, Suspense, useCallback, useEffect, useRef, type ReactNode } from "react";
import { useActs } from "../verbs/use-acts.ts";
import { InDrive, useDrive, useDrives } from "../drive-context.tsx";
import { treeId, SHARED_ID } from "../folders/use-folder-trees.tsx";
import { ListFailed } from "../list/list-failed.tsx";
import { ListSkeleton } from "../list/list-skeleton.tsx";
import { SHARED, TOP, type Place } from "../place/place.ts";
import { QuestionsProvider } from "../questions/questions.tsx";
import { t } from "../strings/index.ts";
import { fromEntries } from "../uploads/dropped.ts";
import { UploadPanel } from "../uploads/upload-panel.tsx";
import { useMedia, WIDE } from "../use-media.ts";
import { FolderSide } from "./folder-side.tsx";
import { NoAccess } from "./nothing-here.tsx";
import { PlaceContent } from "./place-content.tsx";
import { useOpenPlace } from "./use-open-place.ts";
import "./drive-page.css";
import "./list.css";

const SharedPage = lazy(() =>
  import("../shared/shared-page.tsx").then((module) => ({ default: module.SharedPage })),
);

/** A place of the drive: all folders beside what lies in it. */
export function DrivePage({ place }: { readonly place: Place }): ReactNode {
  const drives = useDrives();
  const accountId = place.kind === "shared" ? undefined : place.accountId;
  const found = accountId === undefined ? drives.own : drives.of(accountId);
  return (
    <InDrive drive={found ?? drives.own}>
      <QuestionsProvider>
        <PlacePage place={place} isFound={found !== undefined} />
      </QuestionsProvider>
    </InDrive>
  );
}

function PlacePage({
  place,
  isFound,
}: {
  readonly place: Place;
  /** Whether the account that the address names is one that the person has. */
  readonly isFound: boolean;
}): ReactNode {
  const drive = useDrive();
  const drives = useDrives();
  const acts = useActs();
  const isWide = useMedia(WIDE);
  const page = useRef<HTMLDivElement>(null);
  const { kind } = drive;
  // The top of a partial account is where it is listed.
  const isPartialTop = kind === "partial" && place.kind === "folder" && place.id === null;
  const isShared = place.kind === "shared" || isPartialTop;
  const isPlace = isFound && !isShared;
  const open = useOpenPlace(isPlace ? place : TOP);
  const { goTo } = drives;
  useEffect(() => {
    if (isPartialTop) goTo(SHARED, { replace: true });
  }, [isPartialTop, goTo]);
  const name = isShared ? t("sharedWithMe") : isFound ? open.name : "";
  const isHome = isPlace && kind === "own" && name === drive.title;
  useTitle(isHome || name === "" ? undefined : name, t("title"), drive.address);

  const mayAdd = isPlace && open.mayAdd;
  const target = open.folderId ?? null;
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
  const { id: accountId } = drive.account;
  const { isSearch, inTrash, folderId } = open;
  const current = ((): string | undefined => {
    if (isShared || (isPlace && kind === "partial")) return SHARED_ID;
    if (!isPlace || isSearch) return undefined;
    if (inTrash) return treeId(accountId, TRASH_ID);
    return folderId === undefined ? undefined : treeId(accountId, folderId);
  })();
  const isOnTree = isPlace && kind !== "partial" && !inTrash;
  const onWay = isOnTree ? [null, ...open.way.map(({ id }) => id)] : [];
  const content = (
    <section className="drive-main">
      {isShared && (
        <Suspense fallback={<ListSkeleton />}>
          <SharedPage page={page} />
        </Suspense>
      )}
      {isPlace && <PlaceContent open={open} page={page} />}
      {!isFound &&
        (drives.isKnown ? (
          <NoAccess />
        ) : drives.hasFailed ? (
          <ListFailed onRetry={drives.retry} />
        ) : (
          <ListSkeleton />
        ))}
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
          pane={<FolderSide current={current} onWay={onWay.map((id) => treeId(accountId, id))} />}
        >
          {content}
        </SplitPane>
      ) : (
        content
      )}
      {over && mayAdd && (
        <div className="drive-drop" aria-hidden="true">
          <UploadIcon />
          {t("dropHere", { name: isSearch ? drive.title : name })}
        </div>
      )}
    </div>
  );
}
