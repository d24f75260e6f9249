import type { TypeDescription } from "@atrium/contract/types/define";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { SharingAccount } from "../client.ts";
import type { SharedAs } from "./change-shares.ts";
import type { Rights } from "./roles.ts";

export interface SharedRecord extends SharedAs {
  readonly myRights: Rights;
}

/** `undefined` until it is known, `null` when it is gone. */
type Known = SharedRecord | null | undefined;

const PROPERTIES = ["id", "myRights", "shareWith", "shareUntil"];

export interface Followed {
  readonly records: readonly Known[];
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** With whom records are shared, followed live. */
export function useShared(
  account: SharingAccount,
  type: TypeDescription,
  ids: readonly string[],
): Followed {
  const key = ids.join(" ");
  const [hasFailed, setFailed] = useState(false);
  const source = useMemo(() => follow(account, type, key.split(" ")), [account, type, key]);
  const records = useSyncExternalStore(source.subscribe, source.read);
  const get = useCallback(
    (): void =>
      void account.fetch(type, key.split(" "), { properties: PROPERTIES }).then(
        () => setFailed(false),
        () => setFailed(true),
      ),
    [account, type, key],
  );
  useEffect(() => {
    get();
    return account.onTryAgain(get);
  }, [account, get]);
  return { records, hasFailed, retry: get };
}

interface Source {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => readonly Known[];
}

function follow(account: SharingAccount, type: TypeDescription, ids: readonly string[]): Source {
  let last: readonly Known[] = [];
  return {
    subscribe(listener) {
      const stops = ids.map((id) => account.subscribe(type, id, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    read() {
      const now = ids.map((id) => whole(account.get(type, id)));
      const isSame = now.length === last.length && now.every((one, at) => one === last[at]);
      return isSame ? last : (last = now);
    },
  };
}

/** A record of which lists have other properties alone is not known yet. */
function whole(record: object | null | undefined): Known {
  if (!record) return record;
  const { shareUntil, myRights } = record as Partial<SharedRecord>;
  return shareUntil === undefined || myRights === undefined ? undefined : (record as SharedRecord);
}
