import type { RecordOf, TypeDescription } from "@atrium/contract/types/define";
import type { Account } from "@atrium/jmap";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";

/** Every record of a small type in each account: `undefined` until they are here, `null` when they do not come. */
type Wholes<T> = readonly (readonly T[] | null | undefined)[];

/** The records of a small type in several accounts, followed live; asked for unless they are known already. */
export function useWholes<D extends TypeDescription>(
  accounts: readonly Account[],
  type: D,
): Wholes<RecordOf<D>> {
  const last = useRef<Wholes<RecordOf<D>>>([]);
  const [failed, setFailed] = useState<ReadonlySet<Account>>(() => new Set());
  useEffect(() => {
    for (const account of accounts)
      if (!account.isWhole(type))
        account.fetchAll(type).catch(() => setFailed((before) => new Set([...before, account])));
  }, [accounts, type]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = accounts.map((account) => account.subscribeAll(type, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [accounts, type],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = accounts.map((account, at) => {
      if (!account.isWhole(type)) return failed.has(account) ? null : undefined;
      const list = account.all(type);
      const before = last.current[at];
      return before && isSame(before, list) ? before : list;
    });
    if (!isSame(last.current, now)) last.current = now;
    return last.current;
  });
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
