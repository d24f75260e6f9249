import { useEffect, useRef } from "react";
import type { NodeList, NodeQuery, NodeView } from "../client.ts";
import { useDrive } from "../drive-context.tsx";

/** Finds a node in a list, however far down it is, and calls back once when its row is here. */
export function useFound(
  list: NodeList,
  query: NodeQuery,
  view: NodeView,
  wanted: string | undefined,
  onFound: (row: number, id: string) => void,
): void {
  const { client, account } = useDrive();
  const found = useRef<string>(undefined);
  const latest = useRef(onFound);
  useEffect(() => {
    latest.current = onFound;
  });
  const row = wanted === undefined ? -1 : view.rowOf(wanted);
  const isReady = view.status === "ready";
  useEffect(() => {
    if (wanted === undefined || !isReady || row >= 0 || found.current === wanted) return;
    const look = async (): Promise<void> => {
      const { position } = await client.call("FileNode/query", {
        accountId: account.id,
        filter: list.filter,
        sort: list.sort,
        anchor: wanted,
        limit: 1,
      });
      query.show(position, position);
    };
    // It is not in this list any more.
    look().catch(() => undefined);
  }, [client, account, list, query, wanted, isReady, row]);
  useEffect(() => {
    if (wanted === undefined || row < 0 || found.current === wanted) return;
    found.current = wanted;
    latest.current(row, wanted);
  }, [wanted, row]);
}
