import { TRASH_ID } from "@atrium/contract/types/file-node";
import { useMemo } from "react";
import { mayAddTo } from "../acts/rights.ts";
import type { NodeList } from "../client.ts";
import { useDrive, useNode } from "../drive-context.tsx";
import { IN_TRASH, inFolder, isFolder, named, type DriveNode } from "../nodes/definitions.ts";
import { useWay } from "../nodes/use-way.ts";
import { useViewOptions } from "../list/view-options.ts";
import type { PlaceInAccount } from "../place/place.ts";
import { t } from "../strings/index.ts";

/** What there is at a place of the drive that the page is in. */
export interface OpenPlace {
  readonly list: NodeList;
  readonly name: string;
  /** What is searched for. */
  readonly text: string;
  readonly isSearch: boolean;
  /** The list of the trash; `inTrash` also in a folder that lies there. */
  readonly isTrash: boolean;
  readonly inTrash: boolean;
  /** `null` at the top and for a search, `undefined` until it is known. */
  readonly folderId: string | null | undefined;
  readonly fileId: string | null;
  /** The folders on the way to it, itself last. */
  readonly way: readonly DriveNode[];
  readonly mayAdd: boolean;
  readonly isMissing: boolean;
  readonly isWaiting: boolean;
  readonly hasFailed: boolean;
  /** The address of a file was given as that of a folder. */
  readonly isNoFolder: boolean;
  readonly retry: () => void;
}

export function useOpenPlace(place: PlaceInAccount): OpenPlace {
  const { account, mayAddAtTop, title } = useDrive();
  const { sorting } = useViewOptions();
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
  const name = isSearch
    ? t("searchTitle")
    : isTrash
      ? t("trash")
      : (folder?.name ?? (folderId === null ? title : ""));
  return {
    list,
    name,
    text,
    isSearch,
    isTrash,
    inTrash,
    folderId,
    fileId,
    way: way.nodes,
    mayAdd: !isSearch && !isTrash && (folderId === null ? mayAddAtTop : mayAddTo(folder)),
    isMissing,
    isWaiting,
    hasFailed: isWaiting && (file.hasFailed || way.hasFailed),
    isNoFolder: folder !== undefined && !isFolder(folder),
    retry() {
      file.retry();
      way.retry();
    },
  };
}
