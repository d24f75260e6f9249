import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";
import { DriveIcon, FolderIcon, TrashIcon, type TreeNode } from "@atrium/ui";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { DriveAccount, NodeQuery, NodeView } from "../client.ts";
import { foldersIn } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";

/** The tree's name for the top, which is no record. */
export const TOP_ID = "/";
/** Folders in one folder that the tree shows; all others are in the list. */
const MAX_SHOWN = 1000;
const PAGE = 400;

/** The id of a record, `null` for the top. */
export const recordId = (treeId: string): string | null => (treeId === TOP_ID ? null : treeId);

/** What stands in a folder of the tree whose content is not here. */
export const isWaiting = (treeId: string): boolean => treeId.endsWith("…");

/** The trash as the tree has it: what was deleted stands in its list alone. */
export const trashNode = (): TreeNode => ({
  id: TRASH_ID,
  label: t("trash"),
  icon: <TrashIcon />,
});

/** The folders as a tree. What is in one is asked for when it is opened, and followed live from then on. */
export function useFolderTree(
  account: DriveAccount,
  open: ReadonlySet<string>,
): readonly TreeNode[] {
  const queries = useMemo(
    () => new Map([...open].map((id) => [id, account.query(foldersIn(recordId(id)))])),
    [account, open],
  );
  const views = useRef<readonly NodeView[]>([]);
  const last = useRef<{ readonly key: string; readonly nodes: readonly TreeNode[] }>(undefined);
  const ids = [...queries.values()].flatMap((query) => idsOf(query.view())).join(" ");
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [
        ...[...queries.values()].map((query) => query.subscribe(listener)),
        ...ids
          .split(" ")
          .filter(Boolean)
          .map((id) => account.subscribe(FileNode, id, listener)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [account, queries, ids],
  );
  const nodes = useSyncExternalStore(subscribe, () => {
    const now = [topNode(account, queries)];
    const key = JSON.stringify(now, (name, value: unknown) =>
      name === "icon" ? undefined : value,
    );
    if (last.current?.key !== key) last.current = { key, nodes: now };
    return last.current.nodes;
  });
  useEffect(() => {
    const follow = (): void => {
      const now = [...queries.values()].map((query) => query.view());
      if (
        now.length === views.current.length &&
        now.every((view, at) => view === views.current[at])
      )
        return;
      views.current = now;
      for (const query of queries.values()) goOn(query);
    };
    const stops = [...queries.values()].map((query) => query.subscribe(follow));
    follow();
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
  return nodes;
}

/** Asks for the next folders, until all that may be shown are here. */
function goOn(query: NodeQuery): void {
  const view = query.view();
  const here = idsOf(view).length;
  if (
    view.error === undefined &&
    (view.status === "idle" || here < Math.min(view.length, MAX_SHOWN))
  )
    query.show(here, here + PAGE);
}

function idsOf({ idAt }: NodeView): string[] {
  const ids: string[] = [];
  for (let id = idAt(0); id !== undefined && ids.length < MAX_SHOWN; id = idAt(ids.length))
    ids.push(id);
  return ids;
}

const topNode = (account: DriveAccount, queries: ReadonlyMap<string, NodeQuery>): TreeNode => ({
  id: TOP_ID,
  label: t("title"),
  icon: <DriveIcon />,
  children: nodesIn(account, queries, TOP_ID),
});

function nodesIn(
  account: DriveAccount,
  queries: ReadonlyMap<string, NodeQuery>,
  id: string,
): readonly TreeNode[] {
  const view = queries.get(id)?.view();
  const ids = view ? idsOf(view) : [];
  // Until it is known that there is none, there may be a folder inside.
  if (view?.status !== "ready" && ids.length === 0) {
    const label = t(view?.status === "failed" ? "treeFailed" : "loading");
    return [{ id: `${id}…`, label }];
  }
  return ids.flatMap((child) => {
    const node = account.get(FileNode, child);
    return node
      ? [
          {
            id: child,
            label: node.name,
            icon: <FolderIcon />,
            children: nodesIn(account, queries, child),
          },
        ]
      : [];
  });
}
