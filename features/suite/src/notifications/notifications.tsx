import type { JmapClient } from "@atrium/jmap";
import { followNotifications } from "@atrium/shell";
import { useEffect } from "react";
import { useDeferred } from "../deferred/deferred.tsx";

/** Tells of new mail by notifications of the system, from a while after the window stands. */
export function Notifications({
  client,
  accountId,
}: {
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
      const { watchNewMail } = await import("./watch-new-mail.ts");
      if (!isOver) stop = watchNewMail(client, accountId);
    };
    // A window without them is as good as before.
    begin().catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isLater, client, accountId]);
  return null;
}
