import { FileNode } from "@atrium/contract/types/file-node";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { DriveAccount, FileView } from "../client.ts";
import type { DriveFile } from "./files.ts";

/** Every file of the account, by name. */
export const FILE_LIST = {
  type: FileNode,
  filter: { parentId: null, nodeType: "file" },
  sort: [{ property: "name", isAscending: true }],
  rows: [{ type: FileNode, properties: ["id", "name", "type", "size", "blobId", "modified"] }],
} as const;

/** Files that one request gets; the server allows no more records in a call. */
const PAGE = 400;

export interface FileList {
  /** Those that are here, from the first on; undefined before the first answer. */
  readonly ids: readonly string[] | undefined;
  /** How many there are. */
  readonly length: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The account's files, followed live and all of them fetched. */
export function useFileList(account: DriveAccount): FileList {
  const query = useMemo(() => account.query(FILE_LIST), [account]);
  const view = useSyncExternalStore(query.subscribe, query.view);
  const { status, error, length } = view;
  const ids = useMemo(() => idsFromStart(view), [view]);
  useEffect(() => {
    // After a failure the cache asks again by itself.
    if (error === undefined && (status === "idle" || ids.length < length))
      query.show(ids.length, ids.length + PAGE);
  }, [query, status, error, ids, length]);
  return {
    ids: status === "ready" || ids.length > 0 ? ids : undefined,
    length,
    failed: status === "failed",
    retry: () => query.retry(),
  };
}

function idsFromStart({ idAt }: FileView): string[] {
  const ids: string[] = [];
  for (let id = idAt(0); id !== undefined; id = idAt(ids.length)) ids.push(id);
  return ids;
}

/** A file of the list, followed live. */
export function useFile(account: DriveAccount, id: string): DriveFile | null | undefined {
  const subscribe = useCallback(
    (listener: () => void) => account.subscribe(FileNode, id, listener),
    [account, id],
  );
  // A file always has content; only a directory has none.
  return useSyncExternalStore(subscribe, () => account.get(FileNode, id)) as
    | DriveFile
    | null
    | undefined;
}
