import type { JmapClient } from "@atrium/jmap";
import { followNotifications } from "@atrium/shell";
import { useEffect } from "react";
import { useDeferred } from "../deferred/use-deferred.ts";
import type { NotificationSources } from "./source.ts";

/** Shows news by notifications of the system, from a while after the window stands. */
export function Notifications({
  sources,
  client,
  accountId,
}: {
  /** What the features bring; the same from one time to the next. */
  readonly sources: NotificationSources;
  readonly client: JmapClient;
  readonly accountId: string;
}): null {
  const isLater = useDeferred();
  // At once: who clicked one is waiting.
  useEffect(followNotifications, []);
  useEffect(() => {
    if (!isLater) return undefined;
    let isOver = false;
    let stop: (() => void) | undefined;
    const begin = async (): Promise<void> => {
      const { watchNotifications } = await import("./watch-notifications.ts");
      const found = await Promise.all(sources());
      if (!isOver) stop = watchNotifications(client, accountId, found);
    };
    // A window without them is as good as before.
    begin().catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isLater, sources, client, accountId]);
  return null;
}
