import { FileNode } from "@atrium/contract/types/file-node";
import { useEffect, useMemo, useReducer } from "react";
import type { NodeQuery } from "../client.ts";
import type { Drive } from "../drives.ts";
import { inFolder, isFolder, type DriveNode } from "../nodes/definitions.ts";
import { idsOf, loadWhole } from "../nodes/whole-list.ts";

export const SHARED_SORTS = ["name", "owner", "modified"] as const;

export interface SharedSorting {
  readonly by: (typeof SHARED_SORTS)[number];
  readonly isAscending: boolean;
}

/** Something that was shared by itself. */
export interface SharedRoot {
  /** Different from all others, whatever account they are in. */
  readonly key: string;
  readonly drive: Drive;
  readonly node: DriveNode;
  /** What its owner shares besides. */
  readonly query: NodeQuery;
}

export interface SharedRoots {
  readonly rows: readonly SharedRoot[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** What people see in which order is each by its name; that in the account stays as it is. */
const BY_NAME = { by: "name", isAscending: true } as const;

/** Everything at the top of what is shared with the person, of all accounts together, followed live. */
export function useSharedRoots(partial: readonly Drive[], sorting: SharedSorting): SharedRoots {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const lists = useMemo(
    () => partial.map((drive) => ({ drive, query: drive.account.query(inFolder(null, BY_NAME)) })),
    [partial],
  );
  const found = lists.map(({ query }) => idsOf(query.view()).join(" "));
  const ids = found.join("/");
  useEffect(() => {
    const queries = lists.map(({ query }) => query);
    const follow = (): void => {
      for (const query of queries) loadWhole(query);
      drawAgain();
    };
    const stops = queries.map((query) => query.subscribe(follow));
    follow();
    return () => {
      for (const stop of stops) stop();
    };
  }, [lists]);
  useEffect(() => {
    const of = ids.split("/");
    const stops = lists.flatMap(({ drive: { account } }, at) =>
      (of[at] ?? "")
        .split(" ")
        .filter(Boolean)
        .map((id) => account.subscribe(FileNode, id, drawAgain)),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [lists, ids]);
  const rows = lists.flatMap(({ drive, query }, at) =>
    found[at]!.split(" ")
      .filter(Boolean)
      .flatMap((id): readonly SharedRoot[] => {
        const node = drive.account.get(FileNode, id);
        return node ? [{ key: `${drive.account.id}/${id}`, drive, node, query }] : [];
      }),
  );
  const views = lists.map(({ query }) => query.view());
  return {
    rows: sortRoots(rows, sorting),
    isLoading: views.some(({ status }) => status === "idle" || status === "loading"),
    hasFailed: views.some(({ status }) => status === "failed"),
    retry() {
      for (const { query } of lists) query.retry();
    },
  };
}

/** Folders first, then as asked; what is alike stands by its name. */
export function sortRoots<
  Row extends Pick<SharedRoot, "node"> & { readonly drive: Pick<Drive, "owner"> },
>(rows: readonly Row[], { by, isAscending }: SharedSorting): readonly Row[] {
  const valueOf = ({ drive, node }: Row): string =>
    by === "owner" ? drive.owner : by === "modified" ? node.modified : node.name;
  const direction = isAscending ? 1 : -1;
  return rows.toSorted(
    (a, b) =>
      Number(isFolder(b.node)) - Number(isFolder(a.node)) ||
      direction * valueOf(a).localeCompare(valueOf(b)) ||
      a.node.name.localeCompare(b.node.name),
  );
}

/** The roles that people give; of other rights none is told. */
export function roleIn({
  myRights,
}: Pick<DriveNode, "myRights">): "viewer" | "editor" | "manager" | undefined {
  if (myRights.mayShare) return "manager";
  if (myRights.mayModifyContent) return "editor";
  const { mayRead: _mayRead, ...others } = myRights;
  return Object.values(others).includes(true) ? undefined : "viewer";
}
