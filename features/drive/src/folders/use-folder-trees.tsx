import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";
import { FolderIcon, TrashIcon, type TreeNode } from "@atrium/ui";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { DriveAccount, NodeQuery, NodeView } from "../client.ts";
import type { Drive } from "../drives.ts";
import { foldersIn } from "../nodes/definitions.ts";
import { idsOf, loadWhole } from "../nodes/whole-list.ts";
import { t } from "../strings/index.ts";

/** Where others' files and folders are listed; of all other ids none is without a slash. */
export const SHARED_ID = "shared";
/** The tree's name for a folder of an account, or for its top. */
export const treeId = (accountId: string, id: string | null): string => `${accountId}/${id ?? ""}`;

/** The folder that a row of the tree stands for. */
export function ofTreeId(id: string): { readonly accountId: string; readonly id: string | null } {
  // Ids have no slash (RFC 8620 §1.2).
  const [accountId, folder] = id.split("/") as [string, string];
  return { accountId, id: folder === "" ? null : folder };
}

/** What stands in a folder of the tree whose content is not here. */
export const isWaiting = (treeId: string): boolean => treeId.endsWith("…");

/** The trash as the tree has it: what was deleted stands in its list alone. */
export const trashNode = ({ account }: Pick<Drive, "account">): TreeNode => ({
  id: treeId(account.id, TRASH_ID),
  label: t("trash"),
  icon: <TrashIcon />,
});

/** The drives whose folders are shown, each as a tree of its own. */
export interface Root {
  readonly drive: Drive;
  readonly label: string;
  readonly icon: ReactNode;
  /** Stand behind its folders. */
  readonly after?: readonly TreeNode[];
}

/**
 * The folders of drives as trees. What is in one is asked for when it is opened, and followed live from then on.
 * @param roots the same array while they are the same
 */
export function useFolderTrees(
  roots: readonly Root[],
  open: ReadonlySet<string>,
): readonly TreeNode[] {
  const queries = useMemo(() => {
    const accounts = new Map(roots.map(({ drive: { account } }) => [account.id, account]));
    return new Map(
      [...open].flatMap((one) => {
        const { accountId, id } = ofTreeId(one);
        const account = accounts.get(accountId);
        return account ? [[one, { account, query: account.query(foldersIn(id)) }] as const] : [];
      }),
    );
  }, [roots, open]);
  const views = useRef<readonly NodeView[]>([]);
  const last = useRef<{ readonly key: string; readonly nodes: readonly TreeNode[] }>(undefined);
  const ids = [...queries.values()]
    .flatMap(({ account, query }) => idsOf(query.view()).map((id) => treeId(account.id, id)))
    .join(" ");
  const subscribe = useCallback(
    (listener: () => void) => {
      const accounts = new Map(roots.map(({ drive: { account } }) => [account.id, account]));
      const stops = [
        ...[...queries.values()].map(({ query }) => query.subscribe(listener)),
        ...ids
          .split(" ")
          .filter(Boolean)
          .map((one) => {
            const { accountId, id } = ofTreeId(one);
            return accounts.get(accountId)!.subscribe(FileNode, id!, listener);
          }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [roots, queries, ids],
  );
  const nodes = useSyncExternalStore(subscribe, () => {
    const now = roots.map((root) => rootNode(root, queries));
    const key = JSON.stringify(now, (name, value: unknown) =>
      name === "icon" ? undefined : value,
    );
    if (last.current?.key !== key) last.current = { key, nodes: now };
    return last.current.nodes;
  });
  useEffect(() => {
    const all = [...queries.values()].map(({ query }) => query);
    const follow = (): void => {
      const now = all.map((query) => query.view());
      if (
        now.length === views.current.length &&
        now.every((view, at) => view === views.current[at])
      )
        return;
      views.current = now;
      for (const query of all) loadWhole(query);
    };
    const stops = all.map((query) => query.subscribe(follow));
    follow();
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
  return nodes;
}

type Queries = ReadonlyMap<string, { readonly account: DriveAccount; readonly query: NodeQuery }>;

function rootNode(
  { drive: { account }, label, icon, after = [] }: Root,
  queries: Queries,
): TreeNode {
  const id = treeId(account.id, null);
  return { id, label, icon, children: [...nodesIn(account, queries, id), ...after] };
}

function nodesIn(account: DriveAccount, queries: Queries, id: string): readonly TreeNode[] {
  const view = queries.get(id)?.query.view();
  const ids = view ? idsOf(view) : [];
  // Until it is known that there is none, there may be a folder inside.
  if (view?.status !== "ready" && ids.length === 0) {
    const label = t(view?.status === "failed" ? "treeFailed" : "loading");
    return [{ id: `${id}…`, label }];
  }
  return ids.flatMap((child) => {
    const node = account.get(FileNode, child);
    const id = treeId(account.id, child);
    return node
      ? [{ id, label: node.name, icon: <FolderIcon />, children: nodesIn(account, queries, id) }]
      : [];
  });
}
