import type { HistoryRange, OperationsNow } from "@atrium/contract/types/operations";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { useClient } from "@atrium/feature-suite/parts";
import type { JmapClient } from "@atrium/jmap";
import { useCallback, useEffect, useState } from "react";
import { type Answer, onSignedInAgain } from "@atrium/settings-page";
import { timelineOf, type Timeline } from "./timeline.ts";

/** How things are, and how they have been over the time that was asked for. */
export interface Operations {
  readonly now: OperationsNow;
  readonly timeline: Timeline;
}

/** Mail comes and goes while one looks (milliseconds). */
const LOOK_AGAIN = 10_000;

/**
 * Reads it again and again while the window is in sight. What was read once stays when the server does not answer
 * any more; it is stale then.
 */
export function useOperations(range: HistoryRange): {
  readonly answer: Answer<Operations>;
  readonly isStale: boolean;
  readonly reload: () => Promise<void>;
} {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer<Operations>>({ status: "loading" });
  const [isStale, setIsStale] = useState(false);

  const look = useCallback(
    async (isWanted: () => boolean): Promise<void> => {
      try {
        const value = await read(client, range);
        if (!isWanted()) return;
        setAnswer({ status: "there", value });
        setIsStale(false);
      } catch (error) {
        if (!isWanted()) return;
        setAnswer((before) => (before.status === "there" ? before : { status: "refused", error }));
        setIsStale(true);
      }
    },
    [client, range],
  );
  const reload = useCallback(() => look(() => true), [look]);

  useEffect(() => {
    let isOpen = true;
    const lookHere = (): void => void look(() => isOpen);
    const lookIfSeen = (): void => {
      if (document.visibilityState === "visible") lookHere();
    };
    lookHere();
    const timer = setInterval(lookIfSeen, LOOK_AGAIN);
    document.addEventListener("visibilitychange", lookIfSeen);
    const leave = onSignedInAgain(lookHere);
    return () => {
      isOpen = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookIfSeen);
      leave();
    };
  }, [look]);
  return { answer, isStale, reload };
}

async function read(client: JmapClient, range: HistoryRange): Promise<Operations> {
  const { primaryAccounts } = await client.session();
  const accountId = primaryAccounts[CAPABILITY.operations]!;
  const [now, history] = await Promise.all([
    client.call("Operations/now", { accountId }),
    client.call("Operations/history", { accountId, range }),
  ]);
  return { now, timeline: timelineOf(history) };
}
