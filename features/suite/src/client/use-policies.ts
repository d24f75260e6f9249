import { Policies, POLICIES_ID, type PoliciesRecord } from "@atrium/contract/types/policies";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useAccountFor } from "./client.tsx";

/** What the organisation decides, followed live; `undefined` until it is known. */
export function usePolicies(): PoliciesRecord | undefined {
  const { account } = useAccountFor(CAPABILITY.policies);
  useEffect(() => {
    // Without network it is got as soon as there is one.
    account?.fetchAll(Policies).catch(() => undefined);
  }, [account]);
  const subscribe = useCallback(
    (listener: () => void) => account?.subscribeAll(Policies, listener) ?? (() => undefined),
    [account],
  );
  return useSyncExternalStore(
    subscribe,
    () =>
      (account?.isWhole(Policies) ? account.get(Policies, POLICIES_ID) : undefined) ?? undefined,
  );
}
