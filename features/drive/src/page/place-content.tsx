import { TRASH_ID } from "@atrium/contract/types/file-node";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { useActs } from "../verbs/use-acts.ts";
import { useDrive } from "../drive-context.tsx";
import { ListFailed } from "../list/list-failed.tsx";
import { ListSkeleton } from "../list/list-skeleton.tsx";
import { NodeList } from "../list/node-list.tsx";
import { useViewOptions } from "../list/view-options.ts";
import { placeIn, TOP } from "../place/place.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { EmptyFolder, NoMatches } from "./empty.tsx";
import { NoAccess, NothingHere } from "./nothing-here.tsx";
import { PageTools } from "./page-tools.tsx";
import { ShareFolder } from "./share-folder.tsx";
import { TrashIsEmpty, TrashNote } from "./trash.tsx";
import type { OpenPlace } from "./use-open-place.ts";

/** What lies at a place of a drive, and what can be done there. */
export function PlaceContent({
  open,
  page,
}: {
  readonly open: OpenPlace;
  readonly page: RefObject<HTMLElement | null>;
}): ReactNode {
  const { account, go, kind } = useDrive();
  const acts = useActs();
  const { layout, sorting } = useViewOptions();
  const searchField = useRef<HTMLInputElement>(null);
  const { list, name, isSearch, isTrash, inTrash, folderId, way, mayAdd, fileId } = open;
  const { isMissing, isWaiting, hasFailed, isNoFolder } = open;
  const folder = way.at(-1);
  const up = way.at(-2);
  const target = folderId ?? null;
  useEffect(() => {
    // The address of a file that was given as that of a folder leads to the file.
    if (isNoFolder && folder) go({ kind: "file", id: folder.id }, { replace: true });
  }, [isNoFolder, folder, go]);
  return (
    <>
      <header className="drive-head">
        <Breadcrumbs nodes={isSearch ? [] : isTrash ? [{ id: TRASH_ID, name }] : way} name={name} />
        {folder && !isSearch && <ShareFolder folder={folder} />}
        <PageTools
          text={open.text}
          field={searchField}
          parentId={target}
          mayAdd={mayAdd}
          offersAdd={!inTrash && (mayAdd || kind === "own")}
          layout={layout}
          onUpload={(incoming) => void acts.upload(incoming, target)}
        />
      </header>
      {isMissing && (kind === "partial" ? <NoAccess /> : <NothingHere />)}
      {hasFailed && <ListFailed onRetry={open.retry} />}
      {isWaiting && !hasFailed && <ListSkeleton />}
      {!isMissing && !isWaiting && !isNoFolder && (
        <NodeList
          key={JSON.stringify([account.id, list.filter, list.sort])}
          list={list}
          folderId={target}
          layout={layout}
          sorting={sorting}
          label={name}
          wanted={fileId ?? undefined}
          showsPlace={isSearch || isTrash}
          inTrash={inTrash}
          above={isTrash && <TrashNote onEmpty={acts.emptyTrash} />}
          page={page}
          empty={
            isSearch ? (
              <NoMatches text={open.text} />
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
    </>
  );
}
