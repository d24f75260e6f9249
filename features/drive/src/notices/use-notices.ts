import { useCallback, useEffect, useRef } from "react";
import type { DriveClient } from "../client.ts";
import type { Place } from "../place/place.ts";
import type { Notices } from "./follow-notices.ts";

/** Milliseconds after which it is followed what is newly shared: what the page shows comes first. */
const LATER = 2000;

/**
 * Tells the person what others share with them, in this window and while it shows drive.
 * @param accountId the account of the principals; undefined until it is known
 * @returns what says that they have looked at it
 */
export function useNotices(
  client: DriveClient,
  accountId: string | undefined,
  goTo: (place: Place) => void,
): () => void {
  const notices = useRef<Notices>(undefined);
  useEffect(() => {
    if (accountId === undefined) return undefined;
    let isOver = false;
    const start = async (): Promise<void> => {
      const { tellOfShares } = await import("./tell-of-shares.ts");
      if (!isOver) notices.current = tellOfShares({ client, accountId, goTo });
    };
    const timer = setTimeout(() => void start().catch(() => undefined), LATER);
    return () => {
      isOver = true;
      clearTimeout(timer);
      notices.current?.stop();
      notices.current = undefined;
    };
  }, [client, accountId, goTo]);
  return useCallback(() => notices.current?.markSeen(), []);
}
