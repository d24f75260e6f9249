import type { TypeDescription } from "@atrium/contract/types/define";
import type { Account } from "@atrium/jmap";
import { useEffect } from "react";

/** How long after the first paint a notice's records are asked for (milliseconds): the list comes first. */
const LATER = 4000;

/** Asks for all records of a type, for a notice above the list. Without an answer there is none; mail says that by itself. */
export function useFetchLater(account: Account, type: TypeDescription): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      account.fetchAll(type).catch(() => undefined);
    }, LATER);
    return () => clearTimeout(timer);
  }, [account, type]);
}
