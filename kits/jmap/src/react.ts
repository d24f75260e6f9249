import type { RecordOf, TypeDescription } from "@atrium/contract/types/define";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { Connection, JmapClient } from "./client.ts";
import type { Account } from "./cache/account.ts";
import type { Want } from "./cache/fetch.ts";
import type { ListQuery } from "./query/merged-query.ts";
import type { QueryView } from "./query/query.ts";

/** A record, followed live: `undefined` until it is known, `null` when it does not exist. With `want` it is fetched. */
export function useRecord<D extends TypeDescription>(
  account: Account,
  type: D,
  id: string | undefined,
  want?: Want,
): RecordOf<D> | null | undefined {
  const subscribe = useCallback(
    (listener: () => void) =>
      id === undefined ? () => undefined : account.subscribe(type, id, listener),
    [account, type, id],
  );
  const record = useSyncExternalStore(subscribe, () =>
    id === undefined ? undefined : account.get(type, id),
  );
  useEffect(() => {
    if (id === undefined || !want) return undefined;
    // A failure shows as a record that stays unknown; whoever cares asks `account.fetch` itself.
    const get = (): void => void account.fetch(type, [id], want).catch(() => undefined);
    get();
    return account.onTryAgain(get);
  }, [account, type, id, want]);
  return record;
}

/** Several records, followed live, in the order of the ids. The same array until one of them changes. */
export function useRecords<D extends TypeDescription>(
  account: Account,
  type: D,
  ids: readonly string[],
): readonly (RecordOf<D> | null | undefined)[] {
  const last = useRef<readonly (RecordOf<D> | null | undefined)[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = ids.map((id) => account.subscribe(type, id, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [account, type, ids],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = ids.map((id) => account.get(type, id));
    const isSame =
      now.length === last.current.length && now.every((one, at) => one === last.current[at]);
    if (!isSame) last.current = now;
    return last.current;
  });
}

/** All records of a small type, followed live; `undefined` until they are here. */
export function useAll<D extends TypeDescription>(
  account: Account,
  type: D,
): readonly RecordOf<D>[] | undefined {
  const last = useRef<readonly RecordOf<D>[] | undefined>(undefined);
  const subscribe = useCallback(
    (listener: () => void) => account.subscribeAll(type, listener),
    [account, type],
  );
  return useSyncExternalStore(subscribe, () => {
    if (!account.isWhole(type)) return undefined;
    const now = account.shown(type);
    const before = last.current;
    const isSame = before?.length === now.length && now.every((one, at) => one === before[at]);
    return isSame ? before : (last.current = now);
  });
}

/** A list, followed live while the component stands. */
export function useQuery(query: Pick<ListQuery, "subscribe" | "view">): QueryView {
  return useSyncExternalStore(query.subscribe, query.view);
}

/** Whether the server can be reached and what is pending, followed live. */
export function useConnection(client: Pick<JmapClient, "connection" | "onConnection">): Connection {
  return useSyncExternalStore(client.onConnection, client.connection);
}
